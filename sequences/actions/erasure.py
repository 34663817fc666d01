"""Erase a person: everything that tells who they are and what was written goes; that they must be left alone stays."""

from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta

from django.db.models import F, Q, TextField
from django.db.models.functions import Cast

from admission.models import Judgement
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Busy
from app.gates import Gates
from app.models import WebhookPost
from bounces.actions import erasure_wishes
from bounces.actions.suppressions import suppress_person
from bounces.core.ways import Way
from bounces.models import InboundText, LearnedAddress, Outcome, Relabel, Suppression
from mailboxes import locks
from mailboxes.actions.deliveries import withdraw
from mailboxes.core.states import DeliveryState
from mailboxes.models import Delivery, DeliveryBody, InboundMessage, InboundRaw, Recipient
from sequences.actions import enrollments
from sequences.core.states import EnrollmentState
from sequences.models import AnswerFile, Contact, Enrollment, Import, ImportRow, Note, Task

REASON = "erased"
CELLS_KEPT = timedelta(days=9)  # longer than refused rows of an import keep their cells


def erase(contact: Contact, *, by_id: int | None = None) -> None:
    """Erase the contact, its mails and its answers; the keyed hash stays and keeps the address suppressed.

    Sequences end, what is prepared is withdrawn, rows of imports are emptied. A call that is under way is settled as
    usual. Locks the recipient and their learned addresses. Raises Busy.
    """
    in_transaction(lambda: _erase(contact, by_id))


def carry_out_wishes() -> int:
    """Erase whoever asked for it on the page behind a link of theirs; return how many. Who is busy is met again."""
    erased = 0
    for wish in erasure_wishes.open_wishes():
        mine = Contact.objects.filter(workspace_id=wish.workspace_id, recipient_id=wish.recipient_id).first()
        with suppress(Busy):
            if mine is not None:
                erase(mine)
            erasure_wishes.done(wish)
            erased += 1
    return erased


def _erase(contact: Contact, by_id: int | None) -> None:
    aliases = LearnedAddress.objects.filter(recipient_id=contact.recipient_id).order_by("id")
    people = {contact.recipient_id, *aliases.values_list("alias_id", flat=True)[: locks.MOST_RECIPIENTS - 1]}
    locks.enter(Gates(contact.workspace_id), people)
    fresh = Contact.objects.filter(id=contact.id).first()
    if fresh is None:
        return
    if fresh.recipient_id != contact.recipient_id:  # at another address by now, whose lock nobody holds here
        raise Busy("Somebody else has just changed this contact.")
    for recipient_id in sorted(people):
        _stop(contact.workspace_id, recipient_id, by_id)
    _empty_mail(people)
    _empty_rest(fresh, people)
    Contact.objects.filter(id=contact.id).delete()
    Recipient.objects.filter(id__in=people).update(erased_at=clock.now(), fence=F("fence") + 1)
    events.append(
        kind="contact.erased",
        workspace_id=contact.workspace_id,
        subject_id=contact.id,
        recipient_id=contact.recipient_id,
        data={"by": by_id},
    )


def _stop(workspace_id: int, recipient_id: int, by_id: int | None) -> None:
    for enrollment in Enrollment.objects.filter(recipient_id=recipient_id, state=EnrollmentState.ACTIVE):
        enrollments.end(enrollment, "stop", reason=REASON)
    by_hand = Delivery.objects.filter(recipient_id=recipient_id, state=DeliveryState.PREPARED)
    for delivery_id in list(by_hand.values_list("id", flat=True)):  # letters, which belong to no sequence
        withdraw(delivery_id, reason=REASON)
    suppress_person(workspace_id, recipient_id, reason=REASON, by_id=by_id, source=Way.ERASURE)


def _empty_mail(people: Collection[int]) -> None:
    """What we wrote and what they wrote; ids, states and times stay, for they prove that nobody was mailed twice."""
    sent = Delivery.objects.filter(recipient_id__in=people)
    DeliveryBody.objects.filter(delivery__in=sent).update(
        address="", subject="", text="", html="", source="", answers={}
    )
    AnswerFile.objects.filter(answer__delivery__in=sent).delete()
    Note.objects.filter(conversation__recipient_id__in=people).delete()
    Judgement.objects.filter(delivery__in=sent).update(reason="")
    told = Outcome.objects.filter(recipient_id__in=people, inbound_id__isnull=False)
    spoken_of = list(told.values_list("inbound_id", flat=True))  # a list: with a subquery no index would be used
    received = InboundMessage.objects.filter(id__in=_with_copies(Q(recipient_id__in=people) | Q(id__in=spoken_of)))
    Relabel.objects.filter(inbound_id__in=list(received.values_list("id", flat=True))).update(reason="")
    Suppression.objects.filter(recipient_id__in=people, lifted_at__isnull=False).update(lift_reason="")
    InboundRaw.objects.filter(message__in=received).delete()
    InboundText.objects.filter(message__in=received).delete()
    received.update(evidence="", from_domain="")


def _with_copies(wanted: Q) -> list[int]:
    """Return the ids of these messages and of the same mails in other mailboxes, which name one person at most."""
    found = list(InboundMessage.objects.filter(wanted).values_list("id", "workspace_id", "message_id"))
    names = {message_id for _, _, message_id in found if message_id}
    same = InboundMessage.objects.filter(
        workspace_id__in={workspace_id for _, workspace_id, _ in found}, message_id__in=names, disposition="duplicate"
    )
    return [*(message_id for message_id, _, _ in found), *same.values_list("id", flat=True)]


def _empty_rest(contact: Contact, people: Collection[int]) -> None:
    Enrollment.objects.filter(recipient_id__in=people).update(thread_subject="")
    Task.objects.filter(Q(touch__enrollment__recipient_id__in=people) | Q(contact=contact)).update(text="")
    told = WebhookPost.objects.filter(recipient_id__in=people).exclude(body="")
    told.filter(state="waiting").update(state="given_up", said=REASON)  # nobody hears it any more
    told.update(body="")
    # Rows that were written are empty already.
    states = [Import.State.READ, Import.State.STAGED, Import.State.RUNNING]
    unfinished = Import.objects.filter(workspace_id=contact.workspace_id, state__in=states)
    batches = list(unfinished.values_list("id", flat=True))
    waiting = ImportRow.objects.filter(batch_id__in=batches, verdict="", data__email__iexact=contact.email)
    waiting.update(data={}, verdict=ImportRow.Verdict.SKIPPED, reason=REASON)
    lately = Import.objects.filter(workspace_id=contact.workspace_id, started_at__gt=clock.now() - CELLS_KEPT)
    refused = ImportRow.objects.filter(batch_id__in=list(lately.values_list("id", flat=True)), verdict="rejected")
    named = refused.annotate(kept=Cast("data", TextField())).filter(kept__icontains=contact.email)
    named.update(data={})
