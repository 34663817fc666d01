"""Everything a permit's decision may look at, read after the last lock."""

from dataclasses import dataclass
from datetime import date, datetime

from admission.core.limits import NO_LIMITS, CampaignLimits
from app.core.weekends import SATURDAY_AND_SUNDAY
from app.core.windows import Hours


@dataclass(frozen=True, slots=True)
class SubjectFacts:
    """What the sender of the mail knows: a touch of a campaign, or a person's own message.

    `eligible_at` and `earlier_done` speak of the step; times are world time.
    """

    kind: str = "campaign"
    active: bool = True
    touch_open: bool = True
    campaign_running: bool = True
    ends_at: datetime | None = None
    fence: int = 0  # outcomes up to this one were answered by the enrolment or a reopening
    earlier_done: bool = True
    eligible_at: datetime | None = None
    hours: Hours | None = None
    address: str = ""
    recipient_id: int = 0
    link: str | None = None  # what the mail's opt-out links begin with; "" it has none, None: nobody holds a mail
    limits: CampaignLimits = NO_LIMITS  # as they stand now, whatever was read before the locks
    canary: str = "clear"  # of the campaign: first, resting, held or clear
    canary_until: datetime | None = None
    domain_people: int = 0  # others at the same company who are in a campaign and got a mail of it
    weekend: frozenset[int] = SATURDAY_AND_SUNDAY  # the person's, as ISO weekdays

    @property
    def zone(self) -> str:
        """Return the zone whose days count for the person."""
        return "UTC" if self.hours is None else self.hours.zone


@dataclass(frozen=True, slots=True)
class Composed:
    """What the asking worker holds of the mail: the person and mailbox it locked, and the mail's fingerprint.

    `source` is None where it only asks what the answer would be.
    """

    recipient_id: int
    mailbox_id: int
    source: str | None = None

    def still_stands(self, recipient_id: int, mailbox_id: int, source: str) -> bool:
        """Tell whether the stored delivery is this one; another worker may have prepared it anew since."""
        person_and_mailbox = (self.recipient_id, self.mailbox_id) == (recipient_id, mailbox_id)
        return person_and_mailbox and self.source in (None, source)


@dataclass(frozen=True, slots=True)
class Facts:
    """One row about delivery, person, mailbox and world. `now` is true time, `world_now` what rules judge by."""

    now: datetime
    world_now: datetime
    subject: SubjectFacts
    endpoint_allowed: bool
    halted: bool
    delivery_state: str
    not_before: datetime | None
    sealed_address: str
    recipient_id: int
    copy_elsewhere: bool  # the ledger gives this step and person to another delivery
    fence: int
    stop_fence: int  # the highest fence of an outcome that stops
    suppressed: bool
    opt_out_open: bool
    mailbox_state: str
    limited_until: datetime | None
    mailbox_zone: str
    daily_cap: int
    rolling_cap: int
    gap_seconds: int
    gap_jitter: int
    day: date | None
    used_today: int
    last_send_at: datetime | None
    drawn_jitter: float
    in_flight: bool
    rolling_freed_at: datetime | None  # when the mail was sent whose leaving the rolling day makes room again
    person_last_at: datetime | None
    person_count: int
    person_freed_at: datetime | None  # when the cap-th newest of the counted mails was sent; None: there is room
    inbox_read_at: datetime | None  # true time of the oldest complete reading of an inbox that must be fresh
    inbox_missing: bool  # one of them was never read
    full: tuple[str, ...]  # counters that were at their limit
    link_base: str | None = None  # what its sender's links begin with now; "" there is no host, None: a rehearsal
    link_good: bool = True  # that host passed its self-test in the last two days, and none after it failed
    as_composed: bool = True  # it is still the mail that the asking worker holds, to the person it locked
    rolling_full: bool = False  # by permits, mail written by hand, and what is kept for people
    hourly_cap: int | None = None
    hourly_freed_at: datetime | None = None  # when the cap-th newest automated permit of 60 minutes was; None: room
    by_hand_today: int = 0  # mails of the mailbox's day that people wrote past this installation
    reserved: int = 0  # kept for them a day
    ramp_start: int | None = None
    ramp_earned: int | None = None
    ramp_day: date | None = None
    hard_percent: int = 100
    hard_reason: str = ""
    protection_percent: int = 100  # 100 unless a policy that lowers it is enforced now
    health: str = "unknown"
    health_good_until: datetime | None = None
    workday: str | None = None  # the mailbox's own weekly hours, as stored
    away: str | None = None  # its away ranges, as stored
    closes_at: datetime | None = None  # when `day` closes; no other day of the mailbox opens before
