"""A campaign writes to its first people, rests, and goes on to others if too little came back.

Follow-ups are never held by it. `first`: it has not written to all of them; a campaign with fewer people never comes to
the end of it, and need not. Moves lock the campaign's row, below the people and above every budget; the permit reads it
after its last lock.
"""

from collections.abc import Collection
from datetime import datetime
from functools import partial

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from admission.core.protection.breakers import HARD
from admission.models import LedgerLine, Permit
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.actions.events import EventRow
from app.core.errors import Refused
from app.core.machine import IllegalMove, move, sources_of
from app.core.windows import NeverOpens
from bounces.core.outcomes import Outcome as Kind
from bounces.models import Outcome
from mailboxes.models import Delivery
from sequences.actions import enrollments
from sequences.core.first_people import holds, rests_until
from sequences.core.hours import SOMEWHERE, hours_for
from sequences.core.states import CANARY, CampaignState, CanaryState
from sequences.models import Campaign

LOOKED_AT = (CanaryState.FIRST, CanaryState.RESTING)  # what comes back from the first people may hold it
SAYS = {
    "hold": "The campaign's openers are held already.",
    "go_on": "The campaign is not held: it goes on by itself.",
}


def looked_at(event: EventRow) -> None:
    """recipient.stopped, outcome.exact: hold the campaign's openers if too much came back from its first people."""
    told = event.data
    hard = told.get("outcome") == Kind.BOUNCED and told.get("category") in HARD
    if not (told.get("exact") and told.get("delivery")) or not (hard or told.get("outcome") == Kind.COMPLAINED):
        return
    campaign_id = Delivery.objects.values_list("campaign_id", flat=True).get(id=told["delivery"])
    campaign = _locked(campaign_id or 0, LOOKED_AT)
    if campaign is not None:
        _hold_if_bad(campaign)


def _locked(campaign_id: int, states: Collection[str] = tuple(CanaryState)) -> Campaign | None:
    """Lock a campaign's row while it is in one of these states; None: it is not, and nothing is locked."""
    return Campaign.objects.select_for_update(no_key=True).filter(id=campaign_id, canary__in=states).first()


def _hold_if_bad(campaign: Campaign) -> bool:
    bounced, complained = came_back(campaign.id)
    bad = holds(bounced, complained)
    if bad:
        _moved(campaign, "hold", bounced=bounced, complained=complained)
    return bad


def came_back(campaign_id: int) -> tuple[int, int]:
    """Return from how many people a campaign's mails came back for good, and how many called one spam.

    By our own ids alone. It is asked while a campaign has written to few.
    """
    mails = Permit.objects.filter(campaign_id=campaign_id).values_list("delivery_id", flat=True)
    found = Outcome.objects.filter(delivery_id__in=list(mails), exact=True, corrected_at=None)
    bounced = found.filter(kind=Kind.BOUNCED, category__in=HARD)
    complained = found.filter(kind=Kind.COMPLAINED)
    return _people(bounced), _people(complained)


def _people(outcomes: QuerySet[Outcome]) -> int:
    return outcomes.aggregate(n=Count("recipient_id", distinct=True))["n"] or 0


def tend() -> int:
    """Let campaigns rest after their first people, and go on after the rest; return how many moved.

    Each in a transaction of its own that locks the campaign's row; those with nothing to do are not locked.
    """
    return sum(in_transaction(partial(_tended, one)) for one in list(_to_tend(clock.world_now())))


def _to_tend(now: datetime) -> QuerySet[Campaign, int]:
    """Ids of the running campaigns that have written to their first people, or whose rest is over."""
    people = LedgerLine.objects.filter(campaign_id=OuterRef("id")).order_by().values("campaign_id")
    written_to = Coalesce(Subquery(people.annotate(n=Count("recipient_id", distinct=True)).values("n")), 0)
    first = Campaign.objects.filter(canary=CanaryState.FIRST).alias(n=written_to).filter(n__gte=F("canary_size"))
    over = Q(canary_until=None) | Q(canary_until__lte=now)
    ready = Q(id__in=first.values("id")) | Q(over, canary=CanaryState.RESTING)
    return Campaign.objects.filter(ready, state=CampaignState.RUNNING).order_by("id").values_list("id", flat=True)


def _tended(campaign_id: int) -> bool:
    campaign = _locked(campaign_id, LOOKED_AT)
    if campaign is None:
        return False
    if campaign.canary == CanaryState.FIRST:
        return _rested(campaign)
    if campaign.canary_until is not None and clock.world_now() < campaign.canary_until:
        return False
    return _hold_if_bad(campaign) or _moved(campaign, "clear")


def _rested(campaign: Campaign) -> bool:
    """first -> resting once each of the first people has a permit; a campaign without first people is clear."""
    if not campaign.canary_size:
        return _moved(campaign, "clear")
    written_to = LedgerLine.objects.filter(campaign_id=campaign.id).values("recipient_id").distinct()
    if written_to.count() < campaign.canary_size:
        return False
    newest = Permit.objects.filter(campaign_id=campaign.id).aggregate(at=Max("world_at"))["at"] or clock.world_now()
    return _moved(campaign, "rest", until=_rest_of(campaign, newest))


def _rest_of(campaign: Campaign, since: datetime) -> datetime:
    """Return when the rest is over; hours that never open are reported elsewhere, and need no rest."""
    try:
        return rests_until(hours_for(enrollments.campaign_hours(campaign), SOMEWHERE, since), since)
    except NeverOpens:
        return since


def decide(campaign: Campaign, event: str, *, by_id: int | None) -> None:
    """A person lets the campaign go on ("go_on") or holds its openers ("hold"). Locks its row. Raises Refused."""

    def work() -> None:
        locked = _locked(campaign.id)
        if locked is None or not _moved(locked, event, by=by_id):
            raise Refused(SAYS[event])

    in_transaction(work)
    campaign.refresh_from_db()


def _moved(campaign: Campaign, event: str, *, until: datetime | None = None, **told: object) -> bool:
    """Move along the table and tell of it; False where the table has no such way."""
    try:
        state = move(CANARY, CanaryState(campaign.canary), event)
    except IllegalMove:
        return False
    found = Campaign.objects.filter(id=campaign.id, canary__in=sources_of(CANARY, event))
    if not found.update(canary=state, canary_until=until):
        return False
    data = {"state": str(state), "until": until.isoformat() if until else None, **told}
    events.append(kind="campaign.canary", workspace_id=campaign.workspace_id, subject_id=campaign.id, data=data)
    return True
