"""Reactions of this package to what came back: end, hold or put off. The stop itself is committed by bounces."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Greatest

from app.actions import clock
from app.actions.attempts import in_transaction
from app.actions.events import EventRow
from app.core.chance import chance
from app.core.zones import day_start
from app.gates import Gates
from bounces.core.outcomes import Outcome as Kind
from bounces.models import Outcome, Suppression
from mailboxes import locks
from sequences.actions import enrollments, touches
from sequences.core.due import due_after_absence, pick_instant
from sequences.core.hours import hours_for
from sequences.core.states import OPEN_TOUCH, EnrollmentState
from sequences.models import Enrollment, Touch

ABSENT = "absent"
ABSENCE_FAR = "absence_far"
UNREADABLE_ANSWER = "unreadable_answer"
# The state an outcome ends in -> the move that leads there.
MOVES = {
    "replied": "reply",
    "bounced": "bounce",
    "unsubscribed": "unsubscribe",
    "complained": "complain",
    "stopped": "stop",
    "failed": "fail",
}


def active_of(recipient_id: int) -> QuerySet[Enrollment]:
    """Return the person's active enrollments, oldest first."""
    found = Enrollment.objects.filter(recipient_id=recipient_id, state=EnrollmentState.ACTIVE)
    return found.select_related("campaign", "contact").order_by("id")


def end_enrollments(event: EventRow) -> None:
    """recipient.stopped, recipient.suppressed: end every active enrollment of the person, on all channels."""
    if event.recipient_id is None:
        return
    locks.ensure(Gates(event.workspace_id), [event.recipient_id])
    because = event.subject_id if event.kind == "recipient.stopped" else event.data.get("because")
    if _was_corrected(because):
        return
    move = MOVES[event.data.get("ends", "stopped")]
    reason = reason_of(str(event.data.get("outcome") or event.data.get("reason") or "stopped"), event.data)
    for enrollment in active_of(event.recipient_id):
        enrollments.end(enrollment, move, reason=reason, ended_by=because)


def reason_of(outcome: str, told: Mapping[str, object]) -> str:
    """Return why a sequence ended: of a fault of ours its category, by which people are reopened after the repair."""
    return str(told.get("category") or outcome) if outcome == Kind.FAILED else outcome


def _was_corrected(outcome_id: int | None) -> bool:
    """Tell whether a person said meanwhile that it was read wrongly: a reaction may be owed for a while."""
    return outcome_id is not None and Outcome.objects.filter(id=outcome_id, corrected_at__isnull=False).exists()


def hold_for_absence(event: EventRow) -> None:
    """recipient.absent: no step before the return date and its margin; a far date is for a person to judge."""
    if event.recipient_id is None:
        return
    locks.ensure(Gates(event.workspace_id), [event.recipient_id])
    outcome = Outcome.objects.get(id=event.subject_id)
    for enrollment in active_of(event.recipient_id) if outcome.corrected_at is None else ():
        put_off(enrollment, outcome)


def put_off(enrollment: Enrollment, outcome: Outcome) -> None:
    """Let nothing be due before an absence and its margin are over; the caller holds the recipient's lock."""
    home = enrollments.home_of(enrollment.contact)
    hours = hours_for(enrollments.campaign_hours(enrollment.campaign), home, outcome.world_at)
    until = due_after_absence(outcome.return_date, outcome.world_at, hours)
    open_touches = Touch.objects.filter(enrollment=enrollment, state__in=OPEN_TOUCH).values_list("id", flat=True)
    if until is None and outcome.return_date is not None:
        _absent(enrollment, day_start(hours.zone, outcome.return_date))
        for touch_id in list(open_touches):
            touches.hold_for_person(touch_id, ABSENCE_FAR)
    elif until is not None:
        _absent(enrollment, until)
        drawn = chance("absence", enrollment.id, outcome.id)
        eligible_at = pick_instant(hours, until, drawn)
        for touch_id in list(open_touches):
            touches.wait_until(touch_id, ABSENT, eligible_at)


def _absent(enrollment: Enrollment, until: datetime) -> None:
    """Remember an absence for the steps to come; of several notices the longest counts."""
    Enrollment.objects.filter(id=enrollment.id).update(absent_until=Greatest(F("absent_until"), Value(until)))


def hold_for_review(event: EventRow) -> None:
    """recipient.unreadable: something came that nobody could read; nothing leaves until somebody looked."""
    if event.recipient_id is None:
        return
    locks.ensure(Gates(event.workspace_id), [event.recipient_id])
    if not _was_corrected(event.subject_id):
        touches.hold_all(active_of(event.recipient_id), UNREADABLE_ANSWER)


def tidy_domains() -> int:
    """End the enrollments of people at newly suppressed domains, 200 at a time; the permit refuses them already."""
    fresh = Suppression.objects.filter(scope=Suppression.Scope.DOMAIN, lifted_at=None, cascaded_at=None)
    return sum(_tidy_domain(entry) for entry in list(fresh.order_by("id")[:20]))


def _tidy_domain(entry: Suppression) -> int:
    plain = entry.domain.removeprefix("*.")
    covered = Q(contact__domain=plain) if plain == entry.domain else Q(contact__domain__endswith=f".{plain}")
    found = Enrollment.objects.filter(covered, workspace_id=entry.workspace_id, state=EnrollmentState.ACTIVE)
    people = sorted(set(found.values_list("recipient_id", flat=True)[: locks.MOST_RECIPIENTS]))

    def work() -> None:
        locks.enter(Gates(entry.workspace_id), people)
        for enrollment in found.filter(recipient_id__in=people).select_related("campaign"):
            enrollments.end(enrollment, "stop", reason="domain_suppressed")

    if people:
        in_transaction(work)
    if len(people) < locks.MOST_RECIPIENTS:
        Suppression.objects.filter(id=entry.id).update(cascaded_at=clock.now())
    return len(people)
