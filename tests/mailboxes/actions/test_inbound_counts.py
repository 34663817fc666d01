"""Every message that a mailbox received is in one outcome or waits for it, and the day's count says so."""

from collections.abc import Iterator
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from app.actions import clock
from bounces.actions import ingest
from mailboxes.actions import inbound
from mailboxes.actions.inbound_counts import counts_of
from mailboxes.models import InboundDay, InboundMessage, Mailbox
from tests.bounces.actions import letters
from tests.journeys.office import Office, an_office
from tests.mailboxes.shelf import Shelf, shelved
from tests.plugins.world import A_TUESDAY, World

pytestmark = pytest.mark.django_db(transaction=True)
TODAY = A_TUESDAY.date()


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world, purpose=Mailbox.Purpose.PERSONAL)


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    with shelved(monkeypatch) as made:
        yield made


def counted(*arguments: str) -> tuple[str, int]:
    out = StringIO()
    try:
        call_command("inbound_count", *arguments, stdout=out)
    except SystemExit as end:
        return out.getvalue(), int(end.code or 0)
    return out.getvalue(), 0


def test_the_outcomes_of_a_day_are_as_many_as_its_messages(office: Office, shelf: Shelf) -> None:
    shelf.put("answer", letters.reply(office.mailed()))
    shelf.put("away", letters.away(office.mailed()))
    shelf.put("aunt", letters.letter("aunt@family.example", "See you", subject="Sunday"))
    shelf.put("own", letters.letter(office.mailbox.address, "Hello"), own=True)
    shelf.put("bomb", letters.reply(office.mailed(), letters.WORDS, "To: " + "(" * 500))
    inbound.poll(office.mailbox.id)
    (waiting,) = counts_of(office.workspace.id, TODAY)
    assert (waiting.received, waiting.outcomes, waiting.adds_up) == (5, {"not_ours": 1, "waiting": 4}, True)
    ingest.read_stored()
    (done,) = counts_of(office.workspace.id, TODAY)
    outcomes = {"replied": 1, "away": 1, "not_ours": 1, "own": 1, "unreadable": 1}
    assert (done.received, done.outcomes) == (5, outcomes)
    told, code = counted("--day", str(TODAY))
    line = "5 received = 1 away, 1 not_ours, 1 own, 1 replied, 1 unreadable\n"
    assert (told, code) == (f"{office.mailbox.address}: {line}", 0)


def test_a_message_that_comes_twice_is_counted_once_and_on_its_own_day(office: Office, shelf: Shelf) -> None:
    shelf.put("new", letters.letter("a@family.example", "Hello"))
    shelf.put("old", letters.letter("b@family.example", "Hello"), at=clock.world_now() - timedelta(days=3))
    inbound.poll(office.mailbox.id)
    shelf.put("newer", letters.letter("c@family.example", "Hello"))
    inbound.poll(office.mailbox.id)
    days = InboundDay.objects.order_by("day").values_list("day", "received")
    assert list(days) == [(TODAY - timedelta(days=3), 1), (TODAY, 2)]


def test_a_message_that_is_lost_is_noticed(office: Office, shelf: Shelf) -> None:
    shelf.put("aunt", letters.letter("aunt@family.example", "Hello"))
    inbound.poll(office.mailbox.id)
    InboundMessage.objects.all().delete()
    told, code = counted()
    assert (told.endswith("1 received = nothing - this does not add up\n"), code) == (True, 1)


def test_a_day_without_mail_says_so(office: Office) -> None:
    assert counted("--day", str(date(2020, 1, 1))) == ("No mail came.\n", 0)
