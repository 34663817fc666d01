"""A slow provider beside others, by an event-driven simulation of a worker whose clock is ours.

The admission is the real one; threads, queue, planner and provider are acted. Jobs come when a mailbox is due; the
first free thread takes the oldest one; whoever gets no seat gives the job back and the next tick hands it over again.
"""

import heapq
import random
from collections import Counter, defaultdict, deque
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import count

from mailboxes.actions.seats import Seats

THREADS = 16
HOUR = 3600.0
GAP = 240.0  # seconds between two mails of a mailbox
TICK = 60.0  # seconds after which the planner hands a job over that was given back
NUMBERS = count()  # events of one instant happen in the order in which they were made
SLOW, QUICK = 30.0, 0.3  # seconds of one call


@dataclass(order=True, slots=True)
class Job:
    """One mail: handed over at `at`, due since `due`."""

    at: float
    due: float
    provider: str


class Worker:
    """Sixteen threads on a virtual clock. slow: the providers whose calls take half a minute."""

    def __init__(self, *slow: str, isolated: bool = True) -> None:
        self.slow = slow
        self.isolated = isolated
        self.now = 0.0
        self.seats = Seats(THREADS, 0.5, lambda: self.now)
        self.free = THREADS
        self.queue: deque[Job] = deque()
        self.events: list[tuple[float, int, Job | ExitStack]] = []
        self.late: defaultdict[str, list[float]] = defaultdict(list)  # from when it was due to when it was sent
        self.held: Counter[str] = Counter()
        self.most: Counter[str] = Counter()

    def run(self, jobs: list[Job]) -> "Worker":
        for job in jobs:
            self._at(job.at, job)
        while self.events and self.now < HOUR:
            self.now, _, event = heapq.heappop(self.events)
            if isinstance(event, Job):
                self.queue.append(event)
            else:
                event.close()
                self.free += 1
            while self.free and self.queue:
                self._begin(self.queue.popleft())
        return self

    def _at(self, instant: float, event: Job | ExitStack) -> None:
        heapq.heappush(self.events, (instant, next(NUMBERS), event))

    def _begin(self, job: Job) -> None:
        seat = self.seats.take(job.provider, alone=not self.isolated)
        if seat is None:
            again = (self.now // TICK + 1) * TICK
            self._at(again, Job(again, job.due, job.provider))
            return
        self.free -= 1
        self.held[job.provider] += 1
        self.most[job.provider] = max(self.most[job.provider], self.held[job.provider])
        call = ExitStack()
        call.callback(self.held.subtract, [job.provider])
        call.callback(self.seats.give_back, seat)
        call.enter_context(self.seats.calling(seat, proof=True))
        ends = self.now + (SLOW if job.provider in self.slow else QUICK)
        self.late[job.provider].append(ends - job.due)
        self._at(ends, call)


def an_hour(mailboxes: dict[str, int], *, seed: int = 7) -> list[Job]:
    """Each mailbox sends every four minutes or so, from a moment of its own on."""
    chance = random.Random(seed)
    jobs = []
    for provider, number in mailboxes.items():
        for _ in range(number):
            at = chance.uniform(0, GAP)
            while at < HOUR - TICK:
                jobs.append(Job(at, at, provider))
                at += GAP * chance.uniform(1, 1.35)
    return sorted(jobs)


FLEET = {"slow": 200, "others": 200}
BURST = [Job(0.0, 0.0, "slow") for _ in range(200)]


def lateness(worker: Worker) -> float:
    """The 95th percentile of the others, from due to sent."""
    found = sorted(worker.late["others"])
    return found[len(found) * 95 // 100]


def test_two_hundred_mailboxes_of_a_slow_provider_leave_the_lateness_of_others() -> None:
    jobs = an_hour(FLEET)
    healthy = Worker().run(jobs)
    with_slow = Worker("slow").run(jobs)
    assert len(with_slow.late["others"]) == len(healthy.late["others"])
    assert lateness(with_slow) <= 1.10 * lateness(healthy)


def test_without_seats_the_same_hour_delays_everybody() -> None:
    jobs = an_hour(FLEET)
    assert lateness(Worker("slow", isolated=False).run(jobs)) > 30


def test_a_backlog_of_the_slow_one_at_the_start_does_not_either() -> None:
    jobs = sorted([*BURST, *an_hour(FLEET)])
    worker = Worker("slow").run(jobs)
    assert worker.most["slow"] == THREADS * 3 // 4  # a stranger's part; its share once its calls hang
    assert lateness(worker) <= 1.10 * lateness(Worker().run(jobs))


def test_several_slow_providers_share_and_still_leave_threads() -> None:
    fleet = {"slow": 200, "slower": 200, "slowest": 200, "others": 200}
    jobs = an_hour(fleet)
    worker = Worker("slow", "slower", "slowest").run(jobs)
    assert lateness(worker) <= 1.10 * lateness(Worker().run(jobs))
    sent = [len(worker.late[name]) for name in ("slow", "slower", "slowest")]
    assert min(sent) > 0.9 * max(sent)


def test_a_quick_fleet_is_never_sent_back() -> None:
    worker = Worker().run(an_hour({"one": 2000, "two": 2000}))
    assert max(map(max, worker.late.values())) < TICK / 2


class Ticking:
    """A clock that stands still unless it is moved."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def called(seats: Seats, clock: Ticking, lasts: float, *, proof: bool = True) -> None:
    """One use of a provider whose one call lasts so long."""
    seat = seats.take("one")
    assert seat is not None
    with seats.calling(seat, proof=proof):
        clock.now += lasts
    seats.give_back(seat)


def room(seats: Seats) -> int:
    """How many threads it may have now."""
    taken = [seat for _ in range(THREADS) if (seat := seats.take("one")) is not None]
    for seat in taken:
        seats.give_back(seat)
    return len(taken)


def test_a_provider_loses_threads_when_it_turns_slow_and_has_them_back_when_it_is_quick() -> None:
    seats = Seats(THREADS, 0.5, clock := Ticking())
    assert room(seats) == 12
    called(seats, clock, QUICK)
    assert room(seats) == THREADS
    called(seats, clock, SLOW)
    assert room(seats) == THREADS // 2
    called(seats, clock, QUICK)
    assert room(seats) == THREADS


def test_a_quick_login_proves_nothing() -> None:
    seats = Seats(THREADS, 0.5, clock := Ticking())
    called(seats, clock, SLOW)
    called(seats, clock, QUICK, proof=False)
    assert room(seats) == THREADS // 2


def test_a_call_that_fails_at_once_proves_nothing_either() -> None:
    seats = Seats(THREADS, 0.5, clock := Ticking())
    called(seats, clock, SLOW)
    seat = seats.take("one")
    assert seat is not None
    with suppress(ConnectionError), seats.calling(seat, proof=True):
        raise ConnectionError
    seats.give_back(seat)
    assert room(seats) == THREADS // 2
