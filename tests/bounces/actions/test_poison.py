"""A message that breaks something is set aside with its reason, its person held, and nobody behind it waits."""

from typing import Any

import pytest
from django.db import OperationalError

from app.actions import clock
from app.core.errors import Busy
from bounces.actions import ingest
from bounces.core import read
from bounces.core.reading import Kind, Ours
from bounces.reader import pool
from bounces.reader.pool import Readers
from bounces.reader.process import Child, Limits
from mailboxes.models import InboundMessage, InboundRaw
from tests.bounces.actions import letters
from tests.bounces.reader import plants
from tests.journeys.office import Mailed, Office, an_office, arrive
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
POISON = "this one breaks the canarylark"


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def breaking(broken: str, error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a function of ingest fail whenever the poisoned text is in what it is given."""
    whole = getattr(ingest, broken)

    def poisoned(given: Any, *args: Any, **kwargs: Any) -> Any:
        raw = bytes(InboundRaw.objects.get(message=given).raw) if isinstance(given, InboundMessage) else given
        if POISON.encode() in raw:
            raise error
        return whole(given, *args, **kwargs)

    monkeypatch.setattr(ingest, broken, poisoned)


def try_again() -> None:
    """Let the waits between the tries be over."""
    InboundMessage.objects.filter(state="stored").update(next_try_at=clock.now())
    ingest.read_stored()


@pytest.mark.parametrize("broken", ["read_message", "_whom"])
def test_a_message_that_breaks_its_reader_is_set_aside_with_its_person_held(
    office: Office, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    ada, bob = office.mailed(), office.mailed()
    breaking(broken, ValueError(f"it said: {POISON}"), monkeypatch)
    poisoned = arrive(office.mailbox, letters.reply(ada, POISON))
    assert (poisoned.state, poisoned.attempts, poisoned.reason) == ("stored", 1, "ValueError")
    assert arrive(office.mailbox, letters.reply(bob)).disposition == "replied"
    try_again()
    try_again()
    poisoned.refresh_from_db()
    touch = ada.open_touch
    assert (poisoned.state, poisoned.disposition, poisoned.reason) == ("quarantined", "unreadable", "ValueError")
    assert touch is not None
    assert (touch.state, touch.hold_reason) == ("held", "unreadable_answer")


def test_a_message_that_fails_once_is_read_the_next_time(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = office.mailed()
    breaking("_apply", ValueError("no"), monkeypatch)
    message = arrive(office.mailbox, letters.reply(ada, POISON))
    monkeypatch.undo()
    try_again()
    message.refresh_from_db()
    assert (message.disposition, ada.state) == ("replied", "replied")


def test_one_that_cannot_even_be_set_aside_blocks_nobody(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob, eve = office.mailed(), office.mailed(), office.mailed()
    breaking("_apply", ValueError("no"), monkeypatch)
    poisoned = arrive(office.mailbox, letters.reply(ada, POISON))
    for person in (bob, eve):
        try_again()
        assert arrive(office.mailbox, letters.reply(person)).disposition == "replied"
    poisoned.refresh_from_db()
    assert (poisoned.state, poisoned.attempts) == ("stored", 3)
    assert poisoned.next_try_at > clock.now()


@pytest.mark.parametrize("error", [Busy("locked"), OperationalError("the server closed the connection")])
def test_a_lock_that_was_not_to_be_had_is_no_fault_of_the_message(
    office: Office, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    ada = office.mailed()
    breaking("_apply", error, monkeypatch)
    message = arrive(office.mailbox, letters.reply(ada, POISON))
    for _ in range(ingest.TRIES):
        try_again()
    message.refresh_from_db()
    assert (message.state, message.attempts, message.reason) == ("stored", 0, type(error).__name__)
    monkeypatch.undo()
    try_again()
    assert ada.state == "replied"


MALFORMED = {
    "charset": ("Content-Type: text/plain; charset=klingon-8",),
    "date": ("Date: Mon, 32 Foo 20xx 99:99:99 +9999",),
    "encoded_word": ("Subject: =?utf-8?b?Re=???= A question =?x?",),
    "boundary": ("Content-Type: multipart/alternative; boundary=never-closed",),
    "base64": ("Content-Transfer-Encoding: base64",),
    "eight_bit": ("From: J\xfcrgen <{}>",),
}


def a_malformed(about: Mailed, fields: tuple[str, ...], text: bytes = b"Yes, please.") -> bytes:
    lines = [field.format(about.contact.email) for field in fields]
    if not lines[0].startswith("From"):
        lines.append(f"From: {about.contact.email}")
    lines.append(f"In-Reply-To: <{about.delivery.message_id}>")
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + text


def test_malformed_messages_stop_their_people_in_one_reading(office: Office) -> None:
    people = {name: office.mailed() for name in MALFORMED}
    last = office.mailed()
    for name, person in people.items():
        arrive(office.mailbox, a_malformed(person, MALFORMED[name]))
    arrive(office.mailbox, letters.reply(last))
    stopped = {name: person.state != "active" or person.open_touch is None for name, person in people.items()}
    held = {name: bool(p.open_touch and p.open_touch.state == "held") for name, p in people.items()}
    assert all(stopped[name] or held[name] for name in people)
    assert last.state == "replied"
    assert not InboundMessage.objects.filter(state="stored").exists()


def test_nul_bytes_and_lone_surrogates_reach_no_row(office: Office) -> None:
    ada = office.mailed()
    raw = a_malformed(ada, ("Subject: =?utf-8?q?A=00B=ED=A0=80?=",), b"Yes\0please \xff\xfe")
    message = arrive(office.mailbox, raw)
    assert (message.disposition, ada.state) == ("replied", "replied")
    assert bytes(InboundRaw.objects.get(message=message).raw) == raw


def test_the_reader_itself_never_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a rule does, the answer is UNREADABLE with the error's class."""
    monkeypatch.setattr(read, "RULES", (lambda _: 1 / 0,))
    found = read.read_message(b"From: a@b.example\n\nhi", received_at=clock.now(), ours=Ours("nora@nordlicht.example"))
    assert (found.kind, found.evidence) == (Kind.UNREADABLE, "ZeroDivisionError")


def plant(entry: str, monkeypatch: pytest.MonkeyPatch) -> Readers:
    """Let the children of this process be others than the true ones."""
    limits = Limits(memory=128 * 1024 * 1024, cpu=0.3, within=3)
    monkeypatch.setattr(pool, "readers", planted := Readers(lambda: Child(limits, entry), most=1))
    return planted


def test_a_message_that_hangs_its_reader_is_quarantined_at_once_and_the_next_one_is_read(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = office.mailed(), office.mailed()
    planted = plant(plants.WHOLE, monkeypatch)
    hanging = arrive(office.mailbox, letters.reply(ada, "please spin"))
    assert (hanging.state, hanging.disposition, hanging.reason) == ("quarantined", "unreadable", "time")
    assert ada.open_touch is not None
    assert (ada.open_touch.state, ada.open_touch.hold_reason) == ("held", "unreadable_answer")
    assert arrive(office.mailbox, letters.reply(bob)).disposition == "replied"
    planted.close()


def test_where_no_reader_can_be_started_messages_wait_and_none_is_blamed(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = office.mailed()
    plant(plants.STALE, monkeypatch)
    message = arrive(office.mailbox, letters.reply(ada))
    assert (message.state, message.attempts, message.reason) == ("stored", 0, "NoChild")
    monkeypatch.undo()
    try_again()
    assert ada.state == "replied"


def test_a_tick_that_comes_while_a_message_is_read_does_not_read_it_too(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message that takes its time would take it in every thread of the worker."""
    arrive(office.mailbox, letters.reply(office.mailed()))
    InboundMessage.objects.update(state="stored", disposition="", decided_at=None)
    read: list[int] = []

    def reading(message_id: int) -> bool:
        read.append(message_id)
        assert ingest.read_in_turn() == 0
        return True

    monkeypatch.setattr(ingest, "_classify", reading)
    assert ingest.read_in_turn() == 1
    assert len(read) == 1
