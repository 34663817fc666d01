"""The log only grows, and what reacts to it can fail without undoing anything."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from app.actions import clock, events
from app.actions.event_batches import Line, append_many
from app.actions.events import EventRow
from app.models import Event, ReactionDue, Workspace
from app.reactions import REACTIONS
from tests.factories import a_workspace
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

type Reacting = Callable[..., None]

KIND = "test.happened"
FAILS = "tests.app.test_events.fails"
RENAMES = "tests.app.test_events.renames"


class Broken(Exception):
    """Its text quotes ada@example.com, which must reach no table."""


def fails(event: EventRow) -> None:
    Workspace.objects.filter(id=event.workspace_id).update(name="half done")
    raise Broken("ada@example.com")


def renames(event: EventRow) -> None:
    Workspace.objects.filter(id=event.workspace_id).update(name="renamed")


def breaks_sql(event: EventRow) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 / 0")


@pytest.fixture
def reacting(monkeypatch: pytest.MonkeyPatch) -> Reacting:
    def with_reactions(*names: str) -> None:
        monkeypatch.setitem(REACTIONS, KIND, names)

    return with_reactions


def append(workspace: Workspace) -> EventRow:
    with transaction.atomic():
        return events.append(kind=KIND, workspace_id=workspace.id, subject_id=1, data={"reason": "test"})


@pytest.mark.parametrize(
    "statement", ["UPDATE app_event SET kind = 'x'", "DELETE FROM app_event", "TRUNCATE app_event"]
)
def test_the_database_refuses_to_change_the_log(statement: str) -> None:
    append(a_workspace())
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert Event.objects.count() == 1


def test_an_event_and_its_change_are_one_transaction() -> None:
    workspace = a_workspace()
    with transaction.atomic():
        Workspace.objects.filter(id=workspace.id).update(name="changed")
        events.append(kind=KIND, workspace_id=workspace.id, subject_id=1)
        transaction.set_rollback(True)
    assert not Event.objects.exists()
    assert Workspace.objects.get().name == workspace.name


def test_an_event_knows_true_and_world_time(world: World) -> None:
    row = append(a_workspace())
    assert abs(row.world_at - world.now()) < timedelta(milliseconds=1)
    assert abs(row.at - clock.now()) < timedelta(seconds=5)


def test_a_failed_reaction_is_undone_alone_and_owed(reacting: Reacting) -> None:
    reacting(FAILS, RENAMES)
    workspace = a_workspace()
    row = append(workspace)
    assert Workspace.objects.get().name == "renamed"
    assert Event.objects.filter(id=row.id).exists()
    debt = ReactionDue.objects.get()
    assert (debt.event_id, debt.reaction, debt.error) == (row.id, FAILS, "Broken")


def test_a_reaction_that_breaks_the_transaction_breaks_its_savepoint_only(reacting: Reacting) -> None:
    reacting("tests.app.test_events.breaks_sql", RENAMES)
    append(a_workspace())
    assert Workspace.objects.get().name == "renamed"
    assert ReactionDue.objects.get().error == "DataError"


def owe_now(reacting: Reacting, *, then: str) -> None:
    """A reaction failed; now it is due and does what `then` does."""
    reacting(FAILS)
    append(a_workspace())
    ReactionDue.objects.update(due_at=clock.now(), reaction=then)


def test_a_debt_is_paid_once_its_cause_is_gone(reacting: Reacting) -> None:
    owe_now(reacting, then=RENAMES)
    assert events.pay_debts() == 1
    assert Workspace.objects.get().name == "renamed"
    assert not ReactionDue.objects.exists()
    assert events.pay_debts() == 0


def test_a_debt_that_fails_again_is_put_off_and_blocks_nobody(reacting: Reacting) -> None:
    owe_now(reacting, then=FAILS)
    other = append(a_workspace())
    ReactionDue.objects.filter(event_id=other.id).update(due_at=clock.now(), reaction=RENAMES)
    assert events.pay_debts() == 1
    debt = ReactionDue.objects.get()
    assert (debt.attempts, debt.error) == (1, "Broken")
    assert debt.due_at > clock.now()
    assert events.pay_debts() == 0


def test_a_debt_is_owed_once_however_often_it_is_noted(reacting: Reacting) -> None:
    reacting(FAILS)
    row = append(a_workspace())
    events.owe(row, FAILS, OperationalError())
    assert ReactionDue.objects.count() == 1


def test_many_events_are_written_at_once_but_none_that_needs_reactions(reacting: Reacting) -> None:
    workspace = a_workspace()
    with transaction.atomic():
        append_many(kind=KIND, workspace_id=workspace.id, lines=[Line(1), Line(2, data={"reason": "x"})])
    assert list(Event.objects.order_by("id").values_list("subject_id", "data")) == [(1, {}), (2, {"reason": "x"})]
    reacting(RENAMES)
    with pytest.raises(ValueError, match="one by one"):
        append_many(kind=KIND, workspace_id=workspace.id, lines=[Line(3)])
