"""Nothing that we send to a provider tells of the machine, the user or the software behind it.

Everything a client says is overheard on its way: SMTP, HTTP and IMAP, whole campaigns and single reads. What is
looked for are the true names of this machine and, because those may be plain words, names that were put in their place.
"""

import getpass
import json
import os
import platform
import re
import socket
import sys
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes
from importlib.metadata import version
from pathlib import Path

import pytest

from app.models import Workspace
from mailboxes.core.address import parse_address
from mailboxes.inbound.registry import open_feed
from mailboxes.models import Mailbox
from mailboxes.transports.registry import open_transport
from tests.cases.tap import Tap, tapped
from tests.factories import SECRETS, a_campaign, a_contact, a_mailbox, a_workspace, an_email, enrolled
from tests.journeys.running import read_all, send_after, send_due
from tests.mailboxes.accounts import BOB, imap_account
from tests.mailboxes.imap_server import House, imap_house
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

STEPS = (replace(an_email(), html="<p>Hello {{ first_name }}</p>"), an_email(subject="", text="And again", delay=1))
LIBRARIES = ("httpx", "httpcore", "google-api-python-client", "django", "dramatiq", "psycopg", "certifi")
SOFTWARE = (*LIBRARIES, "python", "smtplib", "imaplib", "httplib", "urllib", "gdcl", "gl-", "google-api", "forbear")
HOST, USER = "a1b2c3d4e5f6", "canary-user"  # as a container would be called, and somebody at a desk


@pytest.fixture(autouse=True)
def telling_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: HOST)
    monkeypatch.setattr(socket, "getfqdn", lambda *_: f"{HOST}.internal.example")
    for name in ("USER", "LOGNAME", "HOSTNAME"):
        monkeypatch.setenv(name, HOST if name == "HOSTNAME" else USER)


TRUE_NAMES = (platform.node(), socket.gethostname(), getpass.getuser())


def secrets_of_this_machine() -> Iterator[str]:
    """What must not be found, in lower case; a name of three letters may stand in any word and is looked for alone."""
    yield from (HOST, USER, str(Path.cwd()), str(Path.home()), sys.prefix, f"{os.getpid()}@", "localhost", "x-mailer")
    yield from SOFTWARE
    yield from (platform.python_version(), platform.release(), *map(version, LIBRARIES))
    yield from TRUE_NAMES


def assert_tells_nothing(heard: bytes) -> None:
    text = heard.decode("utf-8", "replace").lower()
    for secret in {one.lower() for one in secrets_of_this_machine() if len(one) > 1}:
        found = re.search(rf"(?<![a-z0-9]){re.escape(secret)}(?![a-z0-9])", text)
        assert not found, f"{secret!r} stands in {text[max(0, found.start() - 60) : found.end() + 60]!r}"


def mails_in(heard: bytes) -> list[bytes]:
    """The mails inside the calls of the Gmail API, as they travel on."""
    return [urlsafe_b64decode(raw) for raw in re.findall(rb'"raw"\s*:\s*"([A-Za-z0-9_=-]+)"', heard)]


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


def a_campaign_goes_out(mailbox: Mailbox, world: World) -> None:
    """The first step, and where an inbox can be read the second."""
    campaign = a_campaign(mailbox.workspace, mailboxes=[mailbox], steps=STEPS)
    enrolled(campaign, a_contact(mailbox.workspace, "silent-ada@acme.example", first_name="Jürgen"), mailbox=mailbox)
    assert send_due(world) == ["accepted"]
    if mailbox.kind == "gmail":
        read_all()
        assert send_after(world, 2) == ["accepted"]


def test_a_campaign_over_smtp_tells_nothing(workspace: Workspace, world: World, simulator: Simulator) -> None:
    with tapped(simulator.smtp_port) as tap:
        mailbox = submits_to(tap, workspace, world)
        a_campaign_goes_out(mailbox, world)
    heard = bytes(tap.heard)
    assert heard.startswith(b"EHLO xn--bcher-kva.example\r\n")
    assert_tells_nothing(heard)


def submits_to(tap: Tap, workspace: Workspace, world: World) -> Mailbox:
    address = parse_address("nora@bücher.example").wire
    SECRETS["smtp"]["username"] = address
    world.allow({f"127.0.0.1:{tap.port}"})
    endpoints = {"smtp": {"host": "127.0.0.1", "port": tap.port, "security": "plain"}}
    return a_mailbox(workspace, kind="smtp", endpoints=endpoints, address=address)


def test_every_word_before_a_mail_is_the_senders_own(workspace: Workspace, world: World, simulator: Simulator) -> None:
    with tapped(simulator.smtp_port) as tap:
        a_campaign_goes_out(submits_to(tap, workspace, world), world)
    commands = bytes(tap.heard).split(b"DATA\r\n")[0].decode()
    assert re.sub(r"(?<=PLAIN )\S+|(?<=SIZE=)\d+", "", commands).split("\r\n")[:4] == [
        "EHLO xn--bcher-kva.example",
        "AUTH PLAIN ",
        "MAIL FROM:<nora@xn--bcher-kva.example> SIZE=",
        "RCPT TO:<silent-ada@acme.example>",
    ]


def test_a_campaign_through_the_gmail_api_tells_nothing(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    with tapped(simulator.http_port) as tap:
        here = f"http://127.0.0.1:{tap.port}"
        world.allow({f"127.0.0.1:{tap.port}"})
        address = "nora@nordlicht.example"
        SECRETS["gmail"]["refresh_token"] = f"refresh:{address}"
        endpoints = {"api": here, "token": f"{here}/token"}
        a_campaign_goes_out(a_mailbox(workspace, endpoints=endpoints, address=address), world)
    heard = bytes(tap.heard)
    mails = mails_in(heard)
    assert len(mails) == 2
    for told in (heard, *mails):
        assert_tells_nothing(told)
    agents = {line.lower() for line in heard.split(b"\r\n") if line.lower().startswith((b"user-agent", b"x-goog"))}
    assert agents <= {b"user-agent: gzip"}  # without this word Google compresses nothing; it names no program
    for mail in mails:
        assert message_from_bytes(mail)["Message-ID"].endswith("@nordlicht.example>")


def test_reading_over_imap_tells_nothing() -> None:
    with imap_house() as house, tapped(house.port) as tap:
        house.add(b"From: Bob <bob@prospect.example>\r\nMessage-ID: <r@prospect.example>\r\n\r\nYes\r\n")
        read_everything(house, tap)
    assert b"LOGOUT" in tap.heard.upper()
    assert_tells_nothing(bytes(tap.heard))


def read_everything(house: House, tap: Tap) -> None:
    account = imap_account(tap.port)
    allowed = frozenset({f"127.0.0.1:{tap.port}", "127.0.0.1:9"})
    feed = open_feed(account, only=allowed)
    batch = feed.fetch({})
    house.add(b"From: Bob <bob@prospect.example>\r\nMessage-ID: <s@prospect.example>\r\n\r\nStill\r\n")
    for head in feed.fetch(batch.cursor).heads:
        feed.whole(head)
    feed.close()
    transport = open_transport(account, only=allowed)
    transport.find_sent("token-1", "token-1@acme.example", {})
    transport.close()


def test_the_tap_and_the_search_do_find_a_leak() -> None:
    for leak in (f"EHLO {HOST}", "User-Agent: python-httpx/1.0", f"Message-ID: <1.2@{HOST}>", "X-Mailer: x"):
        with pytest.raises(AssertionError):
            assert_tells_nothing(json.dumps({"said": leak}).encode())
    assert_tells_nothing(f"RCPT TO:<{BOB}>".encode())
