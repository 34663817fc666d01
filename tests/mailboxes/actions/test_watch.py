"""News sets the next poll to now and wakes the reader; nothing else."""

from datetime import timedelta
from typing import Any

import pytest

from app.actions import clock
from app.models import Workspace
from mailboxes.actions import watch
from mailboxes.models import InboundCursor, Mailbox
from tests.factories import a_mailbox, a_workspace

pytestmark = pytest.mark.django_db

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
