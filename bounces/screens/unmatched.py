"""What found nobody and waits for somebody who knows; and other people's mail, which its owner alone may look at.

A stranger's message in somebody's own mailbox is shown to that person alone, until they claim it for the team.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from app.core.cursors import instant, key_of, microseconds, word_of
from bounces.models import ConversationMessage, InboundText, Outcome, Relabel
from bounces.screens.thread import Item, arrived
from mailboxes.core.states import InboundState
from mailboxes.models import InboundMessage, Mailbox

LENGTH = 2  # numbers in a cursor of these lists
UNMATCHED = "unmatched"
MOST_COUNTED = 1_000


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message in the queue: where it lies, who claimed it, and what it is."""

    mailbox_id: int
    mailbox: str
    claimed_by: int | None
    message: Item


@dataclass(frozen=True, slots=True)
class WaitingPage:
    """Some messages, and the cursor of what follows; None: nothing does."""

    items: list[Waiting]
    next: str | None


@dataclass(frozen=True, slots=True)
class PassedOver:
    """All that is left of somebody else's mail. at: world time of its arrival."""

    id: int
    at: datetime
    from_domain: str


@dataclass(frozen=True, slots=True)
class PassedOverPage:
    """Some messages, and the cursor of what follows; None: nothing does."""

    items: list[PassedOver]
    next: str | None


def queue(workspace_id: int, user_id: int, *, limit: int = 50, after: str = "") -> WaitingPage:
    """Return a page of the unmatched queue as this user may see it, newest first. Raises BadCursor. Two statements."""
    found = _theirs(workspace_id, user_id).filter(disposition=UNMATCHED).select_related("mailbox")
    if after:
        at, last = key_of(after, LENGTH)
        found = found.filter(received_at__lte=instant(at)).exclude(received_at=instant(at), id__gte=last)
    rows = list(found.order_by("-received_at", "-id")[: limit + 1])
    shown = rows[:limit]
    texts = InboundText.objects.in_bulk([one.id for one in shown])
    items = [
        Waiting(one.mailbox_id, one.mailbox.address, one.claimed_by_id, arrived(one, texts.get(one.id)))
        for one in shown
    ]
    more = len(rows) > limit
    return WaitingPage(items, word_of(microseconds(shown[-1].received_at), shown[-1].id) if more else None)


def waiting(workspace_id: int, user_id: int) -> int:
    """Return how many messages wait in the queue as this user may see it; MOST_COUNTED stands for that many or more."""
    found = _theirs(workspace_id, user_id).filter(disposition=UNMATCHED)
    return found.order_by("-received_at", "-id")[:MOST_COUNTED].count()


def passed_over(mailbox: Mailbox, *, limit: int = 50, after: str = "") -> PassedOverPage:
    """Return a page of what was passed over in a mailbox, newest first; for its owner alone. Raises BadCursor."""
    found = InboundMessage.objects.filter(mailbox_id=mailbox.id, state=InboundState.NOT_OURS)
    if after:
        at, last = key_of(after, LENGTH)
        found = found.filter(stored_at__lte=instant(at)).exclude(stored_at=instant(at), id__gte=last)
    rows = list(found.order_by("-stored_at", "-id")[: limit + 1])
    shown = rows[:limit]
    word = word_of(microseconds(shown[-1].stored_at), shown[-1].id) if len(rows) > limit else None
    return PassedOverPage([PassedOver(one.id, one.received_at, one.from_domain) for one in shown], word)


def own_mailbox(workspace_id: int, user_id: int, mailbox_id: int) -> Mailbox | None:
    """Return a mailbox of the workspace if it is this user's; None for everybody else."""
    return Mailbox.objects.filter(workspace_id=workspace_id, owner_id=user_id, id=mailbox_id).first()


def claimable(workspace_id: int, user_id: int, message_id: int) -> bool:
    """Tell whether this is a message that was passed over in a mailbox of this user's."""
    passed = InboundMessage.objects.filter(workspace_id=workspace_id, id=message_id, state=InboundState.NOT_OURS)
    return passed.filter(mailbox__owner_id=user_id).exists()


def message(workspace_id: int, user_id: int, message_id: int) -> Item | None:
    """Return one message as far as it is kept; None: there is none that this user may see. Five statements at most."""
    found = InboundMessage.objects.filter(workspace_id=workspace_id, id=message_id)
    row = found.exclude(state__in=[InboundState.NOT_OURS, InboundState.STORED]).first()
    if row is None or not (_is_of_a_conversation(row) or _theirs(workspace_id, user_id).filter(id=row.id).exists()):
        return None
    said = Outcome.objects.filter(inbound_id=row.id, corrected_at=None).order_by("id")
    return arrived(
        row,
        InboundText.objects.filter(message_id=row.id).first(),
        outcome=said.values_list("kind", "category").first() or ("", ""),
        labelled=Relabel.objects.filter(inbound_id=row.id).exists(),
        limit=None,
    )


def _is_of_a_conversation(row: InboundMessage) -> bool:
    return ConversationMessage.objects.filter(message_id=row.id).exists()


def _theirs(workspace_id: int, user_id: int) -> QuerySet[InboundMessage]:
    """Messages of mailboxes that are there for the team, of the user's own, and those that were claimed."""
    team = Q(mailbox__purpose=Mailbox.Purpose.OUTREACH) | Q(claimed_by__isnull=False)
    return InboundMessage.objects.filter(team | Q(mailbox__owner_id=user_id), workspace_id=workspace_id)
