"""Webhooks without a network: what other programs are told of, how a call is signed, and what an answer means.

The kinds are words that stay; the log's own kinds may change with the program.
"""

import hashlib
import hmac
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from app.core.backoff import retry_delay

GIVE_UP = timedelta(days=2)  # after which an event waits for a person to send it again
FIRST = timedelta(seconds=15)
LONGEST = timedelta(hours=3)
WITHIN = 10.0  # seconds a call may take

KINDS: dict[str, str] = {  # "kind" or "kind:detail" of the log -> what a webhook is told
    "delivery.accepted": "mail.sent",
    "delivery.rejected": "mail.refused",
    "delivery.needs_person": "mail.uncertain",
    "recipient.stopped:replied": "person.replied",
    "recipient.stopped:calendar_answered": "person.replied",
    "recipient.stopped:unsubscribed": "person.opted_out",
    "recipient.stopped:bounced": "person.bounced",
    "recipient.stopped:complained": "person.complained",
    "recipient.stopped:left": "person.left",
    "recipient.absent": "person.absent",
    "inbound.relabelled": "message.relabelled",
    "enrollment.ended:finished": "sequence.finished",
    "task.opened": "task.opened",
    "campaign.running": "campaign.started",
    "campaign.paused": "campaign.paused",
    "mailbox.reconnect_needed": "mailbox.sign_in_needed",
    "mailbox.paused": "mailbox.paused",
    "workspace.halted": "sending.stopped",
    "workspace.resumed": "sending.resumed",
}
TOLD = tuple(sorted({*KINDS.values()}))


class Ended(StrEnum):
    """What an answer makes of a post."""

    DONE = "done"
    AGAIN = "again"
    REFUSED = "refused"  # this post and no other: it is not repeated
    GONE = "gone"  # the whole webhook


def kind_of(kind: str, data: dict[str, Any]) -> str | None:
    """Return what a webhook is told of an event of the log; None: nothing."""
    detail = data.get("outcome") or data.get("state") or data.get("reason") or ""
    return KINDS.get(f"{kind}:{detail}") or KINDS.get(kind)


def signature(secret: str, at: int, body: bytes) -> str:
    """Return the header that proves who wrote these bytes and when (seconds since 1970)."""
    mac = hmac.digest(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hex()
    return f"t={at},v1={mac}"


def meaning(status: int) -> Ended:
    """Return what an HTTP status makes of a post; a redirect is followed nowhere and means no."""
    if 200 <= status < 300:
        return Ended.DONE
    if status == 410:
        return Ended.GONE
    return Ended.AGAIN if status >= 500 or status in {408, 425, 429} else Ended.REFUSED


def wait(
    attempt: int, *, created: datetime, now: datetime, chance: float, retry_after: timedelta | None = None
) -> datetime | None:
    """Return when to try again after the given attempt (the first is 1); None: it is given up."""
    asked = min(retry_after, LONGEST) if retry_after else None
    until = now + retry_delay(attempt, chance, base=FIRST, cap=LONGEST, retry_after=asked)
    return until if until < created + GIVE_UP else None
