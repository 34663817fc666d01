"""A rehearsal reaches its own simulator only: a real-looking host meets a refusal and not one socket."""

import socket
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from admission.actions import reconcile
from admission.core.verdict import Reason, Refuse
from admission.models import Permit, Refusal
from app.actions import clock
from app.models import Workspace
from mailboxes.actions import inbound, real_ids
from mailboxes.actions.accounts import allowed_of
from mailboxes.models import Delivery, InboundCursor, Mailbox
from sequences.actions import dispatch, holds
from sequences.models import Enrollment, Touch
from tests.factories import a_campaign, a_contact, a_mailbox, a_workspace, enrolled
from tests.journeys.office import asked
from tests.journeys.running import a_gmail, send_due
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
SUBMISSION = {"smtp": {"host": "smtp.example.com", "port": 587, "security": "starttls"}}
GOOGLES = {"api": "https://gmail.googleapis.com", "token": "https://oauth2.googleapis.com/token"}
REAL = [("smtp", SUBMISSION), ("gmail", GOOGLES), ("gmail", {})]


@pytest.fixture
def no_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may even look up a name; the database is reached by a library that asks none of these."""

    def refuse(*_: object, **__: object) -> Any:
        pytest.fail("a socket was about to be opened")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)


def due_step(kind: str, endpoints: dict[str, Any]) -> tuple[Mailbox, Touch]:
    """A mailbox of the real world and somebody whose first mail is due from it."""
    workspace: Workspace = a_workspace()
    mailbox = a_mailbox(workspace, kind=kind, endpoints=endpoints)
    campaign = a_campaign(workspace, mailboxes=[mailbox])
    enrolled(campaign, a_contact(workspace), mailbox=mailbox)
    Touch.objects.update(state="planned", slot_at=clock.world_now())
    return mailbox, Touch.objects.get()


@pytest.mark.parametrize(("kind", "endpoints"), REAL)
def test_a_send_is_held_and_opens_nothing(world: World, no_sockets: None, kind: str, endpoints: dict[str, Any]) -> None:
    _, touch = due_step(kind, endpoints)
    assert dispatch.send_touch(touch.id) == "held"
    touch.refresh_from_db()
    assert (touch.state, touch.hold_reason) == ("held", "rehearsal")
    assert not Permit.objects.exists()


@pytest.mark.parametrize(("kind", "endpoints"), REAL)
def test_the_permit_refuses_by_fact(world: World, no_sockets: None, kind: str, endpoints: dict[str, Any]) -> None:
    _, touch = due_step(kind, endpoints)
    verdict, delivery_id = asked(touch.id)
    assert verdict == Refuse(Reason.REHEARSAL)
    assert Refusal.objects.get().facts["endpoint_allowed"] is False
    assert Delivery.objects.get(id=delivery_id).state == "prepared"


def polled(mailbox: Mailbox) -> None:
    assert inbound.poll(mailbox.id) == 0
    assert InboundCursor.objects.get().error == "EndpointRefused"


def reconciled(mailbox: Mailbox) -> None:
    due = Touch.objects.get()
    _, delivery_id = asked(due.id)
    permit = Permit.objects.create(
        workspace=mailbox.workspace, delivery_id=delivery_id, mailbox=mailbox, fence=0, number=1, kind="campaign",
        recipient_id=due.enrollment.recipient_id, state="uncertain", local_day="2027-03-09", granted_at=clock.now(),
        world_at=clock.world_now(), settled_at=clock.now(),
    )  # fmt: skip
    Delivery.objects.update(state="uncertain", permit_id=permit.id, call_began_at=clock.now())
    assert reconcile.reconcile() == 0


def repaired(mailbox: Mailbox) -> None:
    asked(Touch.objects.get().id)
    before = clock.now() - timedelta(minutes=6)
    Delivery.objects.update(state="accepted", provider_id="x", settled_at=before, accepted_world=clock.world_now())
    assert real_ids.due() in ([], [mailbox.id])
    assert real_ids.look_up(mailbox.id) == 0


@pytest.mark.parametrize("way_out", [polled, reconciled, repaired])
@pytest.mark.parametrize(("kind", "endpoints"), REAL)
def test_reading_and_searching_open_nothing_either(
    world: World, no_sockets: None, kind: str, endpoints: dict[str, Any], way_out: Callable[[Mailbox], None]
) -> None:
    mailbox, _ = due_step(kind, endpoints)
    way_out(mailbox)


def test_neither_does_a_port_beside_the_simulators(world: World, no_sockets: None) -> None:
    world.allow({"127.0.0.1:2525"})
    _, touch = due_step("smtp", {"smtp": {"host": "127.0.0.1", "port": 2526, "security": "plain"}})
    assert dispatch.send_touch(touch.id) == "held"


def test_a_real_database_may_speak_to_anybody() -> None:
    assert allowed_of("real", ["127.0.0.1:1"]) is None
    assert allowed_of("rehearsal", []) == frozenset()


def test_a_mended_mailbox_sends_what_a_person_releases(world: World, simulator: Simulator) -> None:
    workspace = a_workspace()
    mailbox = a_gmail(workspace, simulator, world)
    right = mailbox.endpoints
    Mailbox.objects.update(endpoints=GOOGLES)
    campaign = a_campaign(workspace, mailboxes=[mailbox])
    enrolled(campaign, a_contact(workspace, "silent-ada@acme.example"))
    assert send_due(world) == ["held"]
    Mailbox.objects.update(endpoints=right)
    holds.release(Touch.objects.get().id)
    assert send_due(world) == ["accepted"]
    assert Enrollment.objects.get().state == "finished"
