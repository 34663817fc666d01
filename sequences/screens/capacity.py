"""Today's room of each mailbox: the limit that binds, what it is made of, and when its inbox was last read."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Case, Count, Q, QuerySet, When
from django.utils.translation import gettext_lazy as _

from admission.core import capacity
from admission.core.capacity import ALL, CAP, HARD, PROTECTION, RAMP, Numbers
from admission.core.ramp import limit_today
from admission.models import ProtectionPolicy, Standing
from admission.queries import policy_of
from app.actions import clock
from app.core.clock import WorldClock
from app.core.zones import day_bounds, local_day
from mailboxes.core.states import MailboxState
from mailboxes.models import HandMail, Mailbox
from mailboxes.screens.mailbox import budget_day, left_alone
from mailboxes.screens.words import MAILBOX, MAILBOX_BECAUSE, MAILBOX_KIND, MAILBOX_PURPOSE, WARNED, State, Text, ago
from sequences.core.states import TouchState
from sequences.models import Touch
from sequences.screens.bars import Part, bar

FEW, PAGE = 8, 50


@dataclass(frozen=True, slots=True)
class Room:
    """today's room: limit = used + planned + by_hand + reserved + free, as the permit counts it; `bound_by` in words.

    `read` says how long ago the inbox was read, by true time.
    """

    mailbox: Mailbox
    state: State
    kind: Text
    purpose: Text
    because: Text
    cap: int
    limit: int
    bound_by: Text
    used: int
    planned: int
    by_hand: int
    reserved: int
    free: int
    over: bool
    parts: tuple[Part, ...]
    read: str
    read_at: datetime | None
    resting_until: datetime | None
    said: str  # the last refusal of its server, while that matters


def rooms(workspace_id: int, *, most: int = FEW) -> list[Room]:
    """Return some mailboxes with today's room, trouble first: those that are not connected before all others."""
    found = _mailboxes(workspace_id).exclude(state=MailboxState.DISCONNECTED)
    calm = Case(When(state=MailboxState.CONNECTED, state_reason="", then=1), default=0)
    return _listed(workspace_id, list(found.order_by(calm, "address")[:most]))


def rooms_page(workspace_id: int, after: str) -> tuple[list[Room], str]:
    """Return a page of all mailboxes by address, trouble first on it, and the address the next one begins behind."""
    found = list(_mailboxes(workspace_id).filter(address__gt=after).order_by("address")[: PAGE + 1])
    return _listed(workspace_id, found[:PAGE]), found[PAGE - 1].address if len(found) > PAGE else ""


def room_of(mailbox: Mailbox) -> Room:
    """Return today's room of one mailbox."""
    return _listed(mailbox.workspace_id, list(_mailboxes(mailbox.workspace_id).filter(id=mailbox.id)))[0]


def _mailboxes(workspace_id: int) -> QuerySet[Mailbox]:
    found = Mailbox.objects.filter(workspace_id=workspace_id).select_related("budget", "inboundcursor", "standing")
    return found.annotate(left_alone=left_alone())


def _listed(workspace_id: int, mailboxes: list[Mailbox]) -> list[Room]:
    """Return the rooms, trouble first. Six statements, however many there are."""
    world = clock.world_clock()
    now = world.world(clock.now())
    planned, by_hand = _planned(mailboxes, now), _by_hand(mailboxes, now)
    acts = _protection_acts(workspace_id, now)
    freshness = timedelta(minutes=policy_of(workspace_id).freshness_minutes)
    listed = []
    for mailbox in mailboxes:
        numbers = _numbers(mailbox, now, by_hand.get(mailbox.id, 0), acts=acts)
        listed.append(_room(mailbox, numbers, planned.get(mailbox.id, 0), world, freshness))
    return sorted(listed, key=lambda room: TROUBLE.index(room.state.tone))


BOUND_BY: dict[str, Text] = {
    CAP: "",
    RAMP: _("a new mailbox begins with few mails"),
    HARD: _("mail came back or was complained about"),
    PROTECTION: _("the protection policy slows it"),
}
TROUBLE = ("stop", "wait", "info", "go", "quiet")


def _planned(mailboxes: Sequence[Mailbox], world_now: datetime) -> dict[int, int]:
    """Return the slots handed out per mailbox until the end of its own day."""
    by_zone: dict[str, list[int]] = defaultdict(list)
    for mailbox in mailboxes:
        by_zone[mailbox.zone].append(mailbox.id)
    today = Q(pk__in=[])
    for zone, ids in by_zone.items():
        today |= Q(mailbox_id__in=ids, slot_at__lt=day_bounds(zone, local_day(zone, world_now))[1])
    counted = Touch.objects.filter(today, state=TouchState.PLANNED).values("mailbox_id").annotate(n=Count("id"))
    return {row["mailbox_id"]: row["n"] for row in counted}


def _by_hand(mailboxes: Sequence[Mailbox], world_now: datetime) -> dict[int, int]:
    """Return the mails per mailbox that people wrote past this installation on its day."""
    days = {mailbox.id: budget_day(mailbox, world_now) for mailbox in mailboxes}
    lately = HandMail.objects.filter(mailbox_id__in=days, sent_at__gt=world_now - timedelta(hours=50))
    rows = lately.values_list("mailbox_id", "local_day").annotate(n=Count("id"))
    found: dict[int, int] = defaultdict(int)
    for mailbox_id, day, number in rows:
        found[mailbox_id] += number if day >= days[mailbox_id] else 0
    return found


def _protection_acts(workspace_id: int, world_now: datetime) -> bool:
    enforced = ProtectionPolicy.objects.filter(workspace_id=workspace_id, enforce_from__lte=world_now)
    return enforced.filter(rolled_back_at=None).exists()


def _numbers(mailbox: Mailbox, world_now: datetime, by_hand: int, *, acts: bool) -> Numbers:
    today = budget_day(mailbox, world_now)
    budget = getattr(mailbox, "budget", None)
    standing: Standing = getattr(mailbox, "standing", None) or Standing()
    return Numbers(
        cap=mailbox.daily_cap,
        used_today=budget.used_today if budget is not None and budget.day == today else 0,
        by_hand_today=by_hand,
        reserved=mailbox.reserved,
        ramp=limit_today(standing.ramp_limit, standing.ramp_day, mailbox.ramp_start, today),
        hard_percent=standing.hard_percent,
        protection_percent=standing.protection_percent if acts else ALL,
    )


def _room(mailbox: Mailbox, numbers: Numbers, planned: int, world: WorldClock, freshness: timedelta) -> Room:
    now = clock.now()
    used = numbers.used_today
    found = capacity.room(replace(numbers, used_today=used + planned))  # what is handed out counts as used
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
        limit=found.limit,
        bound_by=BOUND_BY[found.bound_by],
        used=used,
        planned=planned,
        by_hand=found.by_hand,
        reserved=found.reserved,
        free=found.free,
        over=used + planned + found.by_hand + found.reserved > found.limit,
        parts=bar(found.limit, [(used + found.by_hand, "accent"), (planned, "planned")]),
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
