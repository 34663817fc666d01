"""A rest that a provider asked for, and a login it refused."""

from datetime import timedelta

import pytest

from app.actions import clock
from app.models import Event
from mailboxes.actions import limits
from mailboxes.models import Mailbox
from tests.factories import a_mailbox, a_workspace
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mailbox(world: World) -> Mailbox:
    return a_mailbox(a_workspace())


def rest() -> timedelta:
    until = Mailbox.objects.values_list("limited_until", flat=True).first()
    return timedelta(0) if until is None else until - clock.now()


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [
        (timedelta(minutes=2), 120),
        (None, 30),
        (timedelta(0), 30),
        (timedelta(days=3), 259_200),
        (timedelta(days=400), 604_800),
    ],
)
def test_a_mailbox_rests_as_long_as_asked_within_reason(
    mailbox: Mailbox, asked: timedelta | None, seconds: int
) -> None:
    limits.limit(mailbox.id, asked)
    assert timedelta(seconds=seconds - 5) < rest() <= timedelta(seconds=seconds)


def test_a_shorter_rest_does_not_end_a_longer_one(mailbox: Mailbox) -> None:
    limits.limit(mailbox.id, timedelta(days=1))
    limits.limit(mailbox.id, None)
    assert rest() > timedelta(hours=23)


def test_other_mailboxes_go_on(mailbox: Mailbox) -> None:
    other = a_mailbox(mailbox.workspace)
    limits.limit(mailbox.id, timedelta(hours=1))
    limits.refused(mailbox.id, reconnect=True)
    other.refresh_from_db()
    assert (other.state, other.limited_until) == ("connected", None)


@pytest.mark.parametrize("state", ["connected", "paused"])
def test_a_refused_login_is_told_once(mailbox: Mailbox, state: str) -> None:
    Mailbox.objects.update(state=state)
    for _ in range(3):
        limits.refused(mailbox.id, reconnect=True)
    mailbox.refresh_from_db()
    assert (mailbox.state, mailbox.state_reason) == ("reconnect_needed", "credentials_refused")
    assert Event.objects.filter(kind="mailbox.reconnect_needed").count() == 1


def test_a_login_refused_for_now_is_a_rest(mailbox: Mailbox) -> None:
    limits.refused(mailbox.id, reconnect=False)
    mailbox.refresh_from_db()
    assert mailbox.state == "connected"
    assert rest() > timedelta(seconds=20)


def test_a_disconnected_mailbox_needs_no_reconnecting(mailbox: Mailbox) -> None:
    Mailbox.objects.update(state="disconnected")
    limits.refused(mailbox.id, reconnect=True)
    assert not Event.objects.exists()
