"""Run the product by hand: planner, workers and readers in this process, against the simulator."""

import json
from base64 import urlsafe_b64decode
from datetime import timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

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


def due_here() -> list[Touch]:
    """Give everybody who is due a slot at this very instant, past the planner that would spread them over the day."""
    due = Touch.objects.filter(state="scheduled", eligible_at__lte=clock.world_now(), mailbox__isnull=False)
    due.update(state="planned", slot_at=clock.world_now(), hold_reason="")
    return list(Touch.objects.filter(state="planned").order_by("id"))


def send_here() -> list[str]:
    """Send to everybody who is due, in the order they were enrolled; return what happened to each."""
    return [dispatch.send_touch(touch.id) for touch in due_here()]


def read_all() -> int:
    """Poll every mailbox and classify what came."""
    for mailbox in Mailbox.objects.all():
        inbound.poll(mailbox.id)
    return ingest.read_stored()


def an_smtp(workspace: Workspace, simulator: Simulator, world: World, **changes: Any) -> Mailbox:
    """A mailbox that submits to the simulator, which keeps what it takes in the account of the same address."""
    world.allow(simulator.endpoints)
    address = changes.pop("address", f"nils{Mailbox.objects.count() + 1}@nordlicht.example")
    SECRETS["smtp"]["username"] = address
    simulator.account(address, keep_smtp_sent=True)
    host, port = simulator.smtp
    endpoints = {"smtp": {"host": host, "port": port, "security": "plain"}}
    return a_mailbox(workspace, kind="smtp", endpoints=endpoints, address=address, **changes)


def sent_mails(simulator: Simulator, mailbox: Mailbox) -> list[EmailMessage]:
    """What lies in the Sent folder of an account, oldest first, as a mail program would read it."""
    return [BytesParser(policy=default).parsebytes(raw) for raw in sent_octets(simulator, mailbox)]


def sent_octets(simulator: Simulator, mailbox: Mailbox) -> list[bytes]:
    """What lies in the Sent folder of an account, oldest first, byte by byte as it came."""
    grant = urlencode({"grant_type": "refresh_token", "refresh_token": f"refresh:{mailbox.address}"})
    with urlopen(Request(simulator.token_url, data=grant.encode())) as answer:
        headers = {"Authorization": f"Bearer {json.load(answer)['access_token']}"}
    listed = [one["id"] for one in simulator.mailbox(mailbox.address) if "SENT" in one["labels"]]
    found = []
    for name in listed:
        path = f"{simulator.http}/gmail/v1/users/me/messages/{name}?format=raw"
        with urlopen(Request(path, headers=headers)) as answer:
            found.append(urlsafe_b64decode(json.load(answer)["raw"]))
    return found


def send_after(world: World, days: float) -> list[str]:
    """Let days pass, read the inboxes, and send what is due by then."""
    world.pass_time(timedelta(days=days))
    read_all()
    return send_due(world)
