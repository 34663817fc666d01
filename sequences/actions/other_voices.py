"""Somebody else of ours writes to a person who is in a campaign: by hand, or with another tool.

Two voices of one sender in one inbox are the surest sign of a machine. The campaign waits until a person decides.
"""

from datetime import UTC, date, datetime, time, timedelta

from admission.core.verdict import Reason
from app.actions.events import EventRow
from app.gates import Gates
from mailboxes import locks
from sequences.actions import touches
from sequences.actions.stops import active_of

OTHER_TOOL = "other_tool"
BEFORE = timedelta(days=8)  # a week before the enrollment, and the rest of that day
HAND_WRITTEN = Reason.HAND_WRITTEN.value


def hold(event: EventRow) -> None:
    """recipient.written_to: hold the open steps of every active enrollment of the person until somebody decides.

    What was written well before an enrollment is the past of it: old mail may be moved into a Sent folder at any time.
    """
    if event.recipient_id is None:
        return
    locks.ensure(Gates(event.workspace_id), [event.recipient_id])
    reason = OTHER_TOOL if event.data.get("by") == "tool" else HAND_WRITTEN
    day = date.fromisoformat(event.data["day"])
    late = datetime.combine(day + BEFORE, time.min, UTC)
    touches.hold_all(active_of(event.recipient_id).filter(enrolled_at__lte=late), reason, day.isoformat())
