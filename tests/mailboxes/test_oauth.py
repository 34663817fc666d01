import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mailboxes.core.errors import CredentialError
from mailboxes.oauth import MARGIN, AccessTokens
from mailboxes.wire.http_client import HttpClient
from tests.mailboxes.accounts import gmail_account
from tests.mailboxes.stubs import http_answer, http_stub

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


class Hands:
    """A machine clock that a test moves."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def client() -> Iterator[HttpClient]:
    opened = HttpClient(None)
    yield opened
    opened.close()


def granting(*, life: object = 3600) -> object:
    numbers = iter(range(1, 100))
    return lambda _: http_answer(json.dumps({"access_token": f"access-{next(numbers)}", "expires_in": life}).encode())


def test_a_token_is_asked_for_once_and_again_before_it_dies(client: HttpClient) -> None:
    clock = Hands()
    tokens = AccessTokens(now=clock)
    with http_stub(granting()) as stub:  # type: ignore[arg-type]
        account = gmail_account(stub.url, f"{stub.url}/token")
        assert [tokens.get(account, client) for _ in range(3)] == ["access-1"] * 3
        clock.now += timedelta(hours=1) - MARGIN + timedelta(seconds=1)
        assert tokens.get(account, client) == "access-2"
    assert len(stub.seen) == 2
    assert b"grant_type=refresh_token" in stub.seen[0]
    assert b"canary-secret" in stub.seen[0]


@pytest.mark.parametrize("life", [None, "soon", -5, 0, 10**12])
def test_a_strange_life_is_taken_for_a_bounded_one(client: HttpClient, life: object) -> None:
    clock = Hands()
    tokens = AccessTokens(now=clock)
    with http_stub(granting(life=life)) as stub:  # type: ignore[arg-type]
        account = gmail_account(stub.url, f"{stub.url}/token")
        tokens.get(account, client)
        clock.now += timedelta(days=1)
        assert tokens.get(account, client) == "access-2"


def test_a_reconnected_mailbox_never_gets_the_old_token(client: HttpClient) -> None:
    tokens = AccessTokens(now=Hands())
    with http_stub(granting()) as stub:  # type: ignore[arg-type]
        account = gmail_account(stub.url, f"{stub.url}/token")
        again = replace(account, secret={**account.secret, "refresh_token": "another"})
        assert (tokens.get(account, client), tokens.get(again, client)) == ("access-1", "access-2")


def test_dropping_an_old_token_keeps_the_newer_one(client: HttpClient) -> None:
    tokens = AccessTokens(now=Hands())
    with http_stub(granting()) as stub:  # type: ignore[arg-type]
        account = gmail_account(stub.url, f"{stub.url}/token")
        tokens.drop(account, tokens.get(account, client))
        assert tokens.get(account, client) == "access-2"
        tokens.drop(account, "access-1")
        assert tokens.get(account, client) == "access-2"


def test_eight_threads_share_one_refresh() -> None:
    tokens = AccessTokens(now=Hands())
    got: list[str] = []
    gate = threading.Barrier(8)

    def ask() -> None:
        client = HttpClient(None)
        gate.wait(5)
        got.append(tokens.get(account, client))
        client.close()

    with http_stub(granting()) as stub:  # type: ignore[arg-type]
        account = gmail_account(stub.url, f"{stub.url}/token")
        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)
    assert (got, len(stub.seen)) == (["access-1"] * 8, 1)


@pytest.mark.parametrize(
    ("status", "body", "reconnect"),
    [
        ("400 Bad Request", b'{"error": "invalid_grant", "error_description": "canary-text"}', True),
        ("400 Bad Request", b'{"error": "invalid_request"}', False),
        ("401 Unauthorized", b'{"error": "invalid_client"}', False),
        ("429 Slow", b'{"error": "rate_limited"}', False),
        ("500 Down", b'{"error": "invalid_grant"}', False),
        ("503 Down", b"<html>canary-text</html>", False),
        ("307 Elsewhere", b"", False),
        ("200 OK", b"{}", False),
        ("200 OK", b"[1]", False),
        ("200 OK", b'{"access_token": 5}', False),
    ],
)
def test_only_a_dead_grant_asks_for_a_person(client: HttpClient, status: str, body: bytes, reconnect: bool) -> None:
    with http_stub(lambda _: http_answer(body, status=status)) as stub:
        account = gmail_account(stub.url, f"{stub.url}/token")
        with pytest.raises(CredentialError) as caught:
            AccessTokens(now=Hands()).get(account, client)
    assert caught.value.reconnect == reconnect
    assert "canary" not in str(caught.value)
    assert len(stub.seen) == 1


def test_a_token_endpoint_that_hangs_up_is_asked_later(client: HttpClient) -> None:
    with http_stub(lambda _: None) as stub:
        account = gmail_account(stub.url, f"{stub.url}/token")
        with pytest.raises(CredentialError) as caught:
            AccessTokens(now=Hands()).get(account, client)
    assert not caught.value.reconnect


def test_a_grant_that_is_not_complete_needs_a_person(client: HttpClient) -> None:
    account = replace(gmail_account("http://127.0.0.1:9", "http://127.0.0.1:9/token"), secret={"refresh_token": "x"})
    with pytest.raises(CredentialError) as caught:
        AccessTokens(now=Hands()).get(account, client)
    assert caught.value.reconnect
