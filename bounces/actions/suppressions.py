"""Do not contact: add, look up and lift. An address needs no contact: its recipient row is enough."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import batched

from app import gates
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from bounces.actions import spellings
from bounces.core.ways import Way
from bounces.models import LearnedAddress, Suppression
from mailboxes import locks
from mailboxes.actions import recipients
from mailboxes.core.address import Address, DomainEntry, entries_matching, parse_address, parse_domain

# Reasons that are themselves the state an enrollment ends in; any other entry was made by a person.
ENDS = frozenset({"unsubscribed", "complained", "bounced"})
BATCH = locks.MOST_RECIPIENTS // 2  # the rest of a transaction's locks is room for other spellings
WISHES = frozenset({"unsubscribed", "complained"})


def suppress_person(
    workspace_id: int,
    recipient_id: int,
    *,
    reason: str,
    delivery_id: int | None = None,
    outcome_id: int | None = None,
    by_id: int | None = None,
    source: str = "",
) -> bool:
    """Add an entry for a person, once; the caller's transaction holds the recipient's lock. True: it is new.

    outcome_id: what came back and asked for it, which a person may say was read wrongly. source: see bounces.core.ways.
    A wish of the person takes the place of a bounce, which speaks of the address alone.
    """
    made, new = Suppression.objects.get_or_create(
        workspace_id=workspace_id,
        recipient_id=recipient_id,
        lifted_at=None,
        defaults={
            "scope": Suppression.Scope.ADDRESS,
            "reason": reason,
            "source": source,
            "delivery_id": delivery_id,
            "outcome_id": outcome_id,
            "by_id": by_id,
            "created_at": clock.now(),
        },
    )
    if new:
        events.append(
            kind="recipient.suppressed",
            workspace_id=workspace_id,
            subject_id=made.id,
            recipient_id=recipient_id,
            data={"reason": reason, "ends": reason if reason in ENDS else "stopped"}
            | ({} if outcome_id is None else {"because": outcome_id}),
        )
    elif made.reason == "bounced" and reason in WISHES:
        Suppression.objects.filter(id=made.id).update(
            reason=reason, source=source, delivery_id=delivery_id, outcome_id=outcome_id
        )
    elif outcome_id is None:  # somebody asks for it who is not taken back with a message that was read wrongly
        Suppression.objects.filter(id=made.id).update(outcome_id=None)
    return new


def suppress_addresses(
    workspace_id: int,
    addresses: Iterable[Address],
    *,
    reason: str,
    by_id: int | None = None,
    source: str = Way.PERSON,
) -> int:
    """Suppress typed or imported addresses, known or not, in batches of 100; return how many entries are new.

    Each batch is a transaction that locks its recipients and their other spellings. Raises Busy: the batches before
    stay written.
    """
    return sum(
        in_transaction(lambda batch=batch: _suppress_batch(workspace_id, batch, reason, by_id, source))  # type: ignore[misc]
        for batch in batched(addresses, BATCH, strict=False)
    )


def _suppress_batch(
    workspace_id: int, addresses: Sequence[Address], reason: str, by_id: int | None, source: str
) -> int:
    ids = set(recipients.remember(workspace_id, addresses).values())
    spellings.lock(workspace_id, ids)
    return sum(suppress_person(workspace_id, found, reason=reason, by_id=by_id, source=source) for found in sorted(ids))


def suppress_domain(
    workspace_id: int, entry: DomainEntry, *, reason: str, by_id: int | None = None, source: str = Way.PERSON
) -> bool:
    """Suppress a domain: from the commit on nothing goes there; its people are tidied in batches. False: it was.

    Takes the domain's gate exclusively, waiting 10 s for permits under way. Raises Busy.
    """
    return in_transaction(lambda: enter_domain(workspace_id, entry, reason=reason, by_id=by_id, source=source))


def enter_domain(
    workspace_id: int,
    entry: DomainEntry,
    *,
    reason: str,
    by_id: int | None = None,
    source: str = Way.PERSON,
    outcome_id: int | None = None,
) -> bool:
    """Do what suppress_domain() says in the caller's transaction, which holds no gate yet."""
    gates.close(f"domain:{workspace_id}:{entry.text}")
    made, new = Suppression.objects.get_or_create(
        workspace_id=workspace_id,
        domain=entry.text,
        lifted_at=None,
        defaults={
            "scope": Suppression.Scope.DOMAIN,
            "reason": reason,
            "source": source,
            "outcome_id": outcome_id,
            "by_id": by_id,
            "created_at": clock.now(),
        },
    )
    if new:
        events.append(kind="domain.suppressed", workspace_id=workspace_id, subject_id=made.id, data={"reason": reason})
    return new


def lift(workspace_id: int, suppression_id: int, *, reason: str, by_id: int | None) -> None:
    """End an entry, with who and why; nobody is enrolled again by it. Locks the entry.

    Raises Refused without a reason, or when there is no such entry.
    """
    if not reason.strip():
        message = "Lifting an entry needs a reason."
        raise Refused(message)

    def work() -> None:
        living = Suppression.objects.filter(workspace_id=workspace_id, id=suppression_id, lifted_at=None)
        entry = living.select_for_update().first()
        if entry is None:
            message = "There is no such entry."
            raise Refused(message)
        end_entry(entry, reason=reason, by_id=by_id)

    in_transaction(work)


def end_entry(entry: Suppression, *, reason: str, by_id: int | None) -> None:
    """Write that an entry ended, with who and why, in the caller's transaction."""
    Suppression.objects.filter(id=entry.id).update(lifted_at=clock.now(), lift_reason=reason[:200])
    events.append(
        kind="suppression.lifted",
        workspace_id=entry.workspace_id,
        subject_id=entry.id,
        recipient_id=entry.recipient_id,
        data={"by": by_id},
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """A typed line of a suppression list: an address or a domain."""

    address: Address | None = None
    domain: DomainEntry | None = None


def parse_entry(text: str) -> Entry:
    """Return what a line means. Raises AddressError."""
    plain = text.strip().removeprefix("@")
    return Entry(address=parse_address(plain)) if "@" in plain else Entry(domain=parse_domain(plain))


def blocks(workspace_id: int, address: Address) -> Suppression | None:
    """Return the entry that blocks an address, the same answer the permit gives; None: it may be mailed.

    Its domain's entry, its own, that of another address which the person wrote from, or of which this is another one,
    or, where the workspace takes spellings for the same, that of another spelling.
    """
    living = Suppression.objects.filter(workspace_id=workspace_id, lifted_at=None)
    by_domain = living.filter(domain__in=entries_matching(address.domain)).first()
    return by_domain or living.filter(recipient_id__in=_people(workspace_id, address)).order_by("id").first()


def _people(workspace_id: int, address: Address) -> set[int]:
    """Return the recipients whose entry forbids mail to this address."""
    own = recipients.find(workspace_id, address)
    found = {own} if own else set()
    written_from = LearnedAddress.objects.filter(recipient_id__in=found).values_list("alias_id", flat=True)
    written_for = LearnedAddress.objects.filter(alias_id__in=found).values_list("recipient_id", flat=True)
    return {*found, *written_from, *written_for} | spellings.others(workspace_id, address)
