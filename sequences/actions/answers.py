"""Answers by hand: written now, sent a little later by a worker, taken back until then; one mail at most.

An answer is a delivery of the kind `manual`. Its permit skips windows, pacing and caps, never an opt-out, a halt or the
provider's day, and it counts as written by hand in the mailbox's day. The time until which it can be taken back is
stored: no browser decides when it leaves. What nobody knows the end of stays uncertain and is never sent again.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q

from admission.actions import direct
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Busy, Refused
from app.gates import Gates
from bounces.actions import conversations
from bounces.actions.suppressions import blocks
from bounces.models import Conversation
from mailboxes import locks
from mailboxes.actions.deliveries import withdraw
from mailboxes.core.errors import MessageError
from mailboxes.core.message import OutgoingFile, OutgoingMessage, Thread
from mailboxes.core.mime import build_message, message_id_for
from mailboxes.core.states import DeliveryState
from mailboxes.models import Delivery, DeliveryBody, HandMail, Mailbox
from sequences.actions.answering import Addressee, Head, addressee_of, head_of
from sequences.models import Answer, AnswerFile

UNDO = timedelta(seconds=10)  # true time
LATEST = timedelta(days=90)  # world time
LONGEST = 50_000  # characters
MOST_FILES, MOST_BYTES = 5, 7 * 1024 * 1024  # in base64 still below 10 MB, which every server takes
MOST_TRIES = 8
FIRST_PAUSE = timedelta(seconds=15)
AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody wrote. `send_at` is world time, None: as soon as it cannot be taken back any more."""

    text: str
    seen: int
    send_at: datetime | None = None
    after: str = Answer.After.STAY
    remind_days: int = 0
    files: Sequence[OutgoingFile] = ()


def write(conversation: Conversation, draft: Draft, *, by_id: int) -> Answer:
    """Store an answer that leaves in 10 seconds, or later. Locks gates (shared) and whom it goes to.

    Raises Refused: nothing written, too much, whoever must not be mailed, something came in that the writer had not
    seen, an answer on its way already; Busy.
    """
    _check(draft)
    to = addressee_of(conversation)
    if to is None:
        raise Refused("There is no address left to answer to.")
    if blocks(conversation.workspace_id, to.address) is not None:
        raise Refused("They asked to be left alone: nobody here can write to this address.")
    head = head_of(conversation)
    return in_transaction(lambda: _stored(conversation, draft, to, head, by_id))


def _check(draft: Draft) -> None:
    if not draft.text.strip():
        raise Refused("Write something first.")
    if len(draft.text) > LONGEST:
        raise Refused("That is longer than an answer can be.")
    if len(draft.files) > MOST_FILES or sum(len(one.body) for one in draft.files) > MOST_BYTES:
        raise Refused("At most five files go with an answer, of 7 MB together.")
    now = clock.world_now()
    if draft.send_at is not None and not now < draft.send_at <= now + LATEST:
        raise Refused("It can leave at a time to come, at most 90 days from now.")


def _stored(conversation: Conversation, draft: Draft, to: Addressee, head: Head, by_id: int) -> Answer:
    mailbox = conversation.mailbox
    token = secrets.token_hex(16)
    mail = direct.DirectMail(
        kind=Delivery.Kind.MANUAL,
        workspace_id=conversation.workspace_id,
        recipient_id=to.recipient_id,
        mailbox_id=mailbox.id,
        from_address=mailbox.address,
        address=to.address.wire,
        domain=to.address.domain,
        token=token,
        message_id=message_id_for(token, mailbox.address.rpartition("@")[2]),
        source=token,
        octets=b"",
    )
    delivery_id = direct.prepare(mail)  # locks whom it goes to
    fresh = Conversation.objects.select_for_update(no_key=True).get(id=conversation.id)
    if fresh.received > draft.seen:
        raise Refused(conversations.NEWS)
    if Answer.objects.filter(conversation_id=fresh.id, closed_at=None).exists():
        raise Refused("An answer of this conversation is on its way already: take it back first.")
    DeliveryBody.objects.filter(delivery_id=delivery_id).update(
        subject=head.subject,
        text=draft.text,
        in_reply_to=head.threading.in_reply_to or "",
        references=list(head.threading.references),
    )
    answer = Answer.objects.create(
        workspace_id=fresh.workspace_id,
        conversation=fresh,
        delivery_id=delivery_id,
        by_id=by_id,
        seen=draft.seen,
        send_at=_leaves_at(draft),
        after=draft.after,
        remind_days=draft.remind_days,
    )
    for one in draft.files:
        AnswerFile.objects.create(answer=answer, name=one.name, content_type=one.content_type, body=one.body)
    _tell(answer, "answer.written", by=by_id)
    return answer


def _leaves_at(draft: Draft) -> datetime:
    soonest = clock.now() + UNDO
    return soonest if draft.send_at is None else max(soonest, clock.world_clock().real(draft.send_at))


def take_back(answer_id: int, *, by_id: int) -> Answer:
    """Open -> closed, its mail prepared -> withdrawn. Locks gates (shared) and whom it goes to.

    Raises Refused: it has left, is on its way, or somebody took it back already; Busy.
    """
    answer = Answer.objects.select_related("delivery").get(id=answer_id)

    def back() -> None:
        locks.enter(Gates(answer.workspace_id), [answer.delivery.recipient_id])
        if not withdraw(answer.delivery_id, reason="taken_back"):
            raise Refused("It is too late: the answer has left, or somebody else took it back.")
        _close(answer)
        _tell(answer, "answer.taken_back", by=by_id)

    in_transaction(back)
    return answer


def due() -> list[int]:
    """Return open answers whose time has come."""
    waiting = Answer.objects.filter(closed_at=None, send_at__lte=clock.now())
    return list(waiting.order_by("send_at").values_list("id", flat=True)[:AT_ONCE])


def send(answer_id: int) -> None:
    """Send an answer whose time has come, once; two at one answer are harmless: the permit is given to one.

    Each step is a transaction of its own. What clearly did not leave is tried again for half an hour, then let go;
    what was refused for good is let go at once. Raises Busy.
    """
    answer = Answer.objects.select_related("delivery", "conversation__mailbox").filter(id=answer_id).first()
    if answer is None or answer.closed_at is not None or answer.send_at > clock.now():
        return
    refusal: direct.NotSent | None = None
    if answer.delivery.state == DeliveryState.PREPARED:
        try:
            direct.attempt(_mail(answer))
        except direct.NotSent as error:
            refusal = error
        except MessageError as error:
            refusal = direct.NotSent(str(error), "cannot_be_written", final=True)
    in_transaction(lambda: _after_try(answer, refusal))


def _mail(answer: Answer) -> direct.DirectMail:
    """Compose the octets by the builder of all mail; the same answer always gives the same ids."""
    delivery, mailbox = answer.delivery, answer.conversation.mailbox
    body = DeliveryBody.objects.get(delivery_id=delivery.id)
    kept = AnswerFile.objects.filter(answer_id=answer.id).order_by("id")
    message = OutgoingMessage(
        from_name=mailbox.display_name,
        from_address=mailbox.address,
        to_name="",
        to_address=body.address,
        subject=body.subject,
        text=body.text,
        html=None,
        message_id=delivery.message_id,
        date=clock.world_now().astimezone(ZoneInfo(mailbox.time_zone)),
        in_reply_to=body.in_reply_to or None,
        references=tuple(body.references),
        unsubscribe_url=None,
        unsubscribe_mailto=None,
        delivery_token=delivery.token,
        files=tuple(OutgoingFile(one.name, one.content_type, bytes(one.body)) for one in kept),
    )
    return direct.DirectMail(
        kind=Delivery.Kind.MANUAL,
        workspace_id=answer.workspace_id,
        recipient_id=delivery.recipient_id,
        mailbox_id=mailbox.id,
        from_address=mailbox.address,
        address=body.address,
        domain=body.address.rpartition("@")[2],
        token=delivery.token,
        message_id=delivery.message_id,
        source=body.source,
        octets=build_message(message),
        delivery_id=delivery.id,
        thread=Thread(_provider_thread(answer.conversation) or None),
    )


def _provider_thread(conversation: Conversation) -> str:
    of_theirs = Q(recipient_id=conversation.recipient_id, mailbox_id=conversation.mailbox_id)
    threads = Delivery.objects.filter(of_theirs).exclude(provider_thread_id="").order_by("-id")
    return threads.values_list("provider_thread_id", flat=True).first() or ""


def _after_try(answer: Answer, refusal: direct.NotSent | None) -> None:
    """Close the answer where its mail came to an end, or put the next try off."""
    locks.enter(Gates(answer.workspace_id), [answer.delivery.recipient_id])
    fresh = Answer.objects.select_for_update().get(id=answer.id)
    if fresh.closed_at is not None:
        return
    delivery = Delivery.objects.get(id=fresh.delivery_id)
    if delivery.state == DeliveryState.SENDING:
        return  # a call is under way, here or in a worker that died: its lease ends it
    if delivery.state != DeliveryState.PREPARED:
        _close(fresh)
        _ended(fresh, delivery)
    elif refusal is not None and (refusal.final or fresh.tries + 1 >= MOST_TRIES):
        withdraw(delivery.id, reason=refusal.reason[:60])
        _close(fresh)
        _tell(fresh, "answer.not_sent", reason=refusal.reason)
    else:
        pause = FIRST_PAUSE * 2**fresh.tries
        reason = refusal.reason[:60] if refusal else ""
        Answer.objects.filter(id=fresh.id).update(send_at=clock.now() + pause, tries=fresh.tries + 1, waits_for=reason)


def _ended(answer: Answer, delivery: Delivery) -> None:
    """What an answer does once its mail has left: the day's count, the conversation, the campaigns of the person."""
    if delivery.state == DeliveryState.REJECTED:
        _tell(answer, "answer.not_sent", reason=delivery.reason)
    if delivery.accepted_world is None:
        return
    mailbox = Mailbox.objects.get(id=delivery.mailbox_id)
    day = delivery.accepted_world.astimezone(ZoneInfo(mailbox.time_zone)).date()
    HandMail.objects.get_or_create(
        mailbox_id=mailbox.id,
        provider_id=f"answer:{delivery.id}",
        defaults={
            "workspace_id": answer.workspace_id,
            "sent_at": delivery.accepted_world,
            "local_day": day,
            "recipients": 0,  # in the provider's 24 hours its permit counts already
        },
    )
    conversations.answered_here(answer.conversation_id, delivery.accepted_world, _next_state(answer))
    told = {"by": "hand", "day": day.isoformat()}
    events.append(
        kind="recipient.written_to",
        workspace_id=answer.workspace_id,
        subject_id=delivery.id,
        recipient_id=delivery.recipient_id,
        data=told,
    )


def _next_state(answer: Answer) -> conversations.Next | None:
    """Return what becomes of the conversation, if nothing came in since it was written."""
    if answer.after == Answer.After.DONE:
        return conversations.Next(answer.seen, Conversation.State.DONE, None, answer.by_id)
    if answer.after == Answer.After.REMIND and answer.remind_days:
        until = clock.world_now() + timedelta(days=answer.remind_days)
        return conversations.Next(answer.seen, Conversation.State.SNOOZED, until, answer.by_id)
    return None


def _close(answer: Answer) -> None:
    if not Answer.objects.filter(id=answer.id, closed_at=None).update(closed_at=clock.now()):
        raise Busy("Somebody else has just closed this answer.")


def _tell(answer: Answer, kind: str, **data: object) -> None:
    events.append(
        kind=kind,
        workspace_id=answer.workspace_id,
        subject_id=answer.conversation_id,
        recipient_id=answer.delivery.recipient_id,
        data={"answer": answer.id, **data},
    )
