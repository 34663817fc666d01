"""Reads stored messages again with today's reader and tells what would differ; nothing is changed.

What is told are ids, states, numbers and machine words: never an address, a subject or a text.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction

from app.actions import clock
from bounces.actions import ingest
from bounces.models import Outcome
from mailboxes.core.states import InboundState
from mailboxes.models import InboundMessage, InboundRaw

BOUNDARY = 1_000  # messages whose ids are held at once

type Said = dict[str, str]


@dataclass(frozen=True, slots=True)
class Wish:
    """Which messages are read again, newest first. ids: these alone; since: no older ones."""

    workspace_id: int
    ids: tuple[int, ...] = ()
    since: timedelta | None = None
    limit: int = BOUNDARY


@dataclass(frozen=True, slots=True)
class Replayed:
    """One message: what was said of it, and what would be said now; both empty where they are the same.

    bytes_gone: it cannot be read again.
    """

    inbound_id: int
    before: Said = field(default_factory=dict)
    now: Said = field(default_factory=dict)
    bytes_gone: bool = False

    @property
    def differs(self) -> bool:
        """Whether today's reader says anything else."""
        return self.before != self.now


def replay(wish: Wish) -> Iterator[Replayed]:
    """Read each message that was decided by its bytes. Raises NoChild. No transaction may be open."""
    messages = InboundMessage.objects.select_related("mailbox").filter(workspace_id=wish.workspace_id, own=False)
    decided = messages.filter(state__in=[InboundState.CLASSIFIED, InboundState.QUARANTINED])
    if wish.ids:
        decided = decided.filter(id__in=wish.ids)
    if wish.since is not None:
        decided = decided.filter(received_at__gte=_long_ago(wish.since))
    for message_id in list(decided.order_by("-id").values_list("id", flat=True)[: wish.limit]):
        yield _replayed(messages.get(id=message_id))


def _long_ago(since: timedelta) -> datetime:
    return clock.world_now() - since


def _replayed(message: InboundMessage) -> Replayed:
    if not InboundRaw.objects.filter(message_id=message.id).exists():
        return Replayed(message.id, bytes_gone=True)
    before, now = _said(message), _would_say(message)
    names = {name for name in before | now if before.get(name) != now.get(name)}
    return Replayed(
        message.id,
        {name: said for name, said in before.items() if name in names},
        {name: said for name, said in now.items() if name in names},
    )


def _said(message: InboundMessage) -> Said:
    """Return what is stored of a message."""
    said = {"class": message.kind, "rule": message.rule}
    if message.disposition == ingest.DUPLICATE:  # its outcomes are another message's
        return said
    for one in Outcome.objects.filter(inbound_id=message.id, corrected_at=None):
        said |= _about(one.recipient_id, one.kind, one.category, one.status, one.return_date)
    return said | {"state": message.state, "disposition": message.disposition}


def _would_say(message: InboundMessage) -> Said:
    """Return the same by today's reader. Whom it speaks of is looked up in a transaction that is rolled back."""
    reading = ingest.reading_of(message)
    with transaction.atomic(durable=True):
        reading, told = ingest.meaning_of(message, reading)
        state, disposition = ingest.disposition_of(message, reading, told)
        transaction.set_rollback(True)
    said = {"class": str(reading.kind), "rule": reading.rule[:60]}
    if message.disposition == ingest.DUPLICATE:
        return said
    for consequence, match in told:
        report = consequence.report
        category = report.category if report else reading.label[:30]
        status = ((report.status or "") if report else "")[:12]
        said |= _about(match.recipient_id, consequence.outcome, category, status, consequence.return_date)
    return said | {"state": str(state), "disposition": disposition}


def _about(recipient_id: int, kind: str, category: str, status: str, return_date: object) -> Said:
    """Return what is said of one person, who is a number here."""
    told = [str(kind), str(category), status, f"back {return_date}" if return_date else ""]
    return {f"recipient {recipient_id}": " ".join(one for one in told if one)}
