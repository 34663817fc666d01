"""Rows of people in campaigns: where each of them is, and what they wait for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from mailboxes.screens.words import State, Text
from sequences.core.states import OPEN_TOUCH, CampaignState, EnrollmentState, TouchState
from sequences.models import Enrollment, Step, Touch
from sequences.screens.waiting import Waiting, waiting
from sequences.screens.words import ENROLLMENT, FAILED_BECAUSE, STATE_UNKNOWN


@dataclass(frozen=True, slots=True)
class Person:
    """in campaign X, at step `at` of `steps`; `done` steps are behind them."""

    enrollment: Enrollment
    state: State
    done: int
    steps: int
    next: Waiting | None
    because: Text = ""  # why it failed


def people(found: Sequence[Enrollment], world_now: datetime) -> list[Person]:
    """Return enrollments (with campaign and contact) as rows. Three queries, however many they are."""
    campaigns = {enrollment.campaign_id for enrollment in found}
    ids = [enrollment.id for enrollment in found]
    counted = Step.objects.filter(campaign_id__in=campaigns, removed_at=None).values("campaign_id")
    steps = {row["campaign_id"]: row["n"] for row in counted.annotate(n=Count("id"))}
    open_touches = {one.enrollment_id: one for one in _open(ids)}
    behind = _behind(ids)
    return [
        Person(
            enrollment=enrollment,
            state=ENROLLMENT.get(enrollment.state, STATE_UNKNOWN),
            done=behind.get(enrollment.id, 0),
            steps=steps.get(enrollment.campaign_id, 0),
            next=_next(enrollment, open_touches.get(enrollment.id), world_now),
            because=FAILED_BECAUSE.get(enrollment.reason, "") if enrollment.state == EnrollmentState.FAILED else "",
        )
        for enrollment in found
    ]


def _open(ids: Sequence[int]) -> QuerySet[Touch]:
    return Touch.objects.filter(enrollment_id__in=ids, state__in=OPEN_TOUCH).select_related("mailbox")


def _behind(ids: Sequence[int]) -> dict[int, int]:
    closed = Q(state__in=[TouchState.SENT, TouchState.DONE, TouchState.SKIPPED])
    counted = Touch.objects.filter(closed, enrollment_id__in=ids).values("enrollment_id").annotate(n=Count("id"))
    return {row["enrollment_id"]: row["n"] for row in counted}


def _next(enrollment: Enrollment, touch: Touch | None, world_now: datetime) -> Waiting | None:
    if touch is None:
        return None
    return waiting(touch, world_now, running=enrollment.campaign.state == CampaignState.RUNNING)
