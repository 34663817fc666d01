"""Somebody else of ours writes to a person who is in a campaign: by hand, or with another tool.

Two voices of one sender in one inbox are the surest sign of a machine. The campaign waits until a person decides.
"""

from admission.core.verdict import Reason
from app.actions.events import EventRow
from app.gates import Gates
from mailboxes import locks
from sequences.actions import touches
from sequences.actions.stops import active_of

OTHER_TOOL = "other_tool"
HAND_WRITTEN = Reason.HAND_WRITTEN.value


def hold(event: EventRow) -> None:
    """recipient.written_to: hold the open steps of every active enrollment of the person until somebody decides."""
    if event.recipient_id is None:
        return
    locks.ensure(Gates(event.workspace_id), [event.recipient_id])
    reason = OTHER_TOOL if event.data.get("by") == "tool" else HAND_WRITTEN
    touches.hold_all(active_of(event.recipient_id), reason, str(event.data.get("day", "")))
