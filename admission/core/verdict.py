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
    HOUR = "hour"
    RAMP = "ramp"
    HARD_BREAKER = "hard_breaker"
    PROTECTION = "protection"
    RESERVED = "reserved"
    HAND_WRITTEN = "hand_written"
    NEW_CONTACTS = "new_contacts_per_day"
    DOMAIN_OPENERS = "domain_openers"
    DOMAIN_IN_FLIGHT = "domain_in_flight"
    SENDING_DOMAIN_DAY = "sending_domain_day"
    CANARY_RESTS = "canary_rests"
    CANARY_HELD = "canary_held"
    MAILBOX_AWAY = "mailbox_away"
    MAILBOX_WORKDAY = "mailbox_workday"
    HEALTH_FAIL = "health_fail"
    HEALTH_UNKNOWN = "health_unknown"
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
    Reason.HOUR: "This mailbox sent its mails of this hour",
    Reason.RAMP: "A new mailbox begins with few mails: today's are sent",
    Reason.HARD_BREAKER: "Mail of this mailbox came back or drew complaints: it may send less, and that is sent",
    Reason.PROTECTION: "The protection policy slows this mailbox: today's mails are sent",
    Reason.RESERVED: "What is left of today's room of this mailbox is kept for mail written by hand",
    Reason.HAND_WRITTEN: "Somebody wrote to this person by hand",
    Reason.NEW_CONTACTS: "Enough new people were written to today",
    Reason.DOMAIN_OPENERS: "Somebody else at this company got a first mail today",
    Reason.DOMAIN_IN_FLIGHT: "Enough people at this company are being written to",
    Reason.SENDING_DOMAIN_DAY: "Enough mails left from this sending domain today",
    Reason.CANARY_RESTS: "Waiting to see how the campaign's first mails are taken",
    Reason.CANARY_HELD: "The campaign's first mails came back or were complained about",
    Reason.MAILBOX_AWAY: "The mailbox's owner is away",
    Reason.MAILBOX_WORKDAY: "Outside the mailbox's own hours",
    Reason.HEALTH_FAIL: "The mailbox's mail fails its checks",
    Reason.HEALTH_UNKNOWN: "The mailbox was not checked for three days",
    Reason.INBOX_STALE: "An inbox that may hold an answer was not read recently",
    Reason.LINK_CHANGED: "Opt-out links of this sender lead to another address since the mail was written",
    Reason.LINK_CLOSED: "Opt-out links of this sender failed their self-test",
    Reason.NO_LINK_HOST: "There is no public address for opt-out links, and today's few mails without one are used",
    Reason.BUSY: "Somebody else is working on this person",
}

# A wait for these ends when the mailbox has room, which the planner looks at itself: the person is not put off.
OF_THE_MAILBOX = frozenset(
    {
        Reason.IN_FLIGHT,
        Reason.GAP,
        Reason.CAP,
        Reason.ROLLING,
        Reason.HOUR,
        Reason.RAMP,
        Reason.HARD_BREAKER,
        Reason.PROTECTION,
        Reason.RESERVED,
        Reason.MAILBOX,
        Reason.MAILBOX_AWAY,
        Reason.MAILBOX_WORKDAY,
        Reason.HEALTH_FAIL,
        Reason.HEALTH_UNKNOWN,
        Reason.PROVIDER_LIMIT,
        Reason.BUSY,
    }
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
