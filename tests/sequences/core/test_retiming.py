"""Where a waiting step goes when hours change: G-SCH-02's holiday that is taken away, and what others had moved."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from app.core.window_text import window_of_text
from app.core.windows import ALWAYS, DaysOff, Hours
from sequences.core.due import Due
from sequences.core.following import due_next
from sequences.core.retiming import WaitingStep, retimed

OFFICE = window_of_text("mon-fri 09:00-17:00")
BEFORE = Hours(OFFICE, "UTC", frozenset({date(2027, 5, 17)}))
AFTER = Hours(OFFICE, "UTC")
FRIDAY = datetime(2027, 5, 14, 16, 0, tzinfo=UTC)
SUNDAY = datetime(2027, 5, 16, 12, 0, tzinfo=UTC)


def waiting(amount: int = 1, unit: str = "business_days", **changes: object) -> WaitingStep:
    due = due_next(FRIDAY, amount, unit, BEFORE, 0.5, None)
    step = WaitingStep(due, False, FRIDAY, amount, unit, 0.5, None)
    return replace(step, **changes)  # type: ignore[arg-type]  # of the test's own making


def test_a_step_moves_to_where_it_would_have_been_from_the_start() -> None:
    moved = retimed(waiting(), BEFORE, AFTER, SUNDAY)
    assert moved == due_next(FRIDAY, 1, "business_days", AFTER, 0.5, None)
    assert moved is not None
    assert moved.eligible_at.date() == date(2027, 5, 17)
    assert retimed(waiting(), BEFORE, BEFORE, SUNDAY) is None


def test_what_waited_for_its_window_alone_waits_for_the_new_one() -> None:
    step = waiting(3, "days", for_window=True)
    step = replace(step, due=Due(step.due.due_at, datetime(2027, 5, 18, 9, 0, tzinfo=UTC)))
    assert retimed(step, BEFORE, AFTER, SUNDAY) == Due(step.due.due_at, step.due.due_at), "Monday 16:00 is open now"


def test_what_somebody_put_off_stays_unless_its_place_is_closed_now() -> None:
    later = datetime(2027, 5, 20, 10, 0, tzinfo=UTC)
    step = waiting()
    step = replace(step, due=Due(step.due.due_at, later))
    moved = retimed(step, BEFORE, AFTER, SUNDAY)
    assert moved is not None
    assert moved.eligible_at == later
    shut = Hours(OFFICE, "UTC", frozenset({later.date()}))
    pushed = retimed(step, BEFORE, shut, SUNDAY)
    assert pushed is not None
    assert pushed.eligible_at.date() == date(2027, 5, 21)


def test_a_step_that_would_never_leave_stays_where_it_is() -> None:
    never = Hours(OFFICE, "UTC", DaysOff(away=((date(2027, 1, 1), date(2037, 1, 1)),)))
    assert retimed(waiting(), BEFORE, never, SUNDAY) is None


def test_a_known_absence_is_kept() -> None:
    until = SUNDAY + timedelta(days=10)
    step = waiting(absent_until=until, due=due_next(FRIDAY, 1, "business_days", BEFORE, 0.5, until))
    moved = retimed(step, BEFORE, AFTER, SUNDAY)
    assert moved is not None
    assert moved.eligible_at >= until


MORNINGS = Hours(window_of_text("mon-fri 09:00-10:00"), "UTC")


def test_an_instant_is_drawn_where_campaign_and_mailbox_are_open() -> None:
    """In the office's hours alone the chance falls on the afternoon, in which this mailbox sends nothing."""
    due = due_next(FRIDAY, 1, "business_days", AFTER, 0.5, None, own=MORNINGS)
    assert due.due_at == datetime(2027, 5, 17, 9, 0, tzinfo=UTC)
    assert due.eligible_at == datetime(2027, 5, 17, 9, 30, 30, tzinfo=UTC)


def test_days_are_the_campaigns_and_a_mailbox_that_is_away_moves_the_instant_alone() -> None:
    away = Hours(ALWAYS, "UTC", DaysOff(away=((date(2027, 5, 17), date(2027, 5, 18)),)))
    due = due_next(FRIDAY, 1, "business_days", AFTER, 0.5, None, own=away)
    assert (due.due_at.date(), due.eligible_at.date()) == (date(2027, 5, 17), date(2027, 5, 19))


def test_where_the_two_never_meet_the_campaigns_hours_are_drawn_from() -> None:
    nights = Hours(window_of_text("mon-fri 20:00-22:00"), "UTC")
    plain = due_next(FRIDAY, 1, "business_days", AFTER, 0.5, None)
    assert due_next(FRIDAY, 1, "business_days", AFTER, 0.5, None, own=nights) == plain


def test_a_step_moves_within_the_hours_of_its_mailbox() -> None:
    due = due_next(FRIDAY, 1, "business_days", BEFORE, 0.5, None, own=MORNINGS)
    moved = retimed(waiting(due=due, own=MORNINGS), BEFORE, AFTER, SUNDAY)
    assert moved == due_next(FRIDAY, 1, "business_days", AFTER, 0.5, None, own=MORNINGS)
