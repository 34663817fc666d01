"""A person says that a message was read wrongly: what it had done to the person's sequences is taken back.

What is true without it is worked out anew: a sequence goes on only if nothing else had stopped it, and whatever else
came back holds it as before.
"""

from django.db.models import F, Max, QuerySet
from django.db.models.functions import Greatest

from app.actions import clock
from app.actions.attempts import in_transaction
from app.actions.events import EventRow
from app.gates import Gates
from app.models import Event
from bounces.actions.suppressions import blocks
from bounces.core.outcomes import EFFECTS
from bounces.core.outcomes import Outcome as Kind
from bounces.core.reading import ANSWERS
from bounces.models import Outcome
from mailboxes import locks
from mailboxes.core.address import parse_address
from mailboxes.models import InboundMessage
from sequences.actions import companies, enrollments, holds, stops, touches
from sequences.core.states import EnrollmentState, TaskState, TouchState
from sequences.models import CompanyHold, Enrollment, Task, Touch

WAITS_FOR = (stops.ABSENT, companies.COLLEAGUE_REPLIED)


def take_back(event: EventRow) -> None:
    """outcome.corrected: its sequences go on, its holds and tasks end, unless something else holds or stops them."""
    if event.recipient_id is None:
        return
    locks.ensure(Gates(event.workspace_id), [event.recipient_id])
    ended = Enrollment.objects.filter(recipient_id=event.recipient_id, ended_by=event.subject_id)
    for enrollment in ended.select_related("campaign", "contact").order_by("id"):
        restore(enrollment, event.subject_id)
    for enrollment in stops.active_of(event.recipient_id):
        hold_anew(enrollment)
    Task.objects.filter(outcome_id=event.subject_id, state=TaskState.OPEN).update(
        state=TaskState.CANCELLED, closed_at=clock.now()
    )
    companies.lift(event.subject_id)


def restore(enrollment: Enrollment, outcome_id: int) -> None:
    """Take up a sequence that an outcome had ended, or name what else ended it; the caller holds the person's lock.

    One whose contact was erased stays as it is.
    """
    if enrollment.contact is None:
        return
    stop = _first_stop(enrollment)
    blocked = stop is None and blocks(enrollment.workspace_id, parse_address(enrollment.contact.email)) is not None
    if not enrollments.correct(enrollment, outcome_id=outcome_id, goes_on=stop is None and not blocked):
        return
    if stop is not None:
        move = stops.MOVES[EFFECTS[Kind(stop.kind)].ends or "stopped"]
        reason = stops.reason_of(stop.kind, {"category": stop.category})
        enrollments.end(enrollment, move, reason=reason, ended_by=stop.id)
    elif blocked:
        enrollments.end(enrollment, "stop", reason="suppressed")


def _first_stop(enrollment: Enrollment) -> Outcome | None:
    """Return what would have ended the enrollment without the outcome that was read wrongly."""
    stopping = Outcome.objects.filter(recipient_id=enrollment.recipient_id, stops=True, corrected_at=None)
    return stopping.filter(fence__gt=enrollment.fence).order_by("fence", "id").first()


def hold_anew(enrollment: Enrollment) -> None:
    """Hold an active enrollment by what came back and was not answered by a person's release, and by nothing else."""
    _let_go(enrollment)
    enrollment.refresh_from_db(fields=["absent_until"])
    came = _living(enrollment)
    for away in came.filter(kind=Kind.AWAY).order_by("id"):
        stops.put_off(enrollment, away)
    for hold in companies.living_holds(enrollment.recipient_id, enrollment.workspace_id):
        companies.put_off(enrollment, hold)
    if came.filter(kind=Kind.UNREADABLE).exists():
        touches.hold_all(Enrollment.objects.filter(id=enrollment.id), stops.UNREADABLE_ANSWER)


def _living(enrollment: Enrollment) -> QuerySet[Outcome]:
    """Return what came back about the person since the enrollment, and since a person last let their steps go on."""
    released = Event.objects.filter(recipient_id=enrollment.recipient_id, kind="touch.released").aggregate(at=Max("at"))
    came = Outcome.objects.filter(recipient_id=enrollment.recipient_id, corrected_at=None)
    came = came.filter(world_at__gte=enrollment.enrolled_at)
    return came.filter(at__gt=released["at"]) if released["at"] else came


def _let_go(enrollment: Enrollment) -> None:
    """End every hold by what came back."""
    Enrollment.objects.filter(id=enrollment.id).update(absent_until=None)
    own = Touch.objects.filter(enrollment_id=enrollment.id)
    now = clock.world_now()
    own.filter(state=TouchState.SCHEDULED, hold_reason__in=WAITS_FOR).update(
        eligible_at=Greatest(F("due_at"), now), hold_reason=""
    )
    held = own.filter(state=TouchState.HELD, hold_reason__in=(stops.ABSENCE_FAR, stops.UNREADABLE_ANSWER))
    for touch_id, due_at in list(held.values_list("id", "due_at")):
        holds.free(touch_id, max(due_at, now))


def take_back_companies() -> int:
    """Let the people of companies go on where an answer was none, 200 at a time; return how many. Raises Busy."""
    lifted = CompanyHold.objects.filter(done_at=None, lifted_at__isnull=False).order_by("id")
    return sum(_take_back_company(hold) for hold in list(lifted[:20]))


def _take_back_company(hold: CompanyHold) -> int:
    people = companies.first_people(companies.held_by(hold))

    def work() -> None:
        locks.enter(Gates(hold.workspace_id), people)
        found = companies.held_by(hold).filter(recipient_id__in=people).select_related("campaign", "contact")
        for enrollment in found:
            if enrollment.state != EnrollmentState.ACTIVE:
                restore(enrollment, hold.outcome_id)
            hold_anew(enrollment)

    if people:
        in_transaction(work)
    if len(people) < locks.MOST_RECIPIENTS:
        CompanyHold.objects.filter(id=hold.id).update(done_at=clock.now())
    return len(people)


def release_company(event: EventRow) -> None:
    """inbound.relabelled: what nobody knew turned out to be no answer, or somebody's; its company may go on.

    Locks nobody: a held step has no permit under way, and whatever else moves it does so from either state.
    """
    message = InboundMessage.objects.get(id=event.subject_id)
    if event.data.get("was_disposition") != "unmatched" or not message.from_domain or _still_unmatched(message):
        return
    held = Touch.objects.filter(
        workspace_id=event.workspace_id,
        state=TouchState.HELD,
        hold_reason=companies.COLLEAGUE_ANSWERED,
        enrollment__contact__domain=message.from_domain,
    ).order_by("id")
    for touch_id, eligible_at in list(held.values_list("id", "eligible_at")):
        holds.free(touch_id, max(eligible_at, clock.world_now()))


def _still_unmatched(message: InboundMessage) -> bool:
    """Tell whether this or another answer of the company waits for somebody who looks."""
    of_domain = InboundMessage.objects.filter(workspace_id=message.workspace_id, from_domain=message.from_domain)
    return of_domain.filter(disposition="unmatched", kind__in=ANSWERS).exists()
