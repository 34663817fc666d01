"""A campaign that has written to people, and mail that comes back, by the product itself and without a network."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from admission.actions.permits import grant_permit
from admission.actions.settle import settle
from admission.core.settlement import Accepted, Settlement
from admission.core.verdict import Grant, Verdict
from app.actions import clock
from app.models import Workspace
from bounces.actions import ingest
from mailboxes.actions import inbound
from mailboxes.core.message import Receipt
from mailboxes.inbound.base import Batch, Cursor, Head
from mailboxes.models import Delivery, InboundMessage, Mailbox
from sequences import queries
from sequences.actions import mail
from sequences.models import Campaign, Contact, Enrollment, Touch
from sequences.subject import subject_of
from tests.factories import StepPlan, a_campaign, a_contact, a_mailbox, a_workspace, an_email, enrolled
from tests.plugins.world import World

HERE = {"api": "http://127.0.0.1:9", "token": "http://127.0.0.1:9/token"}
STEPS = (an_email(), an_email(subject="", text="And again, {{ first_name }}", delay=3))
NAMES = count(1)


@dataclass(frozen=True, slots=True)
class Mailed:
    """Somebody who got the first mail of a campaign."""

    contact: Contact
    enrollment: Enrollment
    delivery: Delivery

    @property
    def state(self) -> str:
        return Enrollment.objects.get(id=self.enrollment.id).state

    @property
    def open_touch(self) -> Touch | None:
        return Touch.objects.filter(enrollment=self.enrollment, state__in=["scheduled", "planned", "held"]).first()


@dataclass(frozen=True, slots=True)
class Office:
    """A workspace, its mailbox and a running campaign."""

    world: World
    workspace: Workspace
    mailbox: Mailbox
    campaign: Campaign

    def waiting(self, address: str = "", *, contact: Contact | None = None) -> Touch:
        """Enrol somebody and return their first step, which is due."""
        person = contact or a_contact(self.workspace, address or f"ada{next(NAMES)}@acme.example")
        return Touch.objects.get(enrollment=enrolled(self.campaign, person, mailbox=self.mailbox))

    def another(self, steps: Sequence[StepPlan] = STEPS) -> "Office":
        """The same mailbox with a second campaign."""
        campaign = a_campaign(self.workspace, mailboxes=[self.mailbox], steps=steps)
        return Office(self.world, self.workspace, self.mailbox, campaign)

    def mailed(self, address: str = "", *, contact: Contact | None = None) -> Mailed:
        """Enrol somebody and send them the first step."""
        touch = self.waiting(address, contact=contact)
        assert touch.enrollment.contact is not None
        return Mailed(touch.enrollment.contact, touch.enrollment, sent(touch.id))


def due_now(enrollment: Enrollment) -> Touch:
    """Let the open step of an enrollment be due at this instant."""
    open_ones = Touch.objects.filter(enrollment=enrollment, state="scheduled")
    open_ones.update(due_at=clock.world_now(), eligible_at=clock.world_now())
    return open_ones.get()


def an_office(world: World, *, steps: Sequence[StepPlan] = STEPS, **changes: Any) -> Office:
    """A workspace that may send to nobody but the discard port of this machine, and does not even that."""
    world.allow({"127.0.0.1:9"})
    workspace = a_workspace()
    mailbox = a_mailbox(workspace, gap=0, cap=1000, endpoints=HERE, **changes)
    return Office(world, workspace, mailbox, a_campaign(workspace, mailboxes=[mailbox], steps=steps))


def sent(touch_id: int) -> Delivery:
    """Take one touch from composing to acceptance."""
    return tried(touch_id)


def tried(touch_id: int, settlement: Settlement | None = None) -> Delivery:
    """Take one touch from composing to a verdict, acceptance where none is given."""
    Touch.objects.filter(id=touch_id, state="scheduled").update(state="planned", slot_at=clock.world_now())
    verdict, delivery_id = asked(touch_id)
    assert isinstance(verdict, Grant), verdict
    receipt = Receipt(f"provider-{delivery_id}", f"thread-{delivery_id}", None, "250")
    assert settle(verdict.permit_id, settlement or Accepted(receipt), chance=0.5)
    return Delivery.objects.get(id=delivery_id)


def asked(touch_id: int) -> tuple[Verdict, int]:
    """Prepare the mail of a planned touch and ask for its permit; return the answer and the delivery's id."""
    job = queries.job(touch_id)
    assert job is not None
    letter = mail.write(job)
    assert mail.prepare(job, letter)
    subject = subject_of(job)
    return grant_permit(delivery_id=letter.delivery_id, subject=subject, jitter=0.5, position={}), letter.delivery_id


@dataclass(frozen=True, slots=True)
class OneLetter:
    """A feed with one message in it, which knows no cursor."""

    name: str
    thread: str
    raw: bytes

    def fetch(self, cursor: Cursor) -> Batch:
        headers = self.raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
        head = Head(
            self.name, self.thread, frozenset({"INBOX"}), headers, None, own=False, received_at=clock.world_now()
        )
        return Batch((head,), {"at": self.name}, complete=True)

    def whole(self, head: Head) -> bytes | None:
        return self.raw

    def headers(self, head: Head) -> bytes | None:
        return head.headers

    def close(self) -> None:
        pass


def arrive(mailbox: Mailbox, raw: bytes, *, thread: str = "", provider_id: str = "") -> InboundMessage:
    """Store one message as a feed would, read it, and return what became of it."""
    name = provider_id or f"in-{next(NAMES)}"
    inbound.read(mailbox, OneLetter(name, thread, raw))
    ingest.read_stored()
    return InboundMessage.objects.get(mailbox=mailbox, provider_id=name)
