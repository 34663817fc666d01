"""When people are told: at once but for quiet hours, or at the hour of the digest; and of what."""

from datetime import UTC, datetime, time

import pytest

from sequences.core import notices
from sequences.core.notices import DIGEST, NOW, OFF, Times

MADRID = Times("Europe/Madrid", time(20), time(7, 30), time(8))  # two hours before UTC in summer


@pytest.mark.parametrize(
    ("clock", "chosen", "told"),
    [
        ((1, 10, 0), NOW, (1, 10, 0)),
        ((1, 18, 0), NOW, (2, 5, 30)),  # 20:00 in Madrid is quiet, across midnight
        ((1, 23, 0), NOW, (2, 5, 30)),
        ((2, 5, 29), NOW, (2, 5, 30)),
        ((2, 5, 30), NOW, (2, 5, 30)),
        ((1, 10, 0), DIGEST, (2, 6, 0)),
        ((2, 5, 59), DIGEST, (2, 6, 0)),
        ((2, 6, 0), DIGEST, (3, 6, 0)),
    ],
)
def test_what_happens_in_quiet_hours_waits_for_their_end_and_a_digest_for_its_hour(
    clock: tuple[int, int, int], chosen: str, told: tuple[int, int, int]
) -> None:
    now, then = (datetime(2027, 7, *parts, tzinfo=UTC) for parts in (clock, told))
    assert notices.due_at(chosen, now, MADRID) == then


def test_without_quiet_hours_everything_is_told_at_once() -> None:
    now = datetime(2027, 7, 1, 1, tzinfo=UTC)
    assert notices.due_at(NOW, now, Times("UTC", None, None, time(8))) == now


@pytest.mark.parametrize("kind", ["recipient.absent", "outcome.recorded", "delivery.deferred", "recipient.unreadable"])
def test_machine_answers_tell_nobody(kind: str) -> None:
    assert notices.kind_of(kind, {"outcome": "absent"}) is None


def test_a_pause_by_a_person_is_not_one_by_a_rule() -> None:
    assert notices.kind_of("campaign.paused", {"by": 7}) is None
    assert notices.kind_of("campaign.paused", {"by": None}) == notices.PAUSED


def test_a_positive_reply_that_is_off_is_told_as_a_reply() -> None:
    assert notices.choice({notices.POSITIVE: OFF, notices.REPLY: DIGEST}, notices.POSITIVE) == DIGEST
    assert notices.choice({}, notices.POSITIVE) == NOW
