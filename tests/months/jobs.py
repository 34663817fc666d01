"""What the workers of a month do: jobs by the mailbox they belong to, in this process or in one of a crew."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty

from django.db import connections
from dramatiq import Message
from dramatiq.brokers.stub import StubBroker

from app.actions import clock
from app.broker import broker
from bounces.actions import ingest
from mailboxes.actions import inbound
from mailboxes.core.states import InboundState
from mailboxes.models import InboundMessage
from sequences.actions import dispatch
from tests.months.costs import Cost, Costs


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of work: its kind, what it is given, and the key whose jobs are done in order, by the same worker."""

    kind: str
    given: str | int
    key: int = 0


@dataclass(slots=True)
class Done:
    """What came of some jobs: a result for each, the jobs that they woke workers for, and what they cost."""

    results: list[str | int] = field(default_factory=list)
    woken: list[Job] = field(default_factory=list)
    costs: dict[str, Cost] = field(default_factory=dict)


def do(jobs: Sequence[Job]) -> Done:
    """Do jobs one after another; the connection is given back after each, as a worker does."""
    costs = Costs()
    results: list[str | int] = []
    for job in jobs:
        try:
            with costs.of(_name(job)):
                results.append(KINDS[job.kind](job.given))
        finally:
            connections.close_all()
    return Done(results, woken(), costs.spent())


def woken() -> list[Job]:
    """Take what workers of this process were woken for."""
    assert isinstance(broker, StubBroker)
    return [Job("actor", text, number) for number, text in enumerate(_taken(broker))]


def _taken(stub: StubBroker) -> Iterator[str]:
    for queue in stub.queues.values():
        with suppress(Empty):
            while True:
                yield queue.get_nowait().decode()


def actor_of(job: Job) -> str:
    """Return the name of the actor that such a job wakes."""
    return Message.decode(str(job.given).encode()).actor_name


def _name(job: Job) -> str:
    return actor_of(job) if job.kind == "actor" else job.kind


def _send(touch_id: str | int) -> str:
    return dispatch.send_touch(int(touch_id))


def _read(mailbox_id: str | int) -> int:
    """Poll an inbox and carry out what lies there; return how many messages were new."""
    new = inbound.poll(int(mailbox_id))
    if new:
        stored = InboundMessage.objects.filter(mailbox_id=int(mailbox_id), state=InboundState.STORED, body_due=False)
        due = stored.filter(next_try_at__lte=clock.now()).order_by("id")
        for message_id in list(due.values_list("id", flat=True)):
            ingest.classify(message_id)
    return new


def _act(text: str | int) -> str:
    message: Message[object] = Message.decode(str(text).encode())
    work: Callable[..., object] = broker.get_actor(message.actor_name).fn
    work(*message.args, **message.kwargs)
    return message.actor_name


KINDS: dict[str, Callable[[str | int], str | int]] = {"send": _send, "read": _read, "actor": _act}


def by_worker(jobs: Sequence[Job], workers: int) -> list[list[int]]:
    """Return the places of the jobs that each worker does, which keeps a mailbox's connections in one process."""
    shares: defaultdict[int, list[int]] = defaultdict(list)
    for place, job in enumerate(jobs):
        shares[job.key % workers].append(place)
    return list(shares.values())
