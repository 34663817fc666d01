"""What a permit may answer, and every reason with the sentence a person reads."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Reason(StrEnum):
    """Why a mail waits or will not go; the value is stored, the sentence is in SENTENCES."""

    REHEARSAL = "rehearsal"
    NOT_PREPARED = "not_prepared"
    ALREADY_SENT = "already_sent"
    RECIPIENT_CHANGED = "recipient_changed"
    HALTED = "halted"
    SUPPRESSED = "suppressed"
    OPT_OUT_OPEN = "opt_out_open"
    STOPPED_SINCE = "stopped_since"
    NOT_ACTIVE = "not_active"
    TOUCH_CLOSED = "touch_closed"
    CAMPAIGN_NOT_RUNNING = "campaign_not_running"
    CAMPAIGN_ENDED = "campaign_ended"
    STEP_ORDER = "step_order"
    EARLY = "early"
    DEFERRED = "deferred"
    WINDOW = "window"
    MAILBOX = "mailbox_not_connected"
    PROVIDER_LIMIT = "provider_limit"
    IN_FLIGHT = "in_flight"
    GAP = "gap"
    CAP = "cap"
    ROLLING = "rolling"
    PERSON_GAP = "person_gap"
    PERSON_CAP = "person_cap"
    DOMAIN_DAY = "domain_day"
    CAMPAIGN_DAY = "campaign_day"
    INBOX_STALE = "inbox_stale"
    LINK_CHANGED = "link_changed"
    LINK_CLOSED = "link_closed"
    NO_LINK_HOST = "no_link_host"
    BUSY = "busy"


SENTENCES: dict[Reason, str] = {
    Reason.REHEARSAL: "This is a rehearsal: only its own simulator may be reached",
    Reason.NOT_PREPARED: "The mail is not waiting to be sent",
    Reason.ALREADY_SENT: "This step was already sent to this person",
    Reason.RECIPIENT_CHANGED: "The contact's address changed after the mail was written",
    Reason.HALTED: "All sending stopped",
    Reason.SUPPRESSED: "Do not contact",
    Reason.OPT_OUT_OPEN: "The person has asked to be left alone",
    Reason.STOPPED_SINCE: "The person answered, bounced or opted out",
    Reason.NOT_ACTIVE: "The person is not in the campaign any more",
    Reason.TOUCH_CLOSED: "The step is not due any more",
    Reason.CAMPAIGN_NOT_RUNNING: "The campaign is not running",
    Reason.CAMPAIGN_ENDED: "The campaign has ended",
    Reason.STEP_ORDER: "The step before is not done",
    Reason.EARLY: "Not due yet",
    Reason.DEFERRED: "The receiving server asked to try later",
    Reason.WINDOW: "Outside sending hours",
    Reason.MAILBOX: "The mailbox is not connected",
    Reason.PROVIDER_LIMIT: "The provider limits this mailbox for now",
    Reason.IN_FLIGHT: "Another mail of this mailbox is on its way",
    Reason.GAP: "The gap after this mailbox's last mail is not over",
    Reason.CAP: "Today's room of this mailbox is used",
    Reason.ROLLING: "The provider's room for 24 hours is used",
    Reason.PERSON_GAP: "The person got a mail a short while ago",
    Reason.PERSON_CAP: "The person got enough mails in 60 days",
    Reason.DOMAIN_DAY: "Enough mails went to this company today",
    Reason.CAMPAIGN_DAY: "The campaign's number for today is reached",
    Reason.INBOX_STALE: "An inbox that may hold an answer was not read recently",
    Reason.LINK_CHANGED: "Opt-out links of this sender lead to another address since the mail was written",
    Reason.LINK_CLOSED: "Opt-out links of this sender failed their self-test",
    Reason.NO_LINK_HOST: "There is no public address for opt-out links, and today's few mails without one are used",
    Reason.BUSY: "Somebody else is working on this person",
}

# A wait for these ends when the mailbox has room, which the planner looks at itself: the person is not put off.
OF_THE_MAILBOX = frozenset(
    {Reason.IN_FLIGHT, Reason.GAP, Reason.CAP, Reason.ROLLING, Reason.MAILBOX, Reason.PROVIDER_LIMIT, Reason.BUSY}
)


@dataclass(frozen=True, slots=True)
class Grant:
    """The permit is written and the delivery is `sending`."""

    permit_id: int = 0


@dataclass(frozen=True, slots=True)
class Wait:
    """Not now; costs nothing. `until` is world time, None: until somebody changes something."""

    reason: Reason
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Refuse:
    """Not at all, as things stand."""

    reason: Reason


type Verdict = Grant | Wait | Refuse
