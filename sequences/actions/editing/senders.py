"""A mailbox leaves in the middle of campaigns: its people stop, wait for it, or go on from another in a new thread."""

from itertools import batched

from django.db.models import QuerySet

from app.actions import events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.gates import Gates
from mailboxes import locks
from mailboxes.actions.deliveries import withdraw
from mailboxes.core.states import DeliveryState, MailboxState
from mailboxes.models import Delivery, Mailbox
from sequences.actions import enrollments, touches
from sequences.actions.editing.moving import UNDER_WAY
from sequences.core.states import OPEN_TOUCH, EnrollmentState, TouchState
from sequences.models import Enrollment, Touch

AT_ONCE = 100  # people locked in one transaction


def in_progress(mailbox: Mailbox) -> QuerySet[Enrollment]:
    """Return the people who are under way from this mailbox."""
    return Enrollment.objects.filter(
        workspace_id=mailbox.workspace_id, mailbox=mailbox, state=EnrollmentState.ACTIVE
    ).order_by("recipient_id")


def stop_all(mailbox: Mailbox, *, by_id: int | None = None) -> int:
    """End the sequences of everybody who is under way from this mailbox; return how many ended.

    Each in a transaction of its own: gates (shared) and the recipient. Raises Busy: those before are stopped.
    """
    found = list(in_progress(mailbox).values_list("id", flat=True))
    return sum(enrollments.stop_enrollment(one, reason="mailbox_left", by_id=by_id) for one in found)


def go_on_from(mailbox: Mailbox, other: Mailbox, *, by_id: int | None = None) -> int:
    """Let everybody who is under way from this mailbox go on from another; return how many do.

    Their next mail begins a new thread under the other's name. Whose mail is under way stays until it is known what
    became of it. In batches, each a transaction: gates (shared) and recipients. Raises Refused, Busy.
    """
    if other.workspace_id != mailbox.workspace_id or other.id == mailbox.id:
        raise Refused("Choose another mailbox of this workspace.")
    if other.state != MailboxState.CONNECTED:
        raise Refused("That mailbox is not connected.")
    ids = list(in_progress(mailbox).values_list("id", flat=True))
    return sum(_give_some(batch, mailbox, other, by_id) for batch in batched(ids, AT_ONCE, strict=False))


def _give_some(batch: tuple[int, ...], mailbox: Mailbox, other: Mailbox, by_id: int | None) -> int:
    people = set(Enrollment.objects.filter(id__in=batch).values_list("recipient_id", flat=True))

    def work() -> int:
        locks.enter(Gates(mailbox.workspace_id), people)
        standing = Enrollment.objects.filter(id__in=batch, mailbox=mailbox, state=EnrollmentState.ACTIVE)
        return sum(_give(one, other, by_id) for one in standing.order_by("id"))

    return in_transaction(work)


def _give(enrollment: Enrollment, other: Mailbox, by_id: int | None) -> bool:
    touch = Touch.objects.filter(enrollment=enrollment, state__in=OPEN_TOUCH).first()
    if touch is not None and Delivery.objects.filter(touch_id=touch.id, state__in=UNDER_WAY).exists():
        return False
    Enrollment.objects.filter(id=enrollment.id).update(mailbox=other, provider_thread_id="")
    if touch is not None:
        _hand(touch, other)
    data = {"campaign": enrollment.campaign_id, "mailbox": other.id, "by": by_id}
    events.append(
        kind="enrollment.sender_changed",
        workspace_id=enrollment.workspace_id,
        subject_id=enrollment.id,
        recipient_id=enrollment.recipient_id,
        data=data,
    )
    return True


def _hand(touch: Touch, other: Mailbox) -> None:
    for delivery_id in list(
        Delivery.objects.filter(touch_id=touch.id, state=DeliveryState.PREPARED).values_list("id", flat=True)
    ):
        withdraw(delivery_id, reason="sender_changed")
    touches.unplan(touch.id)
    Touch.objects.filter(id=touch.id).update(mailbox=other)
    Touch.objects.filter(id=touch.id, state=TouchState.SCHEDULED, hold_reason__startswith="mailbox").update(
        hold_reason="", hold_detail=""
    )
