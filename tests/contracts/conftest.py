import socket
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from mailboxes import oauth
from mailboxes.core.account import Account, Security
from mailboxes.core.message import Receipt, Thread
from mailboxes.transports.base import Transport
from mailboxes.transports.registry import TRANSPORTS, open_transport
from mailboxes.transports.smtp import open_smtp
from tests.mailboxes.accounts import ADA, BOB, Marks, a_mail, account_of, envelope, smtp_account
from tests.plugins.simulator import Simulator, simulator, simulator_process

__all__ = ["simulator", "simulator_process"]


@dataclass
class Way:
    """One transport against the simulator. dot: the operation whose fault strikes when the whole mail was read."""

    kind: str
    transport: Transport
    simulator: Simulator
    marks: Marks = field(default_factory=Marks)

    @property
    def dot(self) -> str:
        return {"gmail": "send", "smtp": "smtp.dot"}[self.kind]

    def send(
        self, mail: bytes | None = None, *, to: str = BOB, thread: str | None = None, within: float = 1500
    ) -> Receipt:
        permit = self.marks.permit(timedelta(seconds=within))
        return self.transport.deliver(permit, envelope(to), mail or a_mail(to=to), Thread(thread))

    def posts(self) -> int:
        return len(self.simulator.journal("post"))

    def accepted(self) -> int:
        return int(self.simulator.counts()["accepted"])


SECURED = {"smtp-tls": Security.TLS, "smtp-starttls": Security.STARTTLS}
MODES = ("keep", "rewrite", "rewrite-and-drop")
"""What Gmail makes of the Message-ID that we set."""
RENAMING = [f"gmail-{mode}" for mode in MODES[1:]]
WAYS = sorted([*TRANSPORTS, *RENAMING, *SECURED, "smtp-token"])
"""Every transport: Gmail with each thing it does to ids, SMTP in each way of protecting it and of saying who we are."""


def open_way(name: str, world: Simulator) -> Way:
    if name.startswith("gmail"):
        world.account(ADA, message_ids=name.removeprefix("gmail").removeprefix("-") or "keep")
        account = account_of("gmail", http=world.http, smtp_port=world.smtp_port)
        return Way("gmail", open_transport(account, only=world.endpoints), world)
    account = smtp_account_of(name, http=world.http, smtp_port=world.smtp_port, smtps_port=world.smtps_port)
    return Way("smtp", open_smtp(account, world.endpoints, tls=world.tls), world)


def smtp_account_of(name: str, *, http: str, smtp_port: int, smtps_port: int) -> Account:
    """The account of one of WAYS that submits."""
    security = SECURED.get(name, Security.PLAIN)
    account = smtp_account(smtps_port if security is Security.TLS else smtp_port, security=security)
    if name != "smtp-token":
        return account
    grant = {
        "auth": "oauth",
        "refresh_token": f"refresh:{ADA}",
        "client_id": "client",
        "client_secret": "canary-secret",
    }
    return replace(account, secret=grant, endpoints=replace(account.endpoints, token=f"{http}/token"))


@pytest.fixture(autouse=True)
def no_tokens_of_other_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test's simulator forgets the tokens that it gave; so do we."""
    oauth.ACCESS_TOKENS.forget()


@pytest.fixture
def sockets_asked_for(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every connection and name look-up that was asked for; none of them is made."""
    asked: list[object] = []

    def note(*arguments: object, **_: object) -> None:
        asked.append(arguments)
        raise OSError("no network in this test")

    monkeypatch.setattr(socket.socket, "connect", note)
    monkeypatch.setattr(socket, "getaddrinfo", note)
    monkeypatch.setattr(socket, "create_connection", note)
    return asked


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, simulator: Simulator) -> Iterator[Way]:
    """Every transport there is, ready to send."""
    opened = open_way(request.param, simulator)
    opened.transport.ready()
    yield opened
    opened.transport.close()


@pytest.fixture(params=["gmail", *RENAMING])
def gmail(request: pytest.FixtureRequest, simulator: Simulator) -> Iterator[Way]:
    opened = open_way(request.param, simulator)
    opened.transport.ready()
    yield opened
    opened.transport.close()


@pytest.fixture
def smtp(simulator: Simulator) -> Iterator[Way]:
    opened = open_way("smtp", simulator)
    opened.transport.ready()
    yield opened
    opened.transport.close()
