"""An acceptance is written in the fewest round trips, and step by step where a statement of them fails."""

from collections.abc import Sequence
from typing import Any

import pytest
from psycopg.pq.abc import PGresult

from admission.actions.settle import settle
from admission.core.settlement import Accepted
from admission.core.verdict import Grant
from admission.models import Incident
from app import sql
from app.actions import clock, events
from app.flights import Connection
from app.models import ReactionDue
from mailboxes.core.message import Receipt
from mailboxes.models import Delivery
from sequences import queries
from sequences.models import Touch
from tests.journeys.office import an_office, asked
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


class UnderWay:
    """A mail whose call has a permit, and what the worker knows of it."""

    def __init__(self, world: World) -> None:
        office = an_office(world)
        self.touch = office.waiting()
        Touch.objects.filter(id=self.touch.id).update(state="planned", slot_at=clock.world_now())
        verdict, self.delivery_id = asked(self.touch.id)
        assert isinstance(verdict, Grant)
        self.permit_id = verdict.permit_id
        self.people = (office.workspace.id, office.campaign.id, self.touch.enrollment.recipient_id)

    def accepted(self) -> bool:
        receipt = Accepted(Receipt("provider", "thread", None, "250"))
        return settle(
            self.permit_id,
            receipt,
            chance=0.5,
            people=self.people,
            ahead=lambda: queries.ask_following(self.touch.id, self.delivery_id),
        )

    def states(self) -> tuple[str, str]:
        return Delivery.objects.get(id=self.delivery_id).state, Touch.objects.get(id=self.touch.id).state


def test_two_round_trips_accept_and_go_on(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mail = UnderWay(world)
    trips: list[int] = []
    exchanged = Connection._exchanged

    def counted(self: Connection, waiting: Sequence[Any]) -> list[PGresult]:
        trips.append(len(waiting))
        return exchanged(self, waiting)

    monkeypatch.setattr(Connection, "_exchanged", counted)
    assert mail.accepted()
    assert trips == [4, 5]  # BEGIN, locks, verdict, what follows; SAVEPOINT, the step, RELEASE, budget, COMMIT
    monkeypatch.undo()
    assert mail.states() == ("accepted", "sent")
    assert Touch.objects.filter(enrollment=mail.touch.enrollment, position=2, state="scheduled").exists()


def test_a_step_that_cannot_be_written_takes_no_verdict_with_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mail = UnderWay(world)
    monkeypatch.setitem(sql.statements("sequences"), "close", "SELECT 1 / (0 * random())::int")
    assert mail.accepted()
    assert mail.states() == ("accepted", "planned")
    assert ReactionDue.objects.get().error == "DataError"
    monkeypatch.undo()
    ReactionDue.objects.update(due_at=clock.now())
    assert events.pay_debts() == 1
    assert mail.states() == ("accepted", "sent")


def test_a_verdict_for_a_replaced_permit_is_kept_once(world: World) -> None:
    mail = UnderWay(world)
    Delivery.objects.filter(id=mail.delivery_id).update(permit_id=None, state="prepared", lease_until=None)
    assert not mail.accepted()
    assert Incident.objects.get().permit_id == mail.permit_id
    assert mail.states() == ("prepared", "planned")
