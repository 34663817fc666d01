"""When each step would reach one person: what was, what is set, and what follows from the delays. Locks nobody."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.actions import clock
from app.core.chance import chance
from app.core.windows import NeverOpens
from sequences.actions import enrollments
from sequences.actions.editing import structure
from sequences.core.following import due_next
from sequences.core.hours import hours_for
from sequences.core.states import COMPLETED_TOUCH, OPEN_TOUCH, TouchState
from sequences.core.structure import DraftStep, heir
from sequences.models import Campaign, Contact, Enrollment, Touch


@dataclass(frozen=True, slots=True)
class StepDate:
    """A step at its place (from 1) and its instant, world time; `was`: it is over. None: never, as things stand."""

    place: int
    kind: str
    at: datetime | None
    was: bool = False


def dates_for(campaign: Campaign, contact: Contact, steps: Sequence[DraftStep]) -> list[StepDate]:
    """Return the dates of these steps for somebody; who is not in the campaign is taken to join it now.

    Steps that lie before where they stand, and that they did not have, have no date.
    """
    enrollment = Enrollment.objects.filter(campaign=campaign, contact=contact).first()
    touches = {one.step_id: one for one in Touch.objects.filter(enrollment=enrollment)} if enrollment else {}
    standing = next((one for one in touches.values() if one.state in OPEN_TOUCH), None)
    previous = enrollments.last_completed_at(enrollment) if enrollment else clock.world_now()
    begins = _begins(campaign, steps, standing)
    reached = standing is None or begins is None
    found = []
    for place, one in enumerate(steps, 1):
        touch = touches.get(one.id) if one.id is not None else None
        if touch is not None and touch.state in COMPLETED_TOUCH:
            found.append(StepDate(place, one.kind, touch.closed_at, was=True))
            continue
        if touch is not None and touch is standing:
            reached, at = True, _standing_at(touch)
        elif reached or one.id == begins:
            reached = True
            at = _due(campaign, contact, one, previous, enrollment.id if enrollment else 0)
        else:
            found.append(StepDate(place, one.kind, None))
            continue
        found.append(StepDate(place, one.kind, at))
        previous = at or previous
    return found


def _begins(campaign: Campaign, steps: Sequence[DraftStep], standing: Touch | None) -> int | None:
    """Return the step at which somebody goes on: their own, or where it is not among these, the next that stays."""
    if standing is None or standing.step_id in {one.id for one in steps}:
        return standing.step_id if standing else None
    living = structure.steps_of(campaign)
    if standing.step_id not in {one.id for one in living}:
        return None
    return heir(living, steps, standing.step_id)


def _standing_at(touch: Touch) -> datetime | None:
    """Return when an open step is to be; None: nobody knows, for it is held."""
    return None if touch.state == TouchState.HELD else touch.slot_at or touch.eligible_at


def _due(
    campaign: Campaign, contact: Contact, step: DraftStep, previous: datetime, enrollment_id: int
) -> datetime | None:
    hours = hours_for(enrollments.campaign_hours(campaign), enrollments.home_of(contact), previous)
    drawn = chance("due", enrollment_id, step.id or 0)
    try:
        return due_next(previous, step.amount, step.unit, hours, drawn, None).eligible_at
    except NeverOpens:
        return None
