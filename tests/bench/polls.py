"""inbound_poll: how many mailboxes one worker process looks into, and how fast it reads and stores what is new."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from django.db import connection
from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build

from app.models import Installation
from mailboxes.models import InboundCursor, InboundMessage, Mailbox
from tests.bench.inbox_stub import MESSAGES
from tests.bench.report import Figure, figure
from tests.bench.seed import a_field
from tests.factories import a_mailbox

MAILBOXES = 200
ROUNDS = 2  # of polls that find nothing; one before them logs in and is not counted
READ = 16  # mailboxes that have new messages
BAR = 500  # mailboxes a minute
WORKER = ("-m", "dramatiq", "app.worker", "--processes", "1", "--threads", "8", "--queues", "poll")
MUCH = "1000000000"  # units a minute: they are counted, and never the limit
READ_SINCE = {"newest": 1_796_000_000_000, "read_at": 1_796_000_000_000}


def inbound_poll() -> list[Figure]:
    """Polls a minute with nothing new, at Gmail and over IMAP; messages a second against the plain client loop."""
    os.environ |= {"GMAIL_USER_UNITS": MUCH, "GMAIL_PROJECT_UNITS": MUCH}
    with _inboxes() as (gmail_port, imap_port):
        url = f"http://127.0.0.1:{gmail_port}"
        gmail = {"api": url, "token": f"{url}/token"}
        server = {"host": "127.0.0.1", "port": imap_port, "security": "plain"}
        plain = _plain(url)
        with _worker():
            return [
                _polls("inbound_poll_gmail", "gmail", gmail, [gmail_port]),
                _polls("inbound_poll_imap", "smtp", {"smtp": server, "imap": server}, [imap_port]),
                _reads(gmail, gmail_port, plain),
            ]


@contextmanager
def _inboxes() -> Iterator[tuple[int, int]]:
    command = [sys.executable, "-m", "tests.bench.inbox_stub"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        gmail_port, imap_port = map(int, process.stdout.readline().split())
        yield gmail_port, imap_port
        process.stdin.close()


@contextmanager
def _worker() -> Iterator[None]:
    """One process of eight threads that does nothing but polls."""
    environment = os.environ | {"WORKER_THREADS": "8", "POOL_SIZE": "16"}
    worker = subprocess.Popen(
        [sys.executable, *WORKER], env=environment, start_new_session=True, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        os.killpg(worker.pid, signal.SIGTERM)
        worker.wait(30)


def _mailboxes(many: int, kind: str, endpoints: dict[str, Any], ports: list[int]) -> list[int]:
    field = a_field(0)
    Installation.objects.filter(id=1).update(simulator_endpoints=[f"127.0.0.1:{port}" for port in ports])
    made = [a_mailbox(field.workspace, kind=kind, endpoints=endpoints) for _ in range(many)]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return [mailbox.id for mailbox in made]


def _polls(name: str, kind: str, endpoints: dict[str, Any], ports: list[int]) -> Figure:
    """Return polls a minute of mailboxes whose feeds are open, as they are from the second poll on."""
    ids = _mailboxes(MAILBOXES, kind, endpoints, ports)
    if kind == Mailbox.Kind.GMAIL:
        InboundCursor.objects.update(value={"history_id": "2", **READ_SINCE})
    _poll_all(ids, version=1)
    began = perf_counter()
    for number in range(ROUNDS):
        _poll_all(ids, version=number + 2)
    took = perf_counter() - began
    assert not InboundMessage.objects.exists()
    return figure(name, ROUNDS * MAILBOXES / took * 60, "polls/min", BAR, 1.0)


def _poll_all(ids: list[int], *, version: int) -> None:
    """Wake a reader for each, as a tick does, and wait until every cursor has moved."""
    from mailboxes.actors import poll_mailbox  # noqa: PLC0415 - its broker is chosen by then

    for mailbox_id in ids:
        poll_mailbox.send(mailbox_id)
    limit = perf_counter() + 120
    while InboundCursor.objects.filter(version__gte=version).count() < len(ids):
        assert perf_counter() < limit, "the polls did not end in two minutes"
        time.sleep(0.01)


def _reads(endpoints: dict[str, Any], port: int, plain: float) -> Figure:
    """Return messages a second: headers, whose mail it is, body, and all of it committed."""
    ids = _mailboxes(READ, Mailbox.Kind.GMAIL, endpoints, [port])
    InboundCursor.objects.update(value={"history_id": "1", **READ_SINCE})
    began = perf_counter()
    _poll_all(ids, version=1)
    took = perf_counter() - began
    assert InboundMessage.objects.count() == READ * MESSAGES
    return figure("inbound_read", READ * MESSAGES / took, "messages/s", READ * MESSAGES / plain, 0.15)


def _plain(url: str) -> float:
    """Return the seconds of the loop that the library's own pages show: the same requests, nothing stored."""
    credentials = Credentials("bench")  # type: ignore[no-untyped-call]
    options = {"api_endpoint": url}
    service = build("gmail", "v1", credentials=credentials, client_options=options, cache_discovery=False)
    messages = service.users().messages()
    began = perf_counter()
    for _ in range(READ):
        found = service.users().history().list(userId="me", startHistoryId="1").execute()
        for added in found["history"][0]["messagesAdded"]:
            for form in ("metadata", "raw"):
                messages.get(userId="me", id=added["message"]["id"], format=form).execute()
    took = perf_counter() - began
    service.close()
    return took
