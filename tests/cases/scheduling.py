"""A world whose clock jumps from one due step to the next, for the given cases of scheduling."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db.models import Min

from admission.models import PolicyVersion
from app.actions import clock
from app.core.zones import instant_of, wall_time
from app.models import Workspace
from mailboxes.models import InboundCursor, Mailbox
from sequences.actions import campaigns, dispatch, enrollments, plan
from sequences.core.campaign_file.reading import parse_campaign
from sequences.models import Campaign, Contact, Enrollment, Touch
from tests.cases.sending import in_step
from tests.factories import NO_COMPANIES, a_contact, a_workspace
from tests.journeys.running import a_gmail
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

OPENER = "  - {kind: email, delay: 0, subject: A question, text: Hello}\n"
FOLLOWER = "  - {{kind: email, delay: {delay}, text: And again}}\n"
MOST_STEPS = 200  # of the clock in one stretch; more is a planner that turns in place


def at(zone: str, text: str) -> datetime:
    """The instant of a wall time such as 2027-05-14 16:00."""
    return instant_of(zone, datetime.fromisoformat(text))


@dataclass(frozen=True, slots=True)
class Desk:
    """A workspace with a mailbox at the simulator, past its ramp, that may write to a person every day."""

    workspace: Workspace
    mailbox: Mailbox
    world: World
    simulator: Simulator

    def at(self, instant: datetime) -> None:
        self.world.at(instant)
        in_step(self.world, self.simulator)

    def campaign(self, hours: str, delays: Sequence[str] = (), *, name: str = "A") -> Campaign:
        """A running campaign from a file with these lines about hours; `delays` are those of the later steps."""
        text = f"name: {name}\nmailboxes: [{self.mailbox.address}]\n{hours}\nunsubscribe: words\nsteps:\n{OPENER}"
        text += "".join(FOLLOWER.format(delay=delay) for delay in delays)
        made = campaigns.create(self.workspace, parse_campaign(text, "yaml"))
        Campaign.objects.filter(id=made.id).update(canary="clear", canary_size=0)
        made.refresh_from_db()
        campaigns.start(made)
        return made

    def person(self, campaign: Campaign, **changes: str) -> Enrollment:
        """Somebody who is enrolled now."""
        found = enrollments.enrol_contact(campaign, a_contact(self.workspace, **changes))
        assert found is not None
        return found

    def slot(self, person: Enrollment, instant: datetime) -> None:
        """Give a person's open step a slot at this instant, from when it is due."""
        steps = Touch.objects.filter(enrollment=person, state="scheduled")
        steps.update(due_at=instant, eligible_at=instant, slot_at=instant, state="planned", mailbox=self.mailbox)

    def live(self, until: datetime, *, look: timedelta = timedelta(hours=3)) -> None:
        """Plan and send until an instant, the clock jumping to what is next, or on to the next look at who waits."""
        for _ in range(MOST_STEPS):
            self.tick()
            following = self._next(look)
            if following is None or following >= until:
                self.at(until)
                return
            self.at(max(following, self.world.now() + timedelta(seconds=1)))
        raise AssertionError("the clock turns in place")

    def tick(self) -> None:
        """Plan, and send what has its slot by now."""
        InboundCursor.objects.update(listed_at=clock.now())
        plan.plan()
        ready = Touch.objects.filter(state="planned", slot_at__lte=self.world.now()).order_by("slot_at")
        for touch_id in list(ready.values_list("id", flat=True)):
            dispatch.send_touch(touch_id)

    def _next(self, look: timedelta) -> datetime | None:
        """The next slot, the next step that is due, or a few hours on where something waits for its turn."""
        slot = Touch.objects.filter(state="planned").aggregate(at=Min("slot_at"))["at"]
        due = Touch.objects.filter(state="scheduled").aggregate(at=Min("eligible_at"))["at"]
        if due is not None and due <= self.world.now():
            due = self.world.now() + look
        return min((one for one in (slot, due) if one is not None), default=None)

    def sent(self, contact: Contact | None, zone: str = "UTC") -> list[datetime]:
        """When the provider took the mails to a person, by a clock on the wall of the zone, in order."""
        assert contact is not None
        taken = [one for one in self.simulator.journal("accept") if one["rcpt"] == contact.email]
        return [wall_time(zone, datetime.fromisoformat(one["world_at"])) for one in taken]

    def days(self, contact: Contact | None, zone: str = "UTC") -> list[date]:
        return [sent.date() for sent in self.sent(contact, zone)]


def a_desk(world: World, simulator: Simulator, *, cap: int = 100) -> Desk:
    """Made at the world's time."""
    in_step(world, simulator)
    workspace = a_workspace()
    mailbox = a_gmail(workspace, simulator, world, gap=0, cap=cap)
    values = NO_COMPANIES | {"person_gap_days": None, "person_cap": None}
    PolicyVersion.objects.create(workspace=workspace, number=1, values=values, created_at=datetime.now(UTC))
    return Desk(workspace, mailbox, world, simulator)


def open_step(enrollment: Enrollment) -> Touch:
    """The step that is before a person."""
    return Touch.objects.get(enrollment=enrollment, state__in=["scheduled", "planned", "held"])
