"""What a new workspace needs before its first mail, in the order in which it is done."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from app.models import Workspace
from mailboxes.models import Mailbox
from mailboxes.screens.words import Text
from sequences.models import Campaign, Contact, Step


@dataclass(frozen=True, slots=True)
class FirstStep:
    """One thing to do: what, why, where, and what it takes to be let do it."""

    name: Text
    why: Text
    act: Text
    route: str
    action: str
    done: bool


def first_steps(workspace: Workspace) -> list[FirstStep]:
    """Return the steps up to the first launch; none once a campaign was started. At most six statements."""
    mine = {"workspace_id": workspace.id}
    if Campaign.objects.filter(started_at__isnull=False, **mine).exists():
        return []
    return [
        FirstStep(
            _("Say who writes"),
            _("Legal name and postal address stand in the foot of every campaign mail."),
            _("Add the address"),
            "settings",
            "manage_workspace",
            bool(workspace.postal_address.strip()),
        ),
        *(_step(made, mine) for made in _MADE),
    ]


type _Row = tuple[Text, Text, Text, str, str, Callable[[], QuerySet]]  # type: ignore[type-arg]

_MADE: list[_Row] = [
    (
        _("Connect a mailbox"),
        _("Both ways are checked before it is kept: that it sends, and that answers are seen."),
        _("Connect one"),
        "connect_mailbox",
        "connect_mailboxes",
        lambda: Mailbox.objects.filter(state__in=["connected", "paused"]),
    ),
    (
        _("Bring people"),
        _("Paste rows or drop a file. Nobody is written to by that."),
        _("Import people"),
        "imports",
        "edit_contacts",
        Contact.objects.all,
    ),
    (
        _("Write a sequence"),
        _("It begins with three mails that you make your own."),
        _("Write it"),
        "new_campaign",
        "edit_campaigns",
        lambda: Step.objects.filter(removed_at=None),
    ),
    (
        _("Check and start"),
        _("You see the first thirty days before anything leaves."),
        _("To the campaigns"),
        "campaigns",
        "run_campaigns",
        lambda: Campaign.objects.filter(started_at__isnull=False),
    ),
]


def _step(made: _Row, mine: dict[str, int]) -> FirstStep:
    name, why, act, route, action, rows = made
    return FirstStep(name, why, act, route, action, rows().filter(**mine).exists())
