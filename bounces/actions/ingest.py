"""One stored message -> class, outcomes, suppression, stop, event and disposition, in one transaction."""

import logging
from dataclasses import replace
from datetime import timedelta

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.failpoints import failpoint
from app.gates import Gates
from bounces import queries
from bounces.actions.outcomes import Came, record
from bounces.core.outcomes import Consequence, Outcome, Sender, consequences, gravest
from bounces.core.read import read_message
from bounces.core.reading import Kind, Reading
from bounces.models import LearnedAddress
from bounces.queries import Match
from mailboxes import locks
from mailboxes.actions import recipients
from mailboxes.core.address import AddressError, parse_address
from mailboxes.core.states import InboundState
from mailboxes.models import InboundMessage, InboundRaw, Mailbox

log = logging.getLogger(__name__)

TRIES = 3  # then a message is set aside with its reason
TRY_AGAIN = timedelta(seconds=5)
ANSWERS = frozenset({Kind.HUMAN_REPLY, Kind.UNSUBSCRIBE, Kind.COMPLAINT, Kind.CALENDAR_RESPONSE})
# Free mail belongs to nobody's company: an answer from it says nothing about the others who use it.
FREE_MAIL = frozenset(
    {"gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "yahoo.com", "gmx.de", "icloud.com"}
)

type Told = list[tuple[Consequence, Match]]


def read_stored(*, limit: int = 200) -> int:
    """Classify what is due, oldest first; a message that fails is tried again alone and blocks nobody."""
    due = InboundMessage.objects.filter(state=InboundState.STORED, next_try_at__lte=clock.now()).order_by("id")
    return sum(classify(message_id) for message_id in list(due.values_list("id", flat=True)[:limit]))


def classify(message_id: int) -> bool:
    """Read one message and carry out what it means; False when it has to be tried again.

    stored -> classified, quarantined or not_ours. Reads without a transaction, then locks the people it speaks of.
    """
    message = InboundMessage.objects.select_related("mailbox").get(id=message_id)
    try:
        reading = _read(message)
        told = _whom(message, reading)
        failpoint("ingest.before_commit")
        in_transaction(lambda: _apply(message, reading, told))
    except Exception as error:  # noqa: BLE001 - one poisoned message must not stop the others
        _failed(message, type(error).__name__)
        return False
    return True


def _read(message: InboundMessage) -> Reading:
    """Read the bytes before any transaction: it may take long, and it must never hold a lock."""
    if message.own:
        return Reading(Kind.OWN_MAIL, "own")
    raw = InboundRaw.objects.values_list("raw", flat=True).filter(message_id=message.id).first()
    if raw is None:
        return Reading(Kind.UNREADABLE, "no_bytes", evidence="nothing was stored")
    return read_message(bytes(raw), received_at=message.received_at, ours=queries.ours(message, message.mailbox))


def _whom(message: InboundMessage, reading: Reading) -> Told:
    """Return each consequence with the person it is about; what speaks of nobody we know is left out."""
    if reading.kind is Kind.OWN_MAIL:
        return []
    told: Told = []
    for consequence in consequences(reading):
        if consequence.report is not None:
            match = queries.match_report(message.mailbox, reading, consequence)
        else:
            match = queries.match_answer(message, message.mailbox, reading)
        if match is not None:
            told.append((_weighed(consequence, match), match))
    return told


def _weighed(consequence: Consequence, match: Match) -> Consequence:
    """A report without our id may stop the person; it blames no mailbox and suppresses nobody: it may be forged."""
    if consequence.report is None or match.exact:
        return consequence
    return replace(consequence, effect=replace(consequence.effect, suppress=False, sender=Sender.NOTHING))


def _apply(message: InboundMessage, reading: Reading, told: Told) -> None:
    """stored -> classified, quarantined or not_ours, with every effect. Locks the recipients, in key order."""
    locks.enter(Gates(message.workspace_id), {match.recipient_id for _, match in told})
    fresh = InboundMessage.objects.select_for_update().get(id=message.id)
    if fresh.state != InboundState.STORED:
        return
    for consequence, match in told:
        _record(message, reading, consequence, match)
    if told and reading.kind in ANSWERS:
        _learn(message, reading, told[0][1])
    _dispose(message, reading, told)


def _record(message: InboundMessage, reading: Reading, consequence: Consequence, match: Match) -> None:
    report = consequence.report
    record(
        Came(
            workspace_id=message.workspace_id,
            recipient_id=match.recipient_id,
            kind=consequence.outcome,
            effect=consequence.effect,
            delivery_id=match.delivery_id,
            exact=match.exact,
            inbound_id=message.id,
            mailbox_id=message.mailbox_id,
            rule=f"{reading.rule}:{match.how}",
            category=report.category if report else reading.label[:30],
            status=(report.status or "") if report else "",
            return_date=consequence.return_date,
        )
    )
    if match.exact and match.delivery_id:
        events.append(
            kind="delivery.proved",
            workspace_id=message.workspace_id,
            subject_id=match.delivery_id,
            recipient_id=match.recipient_id,
            data={"by": "inbound", "inbound": message.id},
        )


def _learn(message: InboundMessage, reading: Reading, match: Match) -> None:
    """Remember another address of a person who answered from it."""
    try:
        sender = parse_address(reading.from_address or "")
    except AddressError:
        return
    alias = recipients.remember(message.workspace_id, [sender])[sender.normalised]
    if alias != match.recipient_id and match.how in {"message_id", "thread"}:
        LearnedAddress.objects.get_or_create(
            workspace_id=message.workspace_id,
            recipient_id=match.recipient_id,
            alias_id=alias,
            defaults={"learned_at": clock.now()},
        )


def _dispose(message: InboundMessage, reading: Reading, told: Told) -> None:
    """Give the message its one disposition; the bytes of other people's mail are not kept."""
    state, disposition = _disposition(message, reading, told)
    InboundMessage.objects.filter(id=message.id).update(
        state=state,
        disposition=disposition,
        kind=reading.kind,
        rule=reading.rule[:60],
        evidence=reading.evidence if state == InboundState.CLASSIFIED else "",
        message_id=(reading.message_id or message.message_id)[:998],
        from_domain=(reading.from_address or "").rpartition("@")[2][:253],
        recipient_id=told[0][1].recipient_id if told else None,
        delivery_id=told[0][1].delivery_id if told else None,
        reason=reading.evidence[:200] if state == InboundState.QUARANTINED else "",
        decided_at=clock.now(),
    )
    if state == InboundState.NOT_OURS:
        InboundRaw.objects.filter(message_id=message.id).delete()
    kind = "inbound.unmatched" if disposition == "unmatched" else "inbound.decided"
    events.append(
        kind=kind, workspace_id=message.workspace_id, subject_id=message.id, data={"disposition": disposition}
    )


def _disposition(message: InboundMessage, reading: Reading, told: Told) -> tuple[InboundState, str]:
    if reading.kind is Kind.UNREADABLE:
        return InboundState.QUARANTINED, str(Outcome.UNREADABLE)
    if told:
        return InboundState.CLASSIFIED, str(gravest(consequence.outcome for consequence, _ in told))
    if reading.kind is Kind.OWN_MAIL:
        return InboundState.CLASSIFIED, str(Outcome.OWN)
    ours = message.mailbox.purpose == Mailbox.Purpose.OUTREACH or reading.kind in {Kind.UNSUBSCRIBE, Kind.COMPLAINT}
    return (InboundState.CLASSIFIED, "unmatched") if ours else (InboundState.NOT_OURS, "not_ours")


def _failed(message: InboundMessage, error: str) -> None:
    """Put the message off; after the last try set it aside, hold its person and tell why by the error's class."""
    log.error("inbound message %d failed with %s", message.id, error)
    attempts = message.attempts + 1
    if attempts < TRIES:
        wait = TRY_AGAIN * attempts
        InboundMessage.objects.filter(id=message.id, state=InboundState.STORED).update(
            attempts=attempts, next_try_at=clock.now() + wait, reason=error[:200]
        )
        return
    reading = Reading(Kind.UNREADABLE, "failed", evidence=error[:200])
    match = queries.match_thread(message, message.mailbox)
    told: Told = [(consequences(reading)[0], match)] if match else []
    in_transaction(lambda: _apply(message, reading, told))
