"""Ten kinds of transaction against one workspace, as its users, workers, providers and prospects make them."""

import io
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from queue import Empty, SimpleQueue
from random import Random
from typing import Any

from django.db.models import Model, QuerySet

from admission.actions.settle import settle
from admission.core.settlement import Accepted, Deferred, NotCalled, Rejected, Settlement, Vanished
from app.actions import clock, events, halts
from app.core.errors import Busy, Refused
from app.core.machine import IllegalMove
from app.models import Workspace
from bounces.actions import ingest, suppressions, unsubscribe
from bounces.core.reading import Category
from bounces.core.tokens import UnsubscribeToken
from mailboxes.actions.deliveries import begin_call
from mailboxes.actions.intake import CursorMoved
from mailboxes.core.address import parse_address, parse_domain
from mailboxes.core.errors import MarkLost, Scope, TransportError, VerdictUnknown
from mailboxes.core.message import Envelope, PermitToken, Receipt, SentPosition, Thread
from mailboxes.models import Delivery, DeliveryBody
from sequences.actions import campaigns, contacts, dispatch, enrollments, erasure, imports, plan, stops, tasks
from sequences.models import Campaign, Contact, Enrollment, Task, Touch
from tests.races.answers import an_answer

NUMBERS = count(1)
OUT_OF_OFFICE = "I am out of the office until 15 March 2027."
SETTLEMENTS: tuple[Settlement, ...] = (
    *[Accepted(Receipt("id", "", None, "250"))] * 12,
    *[Deferred(Scope.RECIPIENT)] * 2,
    Rejected(Scope.RECIPIENT, Category.INVALID_RECIPIENT, 550, "5.1.1"),  # one of twenty: breakers slow, and pause some
    Rejected(Scope.RECIPIENT, Category.MAILBOX_FULL, 552, "5.2.2"),
    *[Rejected(Scope.MESSAGE, Category.POLICY_BLOCK, 554)] * 2,
    *[Vanished("reset")] * 2,
)


class WorkerDied(Exception):
    """The call was made and its worker is gone: the permit stays open until somebody settles it."""


class Provider:
    """A transport that takes, refuses, or loses its worker, by chance."""

    def __init__(self, load: "Load", random: Random) -> None:
        self._load = load
        self._random = random

    def ready(self) -> None:
        pass

    def position(self) -> SentPosition:
        return {}

    def deliver(self, permit: PermitToken, envelope: Envelope, message: bytes, thread: Thread) -> Receipt:
        drawn = self._random.random()
        if drawn < 0.1:
            raise TransportError("not reached", scope=Scope.PROVIDER, permanent=False)
        if drawn < 0.5:
            self._load.open_calls.put(permit.permit_id)
            raise WorkerDied
        permit.begin_call()
        if drawn < 0.6:
            raise VerdictUnknown("reset")
        return Receipt(f"id{permit.permit_id}", "", f"real{permit.permit_id}@example.org", "250")


class Load:
    """What the threads share: the workspace, and calls whose workers are gone."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.open_calls: SimpleQueue[int] = SimpleQueue()
        self.done: Counter[str] = Counter()

    @contextmanager
    def transport_for(self, mailbox_id: int, version: str | None = None) -> Iterator[Provider]:
        """In the place of the pool."""
        yield Provider(self, Random(f"{mailbox_id} {next(NUMBERS)}"))

    def one_of[M: Model](self, rows: QuerySet[M], random: Random, among: int = 30) -> M | None:
        """One of the first rows, by chance."""
        found = list(rows[:among])
        return random.choice(found) if found else None

    def do(self, kind: str, random: Random) -> None:
        """Make one transaction of this kind, if there is anything to make it about."""
        if KINDS[kind](self, random):
            self.done[kind] += 1

    def permit(self, random: Random) -> bool:
        due = Touch.objects.filter(state="planned", kind="email", slot_at__lte=clock.world_now()).order_by("slot_at")
        touch = self.one_of(due, random)
        if touch is None:
            return False
        try:
            word = dispatch.send_touch(touch.id)
        except WorkerDied:
            word = "died"
        self.done[f"  {word}"] += 1
        return True

    def settle(self, random: Random) -> bool:
        """The verdict of a call whose worker was gone, or the sweeper's."""
        try:
            permit_id = self.open_calls.get_nowait()
        except Empty:
            return False
        settlement = random.choice(SETTLEMENTS)
        try:
            begin_call(Delivery.objects.get(permit_id=permit_id).id, permit_id)
        except MarkLost:
            settlement = NotCalled("mark_lost")
        return settle(permit_id, settlement, chance=random.random())

    def stop(self, random: Random) -> bool:
        """Somebody stops a person, a campaign or everything, types an address, or clicks."""
        found = self.one_of(Enrollment.objects.filter(state="active").order_by("?"), random, 1)
        if found is None or found.contact is None:
            return False
        match random.randrange(6):
            case 0:
                enrollments.stop_enrollment(found.id)
            case 1:
                address = parse_address(found.contact.email)
                suppressions.suppress_addresses(self.workspace.id, [address], reason="typed")
            case 2:
                campaigns.pause(found.campaign)
                campaigns.resume(found.campaign)
            case 3:
                halts.halt(self.workspace.id, "panic")
                halts.resume(self.workspace.id)
            case 4:
                self.reopen(random)
            case _:
                unsubscribe.request(UnsubscribeToken(self.workspace.id, found.recipient_id, 0))
        return True

    def reopen(self, random: Random) -> None:
        """A person takes up again what had ended."""
        ended = self.one_of(Enrollment.objects.exclude(state="active").exclude(contact=None).order_by("?"), random, 1)
        if ended is not None:
            enrollments.reopen(ended.id)

    def _answered(self, random: Random, text: str, **headers: str) -> bool:
        body = self.one_of(DeliveryBody.objects.filter(delivery__state="accepted").order_by("?"), random, 1)
        if body is None or not body.address:
            return False
        try:
            an_answer(body.delivery_id, body.address, text, **headers)
        except CursorMoved:
            return False
        return ingest.read_stored() > 0

    def reply(self, random: Random) -> bool:
        return self._answered(random, "Yes, let us talk on Thursday.")

    def absence(self, random: Random) -> bool:
        return self._answered(random, OUT_OF_OFFICE, Auto_Submitted="auto-replied")

    def planner(self, random: Random) -> bool:
        """The clock's ticks."""
        plan.plan()
        tasks.open_due()
        stops.tidy_domains()
        unsubscribe.honour_open()
        events.pay_debts()
        return True

    def importing(self, random: Random) -> bool:
        """A file of new people and known ones, some of whom it says must not be mailed."""
        known = list(Contact.objects.order_by("?").values_list("email", flat=True)[:5])
        new = [f"new{next(NUMBERS)}@firm{random.randrange(40)}.example" for _ in range(5)]
        lines = ["Email,First name,Do not contact"]
        lines += [f"{email},Ada,{'yes' if random.random() < 0.05 else ''}" for email in known + new]
        campaign = self.one_of(Campaign.objects.order_by("?"), random, 1)
        file = io.BytesIO("\n".join(lines).encode())
        made = imports.stage(self.workspace, f"file{next(NUMBERS)}.csv", file, campaign=campaign)
        return imports.run(made.id).state == "done"

    def edit(self, random: Random) -> bool:
        contact = self.one_of(Contact.objects.order_by("?"), random, 1)
        if contact is None:
            return False
        address = parse_address(f"moved{next(NUMBERS)}@firm{random.randrange(40)}.example")
        contacts.edit_address(contact, address)
        return True

    def erase(self, random: Random) -> bool:
        contact = self.one_of(Contact.objects.order_by("?"), random, 1)
        if contact is None:
            return False
        erasure.erase(contact)
        return True

    def domain(self, random: Random) -> bool:
        """A company says no; in the end most have."""
        name = f"firm{random.randrange(40)}.example"
        entry = parse_domain(f"*.{name}" if random.random() < 0.7 else name)
        return suppressions.suppress_domain(self.workspace.id, entry, reason="typed")

    def task(self, random: Random) -> bool:
        found = self.one_of(Task.objects.filter(state="open"), random)
        if found is None:
            return False
        random.choice([tasks.complete, tasks.skip, tasks.fail])(found.id)
        return True


type Kind = Callable[[Load, Random], bool]
KINDS: dict[str, Kind] = {
    "permit": Load.permit,
    "settle": Load.settle,
    "stop": Load.stop,
    "reply": Load.reply,
    "absence": Load.absence,
    "planner": Load.planner,
    "import": Load.importing,
    "edit": Load.edit,
    "erase": Load.erase,
    "domain": Load.domain,
    "task": Load.task,
}
# How often each is drawn: what ends people is rare enough that many are left at the end.
WEIGHTS = {
    "permit": 30,
    "settle": 15,
    "planner": 8,
    "import": 4,
    "reply": 3,
    "absence": 3,
    "task": 6,
    "edit": 3,
    "stop": 2,
}
CHANGED = "Somebody else has just changed"  # an address that was edited between reading and lock
REFUSALS = (Refused, IllegalMove)  # what a caller may be told when somebody else was faster


def drawn(random: Random) -> str:
    """The kind of the next transaction."""
    return random.choices(list(KINDS), [WEIGHTS.get(kind, 1) for kind in KINDS])[0]


def keep_going(load: Load, seed: Any, over: Callable[[], bool]) -> None:
    """One thread's work until it is over; anything but a refusal reaches the caller."""
    random = Random(seed)
    while not over():
        kind = drawn(random)
        try:
            load.do(kind, random)
        except REFUSALS:
            load.done[f"  {kind} refused"] += 1
        except Busy as busy:
            if not str(busy).startswith(CHANGED):  # then the locks were not to be had, in five tries
                raise
            load.done[f"  {kind} overtaken"] += 1
