"""After a few refusals in a row that blame the sender, nothing more is sent until a person has looked.

Everybody who is still due stays due. One policy answer says nothing yet, for a receiver may be wrong; several in a row,
with no mail taken in between, say that the account or its domain is blocked and that going on makes it worse. And one
mail that is refused so again while others get through is that person's affair: it would keep the mailbox waiting for
ever.
"""

from collections.abc import Collection, Iterator
from itertools import takewhile

from django.db.models import Max

from admission.actions.breakers import of_same_domain
from admission.core.settlement import FINAL_REST, Deferred, Rejected, Settlement, response_of
from admission.models import Permit
from app.actions import clock
from app.actions.events import EventRow
from app.models import Event
from bounces.core.outcomes import Outcome as OutcomeKind
from bounces.core.reading import Category
from bounces.models import Outcome
from mailboxes import locks
from mailboxes.actions import limits
from mailboxes.core.errors import Scope
from mailboxes.core.states import MailboxState
from mailboxes.models import Delivery

FEW = 3  # refusals in a row
LOOKED_AT = 50  # newest permits of a mailbox among which they are counted
SET_UP = "set_up_refused"  # why a mailbox is warned or paused
REPAIRED = ("mailbox.resumed", "mailbox.connected")
LIMITS = ("5.4.5", "5.1.90", "5.7.28")  # the account's share of a day is spent: that passes by itself


def judged(delivery_id: int, mailbox_id: int, settlement: Settlement) -> Settlement:
    """Return the settlement, or a refusal of this one mail where its mailbox has sent others since the last time."""
    if not isinstance(settlement, Deferred) or not _blames_account(settlement):
        return settlement
    permits = Permit.objects.filter(mailbox_id=mailbox_id)
    before = permits.filter(delivery_id=delivery_id, response__startswith="deferred mailbox 5").order_by("number")
    first = before.values_list("number", flat=True).first()
    if first is None or not permits.filter(number__gt=first, state=Permit.State.ACCEPTED).exists():
        return settlement
    values = (settlement.code, settlement.enhanced, settlement.words)
    return Rejected(Scope.MAILBOX, Category.POLICY_BLOCK, *values)


def pause_blamed(mailbox_id: int, settlement: Settlement) -> None:
    """Pause the mailbox, or all mailboxes of its domain, if this was the last of a few refusals of it in a row.

    Called when the permit was closed with this settlement. Locks the budgets of those mailboxes, in key order.
    """
    blamed = _blamed(mailbox_id, settlement)
    kind = " ".join(response_of(settlement).split()[:2])  # "rejected domain", "deferred mailbox"
    if blamed and sum(1 for _ in _in_a_row(blamed, kind)) >= FEW:
        reason = "domain_refused" if kind.endswith(Scope.DOMAIN) else "sender_refused"
        limits.pause(blamed, reason=reason, said=_codes(settlement))
    elif blamed and isinstance(settlement, Rejected):
        locks.lock_budget(mailbox_id)
        limits.rest(mailbox_id, clock.now() + FINAL_REST, said=_codes(settlement))


def reported(event: EventRow) -> None:
    """recipient.stopped, outcome.exact: a report says that our own set-up is at fault. Warn once, pause after a few.

    Only authentication: that is of the account, the alias or the domain, and meets everybody it writes to. What one
    receiver's policy says of us is counted elsewhere. A few: of the mailbox's last mails as many different people as
    refusals in a row that pause it at the boundary; a person's repair (resume, reconnect) begins anew.
    """
    told = event.data
    if not (told.get("exact") and told.get("outcome") == OutcomeKind.FAILED and told.get("delivery")):
        return
    if told.get("category") != Category.AUTHENTICATION:
        return
    mailbox_id = Delivery.objects.values_list("mailbox_id", flat=True).get(id=told["delivery"])
    said = str(told.get("status", ""))
    if _reported_lately(mailbox_id) >= FEW:
        limits.pause([mailbox_id], reason=SET_UP, said=said)
    else:
        limits.warn(mailbox_id, reason=SET_UP, said=said)


def _reported_lately(mailbox_id: int) -> int:
    """Return how many people's mails, of the mailbox's last ones, came back for its set-up since the last repair."""
    latest = Permit.objects.filter(mailbox_id=mailbox_id).order_by("-number").values_list("delivery_id", flat=True)
    repaired = Event.objects.filter(subject_id=mailbox_id, kind__in=REPAIRED).aggregate(at=Max("at"))["at"]
    found = Outcome.objects.filter(
        delivery_id__in=list(latest[:LOOKED_AT]),
        kind=OutcomeKind.FAILED,
        category=Category.AUTHENTICATION,
        exact=True,
        corrected_at=None,
    )
    since = found.filter(at__gt=repaired) if repaired else found
    return since.values("recipient_id").distinct().count()


def _blames_account(settlement: Deferred) -> bool:
    final = settlement.code is not None and 500 <= settlement.code <= 599
    return settlement.scope is Scope.MAILBOX and final and settlement.enhanced not in LIMITS


def _blamed(mailbox_id: int, settlement: Settlement) -> Collection[int]:
    """Return the mailboxes of which this final answer speaks; nobody where it blames none."""
    match settlement:
        case Deferred() if _blames_account(settlement):
            return [mailbox_id]
        case Rejected(scope=Scope.DOMAIN):
            return list(of_same_domain(mailbox_id).filter(state=MailboxState.CONNECTED).values_list("id", flat=True))
    return []


def _in_a_row(mailbox_ids: Collection[int], kind: str) -> Iterator[str]:
    """Yield the answers of this kind since the last mail that any of these mailboxes got rid of, newest first."""
    newest = [
        answer
        for mailbox_id in mailbox_ids
        for answer in Permit.objects.filter(mailbox_id=mailbox_id, settled_at__isnull=False)
        .order_by("-number")
        .values_list("settled_at", "state", "response")[:LOOKED_AT]
    ]
    since = takewhile(lambda answer: answer[1] != Permit.State.ACCEPTED, sorted(newest, reverse=True))
    return (response for _, _, response in since if response.startswith(f"{kind} 5") and not response.endswith(LIMITS))


def _codes(settlement: Settlement) -> str:
    """Return what may be kept with a mailbox: codes, for the words of a refused mail may quote a prospect."""
    parts = (getattr(settlement, "code", None), getattr(settlement, "enhanced", ""))
    return " ".join(str(part) for part in parts if part)
