"""The course of a month: what clock and workers do, at every instant at which something falls due.

The world goes at true pace while anybody works, and jumps over the time in which nobody would: its row's anchor is
moved forward between two beats, when nothing is under way, and never back. So no machine time is made up: leases,
deadlines and freshness are true seconds, and every permit is decided at the world's instant. What the schedule counts
in true seconds is done as often as true seconds pass, what it counts in the world's at each beat.

An inbox is read every few hours, and again before anybody is written to whom its mailbox has mailed: no answer that
had come is overlooked between two readings, as it might be if these were merely hours apart.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from queue import Empty

from django.db import connections
from django.db.models import Min
from django.utils.module_loading import import_string
from dramatiq import Message
from dramatiq.brokers.stub import StubBroker

from admission.models import Permit
from app.actions import clock
from app.broker import broker
from app.models import Installation
from app.schedule import SCHEDULE, Every
from bounces.actions import ingest
from mailboxes.actions import inbound
from mailboxes.actions.inbound import READABLE
from mailboxes.models import Mailbox
from sequences.actions import dispatch, plan
from sequences.core.states import TouchState
from sequences.models import Touch
from tests.plugins.simulator import Simulator

BEAT = timedelta(minutes=15)  # what the planner writes slots for
LONGEST = timedelta(hours=1)  # without a beat, also where nothing is due
POLL = timedelta(hours=6)
FRESH = timedelta(minutes=5)  # how old a reading may be when a follow-up leaves
TOGETHER = timedelta(minutes=3)  # slots of different mailboxes that are this near are met by workers at once
OWN = frozenset({"sequences.actors.plan_due", "mailboxes.actors.poll_due"})  # done by the beat itself
READ_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Slot:
    """A planned touch, its mailbox and its person."""

    touch_id: int
    at: datetime
    mailbox_id: int
    recipient_id: int


class Course:
    """Goes through a span of world time. `done` counts what happened, by its name."""

    def __init__(self, simulator: Simulator, *, workers: int = 4) -> None:
        """Begin with every line of the schedule due."""
        self.done: Counter[str] = Counter()
        self._simulator = simulator
        self._workers = ThreadPoolExecutor(workers)
        self._ran: dict[str, datetime] = {}
        self._read: dict[int, datetime] = {}

    def close(self) -> None:
        """Let the workers and their connections go."""
        self._workers.shutdown()

    def until(self, end: datetime) -> None:
        """Go on beat by beat to an instant of the world."""
        while (now := clock.world_now()) < end:
            busy = self._beat(now)
            self._jump(min(end, self._next_beat(now, busy=busy)))

    def _beat(self, now: datetime) -> bool:
        """Do everything that is due; tell whether anybody was sent to, or might soon be."""
        self.done["beats"] += 1
        for every in SCHEDULE:
            if every.actor not in OWN and self._is_due(every, now):
                import_string(every.actor).fn()
        self._work_off()
        self._read_inboxes(
            self._stale(POLL, now, Mailbox.objects.filter(state__in=READABLE).values_list("id", flat=True))
        )
        plan.plan()
        slots = _slots(now + BEAT)
        for together in waves(slots):
            self._send(together)
        return bool(slots)

    def _is_due(self, every: Every, now: datetime) -> bool:
        at = now if every.world else clock.now()
        last = self._ran.get(every.actor)
        if last is not None and at - last < timedelta(seconds=every.seconds):
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
        for word in self._workers.map(_sent, [slot.touch_id for slot in together]):
            self.done[word] += 1

    def _stale(self, age: timedelta, now: datetime, mailboxes: Iterable[int]) -> list[int]:
        """Return those of the mailboxes whose last reading is older than that."""
        return [one for one in mailboxes if one not in self._read or now - self._read[one] >= age]

    def _read_inboxes(self, mailboxes: list[int]) -> None:
        self._read |= dict.fromkeys(mailboxes, clock.world_now())
        self.done["polls"] += len(mailboxes)
        new = sum(self._workers.map(_polled, mailboxes))
        self.done["messages"] += new
        while new and ingest.read_stored(limit=READ_AT_ONCE) == READ_AT_ONCE:
            pass

    def _work_off(self) -> None:
        """Do what the lines of the schedule woke workers for."""
        assert isinstance(broker, StubBroker)
        while messages := list(_taken(broker)):
            list(self._workers.map(_worked_off, messages))
            self.done.update(f"jobs: {message.actor_name}" for message in messages)

    def _next_beat(self, now: datetime, *, busy: bool) -> datetime:
        """Return when something falls due next: soon where mail is leaving, else with the next step of anybody."""
        if busy:
            return now + BEAT
        waiting = Touch.objects.filter(state=TouchState.SCHEDULED, eligible_at__gt=now)
        coming: datetime | None = waiting.aggregate(at=Min("eligible_at"))["at"]
        return min(max(coming or now + LONGEST, now + BEAT), now + LONGEST)

    def _jump(self, to: datetime) -> None:
        """Move the world's clock forward, ours and the people's; they have done by then what they meant to do."""
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


def _as_worker[**P, T](work: Callable[P, T]) -> Callable[P, T]:
    """Give the connection back after each job, as a worker does."""

    @wraps(work)
    def worked(*given: P.args, **named: P.kwargs) -> T:
        try:
            return work(*given, **named)
        finally:
            connections.close_all()

    return worked


def _taken(stub: StubBroker) -> Iterator[Message[object]]:
    for queue in stub.queues.values():
        with suppress(Empty):
            while True:
                yield Message.decode(queue.get_nowait())


@_as_worker
def _worked_off(message: Message[object]) -> None:
    work: Callable[..., object] = broker.get_actor(message.actor_name).fn
    work(*message.args, **message.kwargs)


_sent = _as_worker(dispatch.send_touch)
_polled = _as_worker(inbound.poll)
