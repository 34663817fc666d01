"""A campaign from its plan to its end. Pause and archive close the campaign's gate: no permit after their commit."""

from collections.abc import Iterable

from django.db import IntegrityError

from app import gates
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.core.machine import IllegalMove, move
from app.core.window_text import window_json
from app.gates import Gates
from app.models import Workspace
from mailboxes import locks
from mailboxes.core.states import MailboxState
from mailboxes.models import Mailbox
from sequences import queries
from sequences.actions import enrollments, launch, launch_hours
from sequences.actions.calendars import Kept, kept_by
from sequences.core.campaign_file.nodes import Place
from sequences.core.campaign_file.plan import CampaignPlan, StepPlan
from sequences.core.states import CAMPAIGN, CampaignState, EnrollmentState
from sequences.models import Campaign, CampaignMailbox, Enrollment, Step, Variant

TIDIED_AT_ONCE = 50  # people locked in one transaction, each with a handful of statements
FIRST_PEOPLE = 20  # one of whom gets the first mail: some live where it is night
LAUNCHES = frozenset({"start", "resume"})  # after these mail may leave
STANDS = {  # what a person is told whose move comes too late or too early
    CampaignState.DRAFT: "The campaign has not been started yet.",
    CampaignState.RUNNING: "The campaign is running already.",
    CampaignState.PAUSED: "The campaign is paused already.",
    CampaignState.ARCHIVED: "The campaign is archived, for good.",
}


class PlanRefused(Refused):
    """The plan does not fit this workspace; `place` is where its file says so, if it came from one."""

    def __init__(self, sentence: str, place: Place | None) -> None:
        """Keep the place beside the sentence."""
        super().__init__(sentence)
        self.place = place


def create(workspace: Workspace, plan: CampaignPlan, *, by_id: int | None = None) -> Campaign:
    """Store a plan as a draft, all of it or nothing. Locks nobody. Raises PlanRefused."""
    taken = PlanRefused(f"There is a campaign called {plan.name!r} already.", plan.places.get("name"))
    if Campaign.objects.filter(workspace=workspace, name=plan.name).exists():
        raise taken
    mailboxes = list(_mailboxes(workspace, plan))
    kept = _kept(workspace, plan)
    try:
        return in_transaction(lambda: _store(workspace, plan, mailboxes, kept, by_id))
    except IntegrityError as error:
        if "one_campaign_per_name" in str(error):
            raise taken from error
        raise


def _mailboxes(workspace: Workspace, plan: CampaignPlan) -> Iterable[Mailbox]:
    known = {
        mailbox.address.lower(): mailbox
        for mailbox in Mailbox.objects.filter(workspace=workspace).exclude(state=MailboxState.DISCONNECTED)
    }
    for index, address in enumerate(plan.mailboxes):
        place = plan.places.get(f"mailboxes.{index}")
        if address not in known:
            raise PlanRefused(f"No mailbox with the address {address} is connected.", place)
        if address in plan.mailboxes[:index]:
            raise PlanRefused(f"The mailbox {address} is listed twice.", place)
        yield known[address]


def _kept(workspace: Workspace, plan: CampaignPlan) -> Kept:
    try:
        return kept_by(workspace, plan.holidays)
    except Refused as error:
        raise PlanRefused(str(error), plan.places.get("holidays")) from error


def _store(
    workspace: Workspace, plan: CampaignPlan, mailboxes: list[Mailbox], kept: Kept, by_id: int | None
) -> Campaign:
    campaign = Campaign.objects.create(
        workspace=workspace,
        owner_id=by_id,
        name=plan.name,
        priority=plan.priority,
        weight=plan.weight,
        time_zone=plan.time_zone or workspace.time_zone,
        in_person_zone=plan.in_person_zone,
        window=window_json(plan.window),
        calendar=kept.calendar,
        days_off=kept.days_off,
        new_per_day=plan.new_per_day,
        day_cap=plan.day_cap,
        unsubscribe_mode=plan.unsubscribe,
        company_rule=plan.company_rule,
        ends_on=plan.ends_on,
        created_at=clock.now(),
    )
    links = [CampaignMailbox(workspace=workspace, campaign=campaign, mailbox=mailbox) for mailbox in mailboxes]
    CampaignMailbox.objects.bulk_create(links)
    for position, step in enumerate(plan.steps, start=1):
        _store_step(campaign, position, step)
    _tell(campaign, "campaign.created", CampaignState.DRAFT, by_id)
    return campaign


def _store_step(campaign: Campaign, position: int, plan: StepPlan) -> None:
    step = Step.objects.create(
        workspace_id=campaign.workspace_id,
        campaign=campaign,
        position=position,
        kind=plan.kind,
        delay_amount=plan.delay.amount,
        delay_unit=plan.delay.unit,
        timeout_days=plan.timeout,
    )
    Variant.objects.bulk_create(
        Variant(
            workspace_id=campaign.workspace_id,
            step=step,
            name=one.name,
            weight=one.weight,
            subject=one.subject,
            text=one.text,
            html=one.html,
        )
        for one in plan.variants
    )


def start(campaign: Campaign, by_id: int | None = None) -> None:
    """draft -> running, after the launch checks. Closes the campaign's gate. Raises Refused, Busy."""
    launch.check_fields(campaign)
    launch_hours.check_hours(campaign)
    _move(campaign, "start", by_id)


def pause(campaign: Campaign, by_id: int | None = None) -> None:
    """running -> paused: no permit is granted in it from the commit on. Closes its gate. Raises Refused, Busy."""
    _move(campaign, "pause", by_id)


def resume(campaign: Campaign, by_id: int | None = None, **told: str | int) -> None:
    """paused -> running, after the launch checks. Closes its gate. Raises Refused, Busy.

    What is overdue stays due. `told` goes into the event: sequences.actions.resume sees to the other ways.
    """
    launch.check_fields(campaign)
    launch_hours.check_hours(campaign)
    _move(campaign, "resume", by_id, **told)


def check_resume(campaign: Campaign) -> None:
    """Raise Refused for a campaign that could not send what it says."""
    launch.check_fields(campaign)
    launch_hours.check_hours(campaign)
    launch.check(campaign)


def archive(campaign: Campaign, by_id: int | None = None) -> None:
    """draft, running, paused -> archived, for good; its people are taken out in batches by tidy_archived.

    Closes its gate. Raises Refused, Busy.
    """
    _move(campaign, "archive", by_id)


def _move(campaign: Campaign, event: str, by_id: int | None, **told: str | int) -> None:
    def work() -> None:
        gates.close(f"campaign:{campaign.id}")
        fresh = Campaign.objects.select_related("workspace").get(id=campaign.id)
        state = _following(CampaignState(fresh.state), event)
        if event in LAUNCHES:
            launch.check(fresh)
        started_at = fresh.started_at or (clock.now() if state is CampaignState.RUNNING else None)
        Campaign.objects.filter(id=campaign.id).update(state=state, state_reason="", started_at=started_at)
        if event == "start":
            queries.rows("bring_forward", {"campaign_id": fresh.id, "now": clock.world_now(), "most": FIRST_PEOPLE})
        _tell(fresh, f"campaign.{state}", state, by_id, **told)

    in_transaction(work)
    campaign.refresh_from_db()


def _following(state: CampaignState, event: str) -> CampaignState:
    try:
        return move(CAMPAIGN, state, event)
    except IllegalMove as error:
        if (state, event) == (CampaignState.PAUSED, "start"):
            raise Refused("The campaign is paused: it can be resumed.") from error
        raise Refused(STANDS[state]) from error


def tidy_archived() -> int:
    """End the active enrollments of archived campaigns, a batch a transaction; return how many ended.

    Locks their recipients, at most 50 at once; the permit refuses them already.
    """
    ended = 0
    left = Enrollment.objects.filter(state=EnrollmentState.ACTIVE, campaign__state=CampaignState.ARCHIVED)
    while batch := list(left.select_related("campaign").order_by("campaign_id", "id")[:TIDIED_AT_ONCE]):
        ended += in_transaction(lambda batch=batch: _end(batch))  # type: ignore[misc]
    return ended


def _end(batch: list[Enrollment]) -> int:
    workspaces = {one.workspace_id for one in batch}
    mine = [one for one in batch if one.workspace_id == min(workspaces)]
    locks.enter(Gates(min(workspaces)), {one.recipient_id for one in mine})
    return sum(enrollments.end(one, "stop", reason="campaign_archived") for one in mine)


def _tell(campaign: Campaign, kind: str, state: CampaignState, by_id: int | None, **told: str | int) -> None:
    data = {"state": str(state), "by": by_id, **told}
    events.append(kind=kind, workspace_id=campaign.workspace_id, subject_id=campaign.id, data=data)
