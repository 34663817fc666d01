"""Whom an inbound message speaks of, and what the mailbox knows that helps to read it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db.models import Count, Min, Q, Sum

from app import sql
from bounces.core.free_mail import FREE_MAIL
from bounces.core.outcomes import Consequence
from bounces.core.reading import Marker, Ours, Place, Reading
from bounces.models import Correspondent, LearnedAddress, LinkLooks, Outcome, Suppression, WarmupMarker
from mailboxes.actions import recipients
from mailboxes.core.address import Address, AddressError, parse_address
from mailboxes.core.relay_ids import stamp_in
from mailboxes.models import Delivery, DeliveryBody, InboundMessage, Mailbox

UNPERSONAL = (Delivery.Kind.TEST, Delivery.Kind.PROBE)  # mail that no person was written to with
RECENT_TEXTS = 3  # of the thread, to cut the quoted original off


@dataclass(frozen=True, slots=True)
class Match:
    """A person a message speaks of. `how`: message_id, thread, address, alias or correspondent, from sure to less sure.

    `test`: the mail only tried a step out. `probe`: it only looked how our own mailboxes receive it. A report that
    returns the subject as this person got it is `subject`: its system had such a mail, and nothing says which. A line
    beside a mail of ours to somebody else is `report`, which whoever got that mail can write about anybody. `stamp`:
    the Message-ID that its relay gave the mail, as this says.
    """

    recipient_id: int
    delivery_id: int | None
    how: str
    test: bool = False
    stamp: str = ""
    probe: bool = False

    @property
    def exact(self) -> bool:
        """Return whether our own id names the very mail."""
        return self.how == "message_id"

    @property
    def sure(self) -> bool:
        """Return whether whoever wrote this had seen our mail: its id, or its subject as this person got it."""
        return self.how in {"message_id", "subject"}


def ours(message: InboundMessage, mailbox: Mailbox, answered: Sequence[str] = ()) -> Ours:
    """Return what the mailbox wrote in this thread: it makes quotes recognisable in every language.

    The thread is the provider's, or the mails whose ids the message answers: many providers know no threads.
    """
    stamps = [stamp for one in answered if (stamp := stamp_in(one, mailbox.relay_domain))]
    named = (
        Q(delivery__message_id__in=answered)
        | Q(delivery__real_message_id__in=answered)
        | Q(delivery__provider_id__in=stamps, delivery__provider_thread_id="")
    )
    thread = Q(delivery__provider_thread_id=message.provider_thread_id)
    known = thread if message.provider_thread_id else named
    bodies = DeliveryBody.objects.filter(known, delivery__mailbox_id=mailbox.id)
    asked = message.provider_thread_id or answered
    written = list(bodies.order_by("-delivery_id").values_list("subject", "text")[:RECENT_TEXTS]) if asked else []
    return Ours(
        address=mailbox.address,
        display_name=mailbox.display_name,
        subjects=tuple(subject for subject, _ in written),
        sent_texts=tuple(text for _, text in written),
        markers=markers_of(mailbox.id),
    )


def markers_of(mailbox_id: int) -> tuple[Marker, ...]:
    """Return the markers by which a mailbox tells mail of a warm-up service."""
    known = WarmupMarker.objects.filter(mailbox_id=mailbox_id).order_by("id").values_list("place", "text")
    return tuple(Marker(Place(place), text) for place, text in known)


def known_of(mailbox: Mailbox, **named: list[str]) -> dict[str, frozenset[str]]:
    """Return what the workspace knows of the names, threads, keys, subjects and domains of a batch of headers.

    By word: name, thread, person (keys), subject, house (our own domains).
    """
    stamps = [stamp_in(name, mailbox.relay_domain) for name in named["names"]]
    values = {"workspace": mailbox.workspace_id, "mailbox": mailbox.id, "stamps": stamps, **named}
    found: dict[str, set[str]] = {word: set() for word in ("name", "thread", "person", "subject", "house")}
    for what, text in sql.rows("bounces", "concern", values):
        found[what].add(text)
    return {what: frozenset(texts) for what, texts in found.items()}


def _by_ids(mailbox: Mailbox, ids: Sequence[str], tokens: Iterable[str]) -> Delivery | None:
    """Return the newest delivery of the workspace that an id names: ours, its provider's, or what its relay made of it.

    What a relay called a mail is told to nobody but its mailbox and the person it went to.
    """
    known = [one for one in ids if one]
    renamed = Q(real_message_id__in=known) & ~Q(real_message_id="")  # as the index says it: of many ids it is not seen
    asked = Q(message_id__in=known) | renamed | Q(token__in=[one for one in tokens if one])
    found = Delivery.objects.filter(asked, workspace_id=mailbox.workspace_id).order_by("-id").first()
    stamped = _stamped(mailbox, known)
    if found is None and stamped:
        return Delivery.objects.filter(stamped, mailbox_id=mailbox.id).order_by("-id").first()
    return found


def _stamped(mailbox: Mailbox, ids: Iterable[str]) -> Q | None:
    """Return the condition of deliveries whose relay may have made one of these ids; None where none can be one."""
    stamps = sorted({stamp for one in ids if (stamp := stamp_in(one, mailbox.relay_domain))})
    if not stamps or mailbox.kind == Mailbox.Kind.GMAIL:
        return None
    return Q(provider_id__in=stamps, provider_thread_id="") & ~Q(provider_id="")


def _stamp_of(delivery: Delivery, ids: Iterable[str]) -> str:
    """Return the id among these that the relay of this mail made, "" where none is."""
    made = (one for one in ids if stamp_in(one, "") and stamp_in(one, "") == delivery.provider_id)
    return "" if delivery.provider_thread_id else next(made, "")


def match_report(mailbox: Mailbox, reading: Reading, consequence: Consequence) -> Match | None:
    """Match one line of a report: by the returned mail's id, else by an address this mailbox has mailed.

    The id speaks of one person; of several lines only the one about that person is theirs.
    """
    report = consequence.report
    if report is None:
        return None
    ids = [report.message_id or "", *reading.original_ids]
    named = _by_ids(mailbox, ids, reading.entity_refs)
    known = [found for address in report.addresses if (found := _mailed(mailbox, address)) is not None]
    if named is not None and (named.recipient_id in known or len(reading.reports) == 1):
        stamp, probe = _stamp_of(named, ids), named.kind == Delivery.Kind.PROBE
        return Match(named.recipient_id, named.id, "message_id", stamp=stamp, probe=probe)
    if not known:
        return None
    returned = _returned(mailbox, known[0], reading.returned_subject)
    return _by_recipient(mailbox, known[0], "subject" if returned else "report" if named else "address")


def _returned(mailbox: Mailbox, recipient_id: int, subject: str) -> bool:
    """Tell whether this mailbox wrote to the person under the subject that a report returns."""
    written = DeliveryBody.objects.filter(delivery__mailbox_id=mailbox.id, delivery__recipient_id=recipient_id)
    return bool(subject) and written.filter(subject=subject).exists()


def match_answer(message: InboundMessage, mailbox: Mailbox, reading: Reading) -> Match | None:
    """Match an answer: by References, provider thread, address, then learned addresses."""
    ids = [reading.in_reply_to or "", *reversed(reading.references)]
    named = _by_ids(mailbox, ids, reading.entity_refs)
    if named is not None:
        return _sorted(Match(named.recipient_id, named.id, "message_id", stamp=_stamp_of(named, ids)), named)
    return match_thread(message, mailbox) or _by_sender(mailbox, reading.from_address)


def match_thread(message: InboundMessage, mailbox: Mailbox) -> Match | None:
    """Match by the provider's thread alone: all that is left of an unreadable message."""
    if not message.provider_thread_id:
        return None
    threaded = Delivery.objects.filter(mailbox_id=mailbox.id, provider_thread_id=message.provider_thread_id)
    newest = threaded.order_by("-id").first()
    if newest is None:
        return None
    return _sorted(Match(newest.recipient_id, newest.id, "thread"), newest)


def _sorted(match: Match, sent: Delivery) -> Match:
    """Note of what kind the mail is that was found."""
    return replace(match, test=sent.kind == Delivery.Kind.TEST, probe=sent.kind == Delivery.Kind.PROBE)


def _by_sender(mailbox: Mailbox, address: str | None) -> Match | None:
    known = _known(mailbox.workspace_id, address)
    if known is None:
        return None
    if Delivery.objects.filter(workspace_id=mailbox.workspace_id, recipient_id=known).exists():
        return _by_recipient(mailbox, known, "address")
    person = LearnedAddress.objects.filter(alias_id=known).values_list("recipient_id", flat=True).first()
    if person:
        return _by_recipient(mailbox, person, "alias")
    answered = Correspondent.objects.filter(writer_id=known).order_by("-learned_at", "-id")
    about = answered.values_list("recipient_id", flat=True).first()
    # Whom nobody has mailed yet may stop us too: this workspace knows the address, or it would have no row.
    return _by_recipient(mailbox, about or known, "correspondent" if about else "address")


def address_of(match: Match) -> str:
    """Return the normalised address that the matched mail went to; "" where it was erased."""
    if match.delivery_id is None:
        return ""
    bodies = DeliveryBody.objects.filter(delivery_id=match.delivery_id)
    try:
        return parse_address(bodies.values_list("address", flat=True).first() or "").normalised
    except AddressError:
        return ""


def is_ours(workspace_id: int, sender: Address) -> bool:
    """Tell whether a mailbox of the workspace has this address."""
    return Mailbox.objects.filter(workspace_id=workspace_id, address__iexact=sender.wire).exists()


def is_of_our_house(workspace_id: int, sender: Address) -> bool:
    """Tell whether one of our mailboxes has this address, or is at the same company."""
    if sender.domain in FREE_MAIL:
        return is_ours(workspace_id, sender)
    return Mailbox.objects.filter(workspace_id=workspace_id, address__iendswith=f"@{sender.domain}").exists()


def is_mailed(recipient_id: int) -> bool:
    """Tell whether a campaign or a person of the workspace has written to them."""
    return Delivery.objects.filter(recipient_id=recipient_id).exclude(kind__in=UNPERSONAL).exists()


def match_writer(mailbox: Mailbox, recipient_id: int) -> Match:
    """Match who wrote an answer to a mail that another address of theirs, or somebody else, got."""
    return _by_recipient(mailbox, recipient_id, "writer")


def first_mailed(recipient_id: int) -> datetime | None:
    """Return when the first mail to a person was accepted, world time: what came before answers none of ours."""
    sent = Delivery.objects.filter(recipient_id=recipient_id).aggregate(first=Min("accepted_world"))
    found: datetime | None = sent["first"]
    return found


def twin(message: InboundMessage, message_id: str, recipient_id: int, kind: str) -> bool:
    """Tell whether the same mail, received by another mailbox, said the same of this person already."""
    twins = InboundMessage.objects.filter(workspace_id=message.workspace_id, message_id=message_id)
    ids = list(twins.exclude(id=message.id).exclude(decided_at=None).values_list("id", flat=True)[:20])
    return bool(ids) and Outcome.objects.filter(inbound_id__in=ids, recipient_id=recipient_id, kind=kind).exists()


def _by_recipient(mailbox: Mailbox, recipient_id: int, how: str) -> Match:
    newest = Delivery.objects.filter(mailbox_id=mailbox.id, recipient_id=recipient_id).order_by("-id").first()
    return Match(recipient_id, newest.id if newest else None, how)


def _mailed(mailbox: Mailbox, address: str) -> int | None:
    """Return the recipient if this very mailbox mailed the address: a report may touch nobody else."""
    known = _known(mailbox.workspace_id, address)
    mailed = known and Delivery.objects.filter(mailbox_id=mailbox.id, recipient_id=known).exists()
    return known if mailed else None


def _known(workspace_id: int, address: str | None) -> int | None:
    try:
        return recipients.find(workspace_id, parse_address(address or ""))
    except AddressError:
        return None


def looks_since(workspace_id: int, day: date) -> list[tuple[str, int]]:
    """Return how often opt-out links were only looked at since a day, by kind, the most frequent first."""
    found = LinkLooks.objects.filter(workspace_id=workspace_id, day__gte=day).values_list("kind")
    return list(found.annotate(looks=Sum("count")).order_by("-looks", "kind"))


def wishes_since(workspace_id: int, since: datetime) -> list[tuple[str, int]]:
    """Return how many people opted out since a true instant, by way, the most frequent first."""
    made = Suppression.objects.filter(workspace_id=workspace_id, reason="unsubscribed", created_at__gte=since)
    return list(made.values_list("source").annotate(people=Count("id")).order_by("-people", "source"))
