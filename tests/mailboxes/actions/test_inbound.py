"""A mailbox is read into the database with its cursor, once, by whoever comes first."""

from datetime import timedelta
from typing import Any

import pytest

from app.actions import clock
from bounces.actions import ingest
from bounces.models import Outcome
from mailboxes.actions import inbound, intake, pool
from mailboxes.core.errors import CredentialError, InboundError
from mailboxes.inbound.base import Batch, Cursor, Head
from mailboxes.models import InboundCursor, InboundMessage, InboundRaw, Mailbox
from tests.factories import a_campaign, a_contact, a_mailbox, a_workspace, enrolled
from tests.journeys.running import a_gmail, read_all, send_here
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


class Inbox:
    """A feed in memory: hands out its batches in turn, then nothing."""

    def __init__(self, *batches: Batch | Exception) -> None:
        self.batches = list(batches)
        self.asked: list[Cursor] = []
        self.closed = 0

    def fetch(self, cursor: Cursor) -> Batch:
        self.asked.append(cursor)
        found = self.batches.pop(0) if self.batches else Batch((), cursor, complete=True)
        if isinstance(found, Exception):
            raise found
        return found

    def whole(self, head: Head) -> bytes | None:
        return head.headers + b"Hello"

    def headers(self, head: Head) -> bytes | None:
        return head.headers

    def close(self) -> None:
        self.closed += 1


def a_message(name: str, *, own: bool = False) -> Head:
    headers = f"From: {name}@acme.example\r\nSubject: canarylark\r\n\r\n".encode()
    return Head(name, f"thread-{name}", frozenset({"INBOX"}), headers, None, own=own, received_at=clock.now())


def batch(*names: str, at: str, complete: bool = True) -> Batch:
    return Batch(tuple(a_message(name) for name in names), {"at": at}, complete=complete)


@pytest.fixture
def mailbox(world: World) -> Mailbox:
    return a_mailbox(a_workspace(), read_at=clock.now() - timedelta(hours=1))


def reading(monkeypatch: pytest.MonkeyPatch, *batches: Batch | Exception) -> Inbox:
    inbox = Inbox(*batches)
    monkeypatch.setattr(pool, "open_feed", lambda *_, **__: inbox)
    return inbox


def cursor() -> InboundCursor:
    return InboundCursor.objects.get()


def test_messages_and_cursor_are_stored_together(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    inbox = reading(monkeypatch, batch("a", "b", at="1", complete=False), batch("c", at="2"))
    assert inbound.poll(mailbox.id) == 3
    assert (inbox.asked, inbox.closed) == ([{}, {"at": "1"}], 0)
    assert (cursor().value, cursor().version, cursor().failures) == ({"at": "2"}, 2, 0)
    assert InboundMessage.objects.filter(state="stored").count() == InboundRaw.objects.count() == 3


def test_a_reading_that_is_not_complete_makes_no_inbox_fresh(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cursor().listed_at
    reading(monkeypatch, batch("a", at="1", complete=False), InboundError("cut"))
    assert inbound.poll(mailbox.id) == 0
    assert (cursor().listed_at, cursor().value, cursor().failures) == (before, {"at": "1"}, 1)
    began = clock.now()
    reading(monkeypatch, batch(at="2"))
    inbound.poll(mailbox.id)
    listed_at = cursor().listed_at
    assert listed_at is not None
    assert began <= listed_at <= clock.now()


def test_a_full_resync_stores_nothing_twice(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    reading(monkeypatch, batch("a", "b", at="1"), batch("a", "b", "c", "c", at="9"))
    assert [inbound.poll(mailbox.id) for _ in range(2)] == [2, 1]
    assert sorted(InboundMessage.objects.values_list("provider_id", flat=True)) == ["a", "b", "c"]


def test_the_reader_who_comes_second_writes_nothing(mailbox: Mailbox) -> None:
    row = cursor()
    assert intake.store(mailbox, row.version, batch("a", at="1"), {"a": b"Hello"}, clock.now()) == 1
    with pytest.raises(intake.CursorMoved):
        intake.store(mailbox, row.version, batch("a", "b", at="2"), {}, clock.now())
    assert InboundMessage.objects.count() == 1
    assert cursor().value == {"at": "1"}


def test_the_bytes_of_our_own_mail_are_not_kept(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    reading(monkeypatch, Batch((a_message("a", own=True),), {"at": "1"}, complete=True))
    inbound.poll(mailbox.id)
    assert InboundMessage.objects.get().own
    assert not InboundRaw.objects.exists()


@pytest.mark.parametrize(("reconnect", "state"), [(True, "reconnect_needed"), (False, "connected")])
def test_refused_credentials_leave_the_inbox_visibly_unread(
    mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, reconnect: bool, state: str
) -> None:
    inbox = reading(monkeypatch, CredentialError("no", reconnect=reconnect))
    assert inbound.poll(mailbox.id) == 0
    mailbox.refresh_from_db()
    assert (mailbox.state, cursor().error, inbox.closed) == (state, "credentials", 1)


def test_failures_are_tried_again_at_growing_distance(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    reading(monkeypatch, *[InboundError("down")] * 6)
    monkeypatch.setattr("mailboxes.core.breaker.TRIP_AFTER", 7)  # else its provider is left alone as a whole
    waits = []
    for _ in range(6):
        inbound.poll(mailbox.id)
        waits.append(cursor().next_poll_at - clock.now())
    assert waits == sorted(waits)
    assert waits[-1] > timedelta(minutes=1)
    assert cursor().error == "InboundError"


def test_a_kind_that_cannot_be_read_yet_is_blind(world: World) -> None:
    smtp = a_mailbox(
        a_workspace(), kind="smtp", endpoints={"smtp": {"host": "127.0.0.1", "port": 25, "security": "plain"}}
    )
    world.allow({"127.0.0.1:25"})
    assert inbound.poll(smtp.id) == 0
    assert cursor().error == "NoFeed"


def test_a_due_mailbox_is_claimed_once(mailbox: Mailbox) -> None:
    InboundCursor.objects.update(next_poll_at=clock.now())
    assert (inbound.due(), inbound.due()) == ([mailbox.id], [])


@pytest.mark.parametrize(
    ("state", "read"), [("connected", 1), ("paused", 1), ("reconnect_needed", 0), ("disconnected", 0)]
)
def test_a_paused_mailbox_is_still_read(mailbox: Mailbox, state: str, read: int) -> None:
    Mailbox.objects.update(state=state)
    InboundCursor.objects.update(next_poll_at=clock.now())
    assert len(inbound.due()) == read


def test_an_expired_history_is_read_anew_and_every_answer_counts_once(world: World, simulator: Simulator) -> None:
    workspace = a_workspace()
    gmail = a_gmail(workspace, simulator, world, gap=0)
    campaign = a_campaign(workspace, mailboxes=[gmail])
    for name in ("reply-ann@acme.example", "reply-bob@other.example"):
        enrolled(campaign, a_contact(workspace, name), mailbox=gmail)
    assert send_here() == ["accepted"] * 2
    simulator.release()
    read_all()
    simulator.account(gmail.address, expire_history=True)
    inbound.poll(gmail.id)
    ingest.read_stored()
    assert Outcome.objects.filter(kind="replied").count() == Outcome.objects.count() == 2
    dispositions = sorted(InboundMessage.objects.values_list("disposition", flat=True))
    assert dispositions == ["own", "own", "replied", "replied"]


def test_no_address_of_a_reading_reaches_the_log(
    mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    reading(monkeypatch, InboundError("cannot read canary@acme.example"))
    inbound.poll(mailbox.id)
    logged: list[Any] = [record.getMessage() for record in caplog.records]
    assert logged
    assert not any("@" in line for line in logged)
