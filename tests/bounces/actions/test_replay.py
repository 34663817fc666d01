"""Stored messages are read again: what would differ is told by numbers and states, and nothing changes."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from app.models import Event
from bounces.models import Outcome
from mailboxes.models import InboundMessage, InboundRaw, Recipient
from tests.bounces.actions import letters
from tests.journeys.office import Office, an_office, arrive
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def replayed(*arguments: str) -> tuple[str, int]:
    """What the command prints, and its exit code."""
    out = StringIO()
    try:
        call_command("replay_inbound", *arguments, stdout=out)
    except SystemExit as end:
        return out.getvalue(), int(end.code or 0)
    return out.getvalue(), 0


def rows() -> list[object]:
    models = (InboundMessage, Outcome, InboundRaw, Recipient, Event)
    return [list(model._default_manager.order_by("pk").values()) for model in models]


def test_what_was_read_by_today_s_reader_does_not_differ(office: Office) -> None:
    ada, bob, eve, kim = (office.mailed() for _ in range(4))
    arrive(office.mailbox, letters.reply(ada))
    arrive(office.mailbox, letters.away(bob, "I am out of the office until 19 March 2027."))
    arrive(office.mailbox, letters.report(letters.block(eve.contact.email), returned=letters.returned(eve)))
    arrive(office.mailbox, letters.letter("stranger@nowhere.example", "Please unsubscribe me."))
    arrive(office.mailbox, letters.calendar(kim))
    assert replayed() == ("5 read again, 0 would differ, 0 have no bytes any more.\n", 0)


def test_what_an_older_reader_said_is_told_and_stays(office: Office) -> None:
    bob, eve = office.mailed(), office.mailed()
    away = arrive(office.mailbox, letters.away(bob, "I am out of the office until 19 March 2027."))
    bounce = arrive(office.mailbox, letters.report(letters.block(eve.contact.email), returned=letters.returned(eve)))
    InboundMessage.objects.filter(id=away.id).update(kind="auto_reply", rule="older", disposition="auto_replied")
    Outcome.objects.filter(inbound_id=away.id).update(kind="auto_replied", return_date=None)
    Outcome.objects.filter(inbound_id=bounce.id).update(category="unknown")
    before = rows()
    told, code = replayed()
    assert code == 1
    assert f"message {away.id}: class auto_reply -> out_of_office; disposition auto_replied -> away" in told
    assert "back 2027-03-19" in told
    assert f"message {bounce.id}: recipient {bounce.recipient_id}: " not in told
    assert f"message {bounce.id}: recipient {bounce.recipient_id} bounced unknown 5.1.1 -> bounced invalid" in told
    assert rows() == before


def test_nothing_that_is_told_names_anybody(office: Office) -> None:
    ada = office.mailed("ada@acme.example")
    message = arrive(office.mailbox, letters.reply(ada))
    InboundMessage.objects.filter(id=message.id).update(kind="auto_reply")
    told, _ = replayed("--id", str(message.id))
    assert "@" not in told
    assert "canarylark" not in told
    assert "A question" not in told


def test_only_what_was_asked_for_is_read(office: Office) -> None:
    first = arrive(office.mailbox, letters.reply(office.mailed()))
    arrive(office.mailbox, letters.reply(office.mailed()))
    InboundMessage.objects.filter(id=first.id).update(received_at=datetime(2027, 1, 1, tzinfo=UTC))
    office.world.pass_time(timedelta(days=1))
    assert replayed("--since", "7")[0].startswith("1 read again")
    assert replayed("--limit", "1")[0].startswith("1 read again")
    assert replayed("--id", str(first.id))[0].startswith("1 read again")
    InboundRaw.objects.filter(message=first).delete()
    assert replayed()[0] == "1 read again, 0 would differ, 1 have no bytes any more.\n"
