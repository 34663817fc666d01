"""News sets the next poll to now and wakes the reader; nothing else."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest

from app.actions import clock
from app.models import Workspace
from mailboxes.actions import watch
from mailboxes.inbound.imap_idle import open_idle
from mailboxes.models import InboundCursor, Mailbox
from tests.factories import SECRETS, a_mailbox, a_workspace
from tests.mailboxes.imap_server import House, imap_house
from tests.mailboxes.stubs import wait_for
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

IMAP = {"imap": {"host": "imap.example.org", "port": 993, "security": "tls"}}


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each wake-up of the reader."""
    calls: list[str] = []

    class Actor:
        def send(self) -> None:
            calls.append("poll_due")

    monkeypatch.setattr(watch, "import_string", lambda _: Actor())
    return calls


def a_read_mailbox(workspace: Workspace, *, endpoints: dict[str, Any] = IMAP, **more: Any) -> Mailbox:
    mailbox = a_mailbox(workspace, kind="smtp", endpoints=endpoints, **more)
    later = clock.now() + timedelta(minutes=2)
    InboundCursor.objects.update_or_create(mailbox=mailbox, defaults={"next_poll_at": later})
    return mailbox


@pytest.fixture
def workspace() -> Workspace:
    return a_workspace()


def test_news_lets_a_mailbox_be_read_now_and_no_other(workspace: Workspace, woken: list[str]) -> None:
    one, other = a_read_mailbox(workspace), a_read_mailbox(workspace)
    before = clock.now()
    assert watch.hint({one.id}) == 1
    assert woken == ["poll_due"]
    assert InboundCursor.objects.get(mailbox=one).next_poll_at <= clock.now()
    assert InboundCursor.objects.get(mailbox=other).next_poll_at > before + timedelta(minutes=1)


def test_news_of_a_mailbox_that_is_due_or_unknown_moves_nothing(workspace: Workspace, woken: list[str]) -> None:
    mailbox = a_read_mailbox(workspace)
    assert [watch.hint({mailbox.id}), watch.hint({mailbox.id}), watch.hint({0})] == [1, 0, 0]


def test_a_server_that_talks_without_end_is_listened_to_now_and_then() -> None:
    hints = watch.Hints()
    told = []
    for tenth in range(100):  # ten seconds
        hints.add({1})
        if tenth == 42:
            hints.add({2})
        told.append(hints.ready(tenth / 10))
    assert [number for number, ids in enumerate(told) if 1 in ids] == [0, 50]
    assert [number for number, ids in enumerate(told) if 2 in ids] == [42]


def test_news_soon_after_news_is_told_later_and_not_lost() -> None:
    hints = watch.Hints()
    hints.add({1})
    assert hints.ready(0.0) == {1}
    hints.add({1})
    assert [hints.ready(at) for at in (1.0, 4.9, 5.0, 6.0, 20.0)] == [set(), set(), {1}, set(), set()]


def test_only_mailboxes_that_are_read_over_imap_are_waited_for(workspace: Workspace) -> None:
    watched = a_read_mailbox(workspace)
    a_read_mailbox(workspace, state="reconnect_needed")
    a_read_mailbox(workspace, endpoints={})
    paused = a_read_mailbox(workspace, state="paused")
    assert set(watch.wanted()) == {watched.id, paused.id}


def test_there_are_no_more_connections_than_the_setting_says(workspace: Workspace, settings: Any) -> None:
    settings.IDLE_CONNECTIONS = 1
    first = a_read_mailbox(workspace)
    a_read_mailbox(workspace)
    assert set(watch.wanted()) == {first.id}
    settings.IDLE_CONNECTIONS = 0
    assert watch.wanted() == {}


@pytest.fixture
def house() -> Iterator[House]:
    with imap_house() as served:
        served.password = SECRETS["smtp"]["password"]
        yield served


@contextmanager
def watching(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(watch, "TURN", 0.05)
    monkeypatch.setattr(watch, "APART", 0.1)
    stop = threading.Event()
    thread = threading.Thread(target=watch.run, args=(stop,))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(10)
        assert not thread.is_alive()


def is_due(mailbox: Mailbox) -> bool:
    return InboundCursor.objects.filter(mailbox=mailbox, next_poll_at__lte=clock.now()).exists()


def not_due(mailbox: Mailbox) -> None:
    InboundCursor.objects.filter(mailbox=mailbox).update(next_poll_at=clock.now() + timedelta(minutes=2))


def test_a_mail_that_comes_makes_its_mailbox_due(
    workspace: Workspace, world: World, house: House, woken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    world.allow({f"127.0.0.1:{house.port}"})
    imap = {"host": "127.0.0.1", "port": house.port, "security": "plain"}
    mailbox = a_read_mailbox(workspace, endpoints={"imap": imap})
    with watching(monkeypatch):
        wait_for(lambda: len(house.idling) == 1 and bool(woken))
        not_due(mailbox)
        house.add(b"From: bob@prospect.example\r\n\r\nYes\r\n")
        wait_for(lambda: is_due(mailbox))
    assert woken[-1] == "poll_due"


def test_a_rehearsal_listens_to_nobody_but_its_simulator(
    workspace: Workspace, world: World, house: House, woken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    imap = {"host": "127.0.0.1", "port": house.port, "security": "plain"}
    a_read_mailbox(workspace, endpoints={"imap": imap})
    asked = threading.Event()
    opened = open_idle

    def noted(*arguments: Any) -> Any:
        asked.set()
        return opened(*arguments)

    monkeypatch.setattr(watch, "open_idle", noted)
    with watching(monkeypatch):
        assert asked.wait(10)
    assert house.stub.connections == 0


def test_a_watch_that_fails_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    tries: list[int] = []

    def failing(_: threading.Event) -> None:
        tries.append(1)
        if len(tries) == 3:
            stop.set()
        raise RuntimeError("canary")

    monkeypatch.setattr(watch, "watch", failing)
    monkeypatch.setattr(watch, "AFTER_A_FAULT", 0.0)
    watch.run(stop)
    assert len(tries) == 3
