"""Where these tests begin, and what heals a world after a fault: time, sweeps and looks, never a hand on a state."""

from datetime import timedelta
from typing import Any

from django.db.models import F

from admission.actions import reconcile, sweeps
from admission.core.absence import KEEPS_SENT
from admission.models import AbsenceRead, Doubt, Permit
from app.actions import clock
from app.models import Workspace
from mailboxes.models import Delivery, Mailbox
from sequences.actions import dispatch, plan
from sequences.models import Touch
from tests.factories import a_campaign, a_contact, a_mailbox, a_workspace, an_email, enrolled
from tests.journeys.running import a_gmail
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

ADA = "silent-ada@acme.example"
SECOND = timedelta(seconds=1)
STEPS = (an_email(), an_email(subject="", text="And again, {{ first_name }}", delay=1))


def one_due(world: World, simulator: Simulator, lane: str = "gmail") -> Touch:
    """Ada's first mail, planned and at its slot, in a mailbox that is known to keep what it sends."""
    workspace = a_workspace()
    opened = {"gmail": a_gmail, "smtp": an_smtp}[lane]
    mailbox = opened(workspace, simulator, world, cap=500, gap=1)
    earlier = a_campaign(workspace, mailboxes=[mailbox])
    for number in range(KEEPS_SENT):
        enrolled(earlier, a_contact(workspace, f"silent-{number}@other.example"))
    assert set(send_planned(world)) == {"accepted"}
    enrolled(a_campaign(workspace, mailboxes=[mailbox], steps=STEPS), a_contact(workspace, ADA))
    return planned(world)[-1]


def an_smtp(workspace: Workspace, simulator: Simulator, world: World, **changes: Any) -> Mailbox:
    """A mailbox that submits to the simulator."""
    world.allow(simulator.endpoints)
    host, port = simulator.smtp
    endpoints = {"smtp": {"host": host, "port": port, "security": "plain"}}
    return a_mailbox(workspace, kind="smtp", endpoints=endpoints, **changes)


def planned(world: World) -> list[Touch]:
    """Run the planner until nothing is due without a slot, and go to the last slot."""
    for _ in range(20):
        plan.plan()
        if not Touch.objects.filter(state="scheduled", eligible_at__lte=clock.world_now()).exists():
            break
        world.pass_time(timedelta(minutes=10))
    found = list(Touch.objects.filter(state="planned").order_by("slot_at"))
    if found and found[-1].slot_at is not None:
        world.at(max(found[-1].slot_at + SECOND, clock.world_now()))
    return found


def send_planned(world: World) -> list[str]:
    """A healthy worker, here: send what is planned, letting each gap pass."""
    words = []
    for touch in planned(world):
        words.append(dispatch.send_touch(touch.id))
        world.pass_time(timedelta(minutes=1))
    return words


def copies(simulator: Simulator, rcpt: str = ADA) -> int:
    """How many mails of ours the provider took for this person."""
    return int(simulator.counts()["accepted_by_rcpt"].get(rcpt, 0))


def expire_leases() -> int:
    """Let every lease be over, and sweep."""
    Delivery.objects.filter(state="sending").update(lease_until=clock.now() - SECOND)
    return sweeps.sweep_leases()


def age(delivery: Delivery, span: timedelta) -> None:
    """Let true time have passed since this call and the looks for it."""
    Delivery.objects.filter(id=delivery.id).update(call_began_at=F("call_began_at") - span)
    AbsenceRead.objects.filter(permit__delivery_id=delivery.id).update(read_at=F("read_at") - span)
    Doubt.objects.filter(permit__delivery_id=delivery.id).update(next_at=F("next_at") - span)


def prove_absence(delivery: Delivery) -> None:
    """The two looks that count: the first over 40 minutes after the call began, the second ten minutes later."""
    age(delivery, timedelta(minutes=41))
    assert reconcile.reconcile() == 0
    age(delivery, timedelta(minutes=11))
    assert reconcile.reconcile() == 1


def recover(world: World) -> None:
    """What the clock process does after a crash, until nothing is open: sweep, look, plan, send."""
    expire_leases()
    reconcile.reconcile()
    for delivery in Delivery.objects.filter(state="uncertain"):
        prove_absence(delivery)
    world.pass_time(timedelta(minutes=1))
    send_planned(world)


def open_permits() -> int:
    return Permit.objects.filter(state__in=[Permit.State.OPEN, Permit.State.UNCERTAIN]).count()
