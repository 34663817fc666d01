"""What is done to chosen people of a campaign, one after another: each is a transaction, and a refusal skips them."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from app.actions import events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.gates import Gates
from mailboxes import locks
from mailboxes.models import Delivery
from sequences.actions import enrollments, holds, touches
from sequences.actions.editing.moving import UNDER_WAY, placed, take_back
from sequences.core.states import COMPLETED_TOUCH, OPEN_TOUCH
from sequences.models import Enrollment, Step, Touch

MOST = 500  # people at once
PAUSED_PERSON = "paused_person"


def each(ids: Sequence[int], act: Callable[[int], object]) -> int:
    """Do something to each enrollment; return for how many it was done. Raises Busy: those before are done."""
    done = 0
    for enrollment_id in ids[:MOST]:
        with suppress(Refused):
            done += act(enrollment_id) is not False
    return done


def pause(enrollment_id: int, *, by_id: int | None = None) -> bool:
    """Hold somebody's open step until a person lets it go on; False: they are through, or held for more than this.

    Locks gates (shared) and the recipient. Raises Busy.
    """
    enrollment = Enrollment.objects.get(id=enrollment_id)

    def work() -> bool:
        locks.enter(Gates(enrollment.workspace_id, enrollment.campaign_id), [enrollment.recipient_id])
        touch = Touch.objects.filter(enrollment_id=enrollment_id, state__in=OPEN_TOUCH).first()
        if touch is None or touch.hold_reason == PAUSED_PERSON:
            return False
        if not touches.hold_for_person(touch.id, PAUSED_PERSON):
            return False
        _tell(enrollment, "enrollment.paused", {"by": by_id, "touch": touch.id})
        return True

    return in_transaction(work)


def go_on(enrollment_id: int, *, by_id: int | None = None) -> None:
    """Let somebody's held step go on. Raises Refused where nothing is held or it has another door, Busy."""
    touch = Touch.objects.filter(enrollment_id=enrollment_id, state__in=OPEN_TOUCH).first()
    if touch is None:
        raise Refused("Nothing of theirs is open.")
    holds.release(touch.id, by_id=by_id)


def move_to(enrollment_id: int, step: Step, *, by_id: int | None = None) -> bool:
    """Let somebody go on at another step of the campaign that they have not had; False: they cannot.

    Their mail that is under way, or a step they had, is not repeated. Locks gates (shared) and the recipient.
    """
    enrollment = Enrollment.objects.select_related("campaign", "contact").get(id=enrollment_id)

    def work() -> bool:
        locks.enter(Gates(enrollment.workspace_id, enrollment.campaign_id), [enrollment.recipient_id])
        touch = Touch.objects.filter(enrollment_id=enrollment_id, state__in=OPEN_TOUCH).first()
        target = Step.objects.filter(id=step.id, campaign_id=enrollment.campaign_id, removed_at=None).first()
        if touch is None or target is None or touch.step_id == target.id or _had(enrollment, target):
            return False
        if Delivery.objects.filter(touch_id=touch.id, state__in=UNDER_WAY).exists():
            return False
        full = Touch.objects.select_related("enrollment__campaign", "enrollment__contact").get(id=touch.id)
        take_back(full)
        Touch.objects.filter(id=touch.id).update(**placed(full, target))
        _tell(enrollment, "enrollment.moved", {"by": by_id, "from": touch.step_id, "to": target.id})
        return True

    return in_transaction(work)


def _had(enrollment: Enrollment, step: Step) -> bool:
    had = Touch.objects.filter(enrollment=enrollment, step=step, state__in=COMPLETED_TOUCH)
    return had.exists()


def stop(enrollment_id: int, *, by_id: int | None = None) -> bool:
    """End somebody's sequence; False: it had ended."""
    return enrollments.stop_enrollment(enrollment_id, by_id=by_id)


def _tell(enrollment: Enrollment, kind: str, data: dict[str, int | None]) -> None:
    events.append(
        kind=kind,
        workspace_id=enrollment.workspace_id,
        subject_id=enrollment.id,
        recipient_id=enrollment.recipient_id,
        data=data | {"campaign": enrollment.campaign_id},
    )
