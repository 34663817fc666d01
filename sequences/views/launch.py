"""Before and after the start: the checks, what the next days will bring, the numbers, and why nothing is sent."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from app.actions import clock
from app.core.errors import ForbearError
from app.core.machine import events_of
from app.models import Member
from app.views import Request, seated
from sequences.actions import explain_campaign
from sequences.actions.editing.checks import launch_checks
from sequences.actions.forecast import Forecast, forecast
from sequences.core.states import CAMPAIGN, CampaignState
from sequences.models import Campaign
from sequences.screens import numbers as screen
from sequences.views.editor import campaign_of


def _ahead(campaign: Campaign) -> dict[str, Any]:
    """Return the forecast, or why there is none."""
    try:
        found: Forecast | None = forecast(campaign)
    except ForbearError as refusal:
        return {"forecast": None, "no_forecast": str(refusal)}
    assert found is not None  # noqa: S101 - forecast() answers or raises
    shown = screen.bars([(one.day.isoformat(), one.sends) for one in found.days])
    return {"forecast": found, "bars": list(zip(shown, found.days, strict=True))}


@require_safe
@seated()
def check(request: Request, seat: Member, campaign_id: int) -> HttpResponse:
    """Show the eight lines, the first mail, the next thirty days, who will be held, and Start."""
    campaign = campaign_of(seat, campaign_id)
    checks = launch_checks(campaign)
    shown = {
        "campaign": campaign,
        "checks": checks,
        "stops": sum(one.tone == "stop" for one in checks),
        "verbs": events_of(CAMPAIGN, CampaignState(campaign.state)),
    }
    return render(request, "sequences/launch.html", shown | _ahead(campaign))


@require_safe
@seated()
def numbers(request: Request, seat: Member, campaign_id: int) -> HttpResponse:
    """Show what each step and variant did, how fast people answer, and how many are left."""
    campaign = campaign_of(seat, campaign_id)
    ahead = _ahead(campaign) if campaign.state in {CampaignState.RUNNING, CampaignState.PAUSED} else {"forecast": None}
    found: Forecast | None = ahead["forecast"]
    days = [(one.day, one.left) for one in found.days] if found else []
    shown = {
        "campaign": campaign,
        "steps": screen.by_step(campaign),
        "replies": screen.days_to_reply(campaign),
        "burn_down": screen.burn_down(campaign, days),
    }
    return render(request, "sequences/numbers.html", shown)


@require_safe
@seated()
def why(request: Request, seat: Member, campaign_id: int) -> HttpResponse:
    """Show in order what lets a mail of this campaign leave, and what does not."""
    campaign = campaign_of(seat, campaign_id)
    shown = {"campaign": campaign, "why": explain_campaign.campaign(campaign), "world_now": clock.world_now()}
    return render(request, "sequences/why.html", shown)
