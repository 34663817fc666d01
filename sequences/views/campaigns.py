"""Campaigns: the list, one as a funnel, and the buttons that let it send or not."""

from collections.abc import Callable
from dataclasses import asdict
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from app.actions import clock
from app.core.errors import ForbearError
from app.core.machine import events_of
from app.models import Member
from app.views import Request, seated, template
from sequences.actions import campaigns as acts
from sequences.actions import resume as resuming
from sequences.core.resuming import Overdue
from sequences.core.states import CAMPAIGN, CampaignState
from sequences.forms import PeopleFilter
from sequences.models import Campaign
from sequences.screens import campaigns as screen
from sequences.screens.campaigns import Wanted
from sequences.screens.enrolled import people
from sequences.screens.pages import newest_first
from sequences.screens.words import CAMPAIGN_BECAUSE, CANARY, ENROLLMENT, STATE_UNKNOWN, TOUCH
from sequences.views.reading import read

# The word in the address -> what is done, and what is said when it worked.
VERBS: dict[str, tuple[Callable[[Campaign, int | None], object], Promise | str]] = {
    "start": (acts.start, _("The campaign runs. The planner hands out the first places within a minute.")),
    "pause": (acts.pause, _("The campaign is paused. Nothing leaves any more; everybody keeps their place.")),
    "archive": (acts.archive, _("The campaign is archived. Its people are taken out within moments.")),
    "resume": (resuming.resume, _("The campaign runs again. What is overdue is spread over the coming hours.")),
}
FILTERS = {"held": TOUCH["held"], **ENROLLMENT}


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """List the campaigns."""
    return render(request, "sequences/campaigns.html", {"campaigns": screen.summaries(seat.workspace_id)})


@require_safe
@seated()
def detail(request: Request, seat: Member, campaign_id: int) -> HttpResponse:
    """Show one campaign: its state, its funnel and its people."""
    campaign = get_object_or_404(Campaign, id=campaign_id, workspace_id=seat.workspace_id)
    asked = read(PeopleFilter, request)
    world_now = clock.world_now()
    shown = {
        "campaign": campaign,
        "world_now": world_now,
        "summary": screen.summary(campaign),
        "steps": screen.funnel(campaign, world_now),
        "step_faults": screen.step_faults(campaign),
        "mailboxes": screen.mailboxes_of(campaign),
        "hours": screen.hours_of(campaign),
        "keeps": screen.keeps(campaign),
        "because": CAMPAIGN_BECAUSE.get(campaign.state_reason, campaign.state_reason),
        "canary": CANARY.get(campaign.canary, STATE_UNKNOWN),
        "verbs": events_of(CAMPAIGN, CampaignState(campaign.state)),
        "backlog": resuming.backlog(campaign) if campaign.state == CampaignState.PAUSED else None,
    }
    if not request.htmx:
        wanted = Wanted(asked["state"], asked["step"], asked["reason"], asked["mailbox"])
        page = newest_first(screen.enrolled(campaign, wanted), asked["after"])
        shown |= {"page": page, "people": people(page.rows, world_now), "filters": FILTERS, "chosen": asked["state"]}
        shown |= {"wanted": wanted, "reasons": screen.reasons(campaign), "boxes": screen.boxes_of(campaign)}
        shown["query"] = urlencode({name: value for name, value in asdict(wanted).items() if value})
    return render(request, template(request, "sequences/campaign.html", "live"), shown)


@require_POST
@seated("run_campaigns")
def run(request: Request, seat: Member, campaign_id: int, verb: str) -> HttpResponse:
    """Start, pause or resume a campaign; a refusal says why and changes nothing."""
    campaign = get_object_or_404(Campaign, id=campaign_id, workspace_id=seat.workspace_id)
    if verb not in VERBS:
        raise Http404
    act, done = VERBS[verb]
    try:
        if verb == "resume" and request.POST.get("overdue", "") in set(Overdue):
            resuming.resume(campaign, seat.user_id, overdue=Overdue(request.POST["overdue"]))
        else:
            act(campaign, seat.user_id)
        messages.success(request, str(done))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("campaign", campaign_id=campaign.id)
