"""What a forecast starts from: frozen values, people in groups of whom nothing else is known apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from app.core.windows import Hours
from sequences.core.planner.demand import CampaignTurns
from sequences.core.planner.launch import Launch
from sequences.core.planner.windows import MailboxDay

EMAIL = "email"


@dataclass(frozen=True, slots=True)
class StepAhead:
    """A step: its kind, and its delay after the one before."""

    position: int
    kind: str
    amount: int
    unit: str


@dataclass(frozen=True, slots=True)
class CampaignAhead:
    """A campaign that competes. `turns` has its limits as they stand today; `new_per_day`, `day_cap` those of a day.

    `canary` are the first people still to be written to before it rests, None: it does not; `rests_until` is world
    time, `held`: it opens to nobody until a person looked. `zone` is whose days its numbers count.
    """

    turns: CampaignTurns
    zone: str
    steps: Sequence[StepAhead]
    new_per_day: int | None = None
    day_cap: int | None = None
    ends_at: datetime | None = None
    canary: int | None = None
    rests_until: datetime | None = None
    held: bool = False

    @property
    def pool(self) -> Sequence[int]:
        """The mailboxes it may use."""
        return tuple(self.turns.mailboxes)


@dataclass(frozen=True, slots=True)
class MailboxAhead:
    """A mailbox: today as the planner sees it, and what its ramp may grow by.

    `problem` "" or why nothing leaves from it: today, and where it does not mend by itself on every other day.
    """

    today: MailboxDay
    ramp_start: int | None = None
    ramp_earned: int | None = None
    ramp_day: date | None = None
    ramp_step: int = 0
    problem: str = ""
    mends: bool = False


@dataclass(frozen=True, slots=True)
class Crowd:
    """People alike: due at the same step of a campaign, in the same hours, from the same mailbox or from any (None).

    `due` is when they may be mailed at the earliest; `slot` where they have a place today already.
    """

    campaign_id: int
    mailbox_id: int | None
    position: int
    kind: str
    hours: Hours
    due: datetime
    people: int
    slot: datetime | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """The world at the beginning. `charged`: (mailbox, campaign) -> turns that today's sends have taken already.

    `person_gap_days`: business days of a person in which one mail goes to them, None: no such limit.
    `launches` are the campaigns whose first mail, minutes after their start, is still to come.
    """

    now: datetime
    campaigns: Mapping[int, CampaignAhead]
    mailboxes: Mapping[int, MailboxAhead]
    crowds: Sequence[Crowd]
    charged: Mapping[tuple[int, int], int] = field(default_factory=dict)
    person_gap_days: int | None = None
    launches: Mapping[int, Launch] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Assumed:
    """What nobody knows: the share of people who leave after each mail (answers, bounces), and how long to look."""

    days: int = 30
    leave_share: float = 0.0
