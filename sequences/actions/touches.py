"""Moves of a touch, each a conditional UPDATE along the table; callers hold the recipient's lock or need none."""

from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from app.core.machine import move, sources_of
from sequences.core.states import OPEN_TOUCH, TOUCH, TouchState
from sequences.models import Enrollment, Touch

# Reasons that only a person lifts, the gravest last; a step that was under way hands them on to the next one.
FOR_A_PERSON = ("paused_person", "hand_written", "other_tool", "absence_far", "colleague_answered", "unreadable_answer")


def moved(touch_id: int, event: str, **changes: Any) -> bool:
    """Move a touch by `event` from any state that allows it; False when none did."""
    sources = sources_of(TOUCH, event)
    target = move(TOUCH, next(iter(sources)), event)
    return Touch.objects.filter(id=touch_id, state__in=sources).update(state=target, **changes) == 1


def hold(touch_id: int, reason: str, detail: str = "") -> bool:
    """scheduled or planned -> held, with a reason a person reads; detail names a field, a step or a day, no value."""
    return moved(touch_id, "hold", hold_reason=reason, hold_detail=detail[:120], slot_at=None)


def hold_for_person(touch_id: int, reason: str, detail: str = "") -> bool:
    """scheduled, planned or held -> held until a person decides; a lesser reason gives way, for its cause may pass."""
    if hold(touch_id, reason, detail):
        return True
    graver = FOR_A_PERSON[FOR_A_PERSON.index(reason) :]
    held = Touch.objects.filter(id=touch_id, state=TouchState.HELD).exclude(hold_reason__in=graver)
    return held.update(hold_reason=reason, hold_detail=detail[:120]) == 1


def hold_all(found: QuerySet[Enrollment], reason: str, detail: str = "") -> None:
    """Hold the open touches of these enrollments until a person decides."""
    open_touches = Touch.objects.filter(enrollment__in=found, state__in=OPEN_TOUCH)
    for touch_id in list(open_touches.values_list("id", flat=True)):
        hold_for_person(touch_id, reason, detail)


def wait_until(touch_id: int, reason: str, eligible_at: datetime) -> None:
    """Put an open touch off, never forward; one held for another reason keeps it and waits at least as long."""
    earlier = Touch.objects.filter(id=touch_id, eligible_at__lt=eligible_at)
    if not unplan(touch_id, reason, eligible_at):
        earlier.filter(state=TouchState.SCHEDULED).update(eligible_at=eligible_at, hold_reason=reason)
    earlier.filter(state=TouchState.HELD).update(eligible_at=eligible_at)


def hold_incomplete(touch_id: int) -> bool:
    """planned -> held when its text or its person is gone: there is nothing to send, and nobody would see it wait."""
    planned = Touch.objects.filter(id=touch_id, state=TouchState.PLANNED, kind="email")
    missing = planned.filter(Q(variant=None) | Q(enrollment__contact=None)).values_list("variant_id", flat=True)
    found = list(missing)
    return bool(found) and hold(touch_id, "cannot_compose", "contact" if found[0] else "variant")


def free(touch_id: int, eligible_at: datetime) -> bool:
    """held -> scheduled: what it waited for is there."""
    return moved(touch_id, "free", hold_reason="", hold_detail="", eligible_at=eligible_at)


def unplan(touch_id: int, reason: str = "", eligible_at: datetime | None = None) -> bool:
    """planned -> scheduled: its slot is given back, visibly for `reason`."""
    changes: dict[str, Any] = {"slot_at": None, "hold_reason": reason[:60], "hold_detail": ""}
    if eligible_at is not None:
        changes["eligible_at"] = eligible_at
    return moved(touch_id, "unplan", **changes)
