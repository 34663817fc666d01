"""The seats, the open invitations and the keys of a workspace."""

from datetime import datetime

from django.db.models import Case, IntegerField, QuerySet, Value, When

from app.core.permissions import ROLES
from app.models import ApiKey, Invitation, Member

MOST = 500  # of each on a page


def seats(workspace_id: int) -> QuerySet[Member]:
    """Return who sits here, owners first."""
    rank = Case(*(When(role=role, then=Value(-at)) for at, role in enumerate(ROLES)), output_field=IntegerField())
    found = Member.objects.filter(workspace_id=workspace_id).select_related("user")
    return found.order_by(rank, "user__email")[:MOST]


def invitations(workspace_id: int, now: datetime) -> QuerySet[Invitation]:
    """Return the invitations whose links still work at `now`, the newest first."""
    waiting = Invitation.objects.filter(workspace_id=workspace_id, accepted_at=None, withdrawn_at=None)
    return waiting.filter(expires_at__gt=now).select_related("invited_by").order_by("-id")[:MOST]


def keys(workspace_id: int) -> QuerySet[ApiKey]:
    """Return the keys, those that hold first, the newest first."""
    found = ApiKey.objects.filter(workspace_id=workspace_id).select_related("member__user")
    return found.order_by("revoked_at", "-id")[:MOST]
