"""The campaign, enrollment, touch and task machines hold what DESIGN.md promises of them."""

import pytest

from app.core.machine import IllegalMove, events_of, move, sources_of
from sequences.core.states import (
    CAMPAIGN,
    CLOSED_TOUCH,
    COMPLETED_TOUCH,
    ENDED_ENROLLMENT,
    ENROLLMENT,
    FINAL_TASK,
    OPEN_TOUCH,
    REOPENABLE_ENROLLMENT,
    TASK,
    TOUCH,
    CampaignState,
    EnrollmentState,
    TaskState,
    TouchState,
)


def test_a_campaign_starts_pauses_resumes_and_ends() -> None:
    state = CampaignState.DRAFT
    for event in ("start", "pause", "resume", "archive"):
        state = move(CAMPAIGN, state, event)
    assert state is CampaignState.ARCHIVED
    assert events_of(CAMPAIGN, state) == frozenset()


def test_a_draft_cannot_be_resumed() -> None:
    with pytest.raises(IllegalMove, match="possible: archive, start"):
        move(CAMPAIGN, CampaignState.DRAFT, "resume")


def test_only_stopped_failed_and_replied_can_be_reopened() -> None:
    assert sources_of(ENROLLMENT, "reopen") == REOPENABLE_ENROLLMENT
    assert {EnrollmentState.STOPPED, EnrollmentState.FAILED, EnrollmentState.REPLIED} == REOPENABLE_ENROLLMENT


@pytest.mark.parametrize("state", sorted(ENDED_ENROLLMENT - REOPENABLE_ENROLLMENT - {EnrollmentState.FINISHED}))
def test_who_said_no_is_active_again_only_where_it_was_read_wrongly(state: EnrollmentState) -> None:
    assert events_of(ENROLLMENT, state) == {"correct"}


def test_who_finished_goes_on_only_where_a_person_asks_for_new_last_steps() -> None:
    assert events_of(ENROLLMENT, EnrollmentState.FINISHED) == {"extend"}


def test_every_end_is_reached_from_active_in_one_move() -> None:
    ends = {move(ENROLLMENT, EnrollmentState.ACTIVE, event) for event in events_of(ENROLLMENT, EnrollmentState.ACTIVE)}
    assert ends == ENDED_ENROLLMENT


def test_every_open_touch_can_be_held_skipped_or_cancelled_unless_it_is_so_already() -> None:
    assert sources_of(TOUCH, "cancel") == sources_of(TOUCH, "skip") == OPEN_TOUCH
    assert sources_of(TOUCH, "hold") == OPEN_TOUCH - {TouchState.HELD}


def test_the_truth_that_a_mail_left_can_always_be_written() -> None:
    assert sources_of(TOUCH, "send") == OPEN_TOUCH | {TouchState.CANCELLED}


def test_what_was_completed_stays_so_but_for_a_mail_that_came_back() -> None:
    assert events_of(TOUCH, TouchState.SENT) == {"reopen"}
    assert not any(events_of(TOUCH, state) for state in COMPLETED_TOUCH - {TouchState.SENT})
    assert COMPLETED_TOUCH < CLOSED_TOUCH == set(TouchState) - OPEN_TOUCH


def test_a_task_is_closed_once() -> None:
    assert sources_of(TASK, "cancel") == {TaskState.OPEN}
    assert not any(events_of(TASK, state) for state in FINAL_TASK)
