"""The share of opt-outs of a campaign: more than 2 % of those it wrote to is told, more than 4 % pauses it.

It is counted right after the opt-out's own commit, by a row of that commit: nobody waits for it, and a pause takes the
campaign's gate exclusively, which no transaction may that holds people.
"""

from datetime import UTC, datetime

from django.db.models import Count as Number

from admission.core.protection.breakers import OPT_OUT_PEOPLE, Act, Count, of_opt_outs
from admission.models import Permit
from app import gates
from app.actions import events
from app.actions.events import EventRow
from app.core.machine import sources_of
from app.models import Event
from bounces.core.outcomes import Outcome as Kind
from bounces.models import Outcome
from mailboxes.models import Delivery
from sequences.core.states import CAMPAIGN, CampaignState
from sequences.models import Campaign

COUNT = "sequences.actions.opt_outs.count"
REASON = "opt_outs"
NOT_SENT = (Permit.State.VOID, Permit.State.DEFERRED)
LONG_AGO = datetime.min.replace(tzinfo=UTC)


def heard(event: EventRow) -> None:
    """recipient.stopped: owe the count of the campaign whose mail somebody opted out of, unless it has sent few."""
    if event.data.get("outcome") == Kind.UNSUBSCRIBED and event.data.get("delivery"):
        campaign_id = Delivery.objects.values_list("campaign_id", flat=True).get(id=event.data["delivery"])
        sent = Permit.objects.filter(campaign_id=campaign_id or 0).values_list("id", flat=True)
        if len(sent[:OPT_OUT_PEOPLE]) == OPT_OUT_PEOPLE:
            events.put_by(event, COUNT)


def count(event: EventRow) -> None:
    """Warn of the campaign, once, or pause it. A person who resumes it begins a new count.

    Takes the campaign's gate exclusively where it pauses, in the caller's transaction.
    """
    campaign_id = Delivery.objects.values_list("campaign_id", flat=True).get(id=event.data["delivery"])
    campaign = Campaign.objects.filter(id=campaign_id or 0, state=CampaignState.RUNNING).first()
    if campaign is None:
        return
    started = Event.objects.filter(subject_id=campaign.id, kind="campaign.running").order_by("-id").first()
    counted = _counted(campaign.id, started.world_at if started else LONG_AGO)
    act = of_opt_outs(counted)
    data: dict[str, object] = {"reason": REASON, "bad": counted.bad, "people": counted.sends}
    if act is Act.PAUSE:
        _pause(campaign, data)
    elif act is Act.WARN and not _warned(campaign.id, started.id if started else 0):
        _tell(campaign, "campaign.warned", data)


def _counted(campaign_id: int, since: datetime) -> Count:
    """Return how many people opted out of mails of the campaign since an instant, of how many it wrote to."""
    mails = Permit.objects.filter(campaign_id=campaign_id, world_at__gt=since).exclude(state__in=NOT_SENT)
    people = mails.aggregate(n=Number("recipient_id", distinct=True))["n"]
    gone = Outcome.objects.filter(
        kind=Kind.UNSUBSCRIBED, corrected_at=None, delivery_id__in=mails.values("delivery_id")
    )
    return Count(gone.aggregate(n=Number("recipient_id", distinct=True))["n"] or 0, people or 0)


def _warned(campaign_id: int, since: int) -> bool:
    return Event.objects.filter(subject_id=campaign_id, kind="campaign.warned", id__gt=since).exists()


def _pause(campaign: Campaign, data: dict[str, object]) -> None:
    gates.close(f"campaign:{campaign.id}")
    running = Campaign.objects.filter(id=campaign.id, state__in=sources_of(CAMPAIGN, "pause"))
    if running.update(state=CampaignState.PAUSED, state_reason=REASON):
        _tell(campaign, "campaign.paused", {"state": str(CampaignState.PAUSED), "by": None, **data})


def _tell(campaign: Campaign, kind: str, data: dict[str, object]) -> None:
    events.append(kind=kind, workspace_id=campaign.workspace_id, subject_id=campaign.id, data=data)
