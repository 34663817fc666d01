"""What a feed brought goes into the database with the cursor in one transaction, or neither does."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from django.db import transaction

from app import sql
from app.actions import clock, events
from app.core.zones import local_day
from mailboxes.actions.recipients import key_of_text
from mailboxes.core.judged import ByHand, Judged
from mailboxes.core.states import InboundState
from mailboxes.inbound.base import Batch, Head
from mailboxes.models import HandMail, InboundCursor, InboundMessage, InboundRaw, InboundTrace, Mailbox

NOT_OURS = "not_ours"  # the disposition of other people's mail
TRACED = timedelta(days=14)  # for which a message that found nobody can be found again


class CursorMoved(Exception):
    """Another reader was faster: what this one fetched is stored already."""


def store(
    mailbox: Mailbox,
    version: int,
    batch: Batch,
    bodies: Mapping[str, bytes],
    began: datetime,
    judged: Mapping[str, Judged] | None = None,
) -> int:
    """Store what is new of a batch, and the cursor, in one transaction; return how many messages are new.

    bodies: whole messages by provider_id. A message of others that has none is other people's mail, which leaves id,
    date and domain, and for TRACED hashes by which it is found again. began: database time before the first request.
    Raises CursorMoved when the cursor is not at this version any more.
    """
    if not batch.heads:  # the usual poll: one statement is a transaction
        _move(mailbox.id, version, batch, began)
        return 0
    with transaction.atomic(durable=True):
        _move(mailbox.id, version, batch, began)
        known = known_of(mailbox.id, batch)
        fresh = {head.provider_id: head for head in batch.heads if head.provider_id not in known}
        rows = [_row(mailbox, head, bodies, (judged or {}).get(name, Judged())) for name, head in fresh.items()]
        made = InboundMessage.objects.bulk_create(rows)
        InboundRaw.objects.bulk_create(
            [InboundRaw(message_id=one.id, raw=bodies[one.provider_id]) for one in made if one.provider_id in bodies]
        )
        _count(mailbox.id, made)
        _note_hand_mail(mailbox, batch, judged or {}, known)
        _pass_over([one for one in made if one.state != InboundState.STORED], judged or {})
    return len(made)


def known_of(mailbox_id: int, batch: Batch) -> set[str]:
    """Return which messages of the batch are stored."""
    names = {head.provider_id for head in batch.heads}
    stored = InboundMessage.objects.filter(mailbox_id=mailbox_id, provider_id__in=names)
    return set(stored.values_list("provider_id", flat=True)) if names else set()


def _move(mailbox_id: int, version: int, batch: Batch, began: datetime) -> None:
    changes = {"listed_at": began} if batch.complete else {}
    won = InboundCursor.objects.filter(mailbox_id=mailbox_id, version=version).update(
        value=batch.cursor, version=version + 1, failures=0, error="", **changes
    )
    if not won:
        raise CursorMoved


def _row(mailbox: Mailbox, head: Head, bodies: Mapping[str, bytes], judged: Judged) -> InboundMessage:
    now = clock.now()
    read = head.own or head.provider_id in bodies
    told = judged.kind if head.provider_id not in bodies else ""
    stays = read and not told  # until somebody reads it
    return InboundMessage(
        workspace_id=mailbox.workspace_id,
        mailbox_id=mailbox.id,
        provider_id=head.provider_id,
        provider_thread_id=head.provider_thread_id if read else "",
        own=head.own,
        concern=judged.reason if read else "",
        state=InboundState.STORED if stays else InboundState.CLASSIFIED if told else InboundState.NOT_OURS,
        kind=told,
        disposition="" if stays else told or NOT_OURS,
        rule="" if stays else judged.rule,
        recipient_id=judged.about,
        from_domain="" if read else judged.from_domain,
        received_at=head.received_at,
        stored_at=now,
        next_try_at=now,
        decided_at=None if stays else now,
    )


def _note_hand_mail(mailbox: Mailbox, batch: Batch, judged: Mapping[str, Judged], known: Collection[str]) -> None:
    """Count what the mailbox sent without us, each mail once.

    One that was seen elsewhere before it lay in Sent, as a copy to oneself may be, is read again for whom it is to.
    """
    found = [(head, one.hand) for head in batch.heads if (one := judged.get(head.provider_id)) and one.hand]
    made = count_hand_mail(mailbox, found) if found else []
    _read_again(mailbox.id, [one.provider_id for one in made if one.people and one.provider_id in known])


def count_hand_mail(mailbox: Mailbox, found: Sequence[tuple[Head, ByHand]]) -> list[HandMail]:
    """Write down what the mailbox sent without us, each once, in the caller's transaction; return the new ones."""
    counted = HandMail.objects.filter(mailbox_id=mailbox.id, provider_id__in=[head.provider_id for head, _ in found])
    before = set(counted.values_list("provider_id", flat=True))
    return HandMail.objects.bulk_create(
        [
            HandMail(
                workspace_id=mailbox.workspace_id,
                mailbox_id=mailbox.id,
                provider_id=head.provider_id,
                sent_at=hand.sent_at,
                local_day=local_day(mailbox.zone, hand.sent_at),
                recipients=hand.receivers,
                by_tool=hand.by_tool,
                people=list(hand.people),
            )
            for head, hand in {head.provider_id: (head, hand) for head, hand in found}.values()
            if head.provider_id not in before
        ],
        ignore_conflicts=True,
    )


def _read_again(mailbox_id: int, names: Collection[str]) -> None:
    """classified -> stored: mail of our own about which more is known now."""
    now = clock.now()
    decided = InboundMessage.objects.filter(mailbox_id=mailbox_id, own=True, state=InboundState.CLASSIFIED)
    if names:
        undecided = {"state": InboundState.STORED, "disposition": "", "decided_at": None}
        decided.filter(provider_id__in=names).update(stored_at=now, next_try_at=now, attempts=0, **undecided)


def _count(mailbox_id: int, messages: list[InboundMessage]) -> None:
    """Add messages that were stored just now to the counts of the days on which they arrived."""
    days = Counter(message.received_at.astimezone(UTC).date() for message in messages)
    if days:
        counted = {"days": list(days), "numbers": list(days.values())}
        sql.run("mailboxes", "count_received", {"mailbox_id": mailbox_id, **counted})


def _pass_over(messages: list[InboundMessage], judged: Mapping[str, Judged]) -> None:
    """What is read no further: its disposition is told, and for some days it can be found again."""
    for message in messages:
        one = judged.get(message.provider_id, Judged())
        leave_traces(message, names=one.names, sender=one.sender)
        events.append(
            kind="inbound.decided",
            workspace_id=message.workspace_id,
            subject_id=message.id,
            data={"disposition": message.disposition},
        )


def leave_traces(message: InboundMessage, *, names: tuple[str, ...], sender: str) -> None:
    """Remember by which ids and sender a message that found nobody may be found again; in the caller's transaction."""
    keys = {name_key(name) for name in names} | ({key_of_text(sender)} if sender else set())
    until = clock.now() + TRACED
    InboundTrace.objects.bulk_create(
        [
            InboundTrace(workspace_id=message.workspace_id, message_id=message.id, key=key, until=until)
            for key in sorted(keys)
        ]
    )


def name_key(name: str) -> str:
    """Return the keyed hash of a Message-ID without brackets; no address has the same."""
    return key_of_text(f"id:{name}")


def forget_traces(*, limit: int = 5_000) -> int:
    """Drop traces whose time is over; return how many."""
    return sql.run("mailboxes", "forget_traces", {"now": clock.now(), "limit": limit})
