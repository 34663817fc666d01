"""A ramp begins where the Sent folder says, warm-up mail and mail within the house left out, and nobody types it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from admission.actions import credit, ramp
from admission.models import RampDay, SentDay, SentPast, Standing
from app.actions import clock
from app.models import Event
from bounces.actions import warmup
from bounces.core.reading import Place
from mailboxes.core.errors import InboundError
from mailboxes.inbound.base import Head
from mailboxes.inbound.past import Past
from mailboxes.models import HandMail, Mailbox
from tests.factories import a_mailbox, a_user
from tests.journeys.office import HERE, an_office
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
OUTSIDE = "eve@elsewhere.example"


@pytest.fixture
def mailbox(world: World) -> Mailbox:
    return a_mailbox(an_office(world).workspace, endpoints=HERE, ramp_start=5, address="nora@nordlicht.example")


def head(mailbox: Mailbox, name: str, at: datetime, to: str = OUTSIDE, *fields: str) -> Head:
    lines = [f"From: {mailbox.address}", f"To: {to}", *fields, "", ""]
    return Head(name, "", frozenset({"SENT"}), "\r\n".join(lines).encode(), None, own=True, received_at=at)


def days_of(mailbox: Mailbox, number: int, to: str = OUTSIDE, *fields: str, days: int = 25) -> list[Head]:
    """So many mails on each of the last days."""
    now = clock.world_now()
    return [
        head(mailbox, f"{to}{fields}-{day}-{each}", now - timedelta(days=day), to, *fields)
        for day in range(1, days + 1)
        for each in range(number)
    ]


@pytest.fixture
def lies(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[Head]], None]:
    """Let this be what every Sent folder holds."""
    return lambda heads: monkeypatch.setattr(credit, "read_past", lambda *_, **__: Past(len(heads), tuple(heads)))


def start(mailbox: Mailbox) -> int | None:
    return Mailbox.objects.values_list("ramp_start", flat=True).get(id=mailbox.id)


def test_a_connected_mailbox_is_looked_at_once_and_begins_where_it_was(
    mailbox: Mailbox, lies: Callable[[list[Head]], None]
) -> None:
    lies(
        days_of(mailbox, 8)
        + days_of(mailbox, 3, "max@nordlicht.example")
        + days_of(mailbox, 3, f"max@nordlicht.example, {OUTSIDE}")
    )
    assert credit.due() == [mailbox.id]
    assert credit.due() == []
    credit.read(mailbox.id)
    assert credit.due() == []
    assert start(mailbox) == 11
    rows = SentDay.objects.filter(mailbox=mailbox).values_list("counted", "left_out")
    assert (rows.count(), set(rows)) == (25, {(11, 3)})
    past = SentPast.objects.get(mailbox=mailbox)
    assert (past.low, past.high, past.start, past.mails) == (11, 11, 11, 350)
    assert Event.objects.get(kind="mailbox.credit").data["start"] == 11


def test_a_marker_that_is_learned_later_takes_warm_up_mail_out_again(
    mailbox: Mailbox, lies: Callable[[list[Head]], None]
) -> None:
    lies(days_of(mailbox, 3) + days_of(mailbox, 20, OUTSIDE, "Subject: Hi lighthouse-42"))
    credit.due()
    credit.read(mailbox.id)
    assert start(mailbox) == 23
    warmup.add(mailbox, Place.SUBJECT, "lighthouse-42", by_id=a_user(mailbox.workspace).id)
    assert credit.due() == [mailbox.id]
    credit.read(mailbox.id)
    assert start(mailbox) == 5


def test_days_that_were_proven_meanwhile_climb_from_the_new_start(
    mailbox: Mailbox, lies: Callable[[list[Head]], None]
) -> None:
    day = clock.world_now().date()
    RampDay.objects.create(mailbox=mailbox, day=day, healthy=True, sent=5, limit=5, earned=7, upto=5)
    Standing.objects.filter(mailbox=mailbox).update(ramp_limit=7, ramp_day=day)
    lies(days_of(mailbox, 12))
    credit.read(mailbox.id)
    assert Standing.objects.get(mailbox=mailbox).ramp_limit == 14
    assert ramp.stairs_of(Mailbox.objects.get(id=mailbox.id))[-1].limit == 12


def test_what_was_written_by_hand_today_before_anybody_looked_takes_room(
    mailbox: Mailbox, lies: Callable[[list[Head]], None]
) -> None:
    now = clock.world_now()
    lies([head(mailbox, f"sent-{hours}", now - timedelta(hours=hours)) for hours in (1, 2, 30)])
    for _ in range(2):
        credit.read(mailbox.id)
    assert sorted(HandMail.objects.values_list("provider_id", flat=True)) == ["sent-1", "sent-2"]


@pytest.mark.parametrize("chosen", [3, None])
def test_a_start_that_a_person_set_is_left_alone(
    mailbox: Mailbox, lies: Callable[[list[Head]], None], chosen: int | None
) -> None:
    Mailbox.objects.filter(id=mailbox.id).update(ramp_start=chosen)
    lies(days_of(mailbox, 12))
    credit.read(mailbox.id)
    assert start(mailbox) == chosen


def test_a_mailbox_that_cannot_be_read_is_tried_again_and_begins_as_a_new_one(
    mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> Past:
        raise InboundError("away")

    monkeypatch.setattr(credit, "read_past", fails)
    assert credit.read(mailbox.id) is None
    past = SentPast.objects.get(mailbox=mailbox)
    assert (start(mailbox), past.read_at, past.failures) == (5, None, 1)
    assert past.next_try_at is not None
    for _ in range(credit.MOST_FAILURES):
        credit.read(mailbox.id)
    assert SentPast.objects.get(mailbox=mailbox).next_try_at is None
