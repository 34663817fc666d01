"""The crowd: notes every mail, and does later what each person would do."""

import asyncio
import heapq
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from simulator.chance import chance_for
from simulator.people.behaviour import DELAYS, EVERY_TIME, LIVELY, Behaviour, Person, meet
from simulator.people.letters import Letter
from simulator.people.one_click import press_unsubscribe
from simulator.people.writing import write_answer

if TYPE_CHECKING:
    from simulator.world import World

_LONGEST_NAP = 3600.0  # machine seconds; the alarm wakes the crowd earlier whenever something changes


@dataclass(order=True, slots=True)
class Plan:
    """Something a person will do at `due`, world time."""

    due: datetime
    number: int
    letter: Letter = field(compare=False)
    person: Person = field(compare=False)


class Crowd:
    """All people of the world and what they are about to do."""

    def __init__(self, world: "World") -> None:
        """Begin with nobody waiting."""
        self._world = world
        self._alarm = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self.reset()

    def reset(self) -> None:
        """Forget plans and memories and behave as the command line said."""
        self.mode = self._world.options.people
        self.shares: Mapping[Behaviour, float] = LIVELY
        self._plans: list[Plan] = []
        self._mails: Counter[tuple[str, str]] = Counter()
        self._count = 0
        self._alarm.set()

    @property
    def waiting(self) -> int:
        """How many plans are still to be carried out."""
        return len(self._plans) + len(self._tasks)

    def who_is(self, address: str) -> Person:
        """Tell who lives at an address."""
        return meet(address, seed=self._world.options.seed, mode=self.mode, shares=self.shares)

    def receive(self, letter: Letter) -> None:
        """Give a mail to its person, who may plan something."""
        person = self.who_is(letter.recipient)
        if person.behaviour is Behaviour.SILENT:
            return
        pair = (letter.mailbox, letter.recipient.lower())
        self._mails[pair] += 1
        if person.behaviour not in EVERY_TIME and self._mails[pair] != person.acts_on:
            return
        self._count += 1
        shortest, longest = DELAYS[person.behaviour]
        chance = chance_for(self._world.options.seed, "delay", letter.recipient, self._mails[pair])
        due = self._world.clock.now() + shortest + (longest - shortest) * chance.random()
        heapq.heappush(self._plans, Plan(due, self._count, letter, person))
        self._alarm.set()

    async def catch_up(self) -> None:
        """Carry out what is due by now, web requests included: the clock was changed."""
        self._alarm.set()
        self._carry_out(self._world.clock.now())
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def live(self) -> None:
        """Carry plans out as they fall due, until cancelled."""
        while True:
            self._alarm.clear()
            self._carry_out(self._world.clock.now())
            nap = self._world.clock.wait_for(self._plans[0].due) if self._plans else _LONGEST_NAP
            try:
                await asyncio.wait_for(self._alarm.wait(), min(nap, _LONGEST_NAP))
            except TimeoutError:
                continue

    async def release(self) -> int:
        """Carry every plan out now, web requests included; gives how many there were."""
        done = self._carry_out(None)
        while self._tasks:
            await asyncio.gather(*self._tasks)
        return done

    def _carry_out(self, until: datetime | None) -> int:
        done = 0
        while self._plans and (until is None or self._plans[0].due <= until):
            plan = heapq.heappop(self._plans)
            done += 1
            if plan.person.behaviour is Behaviour.UNSUB:
                task = asyncio.create_task(press_unsubscribe(plan.letter, self._world.journal))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            else:
                self._answer(plan)
        return done

    def _answer(self, plan: Plan) -> None:
        now = self._world.clock.now()
        chance = chance_for(self._world.options.seed, "answer", plan.letter.recipient, plan.number)
        try:
            answer = write_answer(plan.letter, plan.person, now, chance)
        except (LookupError, ValueError):  # a mail nobody's program can read
            answer = None
        if answer:
            self._world.place(replace(answer, mailbox=self._world.inbox_of(answer.mailbox, plan.letter.mailbox)))
        else:
            self._world.journal.write("unanswerable", about_token=plan.letter.token, person=plan.person.address)
