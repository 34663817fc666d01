"""Probes: our own mail from one of our mailboxes to another, recognised when it arrives by the id it bears.

Nobody answers one, and it is no person's: it ends as `probe`, and what its receiver wrote above it is kept as findings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from app.actions import clock
from app.actions.attempts import in_transaction
from bounces.core.concern import Reason
from bounces.core.markers import headers_of
from bounces.core.outcomes import Consequence, Outcome, consequences
from bounces.core.own_head import OURS
from bounces.core.reading import Category, Reading
from bounces.queries import Match, match_report
from mailboxes.actions import health
from mailboxes.actions.accounts import allowed
from mailboxes.core.header_block import header_fields
from mailboxes.core.health.alignment import domain_of
from mailboxes.core.health.arrival import Signer, Way, read_arrival
from mailboxes.core.health.findings import Check, Code, Finding, Source, failed, unknown
from mailboxes.core.own_mail import was_delivered
from mailboxes.inbound.base import Head
from mailboxes.models import InboundMessage, InboundRaw, Mailbox, Probe
from mailboxes.wire.signatures import verified_signers

EXPECTED = timedelta(days=3)  # true time for which a probe may still arrive
REASONS = frozenset({Reason.PROBE, Reason.PROBE_IN_SPAM})
HEARD = frozenset({Outcome.UNSUBSCRIBED, Outcome.COMPLAINED})
SPAM = "SPAM"
INBOX = "INBOX"


def among(mailbox: Mailbox, heads: Sequence[Head]) -> Mapping[str, Reason]:
    """Return which of these heads are of probes that this mailbox waits for, by provider_id.

    One statement where one of them bears an id of ours and lies here as received mail; else none.
    """
    bearing = [head for head in heads if OURS.encode() in head.headers.lower() and _has_arrived(head)]
    tokens = {head.provider_id: _token_of(head.headers) for head in bearing}
    expected = _expected(mailbox, set(tokens.values())) if tokens else frozenset()
    return {
        head.provider_id: Reason.PROBE_IN_SPAM if SPAM in head.labels else Reason.PROBE
        for head in bearing
        if tokens[head.provider_id] in expected
    }


def _expected(mailbox: Mailbox, tokens: set[str]) -> frozenset[str]:
    sent = Probe.objects.filter(receiver_id=mailbox.id, made_at__gte=clock.now() - EXPECTED, token__in=tokens)
    return frozenset(sent.exclude(ended=Probe.End.ARRIVED).values_list("token", flat=True))


def _token_of(block: bytes) -> str:
    return headers_of(block).get(OURS).strip()


def _has_arrived(head: Head) -> bool:
    """Tell whether it lies here as received mail: the copy in Sent of a mail to oneself is no arrival."""
    return not head.own or INBOX in head.labels or SPAM in head.labels or was_delivered(head.headers)


def is_one(message: InboundMessage) -> bool:
    """Tell whether a stored message was recognised as a probe by its head."""
    return message.concern in REASONS


def speaks_of_one(told: Sequence[tuple[Consequence, Match]]) -> bool:
    """Tell whether a message only answers a probe, or reports what became of one; a wish or a complaint is heard."""
    heard = any(consequence.outcome in HEARD for consequence, _ in told)
    return bool(told) and not heard and all(match.probe for _, match in told)


@dataclass(frozen=True, slots=True)
class Arrival:
    """The bytes of a probe, which are gone once it is decided, and whose signatures of it hold."""

    raw: bytes
    verified: tuple[Signer, ...]


def look_at(message: InboundMessage) -> Arrival | None:
    """Read a stored probe before the transaction that decides it; None for any other message. Asks name servers."""
    if not is_one(message):
        return None
    stored = InboundRaw.objects.values_list("raw", flat=True).filter(message_id=message.id).first()
    raw = bytes(stored or b"")
    stamped = b"authentication-results" in header_fields(raw)
    return Arrival(raw, () if stamped else verified_signers(raw, allowed()))


def note(message: InboundMessage, reading: Reading, arrival: Arrival | None) -> None:
    """Keep what an arrived probe, or a report about one, tells; last in the transaction that decides the message."""
    if arrival is not None:
        _arrived(message, arrival)
        return
    for consequence in consequences(reading):
        match = match_report(message.mailbox, reading, consequence)
        if match is not None and match.probe and consequence.effect.ends:
            _returned(consequence, match)


def _arrived(message: InboundMessage, arrival: Arrival) -> None:
    """Once: a second copy tells nothing new."""
    sent = Probe.objects.filter(workspace_id=message.workspace_id, receiver_id=message.mailbox_id)
    probe = sent.select_for_update().filter(token=_token_of(arrival.raw)).exclude(ended=Probe.End.ARRIVED).first()
    if probe is None:
        return
    way = replace(_way(probe, message), verified=arrival.verified)
    found = read_arrival(arrival.raw, way)
    _end(probe, Probe.End.ARRIVED, found)


def _returned(consequence: Consequence, match: Match) -> None:
    """It came back: a fail where its sender is blamed, else nobody knows anything."""
    probe = Probe.objects.select_for_update().filter(delivery_id=match.delivery_id or 0, ended="").first()
    if probe is None or consequence.report is None:
        return
    category = consequence.report.category
    finding = (failed if category is Category.AUTHENTICATION else unknown)(
        Check.ARRIVAL, Code.RETURNED, category=str(category)
    )
    _end(probe, Probe.End.RETURNED, [finding])


def give_up(*, older_than: timedelta, limit: int = 200) -> int:
    """Note of probes that did not arrive within so much true time that nobody knows anything; return how many."""
    late = Probe.objects.filter(ended="", made_at__lt=clock.now() - older_than).order_by("made_at")
    return sum(_lost(delivery_id) for delivery_id in list(late.values_list("delivery_id", flat=True)[:limit]))


def _lost(delivery_id: int) -> bool:
    def work() -> bool:
        probe = Probe.objects.select_for_update().filter(delivery_id=delivery_id, ended="").first()
        if probe is not None:
            _end(probe, Probe.End.LOST, [unknown(Check.ARRIVAL, Code.LOST)])
        return probe is not None

    return in_transaction(work)


def _end(probe: Probe, how: Probe.End, found: Sequence[Finding]) -> None:
    Probe.objects.filter(delivery_id=probe.delivery_id).update(ended=how)
    mailbox = Mailbox.objects.get(id=probe.mailbox_id)
    health.keep(mailbox, Source.PROBE, found, more={"delivery": probe.delivery_id, "receiver": probe.receiver_id})


def _way(probe: Probe, message: InboundMessage) -> Way:
    sender = Mailbox.objects.values_list("address", flat=True).get(id=probe.mailbox_id)
    receiver = message.mailbox
    imap = receiver.endpoints.get("imap") or {}
    return Way(
        author=domain_of(sender),
        organization=health.organization_of(probe.mailbox_id),
        receiver=domain_of(receiver.address),
        receiver_mx=health.receiving_hosts(receiver.id) or (),
        receiver_server=str(imap.get("host", "")),
        to_itself=probe.mailbox_id == probe.receiver_id,
        in_spam=message.concern == Reason.PROBE_IN_SPAM,
    )
