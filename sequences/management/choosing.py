"""The campaign that a command is about."""

from django.core.management.base import CommandError

from app.models import Workspace
from sequences.models import Campaign


def campaign_called(workspace: Workspace, name: str) -> Campaign:
    """Return the campaign, or say which there are."""
    found = Campaign.objects.filter(workspace=workspace, name=name).first()
    if found is None:
        known = (
            ", ".join(Campaign.objects.filter(workspace=workspace).values_list("name", flat=True)[:20]) or "none yet"
        )
        raise CommandError(f"There is no campaign called {name!r}; there are: {known}.")
    return found
