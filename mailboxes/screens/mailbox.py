"""What one mailbox's page shows."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Exists, OuterRef

from app.actions import clock
from mailboxes.core.days import charged_day
from mailboxes.core.states import BreakerState, MailboxState
from mailboxes.models import Budget, DeliveryBody, InboundCursor, Mailbox, ProviderBreaker
from mailboxes.screens.words import (
    MAILBOX,
    MAILBOX_BECAUSE,
    MAILBOX_KIND,
    MAILBOX_PURPOSE,
    WARNED,
    State,
    Text,
    ago,
    span,
)

SET_UP = "set_up_refused"
REPORT = "report"  # the key of a report's words beside a mail's own


@dataclass(frozen=True, slots=True)
class About:
    """One mailbox as a person reads it. read: how long ago its inbox was read completely; blind: it cannot be read."""

    mailbox: Mailbox
    state: State
    kind: Text
    purpose: Text
    because: Text
    servers: list[str]
    used: int
    gap: str
    read: str
    reading_fails: bool
    blind: bool
    resting_until: datetime | None
    notice: str  # what the newest report said that blames the set-up, while that matters


def budget_day(mailbox: Mailbox, world_now: datetime) -> date:
    """Return the day to which a permit would charge a mail of the mailbox, which was read with its budget."""
    budget: Budget | None = getattr(mailbox, "budget", None)
    day, closes_at = (None, None) if budget is None else (budget.day, budget.closes_at)
    return charged_day(mailbox.zone, world_now, day, closes_at)


def about(mailbox: Mailbox) -> About:
    """Return what is shown of a mailbox, which was read with its budget and cursor."""
    now = clock.now()
    world = clock.world_clock()
    cursor: InboundCursor | None = getattr(mailbox, "inboundcursor", None)
    budget: Budget | None = getattr(mailbox, "budget", None)
    today = budget_day(mailbox, world.world(now))
    resting = mailbox.limited_until if mailbox.limited_until and mailbox.limited_until > now else None
    return About(
        mailbox=mailbox,
        state=_state(mailbox, resting, cursor),
        kind=MAILBOX_KIND[mailbox.kind],
        purpose=MAILBOX_PURPOSE[mailbox.purpose],
        because=MAILBOX_BECAUSE.get(mailbox.state_reason, mailbox.state_reason),
        servers=_servers(mailbox),
        used=budget.used_today if budget is not None and budget.day == today else 0,
        gap=span(mailbox.gap_seconds),
        read=ago(now - cursor.listed_at) if cursor is not None and cursor.listed_at else "",
        reading_fails=cursor is not None and bool(cursor.error),
        blind=mailbox.kind == Mailbox.Kind.SMTP and "imap" not in mailbox.endpoints,
        resting_until=world.world(resting) if resting else None,
        notice=_notice(mailbox),
    )


def _notice(mailbox: Mailbox) -> str:
    """Return the words of the newest report that came back; they are erased with the mail's own."""
    if mailbox.state_reason != SET_UP:
        return ""
    bodies = DeliveryBody.objects.filter(delivery__mailbox=mailbox, answers__has_key=REPORT).order_by("-delivery_id")
    answers = bodies.values_list("answers", flat=True).first() or {}
    return str(answers.get(REPORT, ""))


def left_alone() -> Exists:
    """Tell of each mailbox whether nobody asks its provider now, because it does not answer."""
    found = ProviderBreaker.objects.filter(provider=OuterRef("provider"))
    return Exists(found.exclude(state=BreakerState.CLOSED))


def _state(mailbox: Mailbox, resting: datetime | None, cursor: InboundCursor | None) -> State:
    """Return what a person should know first."""
    if mailbox.state == MailboxState.CONNECTED and Mailbox.objects.filter(left_alone(), id=mailbox.id).exists():
        return MAILBOX["left_alone"]
    if mailbox.state == MailboxState.CONNECTED and resting:
        return MAILBOX["resting"]
    if mailbox.state == MailboxState.CONNECTED and (cursor is None or cursor.error):
        return MAILBOX["unread"]
    if mailbox.state == MailboxState.CONNECTED and mailbox.state_reason in WARNED:
        return MAILBOX[WARNED[mailbox.state_reason]]
    return MAILBOX[mailbox.state]


def _servers(mailbox: Mailbox) -> list[str]:
    found = [mailbox.endpoints[name] for name in ("smtp", "imap") if name in mailbox.endpoints]
    return [f"{server['host']}:{server['port']}" for server in found]
