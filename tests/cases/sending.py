"""People who are due, and what became of them: for the given cases of sending."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from app.actions import clock
from bounces.models import Suppression
from mailboxes.models import InboundCursor, Mailbox
from sequences.actions import dispatch, plan
from sequences.models import Enrollment, Touch
from tests.factories import StepPlan, a_campaign, a_contact, an_email, enrolled
from tests.plugins.simulator import Simulator
from tests.plugins.world import World


def due_from(mailbox: Mailbox, number: int, *, steps: Sequence[StepPlan] = (an_email(),), name: str = "") -> list[int]:
    """Silent people who are due from this mailbox; their enrollments' ids."""
    campaign = a_campaign(mailbox.workspace, mailboxes=[mailbox], steps=steps)
    return more_from(mailbox, number, campaign_id=campaign.id, name=name)


def more_from(mailbox: Mailbox, number: int, *, campaign_id: int, name: str = "") -> list[int]:
    """More of them, in a campaign that is there."""
    campaign = mailbox.workspace.campaign_set.get(id=campaign_id)
    made = []
    for one in range(number):
        address = f"silent-{name or mailbox.id}-{campaign.enrollment_set.count()}@acme{one}.example"
        made.append(enrolled(campaign, a_contact(mailbox.workspace, address), mailbox=mailbox).id)
    return made


def address_of(enrollment_id: int) -> str:
    return str(Enrollment.objects.values_list("contact__email", flat=True).get(id=enrollment_id))


def ended(enrollment_id: int) -> tuple[str, str]:
    """State and reason."""
    return Enrollment.objects.values_list("state", "reason").get(id=enrollment_id)


def states() -> set[str]:
    return set(Enrollment.objects.values_list("state", flat=True))


def suppressed() -> int:
    return Suppression.objects.count()


def copies(simulator: Simulator) -> Counter[str]:
    """How many mails each address got."""
    return Counter(record["rcpt"] for record in simulator.journal("accept"))


def rest_of(mailbox: Mailbox) -> timedelta:
    """How long the mailbox still rests."""
    until = Mailbox.objects.values_list("limited_until", flat=True).get(id=mailbox.id)
    return timedelta(0) if until is None else until - clock.now()


def rested(mailbox: Mailbox) -> None:
    """The mailbox's rest is over; its inbox was read meanwhile."""
    Mailbox.objects.filter(id=mailbox.id).update(limited_until=None)
    InboundCursor.objects.filter(mailbox=mailbox).update(listed_at=clock.now())


def hours_pass(world: World, simulator: Simulator, hours: int) -> list[tuple[datetime, str]]:
    """Plan and send once an hour of world time, the simulator's clock going along; when, and what happened."""
    happened = []
    for _ in range(hours):
        world.pass_time(timedelta(hours=1))
        in_step(world, simulator)
        plan.plan()
        for touch in Touch.objects.filter(state="planned").order_by("slot_at"):
            if touch.slot_at is not None and touch.slot_at > world.now():
                world.at(touch.slot_at)
                in_step(world, simulator)
            happened.append((world.now(), dispatch.send_touch(touch.id)))
    return happened


def in_step(world: World, simulator: Simulator) -> None:
    """Let the simulator live in the world's time."""
    simulator.clock(anchor_real=datetime.now(UTC).isoformat(), anchor_world=world.now().isoformat(), speed=1)
