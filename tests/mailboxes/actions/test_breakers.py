"""Breakers as rows: one try at a time among all processes, and owners who are told once."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import DatabaseError

from app.actions import clock
from app.models import Event, Workspace
from mailboxes.actions import breakers, isolation
from mailboxes.actions.isolation import NotNow, NotReadNow
from mailboxes.core.breaker import PROBE_WITHIN, TRIP_AFTER, Cause, Fault
from mailboxes.core.errors import CredentialError, InboundError, Scope, TransportError, VerdictUnknown
from mailboxes.core.providers import Way
from mailboxes.models import Mailbox, ProviderBreaker
from tests.factories import a_mailbox, a_workspace
from tests.plugins.world import World
from tests.races.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

HERE = {
    "smtp": {"host": "smtp.acme.example", "port": 587, "security": "starttls"},
    "imap": {"host": "imap.acme.example", "port": 993, "security": "tls"},
}
OUT, IN = "smtp:smtp.acme.example:587", "imap:imap.acme.example:993"


@pytest.fixture
def workspace(world: World) -> Workspace:
    return a_workspace()


@pytest.fixture
def mailbox(workspace: Workspace) -> Mailbox:
    return a_mailbox(workspace, kind="smtp", endpoints=HERE)


def use(mailbox: Mailbox, error: Exception | None = None, *, way: Way = "out", proof: bool = True) -> None:
    """One use, whose one call fails with this error where one is given."""
    with isolation.admitted(mailbox.id, way, "1") as used, suppress(Exception), used.calling(proof=proof):
        if error is not None:
            raise error


def failed(mailbox: Mailbox, times: int = TRIP_AFTER) -> None:
    for _ in range(times):
        use(mailbox, VerdictUnknown())


def row(provider: str = OUT) -> ProviderBreaker:
    return ProviderBreaker.objects.get(provider=provider)


def its_time_is_over() -> None:
    ProviderBreaker.objects.update(until=clock.now())
    breakers.known.forget()


def told(kind: str) -> list[tuple[int, int, int]]:
    """Workspace, mailbox and number of mailboxes of each event of this kind."""
    found = Event.objects.filter(kind=kind).order_by("id")
    return [(event.workspace_id, event.subject_id, event.data["mailboxes"]) for event in found]


def test_five_failures_in_a_row_open_it_for_every_mailbox_there(workspace: Workspace, mailbox: Mailbox) -> None:
    other = a_mailbox(workspace, kind="smtp", endpoints=HERE)
    elsewhere = a_mailbox(workspace)
    failed(mailbox)
    with pytest.raises(NotNow, match="does not answer now") as refused:
        use(other)
    assert refused.value.reason == isolation.DOWN
    use(elsewhere)
    assert (row().state, row().cause, row().trips) == ("open", "no_answer", 1)


def test_an_answer_in_between_begins_the_count_anew(mailbox: Mailbox) -> None:
    failed(mailbox, TRIP_AFTER - 1)
    use(mailbox, TransportError("no", scope=Scope.RECIPIENT, permanent=True, code=550))
    failed(mailbox, TRIP_AFTER - 1)
    assert not ProviderBreaker.objects.exists()


def test_what_is_one_mailbox_s_own_fault_never_opens_it(mailbox: Mailbox) -> None:
    for _ in range(3 * TRIP_AFTER):
        use(mailbox, CredentialError("the password was refused", reconnect=True))
        use(mailbox, TransportError("slow down", scope=Scope.MAILBOX, permanent=False, code=451), proof=False)
    assert not ProviderBreaker.objects.exists()


def test_a_spent_day_opens_it_at_once(mailbox: Mailbox) -> None:
    error = TransportError("403 dailyLimitExceeded", scope=Scope.PROVIDER, permanent=False, code=403)
    error.day_spent = True
    use(mailbox, error)
    until = row().until
    assert row().cause == "spent"
    assert until is not None
    assert until > clock.now() + timedelta(minutes=1)


def test_owners_are_told_once_and_told_when_it_is_over(workspace: Workspace, mailbox: Mailbox) -> None:
    neighbour = a_mailbox(a_workspace(), kind="smtp", endpoints=HERE, provider=OUT)
    a_mailbox(workspace, kind="smtp", endpoints=HERE, provider=OUT)
    use(mailbox)
    failed(mailbox)
    its_time_is_over()
    use(mailbox, VerdictUnknown())
    its_time_is_over()
    use(mailbox)
    owners = [(workspace.id, mailbox.id, 2), (neighbour.workspace_id, neighbour.id, 1)]
    assert told("provider.unavailable") == owners
    assert told("provider.back") == owners


def test_a_failed_try_waits_longer_and_a_good_one_closes_it(mailbox: Mailbox) -> None:
    failed(mailbox)
    its_time_is_over()
    use(mailbox, VerdictUnknown())
    assert (row().state, row().trips) == ("open", 2)
    its_time_is_over()
    use(mailbox)
    assert (row().state, row().trips, row().until) == ("closed", 0, None)
    use(mailbox)


def test_a_login_is_no_proof_so_the_next_one_may_try_at_once(mailbox: Mailbox) -> None:
    failed(mailbox)
    its_time_is_over()
    use(mailbox, proof=False)
    assert row().state == "open"
    use(mailbox)
    assert row().state == "closed"


def test_while_one_tries_nobody_else_may(mailbox: Mailbox) -> None:
    failed(mailbox)
    its_time_is_over()
    with isolation.admitted(mailbox.id, "out", "1") as first:
        assert first.tries
        with pytest.raises(NotNow):
            use(mailbox)
        assert row().state == "half_open"


def test_of_many_threads_exactly_one_tries(mailbox: Mailbox) -> None:
    failed(mailbox)
    its_time_is_over()
    assert sorted(at_once(lambda _: breakers.may_try(OUT), range(6))) == [False] * 5 + [True]


def test_a_try_that_never_came_back_is_a_failed_one(mailbox: Mailbox) -> None:
    failed(mailbox)
    its_time_is_over()
    assert breakers.may_try(OUT)
    until = row().until
    assert until is not None
    assert until > clock.now() + PROBE_WITHIN / 2
    its_time_is_over()
    with pytest.raises(NotNow):
        use(mailbox)
    assert (row().state, row().cause, row().trips) == ("open", "probe_lost", 2)


def test_a_late_failure_of_an_older_call_changes_nothing(mailbox: Mailbox) -> None:
    failed(mailbox)
    before = row().until
    isolation.forget()
    for _ in range(TRIP_AFTER):
        breakers.open_for_all(OUT, Fault(Cause.NO_ANSWER), mailbox_id=mailbox.id, tried=False)
    assert (row().until, row().trips) == (before, 1)
    assert len(told("provider.unavailable")) == 1


def test_reading_and_sending_have_breakers_of_their_own(workspace: Workspace, mailbox: Mailbox) -> None:
    for _ in range(TRIP_AFTER):
        use(mailbox, InboundError("silence"), way="in")
    with pytest.raises(NotReadNow):
        use(mailbox, way="in")
    use(mailbox)
    assert (row(IN).state, told("provider.unavailable")) == ("open", [(workspace.id, mailbox.id, 1)])


def test_reading_by_gmail_that_fails_is_told_to_those_whom_it_sends_for(world: World) -> None:
    ada, bob = (a_mailbox(a_workspace(), endpoints={"api": "https://api.example", "token": ""}) for _ in range(2))
    use(bob)
    for _ in range(TRIP_AFTER):
        use(ada, InboundError("silence"), way="in")
    use(ada)
    assert told("provider.unavailable") == [(mailbox.workspace_id, mailbox.id, 1) for mailbox in (bob, ada)]


def test_one_message_that_cannot_be_read_is_not_the_provider_s_fault(mailbox: Mailbox) -> None:
    for _ in range(2 * TRIP_AFTER):
        with isolation.admitted(mailbox.id, "in", "1") as used:
            with used.calling(proof=True):
                pass
            with suppress(InboundError), used.calling(proof=True):
                raise InboundError("this message")
    assert not ProviderBreaker.objects.exists()


def test_a_mailbox_that_nobody_can_read_is_not_the_provider_s_fault(mailbox: Mailbox) -> None:
    for _ in range(2 * TRIP_AFTER):
        use(mailbox, InboundError("no INBOX", of_mailbox=True), way="in")
    assert not ProviderBreaker.objects.exists()


def test_a_mailbox_learns_who_sends_its_mail_at_its_first_use(mailbox: Mailbox) -> None:
    use(mailbox)
    mailbox.refresh_from_db()
    assert mailbox.provider == OUT


@pytest.mark.parametrize("error", [VerdictUnknown(), CredentialError("no", reconnect=True), ZeroDivisionError()])
def test_the_thread_is_free_again_however_a_call_ended(mailbox: Mailbox, error: Exception) -> None:
    use(mailbox)
    use(mailbox, error)
    with suppress(ZeroDivisionError), isolation.admitted(mailbox.id, "out", "1"):
        raise ZeroDivisionError
    assert not isolation.seats._taken


def test_a_verdict_stands_even_if_the_breaker_cannot_be_written(
    mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def down(*_: object, **__: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(breakers, "open_for_all", down)
    failed(mailbox)
    assert "is not noted" in caplog.text


def test_the_usual_way_asks_the_database_nothing(
    mailbox: Mailbox, django_assert_num_queries: Callable[[int], object]
) -> None:
    use(mailbox)
    with django_assert_num_queries(0):  # type: ignore[attr-defined]
        use(mailbox)
