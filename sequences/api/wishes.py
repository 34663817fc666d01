"""What requests have in common."""

from typing import Annotated

from django.http import Http404
from ninja import Schema
from pydantic import ConfigDict, Field

from app.api.seats import Asked
from app.core.cursors import LONGEST, MOST
from mailboxes.models import Mailbox
from sequences.models import Campaign

Number = Annotated[int, Field(ge=1, le=MOST)]
Limit = Annotated[int, Field(ge=1, le=100)]
Cursor = Annotated[str, Field(max_length=LONGEST)]
Reason = Annotated[str, Field(max_length=200)]


class Strict(Schema):
    """A request in which nothing stands that nobody asked for."""

    model_config = ConfigDict(extra="forbid")


def mailbox_of(request: Asked, number: int) -> Mailbox:
    """Return the workspace's mailbox with this number. Raises Http404."""
    found = (
        Mailbox.objects.filter(id=number, workspace_id=request.auth.workspace_id).select_related("workspace").first()
    )
    if found is None:
        raise Http404
    return found


def campaign_of(request: Asked, number: int) -> Campaign:
    """Return the workspace's campaign with this number. Raises Http404."""
    found = Campaign.objects.filter(id=number, workspace_id=request.auth.workspace_id).first()
    if found is None:
        raise Http404
    return found
