"""Waiting for news of many mailboxes in one thread: what comes is told, what breaks is opened again after a while."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from mailboxes.core.errors import CredentialError
from mailboxes.inbound import imap_idle
from mailboxes.inbound.imap_idle import IdleWatcher, NoIdle, open_idle
from mailboxes.wire.imap_session import ImapSession
from tests.mailboxes.accounts import imap_account
from tests.mailboxes.imap_server import CAPABILITIES, House, cuts, imap_house, says

REPLY = b"From: bob@prospect.example\r\n\r\nYes\r\n"


@pytest.fixture
def house() -> Iterator[House]:
    with imap_house() as served:
        yield served


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap_idle, "FIRST_PAUSE", timedelta(milliseconds=10))
    monkeypatch.setattr(imap_idle, "LONGEST_PAUSE", timedelta(milliseconds=10))


@pytest.fixture
def watcher(house: House) -> Iterator[IdleWatcher]:
    made = IdleWatcher(lambda _: open_idle(imap_account(house.port), None))
    yield made
    made.close()


def until(watcher: IdleWatcher, happened: Callable[[set[int]], bool]) -> set[int]:
    """Take turns until something happened to the news so far; fails after ten seconds."""
    news: set[int] = set()
    ends = time.monotonic() + 10
    while not happened(news):
        assert time.monotonic() < ends, "it did not happen"
        news |= watcher.turn(0.02)
    return news


def waits(watcher: IdleWatcher, house: House, *ids: int) -> None:
    until(watcher, lambda _: watcher.waiting_for() == set(ids) and len(house.idling) == len(ids))


def test_a_mail_that_comes_is_news_of_its_mailbox(house: House, watcher: IdleWatcher) -> None:
    watcher.want({7: "a"})
    waits(watcher, house, 7)
    house.add(REPLY)
    assert until(watcher, bool) == {7}


def test_what_came_before_the_waiting_began_is_news(house: House, watcher: IdleWatcher) -> None:
    house.add(REPLY)
    watcher.want({7: "a"})
    assert until(watcher, bool) == {7}


def test_many_mailboxes_wait_in_a_few_threads(house: House, watcher: IdleWatcher) -> None:
    watcher.want(dict.fromkeys(range(40), "a"))
    before = {thread.name for thread in threading.enumerate() if thread.name.startswith("idle-opener")}
    waits(watcher, house, *range(40))
    house.add(REPLY)
    assert until(watcher, lambda news: len(news) == 40) == set(range(40))
    assert len(before) <= imap_idle.OPENERS


def test_waiting_is_begun_anew_before_the_server_ends_it(
    house: House, watcher: IdleWatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert imap_idle.RENEW_AFTER < 29 * 60
    monkeypatch.setattr(imap_idle, "RENEW_AFTER", 0.05)
    watcher.want({7: "a"})
    until(watcher, lambda _: house.verbs.count("DONE") >= 2)
    assert house.stub.connections == 1
    monkeypatch.setattr(imap_idle, "RENEW_AFTER", 600.0)
    until(watcher, lambda _: house.verbs[-1] == "IDLE" and len(house.idling) == 1)
    house.add(REPLY)
    assert until(watcher, bool) == {7}


def test_a_connection_that_is_lost_is_news_and_is_opened_again(house: House, watcher: IdleWatcher) -> None:
    watcher.want({7: "a"})
    waits(watcher, house, 7)
    house.idling[0].shutdown(2)
    assert until(watcher, bool) == {7}
    until(watcher, lambda _: house.stub.connections == 2 and len(house.idling) == 1)


def test_a_server_that_does_not_begin_to_wait_is_let_go(
    house: House, watcher: IdleWatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap_idle, "ANSWER_WITHIN", 0.05)
    house.fault("IDLE", says())
    watcher.want({7: "a"})
    until(watcher, lambda _: house.stub.connections == 2 and watcher.waiting_for() == {7})


@pytest.mark.parametrize("words", [b"%T NO not for you", b"%T BAD what?", b"* BYE", b"\x00"])
def test_a_refusal_to_wait_is_no_end_of_the_watch(house: House, watcher: IdleWatcher, words: bytes) -> None:
    house.fault("IDLE", says(words))
    watcher.want({7: "a"})
    until(watcher, lambda _: house.stub.connections == 2 and len(house.idling) == 1)


def test_a_login_that_fails_leaves_the_others_waiting(house: House) -> None:
    def opener(mailbox_id: int) -> ImapSession:
        return open_idle(imap_account(house.port, right=mailbox_id != 8), None)

    watcher = IdleWatcher(opener)
    watcher.want({7: "a", 8: "a", 9: "a"})
    waits(watcher, house, 7, 9)
    watcher.close()


def test_a_server_that_cannot_tell_is_not_asked_again_soon(house: House, watcher: IdleWatcher) -> None:
    house.capabilities = CAPABILITIES.replace("IDLE ", "")
    watcher.want({7: "a"})
    until(watcher, lambda _: house.stub.connections == 1 and house.verbs[-1:] == ["CAPABILITY"])
    for _ in range(10):
        watcher.turn(0.01)
    assert house.stub.connections == 1
    with pytest.raises(NoIdle):
        open_idle(imap_account(house.port), None)


def test_who_is_not_wanted_any_more_is_let_go(house: House, watcher: IdleWatcher) -> None:
    watcher.want({7: "a", 8: "a"})
    waits(watcher, house, 7, 8)
    watcher.want({8: "a"})
    assert watcher.waiting_for() == {8}
    until(watcher, lambda _: len(house.idling) == 1)


def test_a_mailbox_connected_anew_gets_a_new_connection(house: House, watcher: IdleWatcher) -> None:
    watcher.want({7: "a"})
    waits(watcher, house, 7)
    watcher.want({7: "b"})
    until(watcher, lambda _: house.stub.connections == 2 and watcher.waiting_for() == {7})


def test_closing_lets_every_connection_go_even_one_that_is_being_opened(house: House) -> None:
    gate = threading.Event()
    opened: list[ImapSession] = []

    def opener(mailbox_id: int) -> ImapSession:
        if mailbox_id == 8:
            gate.wait(10)
        opened.append(open_idle(imap_account(house.port), None))
        return opened[-1]

    watcher = IdleWatcher(opener)
    watcher.want({7: "a", 8: "a"})
    until(watcher, lambda _: watcher.waiting_for() == {7})
    watcher.close()
    gate.set()
    ends = time.monotonic() + 5
    while len(opened) < 2 or any(session.wire._socket is not None for session in opened):
        assert time.monotonic() < ends
        time.sleep(0.005)


def test_a_wrong_password_is_the_feeds_to_tell(house: House) -> None:
    with pytest.raises(CredentialError):
        open_idle(imap_account(house.port, right=False), None)


def test_a_connection_that_breaks_while_it_is_entered_is_closed(house: House) -> None:
    house.fault("EXAMINE", cuts)
    with pytest.raises(Exception, match="connection"):
        open_idle(imap_account(house.port), None)
