"""Put somebody's way through a campaign off until a day, by a person."""

from datetime import date

from django.db.models import F, Value
from django.db.models.functions import Greatest

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.chance import chance
from app.core.errors import Refused
from app.core.zones import day_start
from app.gates import Gates
from mailboxes import locks
from sequences.actions import enrollments, touches
from sequences.actions.holds import PAUSED_UNTIL
from sequences.core.due import pick_instant
from sequences.core.hours import hours_for
from sequences.core.states import OPEN_TOUCH, EnrollmentState
from sequences.models import Enrollment, Touch


def put_off(enrollment_id: int, day: date, *, by_id: int | None = None) -> None:
    """Let nothing of an active enrollment leave before a day of the person's own; it goes on by itself then.

    Locks gates (shared) and the recipient. Raises Refused for a day that is over and a sequence that ended, Busy.
    """
    enrollment = Enrollment.objects.select_related("campaign", "contact").get(id=enrollment_id)
    world_now = clock.world_now()
    home = enrollments.home_of(enrollment.contact)
    hours = hours_for(enrollments.campaign_hours(enrollment.campaign), home, world_now)
    until = day_start(hours.zone, day)
    if until <= world_now:
        raise Refused("This day has begun already: name a later one.")

    def work() -> None:
        locks.enter(Gates(enrollment.workspace_id, enrollment.campaign_id), [enrollment.recipient_id])
        active = Enrollment.objects.filter(id=enrollment_id, state=EnrollmentState.ACTIVE)
        if not active.update(absent_until=Greatest(F("absent_until"), Value(until))):
            raise Refused("Their sequence has ended.")
        at = pick_instant(hours, until, chance("paused", enrollment_id, day.isoformat()))
        open_ones = Touch.objects.filter(enrollment_id=enrollment_id, state__in=OPEN_TOUCH)
        for touch_id in list(open_ones.values_list("id", flat=True)):
            touches.wait_until(touch_id, PAUSED_UNTIL, at)
        events.append(
            kind="enrollment.paused",
            workspace_id=enrollment.workspace_id,
            subject_id=enrollment_id,
            recipient_id=enrollment.recipient_id,
            data={"campaign": enrollment.campaign_id, "until": day.isoformat(), "by": by_id},
        )

    in_transaction(work)
