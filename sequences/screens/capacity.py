"""Today's room of each mailbox: what its cap is made of, and when its inbox was last read."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q

from admission.models import Standing
from admission.queries import policy_of
from app.actions import clock
from app.core.clock import WorldClock
from app.core.zones import day_bounds, local_day
from mailboxes.core.states import MailboxState
from mailboxes.models import Mailbox
from mailboxes.screens.mailbox import left_alone
from mailboxes.screens.words import MAILBOX, MAILBOX_BECAUSE, MAILBOX_KIND, MAILBOX_PURPOSE, WARNED, State, Text, ago
from sequences.core.states import TouchState
from sequences.models import Touch
from sequences.screens.bars import Part, bar


@dataclass(frozen=True, slots=True)
class Room:
    """today's room: cap = used + planned + free. `read` says how long ago the inbox was read, by true time."""

    mailbox: Mailbox
    state: State
    kind: Text
    purpose: Text
    because: Text
    cap: int
    used: int
    planned: int
    free: int
    over: bool
    parts: tuple[Part, ...]
    read: str
    read_at: datetime | None
    resting_until: datetime | None
    said: str  # the last refusal of its server, while that matters


def rooms(workspace_id: int, *, gone: bool = False) -> list[Room]:
    """Return the mailboxes with today's room, trouble first; `gone`: the disconnected ones too. Four queries."""
    found = Mailbox.objects.filter(workspace_id=workspace_id).select_related("budget", "inboundcursor", "standing")
    found = found.annotate(left_alone=left_alone())
    mailboxes = list((found if gone else found.exclude(state=MailboxState.DISCONNECTED)).order_by("address"))
    world = clock.world_clock()
    planned = _planned(mailboxes, world.world(clock.now()))
    freshness = timedelta(minutes=policy_of(workspace_id).freshness_minutes)
    listed = [_room(mailbox, planned.get(mailbox.id, 0), world, freshness) for mailbox in mailboxes]
    return sorted(listed, key=lambda room: TROUBLE.index(room.state.tone))


TROUBLE = ("stop", "wait", "info", "go", "quiet")


def _planned(mailboxes: Sequence[Mailbox], world_now: datetime) -> dict[int, int]:
    """Return the slots handed out per mailbox until the end of its own day."""
    by_zone: dict[str, list[int]] = defaultdict(list)
    for mailbox in mailboxes:
        by_zone[mailbox.time_zone].append(mailbox.id)
    today = Q(pk__in=[])
    for zone, ids in by_zone.items():
        today |= Q(mailbox_id__in=ids, slot_at__lt=day_bounds(zone, local_day(zone, world_now))[1])
    counted = Touch.objects.filter(today, state=TouchState.PLANNED).values("mailbox_id").annotate(n=Count("id"))
    return {row["mailbox_id"]: row["n"] for row in counted}


def _room(mailbox: Mailbox, planned: int, world: WorldClock, freshness: timedelta) -> Room:
    now = clock.now()
    budget = getattr(mailbox, "budget", None)
    today = local_day(mailbox.time_zone, world.world(now))
    used = budget.used_today if budget is not None and budget.day == today else 0
    cursor = getattr(mailbox, "inboundcursor", None)
    read_at = cursor.listed_at if cursor is not None else None
    resting = mailbox.limited_until if mailbox.limited_until and mailbox.limited_until > now else None
    return Room(
        mailbox=mailbox,
        state=MAILBOX[_state(mailbox, read_at, now - freshness, resting)],
        kind=MAILBOX_KIND[mailbox.kind],
        purpose=MAILBOX_PURPOSE[mailbox.purpose],
        because=MAILBOX_BECAUSE.get(reason := mailbox.state_reason or _slowed_by(mailbox), reason),
        cap=mailbox.daily_cap,
        used=used,
        planned=planned,
        free=max(0, mailbox.daily_cap - used - planned),
        over=used + planned > mailbox.daily_cap,
        parts=bar(mailbox.daily_cap, [(used, "accent"), (planned, "planned")]),
        read=ago(now - read_at) if read_at else "",
        read_at=read_at,
        resting_until=world.world(resting) if resting else None,
        said=mailbox.said if resting or mailbox.state_reason in MAILBOX_BECAUSE else "",
    )


def _state(mailbox: Mailbox, read_at: datetime | None, fresh_since: datetime, resting: datetime | None) -> str:
    """Return the key of what a person should know first."""
    if mailbox.state != MailboxState.CONNECTED:
        return mailbox.state
    if getattr(mailbox, "left_alone", False):
        return "left_alone"
    if read_at is None or read_at < fresh_since:
        return "unread"
    if resting:
        return "resting"
    return "slowed" if _slowed_by(mailbox) else WARNED.get(mailbox.state_reason, "connected")


def _slowed_by(mailbox: Mailbox) -> str:
    """Return why a breaker has halved its room; "" where none has."""
    standing: Standing | None = getattr(mailbox, "standing", None)
    return standing.hard_reason if standing is not None else ""
