"""What only Gmail does: quotas, threads, history, grants that die."""

from base64 import urlsafe_b64encode
from datetime import timedelta

import httplib2
import pytest

from mailboxes.core.errors import CredentialError, Scope, TransportError, VerdictUnknown
from mailboxes.transports.base import Found, Unknown
from mailboxes.wire.gmail_api import resources
from tests.contracts.conftest import Way
from tests.mailboxes.accounts import ADA, a_mail

TOKEN, MESSAGE_ID = "token-1", "token-1@acme.example"


@pytest.mark.parametrize(
    ("wish", "least", "most"),
    [(5, 5, 5), ("date:120", 110, 120), ("text:120", 110, 120), (31_536_000, 604_800, 604_800)],
    ids=["seconds", "date", "in the text", "a year"],
)
def test_a_429_says_how_long_to_wait(gmail: Way, wish: int | str, least: int, most: int) -> None:
    gmail.simulator.fault("status", status=429, retry_after=wish)
    with pytest.raises(TransportError) as caught:
        gmail.send()
    assert (caught.value.scope, caught.value.permanent, caught.value.code) == (Scope.MAILBOX, False, 429)
    assert caught.value.retry_after is not None
    assert timedelta(seconds=least) <= caught.value.retry_after <= timedelta(seconds=most)
    assert (gmail.posts(), gmail.accepted()) == (1, 0)


def test_a_429_without_a_time_leaves_it_to_us(gmail: Way) -> None:
    gmail.simulator.fault("status", status=429)
    with pytest.raises(TransportError) as caught:
        gmail.send()
    assert caught.value.retry_after is None


@pytest.mark.parametrize(
    ("reason", "scope"), [("userRateLimitExceeded", Scope.MAILBOX), ("dailyLimitExceeded", Scope.PROVIDER)]
)
def test_a_403_is_read_by_its_reason(gmail: Way, reason: str, scope: Scope) -> None:
    gmail.simulator.fault("status", status=403, reason=reason)
    with pytest.raises(TransportError) as caught:
        gmail.send()
    assert (caught.value.scope, caught.value.permanent) == (scope, False)


def test_a_mailbox_we_may_not_use_must_be_connected_again(gmail: Way) -> None:
    gmail.simulator.fault("status", status=403, reason="insufficientPermissions")
    with pytest.raises(CredentialError) as caught:
        gmail.send()
    assert caught.value.reconnect


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_a_5xx_on_a_send_is_unknown_and_posted_once(gmail: Way, status: int) -> None:
    gmail.simulator.fault("accept-then-status", status=status, times=3)
    with pytest.raises(VerdictUnknown):
        gmail.send()
    assert (gmail.posts(), gmail.accepted()) == (1, 1)


def test_a_drip_of_bytes_does_not_outlive_the_deadline(gmail: Way) -> None:
    gmail.simulator.fault("accept-then-drip", seconds=0.2)
    with pytest.raises(VerdictUnknown):
        gmail.send(within=0.7)
    assert gmail.posts() == 1


def test_a_token_that_died_is_refused_once_and_fetched_anew(gmail: Way) -> None:
    gmail.simulator.account(ADA, expire_tokens=True)
    with pytest.raises(CredentialError) as caught:
        gmail.send()
    assert not caught.value.reconnect
    gmail.transport.ready()
    gmail.send()
    assert gmail.accepted() == 1


def test_a_fresh_token_that_is_refused_as_well_asks_for_a_person(gmail: Way) -> None:
    for reconnect in (False, True):
        gmail.simulator.account(ADA, expire_tokens=True)
        with pytest.raises(CredentialError) as caught:
            gmail.send()
        assert caught.value.reconnect is reconnect
        gmail.transport.ready()
    assert (gmail.posts(), gmail.accepted()) == (0, 0)


def test_a_read_refreshes_a_dead_token_by_itself(gmail: Way) -> None:
    gmail.simulator.account(ADA, expire_tokens=True)
    assert gmail.transport.position().keys() == {"history_id"}


def test_a_revoked_grant_asks_for_a_person(gmail: Way) -> None:
    gmail.simulator.account(ADA, revoked=True)
    with pytest.raises(CredentialError) as caught:
        gmail.transport.position()
    assert caught.value.reconnect


def test_a_follow_up_joins_its_thread(gmail: Way) -> None:
    opener = gmail.send()
    real = gmail.transport.real_message_id(opener)
    follow_up = gmail.send(a_mail("token-2", cites=real), thread=opener.provider_thread_id)
    assert follow_up.provider_thread_id == opener.provider_thread_id


@pytest.mark.parametrize("mode", ["rewrite", "rewrite-and-drop"])
def test_a_rewritten_message_id_is_learned(gmail: Way, mode: str) -> None:
    gmail.simulator.account(ADA, message_ids=mode)
    real = gmail.transport.real_message_id(gmail.send())
    assert real is not None
    assert real != MESSAGE_ID
    assert real == gmail.simulator.journal("accept")[0]["message_id"]


@pytest.mark.parametrize("fault", ["status", "close"])
def test_a_failed_look_up_of_the_id_is_only_none(gmail: Way, fault: str) -> None:
    receipt = gmail.send()
    gmail.simulator.fault(fault, "get")
    assert gmail.transport.real_message_id(receipt) is None


@pytest.mark.parametrize("mode", ["keep", "rewrite", "rewrite-and-drop"])
def test_what_was_sent_is_found_by_our_reference_in_every_mode(gmail: Way, mode: str) -> None:
    gmail.simulator.account(ADA, message_ids=mode)
    since = gmail.transport.position()
    gmail.simulator.fault("accept-then-close")
    with pytest.raises(VerdictUnknown):
        gmail.send()
    found = gmail.transport.find_sent(TOKEN, MESSAGE_ID, since)
    assert isinstance(found, Found)
    assert found.receipt.message_id == gmail.simulator.journal("accept")[0]["message_id"]


@pytest.mark.parametrize("operation", ["history", "get"])
def test_a_read_that_breaks_off_proves_nothing(gmail: Way, operation: str) -> None:
    since = gmail.transport.position()
    gmail.send(a_mail("token-2"))
    gmail.simulator.fault("status", operation, status=503)
    assert isinstance(gmail.transport.find_sent(TOKEN, MESSAGE_ID, since), Unknown)


def test_the_librarys_own_transport_would_have_posted_twice(gmail: Way) -> None:
    """The trap that ours avoids; should this fail one day, the library has learned."""
    gmail.simulator.fault("accept-then-close")
    stock = httplib2.Http(timeout=5)
    body = {"raw": urlsafe_b64encode(a_mail()).decode()}
    request = resources(gmail.simulator.http).messages.send(userId="me", body=body)
    request.headers["authorization"] = f"Bearer {gmail.transport._token}"  # type: ignore[attr-defined]
    request.execute(http=stock, num_retries=0)
    stock.close()
    assert gmail.simulator.counts()["posts_by_token"] == {TOKEN: 2}
    assert gmail.accepted() == 2
