"""What stands still and since when, who stopped it, and which mails were already under way."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model

from app.models import Event, Workspace
from mailboxes.core.states import MailboxState
from mailboxes.models import Mailbox
from sequences import queries


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A mail whose call had its permit: `sending` ends within the half hour, `uncertain` is being looked for.

    `since` is true time: of the call's mark, else of the permit. `contact_id` None: no contact, or erased.
    """

    id: int
    state: str
    kind: str
    mailbox_id: int
    mailbox: str
    since: datetime
    contact_id: int | None


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop of a workspace (`mailbox` None) or of a mailbox: `at` true time, `by` None where nobody was named."""

    mailbox_id: int | None
    mailbox: str | None
    at: datetime | None
    by: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether all sending stands still, which mailboxes do besides, and what is under way nevertheless."""

    stopped: bool
    stops: list[Stop]
    under_way: list[UnderWay]

    def plain(self) -> dict[str, Any]:
        """Return it as JSON would have it."""
        return asdict(self)


def under_way(workspace_id: int, mailbox_id: int | None = None) -> list[UnderWay]:
    """Return the mails that left their worker's hands already, oldest first; of one mailbox where it is named."""
    found = queries.rows("under_way", {"workspace_id": workspace_id, "mailbox_id": mailbox_id})
    return [UnderWay(**row) for row in found]


def standing(workspace: Workspace, mailbox: Mailbox | None = None) -> Standing:
    """Return what stands still in a workspace, or of one mailbox, as the database has it now."""
    fresh = Workspace.objects.get(id=workspace.id)
    stops = [_of_workspace(fresh)] if fresh.halted_at is not None else []
    paused = Mailbox.objects.filter(workspace=workspace, state=MailboxState.PAUSED).order_by("address")
    if mailbox is not None:
        paused = paused.filter(id=mailbox.id)
    stops += [_of_mailbox(one) for one in paused]
    stopped = bool(stops) if mailbox is not None else fresh.halted_at is not None
    return Standing(stopped, stops, under_way(workspace.id, None if mailbox is None else mailbox.id))


def _of_workspace(workspace: Workspace) -> Stop:
    _, by = _told("workspace.halted", workspace.id)
    return Stop(None, None, workspace.halted_at, by, workspace.halt_reason)


def _of_mailbox(mailbox: Mailbox) -> Stop:
    at, by = _told("mailbox.paused", mailbox.id)
    return Stop(mailbox.id, mailbox.address, at, by, mailbox.state_reason)


def _told(kind: str, subject_id: int) -> tuple[datetime | None, str | None]:
    """Return when the log last said so, and who did it."""
    event = Event.objects.filter(subject_id=subject_id, kind=kind).order_by("-id").first()
    if event is None:
        return None, None
    person = get_user_model().objects.filter(id=event.data.get("by")).values_list("email", flat=True).first()
    return event.at, person
