"""The doubts about mails: which are due for a look, when each is looked for next, and when a person is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models.functions import Now

from admission.core.absence import AFTER_DEADLINE, ASK_A_PERSON, next_look
from admission.models import AbsenceRead, Doubt, Incident
from app import sql
from app.actions import clock, events
from app.actions.attempts import in_transaction
from mailboxes.actions.deliveries import CALL_DEADLINE
from mailboxes.models import Delivery

LEASE = timedelta(minutes=10)  # of a claimed look; outlasts the time a search of one mailbox may take
ABSENT = "absent"
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Look:
    """One look that is due: the mail, the call it is about, how often it was looked for, this time included."""

    delivery: Delivery
    permit_id: int
    began: datetime
    looks: int
    hopeless: bool

    @property
    def counts_from(self) -> datetime:
        """Return the first moment at which an absence counts."""
        return counts_from(self.began)


def counts_from(began: datetime) -> datetime:
    """Return when the call that began then can neither be under way nor have left a mail that is not filed yet."""
    return began + CALL_DEADLINE + AFTER_DEADLINE


def due() -> list[int]:
    """Begin a doubt about each mail that is newly uncertain, end old ones; return the mailboxes where a look is due."""
    sql.run("admission", "begin_doubts", {})
    sql.run("admission", "end_doubts", {})
    waiting = Doubt.objects.filter(next_at__lte=Now()).order_by("mailbox_id")
    return list(waiting.values_list("mailbox_id", flat=True).distinct())


def claim(mailbox_id: int) -> list[Look]:
    """Claim every due look of a mailbox, oldest mail first; what is known by now is dropped."""
    claimed = sql.rows("admission", "claim_doubts", {"mailbox_id": mailbox_id, "lease": LEASE})
    found = Delivery.objects.filter(
        in_doubt=True,  # by its index; one on the permit would be rewritten by each send
        permit_id__in=[permit_id for permit_id, _, _ in claimed],
        call_began_at__isnull=False,
    )
    open_ones = {delivery.permit_id: delivery for delivery in found}
    looks = []
    for permit_id, count, hopeless in sorted(claimed):
        delivery = open_ones.get(permit_id)
        if delivery is None or delivery.call_began_at is None:
            over(permit_id)
        else:
            looks.append(Look(delivery, permit_id, delivery.call_began_at, count, hopeless))
    return looks


def over(permit_id: int) -> None:
    """It is known what became of the mail: nobody looks for it any more. The evidence stays."""
    Doubt.objects.filter(permit_id=permit_id).delete()


def note(permit_id: int, found: str, reason: str, read_at: datetime) -> None:
    """Keep what one look found: the evidence."""
    AbsenceRead.objects.create(permit_id=permit_id, read_at=read_at, found=found, reason=reason[:200])


def absent_reads(permit_id: int) -> list[datetime]:
    """Return when complete reads did not find the mail."""
    return list(AbsenceRead.objects.filter(permit_id=permit_id, found=ABSENT).values_list("read_at", flat=True))


def put_off(look: Look, now: datetime, reads: Sequence[datetime]) -> None:
    """Set the next look, and ask a person about a mail that is in doubt for a day."""
    next_at = next_look(now, looks=look.looks, began=look.began, reads=reads, counts_from=look.counts_from)
    if now - look.began >= ASK_A_PERSON:
        ask_a_person(look.delivery, look.permit_id)
    Doubt.objects.filter(permit_id=look.permit_id).update(next_at=next_at)


def give_up(look: Look, now: datetime) -> None:
    """No look can tell: nobody looks any more, and after its day a person is asked."""
    asked_at = look.began + ASK_A_PERSON
    if now >= asked_at:
        ask_a_person(look.delivery, look.permit_id)
    Doubt.objects.filter(permit_id=look.permit_id).update(hopeless=True, next_at=asked_at if now < asked_at else None)


def ask_a_person(delivery: Delivery, permit_id: int) -> None:
    """Raise one incident for a mail that stays in doubt; the evidence is its reads and its permit's facts."""
    if not Incident.objects.filter(kind="uncertain", permit_id=permit_id).exists():
        in_transaction(lambda: _asked(delivery, permit_id))


def _asked(delivery: Delivery, permit_id: int) -> None:
    Incident.objects.create(
        workspace_id=delivery.workspace_id,
        kind="uncertain",
        delivery_id=delivery.id,
        permit_id=permit_id,
        data={"reads": AbsenceRead.objects.filter(permit_id=permit_id).count()},
        at=clock.now(),
    )
    events.append(
        kind="delivery.needs_person",
        workspace_id=delivery.workspace_id,
        subject_id=delivery.id,
        recipient_id=delivery.recipient_id,
        data={"permit": permit_id},
    )
