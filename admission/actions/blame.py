"""After a few refusals in a row that blame the sender, nothing more is sent until a person has looked.

Everybody who is still due stays due. One policy answer says nothing yet, for a receiver may be wrong; several in a row,
with no mail taken in between, say that the account or its domain is blocked and that going on makes it worse.
"""

from collections.abc import Collection, Iterator
from itertools import takewhile

from admission.core.settlement import Deferred, Rejected, Settlement, response_of
from admission.models import Permit
from mailboxes.actions import limits
from mailboxes.core.errors import Scope
from mailboxes.core.states import MailboxState
from mailboxes.models import Mailbox

FEW = 3  # refusals in a row
LOOKED_AT = 50  # newest permits of a mailbox among which they are counted


def pause_blamed(mailbox_id: int, settlement: Settlement) -> None:
    """Pause the mailbox, or all mailboxes of its domain, if this was the last of a few refusals of it in a row.

    Called when the permit was closed with this settlement. Locks the budgets of those mailboxes, in key order.
    """
    blamed = _blamed(mailbox_id, settlement)
    kind = " ".join(response_of(settlement).split()[:2])  # "rejected domain", "deferred mailbox"
    if blamed and sum(1 for _ in _in_a_row(blamed, kind)) >= FEW:
        reason = "domain_refused" if kind.endswith(Scope.DOMAIN) else "sender_refused"
        limits.pause(blamed, reason=reason, said=_codes(settlement))


def _blamed(mailbox_id: int, settlement: Settlement) -> Collection[int]:
    """Return the mailboxes of which this final answer speaks; nobody where it blames none."""
    match settlement:
        case Deferred(scope=Scope.MAILBOX, code=int(code)) if 500 <= code <= 599:
            return [mailbox_id]
        case Rejected(scope=Scope.DOMAIN):
            workspace_id, address = Mailbox.objects.values_list("workspace_id", "address").get(id=mailbox_id)
            same = Mailbox.objects.filter(workspace_id=workspace_id, state=MailboxState.CONNECTED)
            return list(same.filter(address__iendswith=f"@{address.rpartition('@')[2]}").values_list("id", flat=True))
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
    return (response for _, _, response in since if response.startswith(f"{kind} 5"))


def _codes(settlement: Settlement) -> str:
    """Return what may be kept with a mailbox: codes, for the words of a refused mail may quote a prospect."""
    parts = (getattr(settlement, "code", None), getattr(settlement, "enhanced", ""))
    return " ".join(str(part) for part in parts if part)
