"""Put a person into a campaign, end it for them, and reopen it: a person is enrolled in a campaign once."""

from contextlib import suppress
from datetime import datetime

from django.db.models import F

from admission.models import LedgerLine
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.chance import chance as chance_for
from app.core.errors import Refused
from app.core.machine import move, sources_of
from app.core.window_text import parse_window
from app.gates import Gates
from bounces.actions.suppressions import blocks
from bounces.core.outcomes import Outcome as OutcomeKind
from bounces.models import Outcome
from mailboxes import locks
from mailboxes.actions import workdays
from mailboxes.actions.deliveries import withdraw
from mailboxes.core.address import parse_address
from mailboxes.core.states import DeliveryState
from mailboxes.models import Delivery, Recipient
from sequences.actions import cautions, earlier_letters, touches
from sequences.core.calendars import read_days
from sequences.core.following import due_next, variant_for
from sequences.core.hours import SOMEWHERE, CampaignHours, Home, hours_for
from sequences.core.states import (
    COMPLETED_TOUCH,
    ENROLLMENT,
    OPEN_TOUCH,
    TOUCH,
    EnrollmentState,
    TaskState,
    TouchState,
)
from sequences.models import Campaign, Contact, Enrollment, Step, Task, Touch, Variant

DID_NOT_LEAVE = (DeliveryState.REJECTED, DeliveryState.WITHDRAWN, DeliveryState.DEAD)


def campaign_hours(campaign: Campaign) -> CampaignHours:
    """Return when a campaign sends."""
    return CampaignHours(
        window=parse_window(campaign.window),
        zone=campaign.time_zone,
        in_person_zone=campaign.in_person_zone,
        days_off=read_days(campaign.days_off),
    )


def home_of(contact: Contact | None) -> Home:
    """Return where a person lives; an erased one lives somewhere."""
    return Home(contact.time_zone, contact.country_code) if contact else SOMEWHERE


def enrol(
    campaign: Campaign,
    contact: Contact,
    *,
    fence: int,
    world_now: datetime,
    chance: float,
    import_id: int | None = None,
) -> Enrollment | None:
    """Enrol a contact and write the first touch; None when the person is in the campaign already.

    The caller holds the recipient's lock and has read its `fence`: what came back before does not stop this.
    """
    if Enrollment.objects.filter(campaign=campaign, recipient_id=contact.recipient_id).exists():
        return None
    enrollment = Enrollment.objects.create(
        workspace_id=campaign.workspace_id,
        campaign=campaign,
        contact=contact,
        recipient_id=contact.recipient_id,
        fence=fence,
        import_id=import_id,
        enrolled_at=world_now,
    )
    first = Step.objects.filter(campaign=campaign, removed_at=None).order_by("position").first()
    if first is not None:
        add_touch(enrollment, first, home_of(contact), previous=world_now, chance=chance)
        cautions.hold([contact.id], [enrollment.id])
        earlier_letters.hold(campaign.workspace_id, {contact.recipient_id: enrollment.id}, world_now)
    events.append(
        kind="enrollment.started",
        workspace_id=campaign.workspace_id,
        subject_id=enrollment.id,
        recipient_id=contact.recipient_id,
        data={"campaign": campaign.id, "import": import_id},
    )
    return enrollment


def add_touch(enrollment: Enrollment, step: Step, home: Home, *, previous: datetime, chance: float) -> Touch:
    """Write the open touch of a step, due after `previous` by its delay, in the campaign's window.

    One of a person whose mailbox is known falls into that one's own hours as well.
    """
    hours = hours_for(campaign_hours(enrollment.campaign), home, previous)
    own = None if enrollment.mailbox_id is None else workdays.own_hours(enrollment.mailbox_id, previous)
    due = due_next(previous, step.delay_amount, step.delay_unit, hours, chance, enrollment.absent_until, own=own)
    variants = list(Variant.objects.filter(step=step).order_by("id").values_list("id", "weight"))
    return Touch.objects.create(
        workspace_id=enrollment.workspace_id,
        enrollment=enrollment,
        campaign_id=enrollment.campaign_id,
        step=step,
        variant_id=variant_for(variants, chance_for("variant", enrollment.id, step.id)),
        position=step.position,
        kind=step.kind,
        due_at=due.due_at,
        eligible_at=due.eligible_at,
        mailbox_id=enrollment.mailbox_id,
        created_at=clock.now(),
    )


def enrol_contact(campaign: Campaign, contact: Contact) -> Enrollment | None:
    """Enrol one contact in a transaction of its own; None when they are in the campaign already.

    Locks workspace and campaign gates (shared) and the recipient. Raises Refused for who must not be contacted, Busy.
    """

    def work() -> Enrollment | None:
        fences = locks.enter(Gates(campaign.workspace_id, campaign.id), [contact.recipient_id])
        if blocks(campaign.workspace_id, parse_address(contact.email)) is not None:
            raise Refused("This address is on the do-not-contact list.")
        return enrol(
            campaign,
            contact,
            fence=fences[contact.recipient_id],
            world_now=clock.world_now(),
            chance=chance_for("enrol", campaign.id, contact.recipient_id),
        )

    return in_transaction(work)


def end(
    enrollment: Enrollment, event: str, *, reason: str, by_id: int | None = None, ended_by: int | None = None
) -> bool:
    """active -> the state `event` leads to, with its open touch, task and prepared delivery; False: it had ended.

    ended_by: the outcome that did it. The caller holds the recipient's lock. What is already under way is told apart
    by its own settle.
    """
    world_now = clock.world_now()
    state = move(ENROLLMENT, EnrollmentState.ACTIVE, event)
    won = Enrollment.objects.filter(id=enrollment.id, state=EnrollmentState.ACTIVE).update(
        state=state, reason=reason[:60], ended_at=world_now, ended_by=ended_by
    )
    if not won:
        return False
    open_ones = Touch.objects.filter(enrollment_id=enrollment.id, state__in=OPEN_TOUCH)
    for touch_id in list(open_ones.values_list("id", flat=True)):
        _cancel(touch_id, world_now)
    events.append(
        kind="enrollment.ended",
        workspace_id=enrollment.workspace_id,
        subject_id=enrollment.id,
        recipient_id=enrollment.recipient_id,
        data={"state": str(state), "reason": reason[:60], "campaign": enrollment.campaign_id}
        | ({} if by_id is None else {"by": by_id}),
    )
    return True


def _cancel(touch_id: int, world_now: datetime) -> None:
    """Close an open touch, its task, and the mail prepared for it."""
    Touch.objects.filter(id=touch_id, state__in=sources_of(TOUCH, "cancel")).update(
        state=TouchState.CANCELLED, closed_at=world_now, hold_reason="", hold_detail=""
    )
    Task.objects.filter(touch_id=touch_id, state=TaskState.OPEN).update(
        state=TaskState.CANCELLED, closed_at=clock.now()
    )
    prepared = Delivery.objects.filter(touch_id=touch_id, state=DeliveryState.PREPARED)
    for delivery_id in list(prepared.values_list("id", flat=True)):
        withdraw(delivery_id, reason="stopped")


def stop_enrollment(enrollment_id: int, *, reason: str = "by_person", by_id: int | None = None) -> bool:
    """active -> stopped, by a person: raises the fence; False when it had ended, and nothing is changed.

    Locks gates (shared) and the recipient. Raises Busy.
    """
    enrollment = Enrollment.objects.get(id=enrollment_id)

    def work() -> bool:
        locks.enter(Gates(enrollment.workspace_id, enrollment.campaign_id), [enrollment.recipient_id])
        won = end(enrollment, "stop", reason=reason, by_id=by_id)
        if won:
            Recipient.objects.filter(id=enrollment.recipient_id).update(fence=F("fence") + 1)
        return won

    return in_transaction(work)


def reopen(enrollment_id: int, *, by_id: int | None = None) -> None:
    """stopped, failed or replied -> active, by a person: the step it stopped at is due again.

    So is one whose mail came back because of a fault of ours. Locks gates (shared) and the recipient. Raises Refused
    for any other state, Busy.
    """
    enrollment = Enrollment.objects.select_related("campaign", "contact").get(id=enrollment_id)

    def work() -> None:
        locks.enter(Gates(enrollment.workspace_id, enrollment.campaign_id), [enrollment.recipient_id])
        if not _activate(enrollment, "reopen", {"by": by_id}):
            message = "Only a stopped, failed or answered sequence can be taken up again."
            raise Refused(message)
        _take_up(enrollment)

    in_transaction(work)


def correct(enrollment: Enrollment, *, outcome_id: int, goes_on: bool) -> bool:
    """Any end by an outcome -> active: a person says that it was read wrongly; False: something else moved it.

    goes_on: its step is due again; else the caller ends it by what else came back. It holds the recipient's lock.
    """
    won = _activate(enrollment, "correct", {"corrected": outcome_id})
    if won and goes_on:
        _take_up(enrollment)
    return won


def _activate(enrollment: Enrollment, event: str, told: dict[str, int | None]) -> bool:
    """Move an ended enrollment to active, under a new fence: what came back before stops it no more."""
    Recipient.objects.filter(id=enrollment.recipient_id).update(fence=F("fence") + 1)
    fence = Recipient.objects.values_list("fence", flat=True).get(id=enrollment.recipient_id)
    won = Enrollment.objects.filter(id=enrollment.id, state__in=sources_of(ENROLLMENT, event)).update(
        state=EnrollmentState.ACTIVE, ended_at=None, ended_by=None, reason="", fence=fence
    )
    if won:
        events.append(
            kind="enrollment.reopened",
            workspace_id=enrollment.workspace_id,
            subject_id=enrollment.id,
            recipient_id=enrollment.recipient_id,
            data=told,
        )
    return bool(won)


def reopen_failed(campaign_id: int, *, reason: str = "", by_id: int | None = None) -> int:
    """failed -> active for all that failed in a campaign, or for this reason, after a repair; return how many.

    Each in a transaction of its own, as reopen. Raises Busy: those before it are reopened.
    """
    failed = Enrollment.objects.filter(campaign_id=campaign_id, state=EnrollmentState.FAILED).order_by("id")
    found = failed.filter(reason=reason) if reason else failed
    reopened = 0
    for enrollment_id in list(found.values_list("id", flat=True)):
        with suppress(Refused):  # somebody else was faster
            reopen(enrollment_id, by_id=by_id)
            reopened += 1
    return reopened


def _take_up(enrollment: Enrollment) -> None:
    """Go on where it stopped: a mail that came back, the cancelled step again, the one after what left, or the end."""
    last = Touch.objects.filter(enrollment_id=enrollment.id).select_related("step").order_by("-id").first()
    returned = _returned_mail(enrollment)
    if returned is not None:
        _once_more(returned)
    elif last is not None and last.state == TouchState.CANCELLED and last.step.removed_at is not None:
        _after(enrollment, last)
    elif last is not None and last.state == TouchState.CANCELLED:
        _again(last)
    elif last is not None and last.state in COMPLETED_TOUCH:
        _after(enrollment, last)


def _returned_mail(enrollment: Enrollment) -> Touch | None:
    """Return the last step that left, if its mail came back because of a fault of ours: it reached nobody."""
    done = Touch.objects.filter(enrollment_id=enrollment.id, state__in=COMPLETED_TOUCH).order_by("-id")
    last = done.first()
    if last is None or last.state != TouchState.SENT:
        return None
    newest = Delivery.objects.filter(touch_id=last.id).order_by("-id").first()
    if newest is None or newest.state != DeliveryState.BOUNCED:
        return None
    ours = Outcome.objects.filter(delivery_id=newest.id, kind=OutcomeKind.FAILED, exact=True, corrected_at=None)
    return last if ours.exists() else None


def _once_more(touch: Touch) -> None:
    """sent -> scheduled, as another try: a new mail under a raised number. Caps and gaps spread it like any other."""
    Touch.objects.filter(id=touch.id, state=TouchState.SENT).update(
        state=TouchState.SCHEDULED,
        closed_at=None,
        slot_at=None,
        eligible_at=clock.world_now(),
        resend=F("resend") + 1,
    )


def _again(touch: Touch) -> None:
    """cancelled -> scheduled. A mail of it that was refused or taken back may be tried anew: a person asked for it."""
    Touch.objects.filter(id=touch.id, state=TouchState.CANCELLED).update(
        state=TouchState.SCHEDULED, closed_at=None, slot_at=None, eligible_at=clock.world_now()
    )
    tries = Delivery.objects.filter(touch_id=touch.id)
    if tries.filter(state=DeliveryState.UNCERTAIN).exists():
        touches.hold(touch.id, "uncertain")
    elif LedgerLine.objects.filter(
        delivery_id__in=tries.filter(state__in=DID_NOT_LEAVE).values("id"), resend=touch.resend
    ).exists():
        Touch.objects.filter(id=touch.id).update(resend=F("resend") + 1)


def _after(enrollment: Enrollment, last: Touch) -> None:
    """Write the step after one that left although the stop had come; where there is none, this was the end."""
    fresh = Enrollment.objects.select_related("campaign", "contact").get(id=enrollment.id)
    step = step_after(last)
    if step is None:
        end(fresh, "finish", reason="finished")
        return
    previous = last_completed_at(fresh)
    add_touch(fresh, step, home_of(fresh.contact), previous=previous, chance=chance_for("due", fresh.id, step.id))


def step_after(last: Touch) -> Step | None:
    """Return the next living step that this person has not had, by where the steps stand now; None: this was the end.

    After a removed step it is the one with which its people go on.
    """
    own = Step.objects.select_related("then_step").get(id=last.step_id)
    if own.removed_at is None:
        beyond = own.position
    elif own.then_step is not None:
        beyond = own.then_step.position - 1
    else:
        return None
    had = Touch.objects.filter(enrollment_id=last.enrollment_id, state__in=COMPLETED_TOUCH).values("step_id")
    later = Step.objects.filter(campaign_id=last.campaign_id, removed_at=None, position__gt=beyond).exclude(id__in=had)
    return later.order_by("position").first()


def last_completed_at(enrollment: Enrollment) -> datetime:
    """Return when a person's last step was over, from which the next delay counts; before the first: enrolling."""
    done = Touch.objects.filter(enrollment_id=enrollment.id, state__in=COMPLETED_TOUCH).order_by("-id")
    return done.values_list("closed_at", flat=True).first() or enrollment.enrolled_at


def extend(enrollment_id: int, *, by_id: int | None = None) -> bool:
    """finished -> active: the steps added behind the last one reach somebody who was through; False: there is none.

    A person asked for it. Locks gates (shared) and the recipient. Raises Busy.
    """
    enrollment = Enrollment.objects.select_related("contact").get(id=enrollment_id)

    def work() -> bool:
        locks.enter(Gates(enrollment.workspace_id, enrollment.campaign_id), [enrollment.recipient_id])
        last = Touch.objects.filter(enrollment_id=enrollment.id, state__in=COMPLETED_TOUCH).order_by("-id").first()
        contact = enrollment.contact
        if last is None or contact is None or step_after(last) is None:
            return False
        if blocks(enrollment.workspace_id, parse_address(contact.email)) is not None:
            return False
        won = _activate(enrollment, "extend", {"by": by_id})
        if won:
            _after(enrollment, last)
        return won

    return in_transaction(work)
