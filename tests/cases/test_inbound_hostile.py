"""Given cases of inbound mail that breaks readers: twice the same, damaged, unstorable, huge (G-INB-08 to G-INB-11).

All of them over IMAP, from a server to the people whom the messages stop.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.models import Event
from bounces.actions import ingest
from bounces.core.reading import Kind
from bounces.models import InboundText, Outcome
from mailboxes.actions import pool
from mailboxes.models import InboundMessage, InboundRaw, Mailbox
from tests.bounces.actions import letters
from tests.bounces.reader.test_bombs import SET_ASIDE
from tests.cases.hostile import MEGABYTE, Site, a_site, a_worker_polls, nested, with_attachments
from tests.cases.inbound import given, waits
from tests.factories import a_mailbox
from tests.journeys.office import Mailed
from tests.mailboxes.imap_server import House, imap_house
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house() -> Iterator[House]:
    with imap_house() as served:
        yield served
        pool.close_idle()


@pytest.fixture
def site(world: World, house: House) -> Site:
    return a_site(world, house)


def stops() -> int:
    return Event.objects.filter(kind="recipient.stopped").count()


def test_g_inb_08_a_message_is_one_record_wherever_it_lies_and_however_it_is_numbered(site: Site) -> None:
    """One stop event: the webhook of it will be made from that."""
    ada, bob = site.office.mailed(), site.office.mailed()
    uid = site.house.add(letters.reply(ada))
    assert [site.poll(), site.poll(), site.poll()] == [1, 0, 0]
    site.house.move(uid, "Archive", copy=True)
    site.house.renumber()
    site.poll()
    assert (InboundMessage.objects.count(), Outcome.objects.count(), stops()) == (1, 1, 1)
    site.house.folders["INBOX"].mails.clear()
    site.house.folders["INBOX"].next = uid
    site.house.renumber()
    assert site.house.add(letters.reply(bob)) == uid
    site.poll()
    assert (ada.state, bob.state, InboundMessage.objects.count(), stops()) == ("replied", "replied", 2, 2)


def test_g_inb_08_two_messages_without_an_id_in_the_same_second_are_two(site: Site) -> None:
    ada, bob = site.office.mailed(), site.office.mailed()
    at = datetime(2026, 11, 30, 9, tzinfo=UTC)
    for person in (ada, bob):
        raw = letters.reply(person, letters.WORDS, "Date: Mon, 30 Nov 2026 09:00:00 +0000")
        lines = [line for line in raw.split(b"\r\n") if not line.startswith(b"Message-ID")]
        site.house.add(b"\r\n".join(lines), arrived=at)
    site.poll()
    assert (ada.state, bob.state, InboundMessage.objects.count()) == ("replied", "replied", 2)


def test_g_inb_08_one_reply_to_two_of_our_mailboxes_is_one_reply(site: Site) -> None:
    ada = site.office.mailed()
    second = a_mailbox(site.office.workspace, kind="smtp", endpoints=site.office.mailbox.endpoints)
    site.poll(second)
    site.house.add(letters.reply(ada))
    site.poll()
    site.poll(second)
    dispositions = list(InboundMessage.objects.order_by("id").values_list("disposition", flat=True))
    assert (dispositions, Outcome.objects.count(), stops()) == (["replied", "duplicate"], 1, 1)


MALFORMED = {
    "bad-charset": "Yes please, caf",
    "bad-date": "My clock is broken, but I am interested.",
    "bad-encoded-word": "The subject of this one is damaged.",
    "unclosed-boundary": "Sounds good, send me the details.",
    "bad-base64": "Please call me on Friday!",
}


def read_again(site: Site, person: Mailed) -> str:
    """The text of a message as it is shown."""
    return ingest.reading_of(site.message(person)).text


def test_g_inb_09_malformed_messages_stop_their_people_and_nobody_waits(site: Site) -> None:
    people = {name: site.office.mailed() for name in MALFORMED}
    last = site.office.mailed()
    sent = {name: given(name, person) for name, person in people.items()}
    for raw in [*sent.values(), letters.reply(last)]:
        site.house.add(raw)
    assert [site.poll(), site.poll()] == [6, 0]
    assert {person.state for person in [*people.values(), last]} == {"replied"}
    for name, person in people.items():
        assert site.raw(person) == sent[name]
        assert read_again(site, person).startswith(MALFORMED[name])
        assert ingest.reading_of(site.message(person)).date is not None
    reading = ingest.reading_of(site.message(people["bad-date"]))
    assert reading.date == site.message(people["bad-date"]).received_at


def test_g_inb_10_nul_and_raw_bytes_reach_no_row_and_no_answer(site: Site) -> None:
    people = {name: site.office.mailed() for name in ("nul-in-body", "raw-8bit-headers")}
    sent = {name: given(name, person) for name, person in people.items()}
    for raw in sent.values():
        site.house.add(raw)
    assert [site.poll(), site.poll()] == [2, 0]
    readings = {name: ingest.reading_of(site.message(person)) for name, person in people.items()}
    assert {person.state for person in people.values()} == {"replied"}
    assert {name: site.raw(person) for name, person in people.items()} == sent
    assert (readings["nul-in-body"].text, readings["nul-in-body"].subject) == (
        "Yes, we are interested.",
        "Re: ideaidea",
    )
    assert readings["raw-8bit-headers"].from_name == "Jürgen Größe"
    assert readings["raw-8bit-headers"].subject == "Re: Grüße"
    stored = [list(model.objects.values()) for model in (InboundMessage, Outcome, Event)]
    told = json.dumps([stored, [str(one) for one in readings.values()]], default=str, ensure_ascii=False)
    assert "\\u0000" not in told
    assert json.loads(told.encode())


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is measured as Linux tells it")
def test_g_inb_11_very_large_replies_stop_their_people_in_bounded_memory(site: Site) -> None:
    ada, bob, eve = site.office.mailed(), site.office.mailed(), site.office.mailed()
    large = with_attachments(ada)
    for raw in (large, nested(bob), letters.reply(eve)):
        site.house.add(raw)
    told = a_worker_polls(site.office.mailbox)
    assert (told["stored"], told["read"]) == (3, 3)
    assert told["worker_mb"] < 400
    assert told["child_mb"] < 256
    assert [person.state for person in (ada, bob, eve)] == ["replied"] * 3
    assert len(large) > 50 * MEGABYTE
    assert len(site.raw(ada)) < 2_000
    assert len(site.raw(bob)) <= 2 * MEGABYTE
    assert b"X-Body-Cut: yes" in site.raw(ada)
    shown = InboundText.objects.order_by("message_id").values_list("cut", flat=True)
    assert list(shown) == [True, True, False]
    assert read_again(site, ada) == "See the files, call me."
    assert read_again(site, bob).startswith("interested interested")
    assert site.poll() == 0


FEW = ("5,000 nested brackets", "2,000 nested multiparts", "200,000 addresses", "100,000 fields", "50,000 parts")


def test_bombs_between_two_replies_are_stored_and_set_aside_and_hold_their_people(site: Site) -> None:
    """What breaks its own reader, as the mailbox sees it; every bomb alone is in tests/bounces/reader."""
    bombs = {name: SET_ASIDE[name]() for name in FEW}
    people = {name: site.office.mailed() for name in bombs}
    first, last = site.office.mailed(), site.office.mailed()
    site.house.add(letters.reply(first))
    for name, raw in bombs.items():
        site.house.add(raw.replace(b"step-1@seller.example", people[name].delivery.message_id.encode()))
    site.house.add(letters.reply(last))
    site.poll()
    assert (first.state, last.state) == ("replied", "replied")
    assert not InboundMessage.objects.filter(state="stored").exists()
    for name, person in people.items():
        message = site.message(person)
        assert (name, message.state, message.kind) == (name, "quarantined", Kind.UNREADABLE)
        assert message.reason
        assert waits(person) == ("held", "unreadable_answer"), name
    assert InboundRaw.objects.count() == len(bombs) + 2
    assert Mailbox.objects.filter(id=site.office.mailbox.id, inboundcursor__failures=0).exists()
