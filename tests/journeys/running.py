"""Run the product by hand: planner, workers and readers in this process, against the simulator."""

from datetime import timedelta
from typing import Any

from app.actions import clock
from app.models import Workspace
from bounces.actions import ingest
from mailboxes.actions import inbound
from mailboxes.models import Mailbox
from sequences.actions import dispatch, plan
from sequences.models import Touch
from tests.factories import SECRETS, a_mailbox
from tests.plugins.simulator import Simulator
from tests.plugins.world import World


def a_gmail(workspace: Workspace, simulator: Simulator, world: World, **changes: Any) -> Mailbox:
    """A Gmail mailbox whose account is the simulator's."""
    world.allow(simulator.endpoints)
    number = Mailbox.objects.count() + 1
    address = changes.pop("address", f"nora{number}@nordlicht.example")
    SECRETS["gmail"]["refresh_token"] = f"refresh:{address}"
    endpoints = {"api": simulator.http, "token": simulator.token_url}
    return a_mailbox(workspace, endpoints=endpoints, address=address, **changes)


def send_due(world: World) -> list[str]:
    """Plan, go to each slot and send there; return what happened to each touch."""
    plan.plan()
    words = []
    for touch in Touch.objects.filter(state="planned").order_by("slot_at"):
        if touch.slot_at is not None and touch.slot_at > clock.world_now():
            world.at(touch.slot_at + timedelta(seconds=1))
        words.append(dispatch.send_touch(touch.id))
    return words


def read_all() -> int:
    """Poll every mailbox and classify what came."""
    for mailbox in Mailbox.objects.all():
        inbound.poll(mailbox.id)
    return ingest.read_stored()
