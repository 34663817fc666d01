"""What people are told of by themselves, who is to be told, and when: quiet hours, and the hour of the digest.

Machine answers have no kind here: no absence, automatic reply or delay notice ever tells anybody.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from app.core.zones import ONE_DAY, instant_of, wall_time

NOW, DIGEST, OFF = "now", "digest", "off"
CHANNELS = ("email", "slack", "teams")
POSITIVE, REPLY, TASK, SIGN_IN = "positive_reply", "reply", "task_due", "sign_in_needed"
PAUSED, NOTHING_SENT, HALTED = "paused_by_rule", "nothing_sent", "sending_stopped"
USUAL: dict[str, str] = {  # kind -> when, unless somebody chose otherwise
    POSITIVE: NOW,
    REPLY: DIGEST,
    TASK: DIGEST,
    SIGN_IN: NOW,
    PAUSED: NOW,
    NOTHING_SENT: NOW,
    HALTED: NOW,
}
ACTS: dict[str, str] = {  # kind -> the action of those who can do something about it
    POSITIVE: "converse",
    REPLY: "converse",
    TASK: "close_tasks",
    SIGN_IN: "connect_mailboxes",
    PAUSED: "run_campaigns",
    NOTHING_SENT: "run_campaigns",
    HALTED: "stop_sending",
}
SIMPLE = {
    "task.opened": TASK,
    "mailbox.reconnect_needed": SIGN_IN,
    "workspace.halted": HALTED,
    "workspace.nothing_sent": NOTHING_SENT,
}
BY_RULE = ("mailbox.paused", "campaign.paused")
ANSWERS = ("replied", "calendar_answered")
JOINED = timedelta(minutes=5)  # within which many of a kind become one message
LATE_ENOUGH = 16  # o'clock: a day on which nothing left by then
CLOSED_HOURS = frozenset({"window_closed", "mailbox_workday"})  # why nothing leaves although nothing is wrong


@dataclass(frozen=True, slots=True)
class Times:
    """When somebody may be told; without quiet hours at any time."""

    zone: str
    quiet_from: time | None
    quiet_until: time | None
    digest_at: time


def kind_of(kind: str, data: Mapping[str, Any]) -> str | None:
    """Return what people are told of an event of the log; None: nothing."""
    if kind == "recipient.stopped" and data.get("outcome") in ANSWERS:
        return POSITIVE if data.get("category") == "interested" else REPLY
    if kind in BY_RULE:
        return None if data.get("by") else PAUSED
    if kind == "protection.paused":
        return PAUSED if "acting" in (data.get("state"), data.get("reason"), data.get("outcome")) else None
    return SIMPLE.get(kind)


def choice(kinds: Mapping[str, str], kind: str) -> str:
    """Return when a kind is told; a positive reply that is off is still a reply."""
    chosen = kinds.get(kind, USUAL[kind])
    return choice(kinds, REPLY) if kind == POSITIVE and chosen == OFF else chosen


def due_at(chosen: str, now: datetime, times: Times) -> datetime:
    """Return when somebody is told of what happened now: at the next digest, or at once outside quiet hours."""
    return _next(now, times.digest_at, times.zone) if chosen == DIGEST else after_quiet(now, times)


def after_quiet(now: datetime, times: Times) -> datetime:
    """Return now, or the end of the quiet hours in which it lies; they may cross midnight."""
    begins, ends = times.quiet_from, times.quiet_until
    if begins is None or ends is None or begins == ends:
        return now
    clock = wall_time(times.zone, now).time()
    quiet = begins <= clock < ends if begins < ends else clock >= begins or clock < ends
    return _next(now, ends, times.zone) if quiet else now


def _next(now: datetime, clock: time, zone: str) -> datetime:
    """Return the first instant after now at which the clocks of the zone show this."""
    today = wall_time(zone, now).date()
    days = (instant_of(zone, datetime.combine(today + ONE_DAY * n, clock)) for n in range(3))
    return next(at for at in days if at > now)
