"""What a settled mail or a finished task does to its sequence: reactions, under the recipient's lock."""

from datetime import datetime, timedelta

from app import sql
from app.actions.events import EventRow
from app.core.chance import chance
from app.gates import Gates
from app.models import Event
from mailboxes import locks
from mailboxes.actions.deliveries import withdraw
from mailboxes.core.errors import Scope
from mailboxes.core.workday import away_ranges, mailbox_hours
from mailboxes.models import Delivery
from sequences import queries
from sequences.actions import enrollments, touches
from sequences.core.following import due_next, variant_for
from sequences.core.hours import hours_for
from sequences.core.states import CLOSED_TOUCH, COMPLETED_TOUCH, EnrollmentState, TouchState
from sequences.models import Enrollment, Touch

UNCERTAIN = "uncertain"  # hold reason of a touch whose mail may have left
STEP_REFUSED = "step_refused"  # the mail itself is at fault: too large, malformed
OF_THE_MAIL = [str(scope) for scope in (Scope.RECIPIENT, Scope.MESSAGE, Scope.DOMAIN)]
DELIVERY_LIFE = timedelta(hours=24)  # world time during which a temporary refusal is tried again
LEAST_TRIES = 3  # a weekend is longer than a day, and a greylist wants to see the second try


def step_accepted(event: EventRow) -> None:
    """delivery.accepted: the touch is sent, and the next step follows if the enrollment is still active."""
    touch_id = event.data.get("touch")
    if touch_id is None or event.recipient_id is None:
        return
    locks.ensure(Gates(event.workspace_id), [event.recipient_id])
    found = queries.following(touch_id, event.subject_id)
    if found is not None and found.accepted_world is not None:
        _close(found, TouchState.SENT, found.accepted_world)


def close(touch_id: int, state: TouchState, at: datetime) -> None:
    """Close a touch as done or skipped; write the next one or finish. The caller holds the recipient's lock."""
    found = queries.following(touch_id)
    if found is not None:
        _close(found, state, at)


def _close(found: queries.Following, state: TouchState, at: datetime) -> None:
    """Close the touch once; the enrollment remembers of its thread sender, subject as sent, the provider's thread."""
    if found.touch_state in COMPLETED_TOUCH:
        return
    thread_id = None if found.sent_from is None else found.sent_thread
    thread = {"mailbox_id": found.sent_from, "subject": found.sent_subject, "thread_id": thread_id}
    finishes = found.enrollment_state == EnrollmentState.ACTIVE and found.next_step_id is None
    values = {"touch_id": found.touch_id, "state": str(state), "world_at": at, "finishes": finishes}
    sql.ask("sequences", "close", values | {"next_hold": _handed_on(found)} | _next(found, at) | thread)


def _handed_on(found: queries.Following) -> str:
    """Return why the next step is held: what a person has to look at did not go away with this step."""
    held = found.touch_state == TouchState.HELD and found.hold_reason in touches.FOR_A_PERSON
    return found.hold_reason if held else ""


def _next(found: queries.Following, at: datetime) -> dict[str, object]:
    """Return the columns of the next touch; all None when this was the last step."""
    names = ("next_step_id", "next_variant_id", "next_position", "next_kind", "due_at", "eligible_at")
    if found.next_step_id is None or found.delay_amount is None or found.delay_unit is None:
        return dict.fromkeys(names)
    hours = hours_for(found.hours, found.home, at)
    own = mailbox_hours(found.workday, found.mailbox_zone, away_ranges(found.away), at)
    drawn = chance("due", found.enrollment_id, found.next_step_id)
    due = due_next(at, found.delay_amount, found.delay_unit, hours, drawn, found.absent_until, own=own)
    variant = variant_for(found.next_variants, chance("variant", found.enrollment_id, found.next_step_id))
    values = (found.next_step_id, variant, found.next_position, found.next_kind, due.due_at, due.eligible_at)
    return dict(zip(names, values, strict=True))


def step_rejected(event: EventRow) -> None:
    """delivery.rejected: our side is blamed, so the enrollment fails; a refused recipient was ended by its outcome."""
    enrollment = _enrollment_of(event)
    if enrollment is not None:
        reason = STEP_REFUSED if event.data.get("scope") == Scope.MESSAGE else event.data.get("category", "rejected")
        enrollments.end(enrollment, "fail", reason=str(reason))


def step_uncertain(event: EventRow) -> None:
    """delivery.uncertain: the touch is held, visibly, until it is known whether the mail left."""
    if event.data.get("touch") and event.recipient_id is not None:
        locks.ensure(Gates(event.workspace_id), [event.recipient_id])
        touches.hold(event.data["touch"], UNCERTAIN)


def step_waits(event: EventRow) -> None:
    """delivery.deferred, void or released: the touch is scheduled again; after a day of refusals it is given up.

    One that moved during the call stays where it is: held for somebody's eyes, or closed by a stop with its mail.
    """
    touch_id = event.data.get("touch")
    if event.recipient_id is None:
        return
    locks.ensure(Gates(event.workspace_id), [event.recipient_id])
    if not touch_id:
        _not_tried_again(event.subject_id)
        return
    until = event.data.get("until")
    eligible_at = datetime.fromisoformat(until) if until else event.world_at
    if event.kind == "delivery.deferred" and _too_old(event):
        _give_up(event)
    elif not touches.unplan(touch_id, event.kind.partition(".")[2], eligible_at):
        _moved_meanwhile(event, touch_id, eligible_at)


def _not_tried_again(delivery_id: int) -> None:
    """A test is one call: whoever asked for it was told, and asks anew if they want. A probe is sent anew as well."""
    kind = Delivery.objects.values_list("kind", flat=True).get(id=delivery_id)
    if kind in {Delivery.Kind.TEST, Delivery.Kind.PROBE}:
        withdraw(delivery_id, reason=kind)


def _moved_meanwhile(event: EventRow, touch_id: int, eligible_at: datetime) -> None:
    """Free what was held for the call itself only; the stop found the mail under way, so withdraw it here."""
    state, reason = Touch.objects.values_list("state", "hold_reason").get(id=touch_id)
    if state in CLOSED_TOUCH:
        withdraw(event.subject_id, reason="stopped")
    elif reason == UNCERTAIN:
        touches.free(touch_id, eligible_at)


def _too_old(event: EventRow) -> bool:
    """Tell whether the receiving side has refused this mail for a day; a rest of our own account counts for nothing."""
    if event.data.get("scope") not in OF_THE_MAIL:
        return False
    refusals = Event.objects.filter(subject_id=event.subject_id, kind=event.kind, data__scope__in=OF_THE_MAIL)
    times = list(refusals.order_by("id").values_list("world_at", flat=True))
    return len(times) >= LEAST_TRIES and event.world_at - times[0] > DELIVERY_LIFE


def _give_up(event: EventRow) -> None:
    """A day of temporary refusals: neither bounced nor suppressed, the sequence ends as our failure to deliver."""
    enrollment = _enrollment_of(event)
    withdraw(event.subject_id, reason="temporary")
    if enrollment is not None:
        enrollments.end(enrollment, "fail", reason="temporary")


def _enrollment_of(event: EventRow) -> Enrollment | None:
    touch_id = event.data.get("touch")
    if not touch_id or event.recipient_id is None:
        return None
    locks.ensure(Gates(event.workspace_id), [event.recipient_id])
    return Enrollment.objects.filter(touch__id=touch_id).first()
