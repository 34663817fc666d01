"""Whoever is enrolled within a week of a letter that somebody of ours wrote to them by hand, or another tool did.

A letter that is found later holds by an event (`other_voices`); this looks back, for at the letter nobody was enrolled.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from admission.core.verdict import Reason
from mailboxes.models import HandMail, Mailbox
from sequences.actions import touches
from sequences.models import Enrollment

OTHER_TOOL = "other_tool"
LOOKS_BACK = timedelta(days=7)  # world time


def hold(workspace_id: int, enrolled: Mapping[int, int], world_now: datetime) -> None:
    """Hold the first steps of those of these new enrollments (by recipient) whose person got such a letter lately.

    The caller holds the recipients' locks. One statement where nobody did.
    """
    boxes = Mailbox.objects.filter(workspace_id=workspace_id).values("id")
    letters = HandMail.objects.filter(mailbox__in=boxes, sent_at__gt=world_now - LOOKS_BACK, sent_at__lte=world_now)
    written = letters.exclude(people=[]).order_by("sent_at", "id").values_list("people", "by_tool", "local_day")
    for people, by_tool, day in written:
        for enrollment_id in {enrolled[one] for one in people if one in enrolled}:
            reason = OTHER_TOOL if by_tool else Reason.HAND_WRITTEN.value
            touches.hold_all(Enrollment.objects.filter(id=enrollment_id), reason, day.isoformat())
