"""What an answer does to the others whom the workspace writes to at the same company: nothing, a hold, or a stop.

The rule is the campaign's, else the workspace's. Free mail is nobody's company. Those whose locks the answer's
transaction holds (200 people, the one who answered among them) are held or stopped in it; the rest of a larger company
follows in batches within seconds, and until then a permit of theirs may still be granted.
"""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Case, CharField, F, Q, QuerySet, Value, When
from django.db.models.functions import Greatest

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.actions.events import EventRow
from app.core.chance import chance
from app.core.errors import Refused
from app.gates import Gates
from app.models import Workspace
from bounces.core.free_mail import FREE_MAIL
from bounces.core.outcomes import Outcome as Kind
from bounces.core.reading import ANSWERS
from bounces.models import Outcome
from mailboxes import locks
from mailboxes.models import InboundMessage
from sequences.actions import enrollments, touches
from sequences.core.due import pick_instant
from sequences.core.hours import hours_for
from sequences.core.states import OPEN_TOUCH, EnrollmentState
from sequences.models import Campaign, CompanyHold, Contact, Enrollment, Touch

COLLEAGUE_REPLIED = "colleague_replied"  # held for a week, or until a person decides
COLLEAGUE_ANSWERED = "colleague_answered"  # somebody nobody knows: until a person decides
COMPANY_STOPPED = "company_replied"
A_WEEK = timedelta(days=7)  # five business days
ANSWERED = frozenset({Kind.REPLIED, Kind.CALENDAR_ANSWERED})
HOLD, STOP = Workspace.CompanyRule.HOLD, Workspace.CompanyRule.STOP


def set_rule(workspace: Workspace, rule: str, *, campaign: Campaign | None = None, by_id: int | None = None) -> None:
    """Choose what an answer does to its company from now on: in the workspace, or in one campaign ("": as there).

    What held or stopped somebody before stays. Raises Refused for a rule that there is not.
    """
    if rule not in Workspace.CompanyRule.values and not (campaign is not None and rule == ""):
        raise Refused(f"There is no rule {rule!r}; there are: {', '.join(Workspace.CompanyRule.values)}.")

    def work() -> None:
        if campaign is None:
            Workspace.objects.filter(id=workspace.id).update(company_rule=rule)
        else:
            Campaign.objects.filter(id=campaign.id, workspace=workspace).update(company_rule=rule)
        events.append(
            kind="workspace.company_rule" if campaign is None else "campaign.company_rule",
            workspace_id=workspace.id,
            subject_id=workspace.id if campaign is None else campaign.id,
            data={"rule": rule, "by": by_id},
        )

    in_transaction(work)


def answered(event: EventRow) -> None:
    """recipient.stopped: a person answered; hold or stop those of their company whose locks are held already."""
    if event.recipient_id is None or event.data.get("outcome") not in ANSWERED:
        return
    locks.ensure(Gates(event.workspace_id), [event.recipient_id])
    if Outcome.objects.filter(id=event.subject_id, corrected_at__isnull=False).exists():
        return
    domain = _company_of(event.recipient_id)
    if not domain or not _others(event.workspace_id, domain, event.recipient_id).exists():
        return
    hold, _ = CompanyHold.objects.get_or_create(
        outcome_id=event.subject_id,
        defaults={
            "workspace_id": event.workspace_id,
            "domain": domain,
            "recipient_id": event.recipient_id,
            "until": event.world_at + A_WEEK,
            "created_at": clock.now(),
        },
    )
    _see_to(hold, locks.held_people())
    _finish(hold)


def _company_of(recipient_id: int) -> str:
    domain = Contact.objects.filter(recipient_id=recipient_id).values_list("domain", flat=True).first() or ""
    return "" if domain in FREE_MAIL else domain


def _others(workspace_id: int, domain: str, recipient_id: int) -> QuerySet[Enrollment]:
    """Return the active enrollments of the others, each with the `rule` that holds for it; nothing is no rule."""
    own = Case(
        When(campaign__company_rule="", then=F("workspace__company_rule")),
        default=F("campaign__company_rule"),
        output_field=CharField(),
    )
    found = Enrollment.objects.filter(
        workspace_id=workspace_id, state=EnrollmentState.ACTIVE, contact__domain=domain
    ).exclude(recipient_id=recipient_id)
    return found.annotate(rule=own).exclude(rule=Workspace.CompanyRule.NOTHING)


def _waiting(hold: CompanyHold) -> QuerySet[Enrollment]:
    """Return those who are not held or stopped yet."""
    others = _others(hold.workspace_id, hold.domain, hold.recipient_id)
    return others.filter(Q(rule=STOP) | Q(absent_until=None) | Q(absent_until__lt=hold.until))


def who_else_is_there(workspace_id: int, recipient_id: int, limit: int) -> list[int]:
    """Return recipients at a person's company whom an answer of theirs would hold or stop. Answers app.questions."""
    domain = _company_of(recipient_id)
    if not domain:
        return []
    others = _others(workspace_id, domain, recipient_id).order_by("recipient_id")
    return list(others.values_list("recipient_id", flat=True).distinct()[:limit])


def _see_to(hold: CompanyHold, people: Collection[int]) -> None:
    """Hold or stop the enrollments of these people; the caller holds their locks."""
    theirs = _waiting(hold).filter(recipient_id__in=people).select_related("campaign", "contact")
    for one in theirs.filter(Q(rule=STOP)):
        enrollments.end(one, "stop", reason=COMPANY_STOPPED, ended_by=hold.outcome_id)
    for one in theirs.filter(Q(rule=HOLD)):
        put_off(one, hold)


def put_off(enrollment: Enrollment, hold: CompanyHold) -> None:
    """Let nothing of an enrollment be due within the week; the caller holds the person's lock."""
    Enrollment.objects.filter(id=enrollment.id).update(absent_until=Greatest(F("absent_until"), Value(hold.until)))
    home = enrollments.home_of(enrollment.contact)
    hours = hours_for(enrollments.campaign_hours(enrollment.campaign), home, hold.until)
    drawn = chance("company", enrollment.id, hold.id)
    eligible_at = pick_instant(hours, hold.until, drawn)
    open_touches = Touch.objects.filter(enrollment=enrollment, state__in=OPEN_TOUCH)
    for touch_id in list(open_touches.values_list("id", flat=True)):
        touches.wait_until(touch_id, COLLEAGUE_REPLIED, eligible_at)


def _finish(hold: CompanyHold) -> bool:
    """Note that nobody waits any more; False while somebody does."""
    if _waiting(hold).exists():
        return False
    CompanyHold.objects.filter(id=hold.id).update(done_at=clock.now())
    return True


def carry_out() -> int:
    """Go on with companies of more than 200 people, a batch each; return how many people that were. Raises Busy."""
    unfinished = CompanyHold.objects.filter(done_at=None, lifted_at=None).order_by("id")
    return sum(_next_batch(hold) for hold in list(unfinished[:20]))


def _next_batch(hold: CompanyHold) -> int:
    people = first_people(_waiting(hold))

    def work() -> None:
        locks.enter(Gates(hold.workspace_id), people)
        if CompanyHold.objects.filter(id=hold.id, lifted_at=None).exists():
            _see_to(hold, people)

    in_transaction(work)
    _finish(hold)
    return len(people)


def first_people(found: QuerySet[Enrollment]) -> list[int]:
    """Return as many people of these enrollments as may be locked at once."""
    ids = found.order_by("recipient_id").values_list("recipient_id", flat=True).distinct()
    return list(ids[: locks.MOST_RECIPIENTS])


def lift(outcome_id: int) -> None:
    """An answer was none: what it did to its company is taken back, in batches; in the caller's transaction."""
    CompanyHold.objects.filter(outcome_id=outcome_id, lifted_at=None).update(lifted_at=clock.now(), done_at=None)


def held_by(hold: CompanyHold) -> QuerySet[Enrollment]:
    """Return whom a hold or stop of a company still holds or has stopped."""
    found = Enrollment.objects.filter(workspace_id=hold.workspace_id, contact__domain=hold.domain)
    waits = Q(state=EnrollmentState.ACTIVE, absent_until=hold.until)
    return found.filter(waits | Q(ended_by=hold.outcome_id)).exclude(recipient_id=hold.recipient_id)


def living_holds(recipient_id: int, workspace_id: int) -> QuerySet[CompanyHold]:
    """Return what holds the company of a person now."""
    domain = _company_of(recipient_id)
    found = CompanyHold.objects.filter(workspace_id=workspace_id, domain=domain, lifted_at=None)
    return found.filter(until__gt=clock.world_now()).exclude(recipient_id=recipient_id)


def hold_company(event: EventRow) -> None:
    """inbound.unmatched: somebody of the company answered; its people wait until a person looked.

    Machines and lists answer for nobody. At most 200 people are locked; the rest of a larger company is held with them.
    """
    domain, kind = InboundMessage.objects.values_list("from_domain", "kind").get(id=event.subject_id)
    if not domain or domain in FREE_MAIL or kind not in ANSWERS:
        return
    found = Enrollment.objects.filter(
        workspace_id=event.workspace_id, state=EnrollmentState.ACTIVE, contact__domain=domain
    )
    people = sorted(set(found.values_list("recipient_id", flat=True)[: locks.MOST_RECIPIENTS]))
    if people:
        locks.enter(Gates(event.workspace_id), people)
        touches.hold_all(found, COLLEAGUE_ANSWERED)
