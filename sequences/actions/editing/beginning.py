"""A new campaign: from three mails that stand ready, from nothing, or from another one."""

from app.core.errors import Refused
from app.core.window_text import parse_window
from app.models import Workspace
from mailboxes.core.states import MailboxState
from sequences.actions import campaigns
from sequences.actions.editing.settings import usable
from sequences.core.campaign_file.plan import CampaignPlan, StepKind, StepPlan, VariantPlan
from sequences.core.due import Delay, DelayUnit
from sequences.core.three_mails import three_mails
from sequences.models import Campaign, CampaignMailbox, Step, Variant

THREE_MAILS, EMPTY = "three", "empty"


def begin(workspace: Workspace, name: str, start: str, *, by_id: int | None = None) -> Campaign:
    """Make a draft called `name`; `start` is THREE_MAILS, EMPTY or the id of a campaign to copy. Raises Refused."""
    if start.isdecimal():
        other = Campaign.objects.filter(workspace=workspace, id=int(start)).first()
        if other is None:
            raise Refused("There is no such campaign to copy.")
        return copy(other, name, by_id=by_id)
    connected = [one.address.lower() for one in usable(workspace.id) if one.state == MailboxState.CONNECTED]
    steps = three_mails() if start == THREE_MAILS else ()
    plan = CampaignPlan(name=name, steps=steps, mailboxes=tuple(connected))
    return campaigns.create(workspace, plan, by_id=by_id)


def copy(other: Campaign, name: str, *, by_id: int | None = None) -> Campaign:
    """Make a draft with the steps, texts, mailboxes and settings of another; nobody is in it. Raises Refused."""
    links = CampaignMailbox.objects.filter(campaign=other).exclude(mailbox__state=MailboxState.DISCONNECTED)
    plan = CampaignPlan(
        name=name,
        steps=tuple(
            _plan_of(step) for step in Step.objects.filter(campaign=other, removed_at=None).order_by("position")
        ),
        mailboxes=tuple(link.mailbox.address.lower() for link in links.select_related("mailbox")),
        time_zone=other.time_zone,
        in_person_zone=other.in_person_zone,
        window=parse_window(other.window),
        priority=other.priority,
        weight=other.weight,
        new_per_day=other.new_per_day,
        day_cap=other.day_cap,
        unsubscribe=other.unsubscribe_mode,
        company_rule=other.company_rule,
    )
    made = campaigns.create(other.workspace, plan, by_id=by_id)
    Campaign.objects.filter(id=made.id).update(
        calendar=other.calendar, days_off=other.days_off, canary_size=other.canary_size
    )
    made.refresh_from_db()
    return made


def _plan_of(step: Step) -> StepPlan:
    variants = Variant.objects.filter(step=step).order_by("id")
    return StepPlan(
        kind=StepKind(step.kind),
        delay=Delay(step.delay_amount, DelayUnit(step.delay_unit)),
        variants=tuple(VariantPlan(one.name, one.weight, one.subject, one.text, one.html) for one in variants),
    )
