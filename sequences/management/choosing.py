"""What a command is about, and how it is done to several."""

from collections.abc import Callable, Iterable

from django.core.management.base import CommandError

from app.core.errors import Refused
from app.models import Workspace
from sequences.models import Campaign, Enrollment
from sequences.screens.words import ENROLLMENT, STATE_UNKNOWN


def campaign_called(workspace: Workspace, name: str) -> Campaign:
    """Return the campaign, or say which there are."""
    found = Campaign.objects.filter(workspace=workspace, name=name).first()
    if found is None:
        known = (
            ", ".join(Campaign.objects.filter(workspace=workspace).values_list("name", flat=True)[:20]) or "none yet"
        )
        raise CommandError(f"There is no campaign called {name!r}; there are: {known}.")
    return found


def to_each(numbers: Iterable[int], act: Callable[[int], object], done: str, tell: Callable[[str], object]) -> None:
    """Do something to each, in a transaction of its own; the refusal of one keeps the others from nothing."""
    refused = []
    for number in numbers:
        try:
            act(number)
        except Refused as refusal:
            refused.append(f"{number}: {refusal}")
        else:
            tell(f"{number}: {done}.")
    if refused:
        raise CommandError("\n".join(refused))


def all_there(numbers: Iterable[int], known: Iterable[int], what: str) -> None:
    """Refuse before anything is done when one of these numbers names nothing of this workspace."""
    missing = sorted(set(numbers) - set(known))
    if missing:
        raise CommandError(f"There is no {what} {', '.join(map(str, missing))}; nothing was changed.")


def standing(one: Enrollment) -> str:
    """Return where a person stands in a campaign."""
    who = f"contact {one.contact.id}, {one.contact.email}" if one.contact else "contact erased"
    reason = f" ({one.reason})" if one.reason else ""
    state = ENROLLMENT.get(one.state, STATE_UNKNOWN).word
    return f"{one.id}: {one.campaign.name!r}, {who}: {state}{reason}"
