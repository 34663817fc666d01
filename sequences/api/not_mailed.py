"""Who was not mailed today, and why: totals, and the people in pages."""

from typing import Annotated

from ninja import Query, Router
from pydantic import Field

from app.api.seats import Asked, needs
from sequences.actions import not_mailed
from sequences.actions.not_mailed import Day, People
from sequences.api.wishes import Cursor, Limit, Number, Strict, campaign_of

router = Router(tags=["not mailed"])


class Which(Strict):
    """Of which campaign; without one, of all."""

    campaign: Number | None = None


class WhichPeople(Which):
    """Of which reason, as the totals name it, and which page."""

    reason: Annotated[str, Field(max_length=60, pattern=r"^[a-z0-9_]*$")] = ""
    ended: bool = False
    limit: Limit = 50
    cursor: Cursor = ""


@router.get("", response=Day)
@needs("see")
def totals(request: Asked, wish: Query[Which]) -> Day:
    """Today in the workspace's zone: due = mailed + not mailed, and the groups add up to not mailed."""
    campaign = campaign_of(request, wish.campaign) if wish.campaign else None
    return not_mailed.totals(request.auth.workspace, campaign)


@router.get("/people", response=People)
@needs("see")
def people(request: Asked, wish: Query[WhichPeople]) -> People:
    """Those who got no mail today though a step of theirs was due, each once; with `reason`, of that group alone."""
    campaign = campaign_of(request, wish.campaign) if wish.campaign else None
    return not_mailed.people(
        request.auth.workspace, campaign, reason=wish.reason, ended=wish.ended, limit=wish.limit, after=wish.cursor
    )
