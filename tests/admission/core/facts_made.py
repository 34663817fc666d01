"""Facts of a mail that nothing speaks against, for tests that change one of them."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from admission.core.facts import Facts, SubjectFacts
from admission.core.policy import Policy
from app.core.windows import Hours, daily

TEN = datetime(2027, 3, 9, 10, 0, tzinfo=UTC)  # a Tuesday
TUESDAY = date(2027, 3, 9)
TICK = timedelta(microseconds=1)
OFFICE = daily(frozenset({1, 2, 3, 4, 5}), time(8), time(18))
DEFAULTS = Policy()

SUBJECT = SubjectFacts(hours=Hours(OFFICE, "UTC"), address="ada@acme.example", recipient_id=7)
FACTS = Facts(
    now=TEN,
    world_now=TEN,
    subject=SUBJECT,
    endpoint_allowed=True,
    halted=False,
    delivery_state="prepared",
    not_before=None,
    sealed_address="ada@acme.example",
    recipient_id=7,
    copy_elsewhere=False,
    fence=0,
    stop_fence=0,
    suppressed=False,
    opt_out_open=False,
    mailbox_state="connected",
    limited_until=None,
    mailbox_zone="UTC",
    daily_cap=20,
    rolling_cap=400,
    gap_seconds=240,
    gap_jitter=50,
    day=TUESDAY,
    used_today=0,
    last_send_at=None,
    drawn_jitter=0.0,
    in_flight=False,
    rolling_freed_at=None,
    person_last_at=None,
    person_count=0,
    person_freed_at=None,
    inbox_read_at=None,
    inbox_missing=False,
    full=(),
    health="pass",
    health_good_until=TEN + timedelta(days=3650),
)


def facts(**changes: Any) -> Facts:
    """The facts with some changed."""
    return replace(FACTS, **changes)


def of_subject(**changes: Any) -> Facts:
    """The facts with some of the subject's changed."""
    return replace(FACTS, subject=replace(SUBJECT, **changes))
