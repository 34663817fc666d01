"""Transports are kept between sends, made anew when what they were made from changes, and closed when in doubt."""

import threading
from collections import defaultdict
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest

from app.actions import clock
from app.core.errors import Busy
from mailboxes.actions import pool
from mailboxes.actions.places import Places
from mailboxes.actions.watched import WatchedTransport
from mailboxes.core.account import Account
from mailboxes.core.errors import EndpointRefused
from mailboxes.models import Credential, Mailbox
from tests.factories import a_mailbox, a_workspace
from tests.plugins.world import World
from tests.races.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
HERE = {"api": "http://127.0.0.1:9", "token": "http://127.0.0.1:9/token"}


class Kept:
    """A transport that only knows whether it was closed, and for whom it was made."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Kept]:
    found: list[Kept] = []

    def opened(account: Account, **_: object) -> Kept:
        found.append(Kept(account))
        return found[-1]

    monkeypatch.setattr(pool, "open_transport", opened)
    monkeypatch.setattr(pool._transports, "_waiting", defaultdict(list))
    monkeypatch.setattr(pool, "_places", Places())
    monkeypatch.setattr(pool, "_taken", {})
    return found


@pytest.fixture
def mailbox(world: World) -> Mailbox:
    return a_mailbox(a_workspace(), endpoints=HERE)


def lent(mailbox: Mailbox) -> object:
    with pool.transport_for(mailbox.id) as transport:
        assert isinstance(transport, WatchedTransport)
        return transport._transport


def test_a_transport_is_used_again(mailbox: Mailbox, made: list[Kept]) -> None:
    assert lent(mailbox) is lent(mailbox)
    assert len(made) == 1


def test_two_at_once_are_two_and_both_are_kept(mailbox: Mailbox, made: list[Kept]) -> None:
    with pool.transport_for(mailbox.id) as first, pool.transport_for(mailbox.id) as second:
        assert first is not second
    with pool.transport_for(mailbox.id), pool.transport_for(mailbox.id):
        assert len(made) == 2


def test_another_mailbox_has_a_transport_of_its_own(mailbox: Mailbox, made: list[Kept]) -> None:
    other = a_mailbox(mailbox.workspace, endpoints=HERE)
    lent(mailbox)
    lent(other)
    assert [one.account.address for one in made] == [mailbox.address, other.address]


@pytest.mark.parametrize("change", ["secret", "endpoints", "address"])
def test_a_change_of_the_account_closes_what_was_made_before(mailbox: Mailbox, made: list[Kept], change: str) -> None:
    lent(mailbox)
    if change == "secret":
        Credential.objects.update(updated_at=clock.now() + timedelta(seconds=1))
    elif change == "endpoints":
        Mailbox.objects.update(endpoints=HERE | {"api": "http://127.0.0.1:10"})
    else:
        Mailbox.objects.update(address="renamed@example.org")
    lent(mailbox)
    assert [one.closed for one in made] == [1, 0]


def test_an_error_closes_the_transport(mailbox: Mailbox, made: list[Kept]) -> None:
    with pytest.raises(ZeroDivisionError), pool.transport_for(mailbox.id):
        raise ZeroDivisionError
    assert made[0].closed == 1
    lent(mailbox)
    assert len(made) == 2


def test_what_idles_too_long_is_closed(mailbox: Mailbox, made: list[Kept]) -> None:
    lent(mailbox)
    assert pool.close_idle() == 0
    assert pool.close_idle(older_than=timedelta(0)) == 1
    assert made[0].closed == 1
    lent(mailbox)
    assert len(made) == 2


def test_what_a_rehearsal_must_not_reach_is_not_even_made(world: World) -> None:
    real = a_mailbox(a_workspace(), endpoints={})
    with pytest.raises(EndpointRefused):
        lent(real)


SUBMITS = {"smtp": {"host": "127.0.0.1", "port": 9, "security": "plain"}}


@pytest.fixture
def two_places(world: World, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Mailbox:
    settings.SENDERS, settings.SMTP_CONNECTIONS_PER_MAILBOX = 1, 2
    monkeypatch.setattr(pool, "WAIT", 0.05)
    world.allow({"127.0.0.1:9"})
    return a_mailbox(a_workspace(), kind="smtp", endpoints=SUBMITS)


def test_a_mailbox_has_no_more_connections_than_it_may(two_places: Mailbox, made: list[Kept]) -> None:
    lend = pool.transport_for
    with lend(two_places.id), lend(two_places.id), pytest.raises(Busy), lend(two_places.id):
        pass
    assert len(made) == 2


@pytest.mark.parametrize(("limit", "processes", "here"), [(4, 2, 2), (3, 2, 1), (3, 3, 1), (50, 4, 12)])
def test_processes_that_send_never_have_more_connections_together_than_one_mailbox_may(
    two_places: Mailbox, made: list[Kept], settings: Any, limit: int, processes: int, here: int
) -> None:
    settings.SENDERS, settings.SMTP_CONNECTIONS_PER_MAILBOX = processes, limit
    with ExitStack() as stack:
        for _ in range(here):
            stack.enter_context(pool.transport_for(two_places.id))
        with pytest.raises(Busy), pool.transport_for(two_places.id):
            pass
    assert len(made) == here
    assert here * processes <= limit


def test_processes_that_send_share_the_connections_of_one_server(
    two_places: Mailbox, made: list[Kept], settings: Any
) -> None:
    settings.SENDERS, settings.SMTP_CONNECTIONS_PER_HOST = 2, 3
    neighbour = a_mailbox(two_places.workspace, kind="smtp", endpoints=SUBMITS)
    with pool.transport_for(two_places.id), pytest.raises(Busy), pool.transport_for(neighbour.id):
        pass
    assert len(made) == 1


def test_who_finds_all_places_taken_gets_the_next_connection_that_comes_back(
    two_places: Mailbox, made: list[Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "WAIT", 20.0)
    both_taken, gate, done = threading.Barrier(3), threading.Event(), threading.Event()

    def use(_: int) -> None:
        with pool.transport_for(two_places.id):
            both_taken.wait(20)
            gate.wait(20)

    def come_later(_: int) -> None:
        with pool.transport_for(two_places.id):
            done.set()

    def let_go(_: int) -> None:
        both_taken.wait(20)
        gate.set()

    at_once(lambda pair: pair[0](pair[1]), [(use, 1), (use, 2), (come_later, 3), (let_go, 4)])
    assert done.is_set()
    assert len(made) == 2


def test_a_place_is_free_again_when_its_connection_broke(two_places: Mailbox, made: list[Kept]) -> None:
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), pool.transport_for(two_places.id):
            raise ZeroDivisionError
    assert [one.closed for one in made] == [1, 1, 1]


def test_an_idle_connection_of_another_mailbox_makes_room_at_the_server(
    two_places: Mailbox, made: list[Kept], settings: Any
) -> None:
    settings.SMTP_CONNECTIONS_PER_HOST = 1
    neighbour = a_mailbox(two_places.workspace, kind="smtp", endpoints=SUBMITS)
    lent(two_places)
    lent(neighbour)
    assert [one.closed for one in made] == [1, 0]
    with pool.transport_for(neighbour.id), pytest.raises(Busy), pool.transport_for(two_places.id):
        pass
    assert len(made) == 2


def test_a_provider_of_calls_has_no_limit_of_connections(mailbox: Mailbox, made: list[Kept], settings: Any) -> None:
    settings.SMTP_CONNECTIONS_PER_MAILBOX = 1
    with pool.transport_for(mailbox.id), pool.transport_for(mailbox.id):
        assert len(made) == 2
