"""What a prospect is told of themselves: where we have their address from, on what ground we wrote, and what."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from app.models import Workspace
from app.questions import QUESTIONS
from bounces.core.tokens import UnsubscribeToken
from mailboxes.models import Delivery
from mailboxes.screens.words import Text

MOST = 50  # mails
GROUNDS: dict[str, Text] = {
    "interest": _("We believe that our offer is of use to your work (legitimate interest)."),
    "consent": _("You agreed to be written to."),
    "customer": _("You are, or were, a customer."),
    "public": _("Your address is published for enquiries of this kind."),
}
NO_GROUND = _("We believe that our offer is of use to your work (legitimate interest).")


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail of ours that was accepted."""

    at: datetime
    subject: str
    sender: str


@dataclass(frozen=True, slots=True)
class Why:
    """All that the page says; `known` is False once the person was erased."""

    workspace: Workspace
    known: bool
    source: str
    ground: Text
    since: date | None
    letters: list[Letter]


def why(token: UnsubscribeToken) -> Why:
    """Return what is said to the person whose link this is. Three statements."""
    workspace = Workspace.objects.get(id=token.workspace_id)
    found = import_string(QUESTIONS["why_do_we_write"])(token.workspace_id, token.recipient_id)
    return Why(
        workspace=workspace,
        known=found is not None,
        source=found["source"] if found else "",
        ground=GROUNDS.get(found["basis"], NO_GROUND) if found else "",
        since=found["since"] if found else None,
        letters=_letters(token.recipient_id) if found else [],
    )


def _letters(recipient_id: int) -> list[Letter]:
    sent = Delivery.objects.filter(recipient_id=recipient_id, accepted_world__isnull=False)
    rows = sent.order_by("-accepted_world").values_list("accepted_world", "deliverybody__subject", "mailbox__address")
    return [Letter(at, subject or "", sender) for at, subject, sender in rows[:MOST] if at is not None]
