"""What the planner is given and what it answers: frozen values between the query, the allocators and the slots."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from app.core.windows import Hours

OPENER_SHARE = 0.2  # of a campaign's mails, kept for openers while any wait: a backlog must not starve a launch


class HoldReason(StrEnum):
    """Why the planner cannot place a touch at all until somebody acts."""

    MAILBOX_GONE = "mailbox_gone"
    NO_MAILBOX = "no_mailbox"
    NEVER_OPENS = "window_never_opens"


class LeftReason(StrEnum):
    """Why a due touch got no slot in this run; the next run looks again."""

    WINDOW_CLOSED = "window_closed"
    CAMPAIGN_CAP = "campaign_day_cap"
    NEW_PER_DAY = "new_contacts_per_day"
    NO_ROOM = "no_room"
    DOMAIN_OPENERS = "domain_openers"
    DOMAIN_IN_FLIGHT = "domain_in_flight"
    CANARY_RESTS = "canary_rests"
    MAILBOX_AWAY = "mailbox_away"
    MAILBOX_WORKDAY = "mailbox_workday"
    ZONE_UNKNOWN = "zone_unknown"
    LATER = "next"  # its mailbox has room left today, after the places of this run; never written


@dataclass(frozen=True, slots=True)
class DueTouch:
    """A step that is due. A follow-up names its mailbox; an opener names one only when it was assigned before.

    `alike`: it stands for so many people of whom nothing else is known apart, as in a forecast.
    """

    touch_id: int
    campaign_id: int
    due_at: datetime
    opener: bool
    mailbox_id: int | None = None
    hours: Hours | None = None
    alike: int = 1


@dataclass(frozen=True, slots=True)
class CampaignTurns:
    """A campaign's claim: turns per round (a priority campaign has more), its pool of mailbox -> weight, its limits.

    `sends_left` and `openers_left` are what the day still allows, None without limit. `recent_sends` and
    `recent_openers` are counted over the last seven local days: over one day, a mailbox with room for two mails
    would never come to an opener's share.
    """

    campaign_id: int
    mailboxes: Mapping[int, int]
    turns: int = 1
    sends_left: int | None = None
    openers_left: int | None = None
    recent_sends: int = 0
    recent_openers: int = 0
    opener_share: float = OPENER_SHARE


@dataclass(frozen=True, slots=True)
class Room:
    """Where mails can go in this run: the instants of a mailbox in order, and how many it may send today in all."""

    mailbox_id: int
    times: tuple[datetime, ...]
    free: int


@dataclass(frozen=True, slots=True)
class Slot:
    """One touch, its mailbox and its instant. The reason says why this mailbox."""

    touch_id: int
    campaign_id: int
    mailbox_id: int
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Wait:
    """The touch's own window is closed at every slot, or no permit would let it go: not looked at before `until`."""

    touch_id: int
    until: datetime
    reason: LeftReason = LeftReason.WINDOW_CLOSED


@dataclass(frozen=True, slots=True)
class Hold:
    """Nothing moves until a person or an event changes it; shown, never silent."""

    touch_id: int
    reason: HoldReason


@dataclass(frozen=True, slots=True)
class Left:
    """Due and not placed in this run."""

    touch_id: int
    reason: LeftReason


@dataclass(frozen=True, slots=True)
class Plan:
    """Every touch that was given is in exactly one of these."""

    slots: tuple[Slot, ...] = ()
    waits: tuple[Wait, ...] = ()
    holds: tuple[Hold, ...] = ()
    left: tuple[Left, ...] = ()


@dataclass(frozen=True, slots=True)
class Demand:
    """What an allocator shares out; `charged` is (mailbox, campaign) -> mails that count as turns already taken."""

    touches: Sequence[DueTouch]
    campaigns: Mapping[int, CampaignTurns]
    rooms: Sequence[Room]
    charged: Mapping[tuple[int, int], int] = field(default_factory=dict)


type Allocator = Callable[[Demand], Plan]
