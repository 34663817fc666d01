"""Judge again: the decisions that were recorded, and the days of the ledger, by the numbers of another version."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta

from admission.actions.judging import marks_of
from admission.core.protection.history import History, Mark, Step, steps
from admission.core.protection.judging import evidence_from, judge
from admission.core.protection.numbers import RANGES, Numbers
from admission.core.states import Stage
from admission.models import ProtectionDecision
from app import sql
from app.actions import clock

LONGEST_WINDOW = timedelta(days=RANGES["days"][1])


@dataclass(frozen=True, slots=True)
class Again:
    """A recorded decision and what another version makes of the same facts."""

    decision: ProtectionDecision
    stage: Stage
    reason: str


def decided(workspace_id: int, numbers: Numbers, days: int) -> list[Again]:
    """Judge the facts of the decisions of the last days again, oldest first. Reads alone."""
    since = clock.world_now() - timedelta(days=days)
    found = ProtectionDecision.objects.filter(workspace_id=workspace_id, world_at__gt=since).exclude(reason="by_person")
    judged = ((one, judge(Stage(one.before), evidence_from(one.facts), numbers)) for one in found.order_by("id"))
    return [Again(one, found.stage, found.reason) for one, found in judged]


def histories(workspace_id: int, days: int) -> dict[int, History]:
    """Return the mails of each mailbox by day, with what came back of them; also before the days that are judged."""
    since = clock.world_now() - timedelta(days=days) - LONGEST_WINDOW
    sends: dict[int, dict[date, int]] = {}
    values = {"workspace_id": workspace_id, "since": since}
    for mailbox_id, day, number in sql.rows("admission", "protection_days", values):
        sends.setdefault(mailbox_id, {})[day] = number
    marks = marks_of(workspace_id, since)
    return {
        mailbox_id: History(
            by_day,
            [
                Mark(one.sent_at.astimezone(UTC).date(), one.came_at.astimezone(UTC).date(), one.what)
                for one in marks.get(mailbox_id, ())
            ],
        )
        for mailbox_id, by_day in sends.items()
    }


def ledger(workspace_id: int, versions: Sequence[Numbers], days: int) -> dict[int, list[list[Step]]]:
    """Return by mailbox the steps it would have made in the last days, under each of these versions. Reads alone."""
    last = clock.world_now().date()
    first = last - timedelta(days=days - 1)
    found = histories(workspace_id, days)
    return {one: [steps(history, numbers, first, last) for numbers in versions] for one, history in found.items()}
