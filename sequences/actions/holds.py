"""The ways out of a hold: a person decides, or what was missing is there. Nothing waits for ever without a door."""

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime

from django.db.models import F, Q
from django.db.models.functions import Greatest

from admission.actions.judgements import say_sent
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.gates import Gates
from mailboxes import locks
from mailboxes.actions.deliveries import requeue
from mailboxes.core.states import DeliveryState
from mailboxes.models import Delivery
from sequences.actions import touches
from sequences.actions.companies import COLLEAGUE_REPLIED
from sequences.actions.progress import UNCERTAIN
from sequences.actions.stops import ABSENCE_FAR, ABSENT
from sequences.actions.tasks import TASK_OPEN
from sequences.core.standing import Caution
from sequences.core.states import TaskState, TouchState
from sequences.models import Contact, Enrollment, Task, Touch

MISSING_FIELD = "missing_field"
PAUSED_UNTIL = "paused_until"  # by a person, who named the day
# What passes by itself on a day that is known, and may be cut short.
PASSES = (ABSENT, COLLEAGUE_REPLIED, ABSENCE_FAR, PAUSED_UNTIL)
DECIDED = Q(state=TouchState.HELD) | Q(state=TouchState.SCHEDULED, hold_reason=COLLEAGUE_REPLIED)  # by a person
WAITS = Q(state=TouchState.HELD) | Q(state=TouchState.SCHEDULED, hold_reason__in=PASSES)
# Held for these, a step has a door of its own.
OTHER_DOORS = {
    TASK_OPEN: "The step is a task: do it or skip it.",
    UNCERTAIN: "It is not known whether this mail left: say whether it did, or wait until it was looked for.",
}


def release(touch_id: int, *, by_id: int | None = None) -> None:
    """held -> scheduled, by a person who looked: the step is due as before, at the earliest now.

    So is one that waits for an absence or a company's answer. Where the step also waits for a task or for a mail in
    doubt, it goes on waiting for that. Locks gates (shared) and the recipient. Raises Refused when it is not held or
    has another door, Busy.
    """
    touch = Touch.objects.select_related("enrollment").get(id=touch_id)

    def work() -> None:
        locks.enter(Gates(touch.workspace_id, touch.campaign_id), [touch.enrollment.recipient_id])
        held = Touch.objects.filter(WAITS, id=touch_id).first()
        if held is None:
            raise Refused("The step is not held.")
        if held.hold_reason in OTHER_DOORS:
            raise Refused(OTHER_DOORS[held.hold_reason])
        _let_go(held)
        events.append(
            kind="touch.released",
            workspace_id=held.workspace_id,
            subject_id=touch_id,
            recipient_id=touch.enrollment.recipient_id,
            data={"reason": held.hold_reason, "by": by_id},
        )

    in_transaction(work)


def _let_go(held: Touch) -> None:
    """Free a held step; its buried mail may be written anew, a judged absence holds nothing back any more."""
    if held.hold_reason in set(Caution):  # they are let go for good: no file holds them for this again
        Contact.objects.filter(enrollment=held.enrollment_id).update(waived=F("caution"), caution="")
    if held.hold_reason in PASSES:
        Enrollment.objects.filter(id=held.enrollment_id).update(absent_until=None)
    if held.state == TouchState.SCHEDULED:
        soon = max(held.due_at, clock.world_now())
        Touch.objects.filter(id=held.id, state=TouchState.SCHEDULED).update(hold_reason="", eligible_at=soon)
        return
    buried = Delivery.objects.filter(touch_id=held.id, state=DeliveryState.DEAD).order_by("-id").first()
    if free(held.id, max(held.eligible_at, clock.world_now())) and buried is not None:
        requeue(buried.id)


def free(touch_id: int, eligible_at: datetime) -> bool:
    """held -> scheduled, unless it also waits for a task or a mail in doubt: then it is held for that, and False."""
    rest = still_waits_for(touch_id)
    if rest:
        Touch.objects.filter(id=touch_id, state=TouchState.HELD).update(hold_reason=rest, hold_detail="")
    return not rest and touches.free(touch_id, eligible_at)


def still_waits_for(touch_id: int) -> str:
    """Return what stands behind a reason that took the place of another."""
    if Task.objects.filter(touch_id=touch_id, state=TaskState.OPEN).exists():
        return TASK_OPEN
    return UNCERTAIN if Delivery.objects.filter(touch_id=touch_id, state=DeliveryState.UNCERTAIN).exists() else ""


def release_step(step_id: int, reason: str, *, by_id: int | None = None) -> int:
    """Release everybody whom one reason holds at a step, after its text was mended; return how many.

    Each in a transaction of its own. Raises Refused for a reason with another door, Busy.
    """
    if reason in OTHER_DOORS:
        raise Refused(OTHER_DOORS[reason])
    held = Touch.objects.filter(WAITS, step_id=step_id, hold_reason=reason).order_by("id")
    found = list(held.values_list("id", flat=True))
    freed = 0
    for touch_id in found:
        with suppress(Refused):  # somebody else was faster
            release(touch_id, by_id=by_id)
            freed += 1
    return freed


def confirm_sent(touch_id: int, *, by_id: int | None = None) -> None:
    """Say that a step's mail in doubt left; see admission.actions.judgements.say_sent. Raises Refused, Busy."""
    doubted = Delivery.objects.filter(touch_id=touch_id, state=DeliveryState.UNCERTAIN).first()
    if doubted is None:
        raise Refused("No mail of this step is in doubt.")
    say_sent(doubted.id, by_id=by_id)


def free_filled(recipient_ids: Collection[int]) -> int:
    """held -> scheduled for a missing value, after these people's values changed; composing tells whether it is there.

    The caller's transaction holds the recipients' locks.
    """
    held = Touch.objects.filter(
        enrollment__recipient_id__in=recipient_ids, state=TouchState.HELD, hold_reason=MISSING_FIELD
    )
    return held.update(
        state=TouchState.SCHEDULED,
        hold_reason="",
        hold_detail="",
        eligible_at=Greatest(F("eligible_at"), clock.world_now()),
    )
