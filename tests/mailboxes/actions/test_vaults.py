"""Refreshes that meet: one valid token stays stored, whoever was faster, and only a dead grant needs a person (F26)."""

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from app.actions import clock
from mailboxes.actions import vaults
from mailboxes.actions.accounts import account_of
from mailboxes.actions.mailboxes import Connection, connect, disconnect
from mailboxes.actions.vaults import StoredVault, opened_secret
from mailboxes.core.account import Account
from mailboxes.core.errors import CredentialError
from mailboxes.core.scopes import READ, SEND
from mailboxes.models import Credential, Mailbox
from mailboxes.oauth import MARGIN, AccessTokens
from mailboxes.oauth.tokens import EARLY, TRY_AGAIN
from mailboxes.wire.http_client import HttpClient
from tests.factories import a_workspace
from tests.journeys.running import a_gmail
from tests.plugins.simulator import Simulator, simulator, simulator_process
from tests.plugins.world import World

__all__ = ["simulator", "simulator_process"]

pytestmark = pytest.mark.django_db(transaction=True)

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


class Hands:
    """A machine clock that a test moves."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def mailbox(simulator: Simulator, world: World) -> Mailbox:
    return a_gmail(a_workspace(), simulator, world)


@pytest.fixture
def rotating(mailbox: Mailbox, simulator: Simulator) -> Mailbox:
    """A provider that gives a new refresh token each time and lets the one before die at once."""
    simulator.account(mailbox.address, rotate_refresh_tokens=True)
    return mailbox


@pytest.fixture
def client() -> Iterator[HttpClient]:
    opened = HttpClient(None)
    yield opened
    opened.close()


def stored(mailbox: Mailbox) -> dict[str, str]:
    return opened_secret(mailbox.id, Credential.objects.get(mailbox=mailbox).sealed)


def a_process() -> AccessTokens:
    """What another process has: a cache of its own."""
    return AccessTokens(now=clock.now)


def at_once(works: list[Callable[[], object]]) -> list[object]:
    gate, ends = threading.Barrier(len(works)), list[object]()

    def run(work: Callable[[], object]) -> None:
        gate.wait(5)
        try:
            ends.append(work())
        except CredentialError as error:
            ends.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return ends


def asking(account: Account, tokens: AccessTokens) -> Callable[[], str]:
    def ask() -> str:
        client = HttpClient(None)
        try:
            return tokens.get(account, client)
        finally:
            client.close()

    return ask


def test_processes_that_refresh_at_once_keep_the_one_valid_refresh_token(rotating: Mailbox, client: HttpClient) -> None:
    """Every one of them holds the account as it was read before: the first refresh makes that secret an old one."""
    account = account_of(rotating)
    got = at_once([asking(account, a_process()) for _ in range(4)])
    assert len(set(map(str, got))) == 4
    assert all(isinstance(one, str) for one in got)
    assert stored(rotating)["refresh_token"] == f"refresh:{rotating.address}#4"
    assert a_process().get(account_of(rotating), client)


def test_threads_of_one_process_share_one_refresh(rotating: Mailbox) -> None:
    account, process = account_of(rotating), a_process()
    got = at_once([asking(account, process) for _ in range(8)])
    assert len(set(map(str, got))) == 1
    assert stored(rotating)["refresh_token"] == f"refresh:{rotating.address}#1"


def test_a_renewed_token_needs_no_new_connection(rotating: Mailbox, client: HttpClient) -> None:
    before, process = account_of(rotating), a_process()
    token = process.get(before, client)
    assert account_of(rotating).version == before.version
    assert process.get(account_of(rotating), client) == token


def test_a_mailbox_connected_anew_meanwhile_keeps_the_newer_secret(mailbox: Mailbox) -> None:
    workspace = mailbox.workspace
    again = Connection(kind="gmail", address=mailbox.address, secret={**stored(mailbox), "refresh_token": "newer"})
    with StoredVault(mailbox.id).turn() as turn:
        disconnect(mailbox)
        connect(workspace, again)
        turn.keep({**turn.secret, "refresh_token": "older"})
    assert stored(mailbox)["refresh_token"] == "newer"


def test_the_refusal_of_an_older_grant_raises_no_alarm_about_the_newer_one(mailbox: Mailbox) -> None:
    again = Connection(kind="gmail", address=mailbox.address, secret={**stored(mailbox), "refresh_token": "newer"})

    def refused_meanwhile() -> None:
        with StoredVault(mailbox.id).turn():
            disconnect(mailbox)
            connect(mailbox.workspace, again)
            raise CredentialError("invalid_grant", reconnect=True)

    with pytest.raises(CredentialError) as caught:
        refused_meanwhile()
    assert not caught.value.reconnect


def test_a_disconnected_mailbox_gets_no_token_and_no_alarm(mailbox: Mailbox, client: HttpClient) -> None:
    account = account_of(mailbox)
    disconnect(mailbox)
    with pytest.raises(CredentialError) as caught:
        a_process().get(account, client)
    assert not caught.value.reconnect
    assert not Credential.objects.exists()


def test_a_process_that_died_in_its_turn_is_waited_for_and_then_passed(
    mailbox: Mailbox, client: HttpClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vaults, "PATIENCE", timedelta(0))
    lease = Credential.objects.filter(mailbox=mailbox)
    lease.update(refreshing_until=clock.now() + timedelta(seconds=30))
    with pytest.raises(CredentialError) as caught:
        a_process().get(account_of(mailbox), client)
    assert not caught.value.reconnect
    lease.update(refreshing_until=clock.now() - timedelta(seconds=1))
    assert a_process().get(account_of(mailbox), client)
    assert Credential.objects.get(mailbox=mailbox).refreshing_until is None


def test_a_failed_refresh_gives_its_turn_back(mailbox: Mailbox, simulator: Simulator, client: HttpClient) -> None:
    simulator.fault("status", "token", status=503)
    with pytest.raises(CredentialError):
        a_process().get(account_of(mailbox), client)
    assert Credential.objects.get(mailbox=mailbox).refreshing_until is None


@pytest.mark.parametrize("fault", [{"kind": "status", "status": 503}, {"kind": "close"}, {"kind": "truncate"}])
def test_an_endpoint_in_trouble_is_not_noticed_while_the_token_lives(
    mailbox: Mailbox, simulator: Simulator, client: HttpClient, fault: dict[str, Any]
) -> None:
    hands = Hands()
    process = AccessTokens(now=hands)
    token = process.get(account_of(mailbox), client)
    hands.now += timedelta(hours=1) - EARLY + timedelta(seconds=1)
    simulator.fault(op="token", times=2, **fault)
    assert process.get(account_of(mailbox), client) == token
    assert process.get(account_of(mailbox), client) == token  # and asks no more for half a minute
    hands.now += TRY_AGAIN
    assert process.get(account_of(mailbox), client) == token
    hands.now += TRY_AGAIN
    assert process.get(account_of(mailbox), client) != token
    assert hands.now < NOON + timedelta(hours=1) - MARGIN


@pytest.mark.parametrize("left", [SEND, READ, "https://www.googleapis.com/auth/gmail.metadata"])
def test_a_narrowed_grant_needs_a_person(mailbox: Mailbox, simulator: Simulator, client: HttpClient, left: str) -> None:
    simulator.account(mailbox.address, scope=left)
    with pytest.raises(CredentialError, match="does not allow all we need") as caught:
        a_process().get(account_of(mailbox), client)
    assert caught.value.reconnect


def test_a_renewed_refresh_token_is_stored_sealed(rotating: Mailbox, client: HttpClient) -> None:
    row = Credential.objects.get(mailbox=rotating)
    a_process().get(account_of(rotating), client)
    after = Credential.objects.get(mailbox=rotating)
    assert "refresh:" not in after.sealed
    assert after.sealed != row.sealed
    assert after.updated_at == row.updated_at
    assert "refresh:" not in repr(account_of(rotating))
