"""From the log to the notices: each event once for each seat that is to be told and each of its channels.

One reader follows the log; its cursor and the notices are one transaction.
"""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta

from app.actions import clock, readers
from app.actions.attempts import in_transaction
from app.actions.events import EventRow
from app.core.permissions import may
from app.models import Member
from bounces.models import Conversation
from sequences.actions.notices import wishes
from sequences.core import notices
from sequences.models import Contact, Notice, Task

READER = "notices"
MOST = 40  # batches in one go
TOO_OLD = timedelta(days=1)  # nobody is told of what a long rest of ours held up


def fan_out(now: datetime | None = None) -> int:
    """Write the notices of what happened; return how many. Another reader that was faster has done it."""
    made, at = 0, now or clock.now()
    with suppress(readers.ReaderOvertaken):
        for _ in range(MOST):
            read, found = in_transaction(lambda: _batch(at))
            made += found
            if read < readers.BATCH:
                break
    return made


def _batch(now: datetime) -> tuple[int, int]:
    """Read one batch; return how many events it had and how many notices came of it."""
    if readers.position(READER) == readers.Position():
        readers.skip_to_now(READER)
        return 0, 0
    events = list(readers.read_new(READER))
    found = [one for event in events for one in _notices(event, now)]
    Notice.objects.bulk_create(found, ignore_conflicts=True)
    return len(events), len(found)


def _notices(event: EventRow, now: datetime) -> list[Notice]:
    kind = notices.kind_of(event.kind, event.data)
    if kind is None or event.at < clock.now() - TOO_OLD:
        return []
    return [one for member in told(event, kind) for one in _of(member, event, kind, now)]


def told(event: EventRow, kind: str) -> list[Member]:
    """Return the seat of the owner of the person or the task, else all that may do something; never who did it."""
    seats = Member.objects.filter(workspace_id=event.workspace_id).select_related("workspace", "noticewish")
    able = [seat for seat in seats if may(seat.role, notices.ACTS[kind]) and seat.user_id != event.data.get("by")]
    owner = _owner(event, kind)
    return [seat for seat in able if seat.user_id == owner] or able


def _owner(event: EventRow, kind: str) -> int | None:
    if kind == notices.TASK:
        return _first(Task.objects.filter(id=event.subject_id).values_list("owner_id", flat=True))
    if event.recipient_id is None:
        return None
    mine = {"workspace_id": event.workspace_id, "recipient_id": event.recipient_id, "owner_id__isnull": False}
    talks = Conversation.objects.filter(**mine).order_by("-last_inbound_at")
    return _first(talks.values_list("owner_id", flat=True)) or _first(
        Contact.objects.filter(**mine).values_list("owner_id", flat=True)
    )


def _first(found: Iterable[int | None]) -> int | None:
    return next(iter(found), None)


def _of(member: Member, event: EventRow, kind: str, now: datetime) -> list[Notice]:
    wish = wishes.of(member)
    chosen = notices.choice(wish.kinds, kind)
    if chosen == notices.OFF:
        return []
    return [
        Notice(
            member=member,
            channel=channel,
            event_id=event.id,
            kind=kind,
            subject_id=event.subject_id,
            recipient_id=event.recipient_id,
            next_at=notices.due_at(chosen, now, wishes.times(member, wish)),
            created_at=now,
        )
        for channel in wishes.channels(wish)
    ]
