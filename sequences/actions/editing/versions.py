"""What was changed of a campaign, kept beside the event of the change: the log holds no texts."""

from typing import Any

from app.actions import clock, events
from sequences.models import Campaign, CampaignVersion, Variant

PARTS = ("name", "weight", "subject", "text", "html")


def text_of(variant: Variant) -> dict[str, Any]:
    """Return a variant's text as a version keeps it."""
    return {part: getattr(variant, part) for part in PARTS}


def keep(
    campaign: Campaign,
    kind: CampaignVersion.Kind,
    *,
    by_id: int | None,
    before: dict[str, Any],
    after: dict[str, Any],
    variant: Variant | None = None,
    extends: bool = False,
    told: dict[str, Any] | None = None,
) -> CampaignVersion:
    """Write a version and `campaign.edited`, in the caller's transaction; `told` are ids and numbers for the log.

    A version of steps is unfinished until its people are moved.
    """
    now = clock.now()
    made = CampaignVersion.objects.create(
        workspace_id=campaign.workspace_id,
        campaign=campaign,
        kind=kind,
        variant=variant,
        by_id=by_id,
        before=before,
        after=after,
        extends=extends,
        at=now,
        done_at=None if kind == CampaignVersion.Kind.STRUCTURE else now,
    )
    data = {"reason": str(kind), "version": made.id, "by": by_id, **(told or {})}
    events.append(kind="campaign.edited", workspace_id=campaign.workspace_id, subject_id=campaign.id, data=data)
    return made
