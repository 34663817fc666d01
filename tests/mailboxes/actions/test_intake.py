"""What a poll stores of a batch, in which pieces, and what it does about messages that cannot be had."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from app.actions import clock
from mailboxes.actions import inbound, intake, pool
from mailboxes.core.errors import InboundError
from mailboxes.inbound.base import Batch
from mailboxes.models import InboundCursor, InboundMessage, InboundRaw, Mailbox
from tests.factories import a_mailbox, a_workspace
from tests.mailboxes.shelf import Shelf, shelved
from tests.plugins.world import World
from tests.races.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
GONE_NOTE = b"X-Body-Not-Read: yes"


@pytest.fixture
def mailbox(world: World) -> Mailbox:
    return a_mailbox(a_workspace(), read_at=clock.now() - timedelta(hours=1))


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    with shelved(monkeypatch) as made:
        yield made


def a_letter(number: int, size: int = 10) -> bytes:
    return f"From: p{number}@acme.example\r\nSubject: Hi\r\n\r\n".encode() + b"x" * size


def cursor() -> InboundCursor:
    return InboundCursor.objects.get()


def test_large_bodies_are_stored_in_pieces_and_the_cursor_with_the_last(
    mailbox: Mailbox, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbound, "MOST_BYTES", 1_000)
    for number in range(5):
        shelf.put(f"m{number}", a_letter(number, size=600))
    assert inbound.poll(mailbox.id) == 5
    assert (cursor().value, cursor().version) == ({"seen": 5}, 3)
    assert InboundRaw.objects.count() == 5


def test_a_piece_that_is_stored_moves_no_cursor_and_is_not_read_again(
    mailbox: Mailbox, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbound, "MOST_BYTES", 1)
    for number in range(3):
        shelf.put(f"m{number}", a_letter(number))
    shelf.fails["m2"] = InboundError("cut")
    before = cursor().listed_at
    assert inbound.poll(mailbox.id) == 0
    assert (cursor().value, cursor().listed_at) == ({}, before)
    assert set(InboundMessage.objects.values_list("provider_id", flat=True)) == {"m0", "m1"}
    shelf.fails.clear()
    assert inbound.poll(mailbox.id) == 1
    assert shelf.read == ["m0", "m1", "m2", "m2"]


def test_a_poll_that_takes_too_long_stores_what_it_has_and_is_due_at_once(
    mailbox: Mailbox, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbound, "LONGEST", timedelta(0))
    for number in range(3):
        shelf.put(f"m{number}", a_letter(number))
    assert [inbound.poll(mailbox.id) for _ in range(3)] == [1, 1, 1]
    assert cursor().next_poll_at <= clock.now()
    assert inbound.poll(mailbox.id) == 0
    assert cursor().value == {"seen": 3}


def test_of_a_message_that_is_gone_meanwhile_its_headers_are_kept(
    mailbox: Mailbox, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.put("m0", a_letter(0))
    monkeypatch.setattr(Shelf, "whole", lambda *_: None)
    inbound.poll(mailbox.id)
    raw = bytes(InboundRaw.objects.get().raw)
    assert raw.startswith(b"From: p0@acme.example\r\n")
    assert GONE_NOTE in raw


def test_a_message_that_fails_again_and_again_keeps_no_mailbox_blind(
    mailbox: Mailbox, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbound, "PATIENCE", 2)
    shelf.put("bad", a_letter(0))
    shelf.put("good", a_letter(1))
    shelf.fails["bad"] = InboundError("poisoned")
    assert [inbound.poll(mailbox.id) for _ in range(3)] == [0, 0, 2]
    assert cursor().failures == 0
    assert GONE_NOTE in bytes(InboundRaw.objects.get(message__provider_id="bad").raw)
    assert GONE_NOTE not in bytes(InboundRaw.objects.get(message__provider_id="good").raw)


def test_a_body_is_not_given_up_because_the_mailbox_was_out_of_reach_before(mailbox: Mailbox, shelf: Shelf) -> None:
    InboundCursor.objects.update(failures=100, error="InboundError")
    shelf.put("m0", a_letter(0))
    shelf.fails["m0"] = InboundError("cut")
    assert inbound.poll(mailbox.id) == 0
    assert (cursor().error, InboundMessage.objects.count()) == ("body", 0)


def test_a_mailbox_that_was_disconnected_meanwhile_is_not_read(mailbox: Mailbox, shelf: Shelf) -> None:
    shelf.put("m0", a_letter(0))
    Mailbox.objects.update(state="disconnected")
    assert inbound.poll(mailbox.id) == 0
    assert (shelf.read, cursor().version) == ([], 0)


def test_a_cursor_that_says_nothing_to_its_feed_is_forgotten(
    mailbox: Mailbox, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    InboundCursor.objects.update(value={"of": "another feed"}, version=3)

    def refused(*_: object) -> Batch:
        raise InboundError("no cursor of mine", cursor_expired=True)

    with monkeypatch.context() as patched:
        patched.setattr(Shelf, "fetch", refused)
        inbound.poll(mailbox.id)
    assert (cursor().value, cursor().version, cursor().failures) == ({}, 4, 1)
    assert inbound.poll(mailbox.id) == 0
    assert cursor().failures == 0


def test_an_empty_poll_is_one_write(mailbox: Mailbox, shelf: Shelf) -> None:
    inbound.poll(mailbox.id)
    with CaptureQueriesContext(connection) as asked:
        inbound.poll(mailbox.id)
    written = [one["sql"] for one in asked.captured_queries if not one["sql"].lstrip().startswith("SELECT")]
    assert len(written) == 1
    assert "UPDATE" in written[0]


def test_a_feed_is_kept_from_one_poll_to_the_next(
    mailbox: Mailbox, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Shelf] = []

    def opening(*_: object, **__: object) -> Shelf:
        opened.append(shelf)
        return shelf

    monkeypatch.setattr(pool, "open_feed", opening)
    for _ in range(3):
        inbound.poll(mailbox.id)
    assert len(opened) == 1


def test_two_claimants_share_the_due_mailboxes_and_none_is_claimed_twice(world: World) -> None:
    workspace = a_workspace()
    ids = [a_mailbox(workspace).id for _ in range(40)]
    InboundCursor.objects.update(next_poll_at=clock.now())
    claimed = [name for found in at_once(lambda _: inbound.due(), range(4)) for name in found]
    assert sorted(claimed) == sorted(ids)


def test_all_that_is_due_is_claimed_by_one_statement(world: World) -> None:
    workspace = a_workspace()
    ids = {a_mailbox(workspace).id for _ in range(5)}
    InboundCursor.objects.update(next_poll_at=clock.now())
    clock.world_clock()
    with CaptureQueriesContext(connection) as asked:
        assert set(inbound.due()) == ids
    assert sum("UPDATE" in one["sql"] for one in asked.captured_queries) == 1


def test_the_same_message_twice_in_a_batch_is_one(mailbox: Mailbox, shelf: Shelf) -> None:
    shelf.put("m0", a_letter(0))
    head = shelf.head("m0")
    assert intake.store(mailbox, 0, Batch((head, head), {}, complete=True), {"m0": b"x"}, clock.now()) == 1
