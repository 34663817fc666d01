"""The course of a month: what clock and workers do, at every instant at which something falls due.

The world goes at true pace while anybody works, and jumps over the time in which nobody would: its row's anchor is
moved forward between two beats, when nothing is under way, and never back. So no machine time is made up: leases,
deadlines and freshness are true seconds, and every permit is decided at the world's instant. What the schedule counts
in true seconds is done as often as true seconds pass, what it counts in the world's at each beat.

An inbox is read every few hours, and again before anybody is written to whom its mailbox has mailed: no answer that
had come is overlooked between two readings, as it might be if these were merely hours apart.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import connection
from django.db.models import Min
from django.utils.module_loading import import_string

from admission.models import Permit
from app.actions import clock
from app.models import Installation
from app.schedule import SCHEDULE, Every
from mailboxes.actions.inbound import READABLE
from mailboxes.models import Mailbox
from sequences.actions import plan
from sequences.core.states import TouchState
from sequences.models import Touch
from tests.months import jobs
from tests.months.costs import Costs
from tests.months.crew import Crew, Threads
from tests.months.jobs import Job
from tests.plugins.simulator import Simulator

BEAT = timedelta(minutes=15)  # what the planner writes slots for
LONGEST = timedelta(hours=1)  # without a beat, also where nothing is due: a slot that was given back is drawn anew
POLL = timedelta(hours=6)
FRESH = timedelta(minutes=5)  # how old a reading may be when a follow-up leaves
TOGETHER = timedelta(minutes=3)  # slots of different mailboxes that are this near are met by workers at once
FOR_PAGES = frozenset({"sequences.actors.look_ahead"})  # decides nothing; not more often than `least`, as by the clock
OWN = frozenset({"sequences.actors.plan_due", "mailboxes.actors.poll_due"})  # done by the beat itself


@dataclass(frozen=True, slots=True)
class Slot:
    """A planned touch, its mailbox and its person."""

    touch_id: int
    at: datetime
    mailbox_id: int
    recipient_id: int


class Course:
    """Goes through a span of world time. `done` counts what happened, by its name, `costs` what that took."""

    def __init__(self, simulator: Simulator, crew: Crew | None = None) -> None:
        """Begin with every line of the schedule due."""
        self.done: Counter[str] = Counter()
        self.costs = Costs()
        self._simulator = simulator
        self._crew = crew or Threads()
        self._woken: list[Job] = []
        self._cleaned: date | None = None
        self._ran: dict[str, datetime] = {}
        self._read: dict[int, datetime] = {}

    def close(self) -> None:
        """Let the workers and their connections go."""
        self._crew.close()

    def until(self, end: datetime) -> None:
        """Go on beat by beat to an instant of the world."""
        while (now := clock.world_now()) < end:
            busy = self._beat(now)
            self._jump(min(end, self._next_beat(now, busy=busy)))

    def _beat(self, now: datetime) -> bool:
        """Do everything that is due; tell whether anybody was sent to, or might soon be."""
        self.done["beats"] += 1
        self._keep_statistics(now)
        for every in SCHEDULE:
            if every.actor not in OWN and self._is_due(every, now):
                with self.costs.of(every.actor):
                    import_string(every.actor).fn()
        self._work_off()
        self._read_inboxes(
            self._stale(POLL, now, Mailbox.objects.filter(state__in=READABLE).values_list("id", flat=True))
        )
        with self.costs.of("plan"):
            plan.plan()
            slots = _slots(now + BEAT)
        for together in waves(slots):
            self._send(together)
        return bool(slots)

    def _keep_statistics(self, now: datetime) -> None:
        """Do each day of the world what autovacuum does in an installation, which a throw-away server has not."""
        if self._cleaned != now.date():
            self._cleaned = now.date()
            with self.costs.of("autovacuum"), connection.cursor() as cursor:
                cursor.execute("VACUUM (ANALYZE, SKIP_DATABASE_STATS)")

    def _is_due(self, every: Every, now: datetime) -> bool:
        at, wait = now if every.world else clock.now(), every.seconds
        if every.actor in FOR_PAGES:
            at, wait = clock.now(), every.least
        last = self._ran.get(every.actor)
        if last is not None and at - last < timedelta(seconds=wait):
            return False
        self._ran[every.actor] = at
        return True

    def _send(self, together: list[Slot]) -> None:
        """Go to the latest of these slots, read the inboxes that may speak against them, and let workers send."""
        self._jump(max(slot.at for slot in together))
        mailed = Permit.objects.filter(recipient_id__in=[slot.recipient_id for slot in together])
        self._read_inboxes(
            self._stale(FRESH, clock.world_now(), mailed.values_list("mailbox_id", flat=True).distinct())
        )
        for word in self._do([Job("send", slot.touch_id, slot.mailbox_id) for slot in together]):
            self.done[str(word)] += 1

    def _stale(self, age: timedelta, now: datetime, mailboxes: Iterable[int]) -> list[int]:
        """Return those of the mailboxes whose last reading is older than that."""
        return [one for one in mailboxes if one not in self._read or now - self._read[one] >= age]

    def _read_inboxes(self, mailboxes: list[int]) -> None:
        self._read |= dict.fromkeys(mailboxes, clock.world_now())
        self.done["polls"] += len(mailboxes)
        self.done["messages"] += sum(map(int, self._do([Job("read", one, one) for one in mailboxes])))

    def _work_off(self) -> None:
        """Do what the lines of the schedule woke workers for, and what these do in turn."""
        self._woken += jobs.woken()
        while self._woken:
            going, self._woken = self._woken, []
            self.done.update(f"jobs: {name}" for name in self._do(going))

    def _do(self, wanted: list[Job]) -> list[int | str]:
        """Let the crew do these jobs; return what came of each, in any order."""
        done = self._crew.do(wanted) if wanted else []
        for share in done:
            self.costs.add(share.costs)
            self._woken += share.woken
        return [result for share in done for result in share.results]

    def _next_beat(self, now: datetime, *, busy: bool) -> datetime:
        """Return when something falls due next: soon where mail is leaving, else with the next step of anybody."""
        if busy:
            return now + BEAT
        waiting = Touch.objects.filter(state=TouchState.SCHEDULED, eligible_at__gt=now)
        coming: datetime | None = waiting.aggregate(at=Min("eligible_at"))["at"]
        return min(max(coming or now + LONGEST, now + BEAT), now + LONGEST)

    def _jump(self, to: datetime) -> None:
        """Move the world's clock forward, ours and the people's; they have done by then what they meant to do."""
        with self.costs.of("jump"):
            real = clock.now()
            world = max(to, clock.world_now())
            Installation.objects.filter(id=1).update(anchor_real=real, anchor_world=world)
            self._simulator.clock(anchor_real=real.isoformat(), anchor_world=world.isoformat(), speed=1.0)


def waves(slots: list[Slot]) -> Iterator[list[Slot]]:
    """Yield slots in order of time, as many together as lie near each other and belong to different mailboxes."""
    together: list[Slot] = []
    for slot in slots:
        taken = {one.mailbox_id for one in together}
        if together and (slot.mailbox_id in taken or slot.at - together[0].at > TOGETHER):
            yield together
            together = []
        together.append(slot)
    if together:
        yield together


def _slots(until: datetime) -> list[Slot]:
    planned = Touch.objects.filter(state=TouchState.PLANNED, kind="email", slot_at__lt=until).order_by("slot_at", "id")
    found = planned.values_list("id", "slot_at", "mailbox_id", "enrollment__recipient_id")
    return [Slot(touch, at, mailbox, person) for touch, at, mailbox, person in found if at and mailbox]
