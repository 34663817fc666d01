"""People of removed steps go on where somebody said: in batches, each under their locks, and again after a crash."""

from datetime import datetime
from itertools import batched

from app.actions import clock
from app.actions.attempts import in_transaction
from app.core.chance import chance
from app.gates import Gates
from mailboxes import locks
from mailboxes.actions.deliveries import withdraw
from mailboxes.core.states import DeliveryState
from mailboxes.models import Delivery
from sequences.actions import enrollments, touches
from sequences.core.due import Due
from sequences.core.following import due_next, variant_for
from sequences.core.hours import hours_for
from sequences.core.states import OPEN_TOUCH, EnrollmentState, TaskState, TouchState
from sequences.models import CampaignVersion, Enrollment, Step, Task, Touch, Variant

MOVED_AT_ONCE = 100  # people locked in one transaction, each with a handful of statements
UNDER_WAY = (DeliveryState.SENDING, DeliveryState.UNCERTAIN, DeliveryState.ACCEPTED)
STEP_REMOVED = "step_removed"  # why a sequence ended


def finish_all() -> int:
    """Go on with what broke off, or had to wait for mail under way; return how many people moved."""
    unfinished = CampaignVersion.objects.filter(done_at=None).select_related("campaign").order_by("id")
    return sum(finish(version) for version in list(unfinished))


def finish(version: CampaignVersion) -> int:
    """Move everybody who stands at a removed step of this campaign; return how many moved. Harmless to repeat.

    Whose mail is under way is left alone: what comes of it leads on by itself, and until then this is not done.
    """
    campaign_id = version.campaign_id
    found = Touch.objects.filter(step__campaign_id=campaign_id, step__removed_at__isnull=False, state__in=OPEN_TOUCH)
    waiting = list(found.order_by("enrollment__recipient_id").values_list("id", flat=True))
    moved = sum(_move_some(version, batch) for batch in batched(waiting, MOVED_AT_ONCE, strict=False))
    _begin(version)
    _extend(version)
    if not found.exists():
        CampaignVersion.objects.filter(id=version.id, done_at=None).update(done_at=clock.now())
    return moved


def _move_some(version: CampaignVersion, batch: tuple[int, ...]) -> int:
    people = set(Enrollment.objects.filter(touch__id__in=batch).values_list("recipient_id", flat=True))

    def work() -> int:
        locks.enter(Gates(version.workspace_id, version.campaign_id), people)
        standing = Touch.objects.filter(id__in=batch, state__in=OPEN_TOUCH, step__removed_at__isnull=False)
        found = standing.select_related("step__then_step", "enrollment__campaign", "enrollment__contact")
        return sum(_move(one, version.by_id) for one in found.order_by("id"))

    return in_transaction(work)


def _move(touch: Touch, by_id: int | None) -> bool:
    """Move one person; False while a mail of the removed step is under way to them."""
    if Delivery.objects.filter(touch_id=touch.id, state__in=UNDER_WAY).exists():
        return False
    if touch.step.then_step is None:
        return enrollments.end(touch.enrollment, "stop", reason=STEP_REMOVED, by_id=by_id)
    step = enrollments.step_after(touch)
    if step is None:
        return enrollments.end(touch.enrollment, "finish", reason="finished", by_id=by_id)
    take_back(touch)
    Touch.objects.filter(id=touch.id).update(**placed(touch, step))
    return True


def take_back(touch: Touch) -> None:
    """Close the task of the removed step and withdraw the mail prepared for it."""
    Task.objects.filter(touch_id=touch.id, state=TaskState.OPEN).update(
        state=TaskState.CANCELLED, closed_at=clock.now()
    )
    prepared = Delivery.objects.filter(touch_id=touch.id, state=DeliveryState.PREPARED)
    for delivery_id in list(prepared.values_list("id", flat=True)):
        withdraw(delivery_id, reason=STEP_REMOVED)


def placed(touch: Touch, step: Step) -> dict[str, object]:
    """Return the columns of a touch at another step: what only a person lifts stays, every other reason is gone."""
    due = due_at_step(touch.enrollment, step)
    weights = list(Variant.objects.filter(step=step).order_by("id").values_list("id", "weight"))
    for_a_person = touch.state == TouchState.HELD and touch.hold_reason in touches.FOR_A_PERSON
    held = {} if for_a_person else {"state": TouchState.SCHEDULED, "hold_reason": "", "hold_detail": ""}
    return {
        "step": step,
        "variant_id": variant_for(weights, chance("variant", touch.enrollment_id, step.id)),
        "position": step.position,
        "kind": step.kind,
        "due_at": due.due_at,
        "eligible_at": due.eligible_at,
        "slot_at": None,
        **held,
    }


def due_at_step(enrollment: Enrollment, step: Step, amount: int | None = None, unit: str = "") -> Due:
    """Return when a step would be due for somebody, counted from their last one; a delay may be given in its place.

    What would have been due before now is drawn anew from now on, so that those who are moved do not come at once.
    """
    previous: datetime = enrollments.last_completed_at(enrollment)
    home = enrollments.home_of(enrollment.contact)
    hours = hours_for(enrollments.campaign_hours(enrollment.campaign), home, previous)
    drawn = chance("due", enrollment.id, step.id)
    delay = step.delay_amount if amount is None else amount, unit or step.delay_unit
    due = due_next(previous, *delay, hours, drawn, enrollment.absent_until)
    now = clock.world_now()
    if due.eligible_at >= now:
        return due
    return Due(due.due_at, due_next(now, 0, "days", hours, drawn, enrollment.absent_until).eligible_at)


def _begin(version: CampaignVersion) -> None:
    """Write the first step of people who were put into a campaign that had none."""
    without = Enrollment.objects.filter(campaign_id=version.campaign_id, state=EnrollmentState.ACTIVE, touch=None)
    first = Step.objects.filter(campaign_id=version.campaign_id, removed_at=None).order_by("position").first()
    for enrollment_id in list(without.values_list("id", flat=True)) if first is not None else []:
        in_transaction(lambda one=enrollment_id: _begin_one(version, one))  # type: ignore[misc]


def _begin_one(version: CampaignVersion, enrollment_id: int) -> None:
    enrollment = Enrollment.objects.select_related("campaign", "contact").get(id=enrollment_id)
    locks.enter(Gates(version.workspace_id, version.campaign_id), [enrollment.recipient_id])
    first = Step.objects.filter(campaign_id=version.campaign_id, removed_at=None).order_by("position").first()
    if first is None or not Enrollment.objects.filter(id=enrollment_id, state="active", touch=None).exists():
        return
    home = enrollments.home_of(enrollment.contact)
    drawn = chance("enrol", version.campaign_id, enrollment.recipient_id)
    enrollments.add_touch(enrollment, first, home, previous=clock.world_now(), chance=drawn)


def _extend(version: CampaignVersion) -> None:
    """Let those who were through go on, once: who is through again later was not meant."""
    if not version.extends:
        return
    through = Enrollment.objects.filter(campaign_id=version.campaign_id, state=EnrollmentState.FINISHED)
    for enrollment_id in list(through.order_by("id").values_list("id", flat=True)):
        enrollments.extend(enrollment_id, by_id=version.by_id)
    CampaignVersion.objects.filter(id=version.id).update(extends=False)
