"""When a provider is left alone and how it is tried again."""

from datetime import UTC, datetime, timedelta

import pytest

from app.core.machine import IllegalMove
from mailboxes.core.breaker import (
    FIRST_WAIT,
    LONGEST_WAIT,
    PROBE_WITHIN,
    TRIP_AFTER,
    Breaker,
    Cause,
    Fault,
    answers,
    closed,
    fault_of,
    given_back,
    opens,
    probing,
    shuts_out,
    tripped,
)
from mailboxes.core.errors import CredentialError, InboundError, MarkLost, Scope, TransportError, VerdictUnknown
from mailboxes.core.gmail_replies import GmailReply, refusal
from mailboxes.core.states import BreakerState

NOW = datetime(2027, 3, 9, 10, 0, tzinfo=UTC)
SILENCE = Fault(Cause.NO_ANSWER)


def a_refusal(scope: Scope, *, code: int | None = 451, unused: bool = False) -> TransportError:
    return TransportError("no", scope=scope, permanent=False, code=code, unused=unused)


def of_a_feed(cause: Exception | None) -> InboundError:
    error = InboundError("could not be read")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (VerdictUnknown(), Cause.NO_ANSWER),
        (a_refusal(Scope.PROVIDER, code=None), Cause.NO_ANSWER),
        (a_refusal(Scope.PROVIDER, code=421), Cause.REFUSED),
        (of_a_feed(None), Cause.NO_ANSWER),
        (of_a_feed(a_refusal(Scope.PROVIDER)), Cause.REFUSED),
    ],
)
def test_silence_and_a_no_to_everybody_speak_against_the_provider(error: Exception, cause: Cause) -> None:
    assert fault_of(error) == Fault(cause)
    assert not answers(error)


OTHERS = [scope for scope in Scope if scope is not Scope.PROVIDER]


@pytest.mark.parametrize("scope", OTHERS)
def test_a_no_to_one_mail_or_mailbox_proves_that_the_provider_works(scope: Scope) -> None:
    assert fault_of(a_refusal(scope)) is None
    assert answers(a_refusal(scope))


def test_a_mailbox_that_nobody_can_read_proves_that_its_provider_works() -> None:
    sick = InboundError("no INBOX", of_mailbox=True)
    assert (fault_of(sick), answers(sick)) == (None, True)


@pytest.mark.parametrize(
    "error",
    [
        CredentialError("the password was refused", reconnect=True),
        CredentialError("no token now", reconnect=False),
        MarkLost(),
        a_refusal(Scope.PROVIDER, code=None, unused=True),
        of_a_feed(a_refusal(Scope.MAILBOX)),
        InboundError("expired", cursor_expired=True),
    ],
)
def test_what_speaks_of_one_mailbox_or_of_nobody_counts_for_nothing(error: Exception) -> None:
    assert fault_of(error) is None
    assert not answers(error)


def test_five_failures_in_a_row_are_enough_and_four_are_not() -> None:
    assert not opens(TRIP_AFTER - 1, SILENCE)
    assert opens(TRIP_AFTER, SILENCE)


def test_a_spent_day_is_enough_at_once_and_lasts_until_the_project_has_a_new_one() -> None:
    said = refusal(GmailReply(403, "dailyLimitExceeded", "", None), now=NOW, began=True)
    assert isinstance(said, TransportError)
    fault = fault_of(said)
    assert fault == Fault(Cause.SPENT)
    assert opens(1, fault)
    assert tripped(Breaker(), fault, NOW, chance=0).until == datetime(2027, 3, 10, 8, 0, tzinfo=UTC)  # midnight there


def test_what_the_provider_asks_for_is_kept_up_to_a_day() -> None:
    asked = timedelta(hours=2)
    assert tripped(Breaker(), Fault(Cause.REFUSED, asked), NOW, chance=0).until == NOW + asked
    absurd = Fault(Cause.SPENT, timedelta(days=400))
    assert tripped(Breaker(), absurd, NOW, chance=0).until == NOW + timedelta(days=1)


def test_waits_double_until_ten_minutes() -> None:
    breaker, waits = Breaker(), []
    now = NOW
    for _ in range(8):
        breaker = tripped(breaker, SILENCE, now, chance=1)
        assert breaker.until is not None
        waits.append(breaker.until - now)
        now = breaker.until
        breaker = probing(breaker, now)
    assert waits[:3] == [FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT]
    assert waits[-1] == LONGEST_WAIT


def test_nobody_goes_there_before_its_time_and_one_at_a_time_after_it() -> None:
    opened = tripped(Breaker(), SILENCE, NOW, chance=1)
    assert shuts_out(opened, NOW + FIRST_WAIT - timedelta(seconds=1))
    assert not shuts_out(opened, NOW + FIRST_WAIT)
    tried = probing(opened, NOW + FIRST_WAIT)
    assert shuts_out(tried, NOW + FIRST_WAIT + PROBE_WITHIN - timedelta(seconds=1))


def test_a_try_that_came_to_nothing_lets_the_next_one_try_at_once() -> None:
    again = given_back(probing(tripped(Breaker(), SILENCE, NOW, chance=1), NOW), NOW)
    assert (again.state, again.trips) == (BreakerState.OPEN, 1)
    assert not shuts_out(again, NOW)


def test_an_answer_forgets_everything() -> None:
    assert closed(probing(tripped(Breaker(), SILENCE, NOW, chance=1), NOW)) == Breaker()


def test_who_is_closed_cannot_be_tried() -> None:
    with pytest.raises(IllegalMove):
        probing(Breaker(), NOW)
