"""Everything the clock and the workers would do, in this one thread, until nothing is due: headless runs and tests."""

import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

from admission.actions import health, reconcile, sweeps
from app.actions import clock, events
from bounces.actions import ingest, unsubscribe
from mailboxes.actions import inbound
from sequences.actions import dispatch, plan, tasks
from sequences.core.states import TouchState
from sequences.models import Touch

MOST_ROUNDS = 100_000  # a guard against a fault of ours, far beyond any day's work
SHORTEST_NAP = timedelta(milliseconds=20)
LONGEST_NAP = timedelta(seconds=5)  # then inboxes are looked at again

type Slot = tuple[int, datetime]


def run_until_idle(*, patience: timedelta = timedelta(0), sleep: Callable[[float], None] = time.sleep) -> Counter[str]:
    """Read inboxes, measure mailboxes, plan, and send what is due; return how often each thing happened.

    Ends when nothing is due now and no slot comes up within `patience` (true time). Calls out, so no transaction may
    be open.
    """
    done: Counter[str] = Counter()
    tried: set[Slot] = set()
    deadline = clock.now() + patience
    for _ in range(MOST_ROUNDS):
        happened = _round(tried)
        done += happened
        if happened:
            continue
        wait = _until_next(tried, deadline)
        if wait is None:
            return done
        sleep(wait.total_seconds())
    return done


def _round(tried: set[Slot]) -> Counter[str]:
    """One tick of everything, in the order in which news matters: what came back first, then who is next."""
    happened: Counter[str] = Counter()
    for mailbox_id in inbound.due():
        happened["messages read"] += inbound.poll(mailbox_id)
    happened["mailboxes measured"] += _measure()
    happened["messages classified"] += ingest.read_stored()
    happened["opt-outs honoured"] += unsubscribe.honour_open()
    happened["reactions caught up"] += events.pay_debts()
    happened["calls ended"] += sweeps.sweep_leases()
    happened["doubts settled"] += reconcile.reconcile()
    happened["tasks opened"] += tasks.open_due()
    plan.plan()
    for slot in _due():
        if slot not in tried:
            tried.add(slot)
            happened[f"sends: {dispatch.send_touch(slot[0])}"] += 1
    return +happened


def _measure() -> int:
    """Measure the mailboxes whose round is due, for nothing of a campaign leaves from one that nobody measured."""
    health.end_lost()
    mailboxes = health.due()
    for mailbox_id in mailboxes:
        if health.measure(mailbox_id):
            health.probe(mailbox_id)
    return len(mailboxes)


def _due() -> list[Slot]:
    planned = Touch.objects.filter(state=TouchState.PLANNED, kind="email", slot_at__lte=clock.world_now())
    return [(touch_id, at) for touch_id, at in planned.order_by("slot_at").values_list("id", "slot_at") if at]


def _until_next(tried: set[Slot], deadline: datetime) -> timedelta | None:
    """Return how long to wait for the next slot, in true time; None when none comes up before the deadline."""
    world, now = clock.world_clock(), clock.now()
    planned = Touch.objects.filter(state=TouchState.PLANNED, kind="email").order_by("slot_at")
    coming = [at for touch_id, at in planned.values_list("id", "slot_at")[:1000] if at and (touch_id, at) not in tried]
    if not coming or world.real(coming[0]) > deadline:
        return None
    return min(max(world.real(coming[0]) - now, SHORTEST_NAP), LONGEST_NAP)
