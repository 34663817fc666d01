"""A mailbox with a past begins its ramp where its Sent folder says: headers only, and nobody types the number."""

import logging
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from django.core.exceptions import ObjectDoesNotExist

from admission.actions import ramp
from admission.core.credit import SPAN, Credit, credit, scaled
from admission.models import RampDay, SentDay, SentPast
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.actions.events import EventRow
from app.core.backoff import retry_delay
from app.core.zones import day_start, local_day
from app.crypto import CryptoError
from bounces import queries
from bounces.actions.hand_mail import not_by_us, ours_among
from bounces.core.free_mail import FREE_MAIL
from bounces.core.markers import found_in_head
from bounces.core.own_head import OwnHead, read_own
from mailboxes import locks
from mailboxes.actions import isolation, pool
from mailboxes.actions.accounts import account_of, allowed
from mailboxes.actions.intake import count_hand_mail
from mailboxes.core.errors import CredentialError, EndpointRefused, InboundError
from mailboxes.core.judged import ByHand
from mailboxes.core.states import MailboxState
from mailboxes.inbound.base import Head
from mailboxes.inbound.past import Past, read_past
from mailboxes.inbound.registry import NoFeed
from mailboxes.models import Mailbox

log = logging.getLogger(__name__)

READABLE = (MailboxState.CONNECTED, MailboxState.PAUSED)
UNDER_WAY = timedelta(minutes=10)  # true time in which one look must be over
A_DAY = timedelta(hours=25)  # a local day may be that long
MOST_DUE = 200
MOST_FAILURES = 8
LEAST = Mailbox().ramp_start or 1  # where a ramp begins that has no credit


@dataclass(slots=True)
class Days:
    """Mails of each local day: those that count, and those of warm-up services, to ourselves, or of ours."""

    counted: Counter[date] = field(default_factory=Counter)
    left_out: Counter[date] = field(default_factory=Counter)


def due() -> list[int]:
    """Claim the mailboxes whose past nobody has read yet, or is to be read again; return their ids."""
    now = clock.now()
    ramping = Mailbox.objects.filter(state__in=READABLE, ramp_start__isnull=False)
    new = list(ramping.filter(sentpast=None).order_by("id").values_list("id", flat=True)[:MOST_DUE])
    SentPast.objects.bulk_create([SentPast(mailbox_id=one, next_try_at=now) for one in new], ignore_conflicts=True)
    claimed = []
    for one in ramping.filter(sentpast__next_try_at__lte=now).order_by("id").values_list("id", flat=True)[:MOST_DUE]:
        waiting = SentPast.objects.filter(mailbox_id=one, next_try_at__lte=now)
        if waiting.update(next_try_at=now + UNDER_WAY):
            claimed.append(one)
    return claimed


def look_again(event: EventRow) -> None:
    """mailbox.marker_added, mailbox.marker_removed: what counted as mail to people may have been a service's."""
    SentPast.objects.filter(mailbox_id=event.subject_id).update(next_try_at=clock.now(), failures=0)


def read(mailbox_id: int) -> Credit | None:
    """Read what a mailbox sent in 60 days and let its ramp begin there; None: it could not be read now.

    Calls out, so no transaction may be open (TransactionOpen); then locks the budget in a transaction of its own.
    """
    mailbox = Mailbox.objects.get(id=mailbox_id)
    today = local_day(mailbox.zone, clock.world_now())
    since = day_start(mailbox.zone, today - SPAN)
    try:
        version = pool.version_of(mailbox_id)
        with isolation.admitted(mailbox_id, "in", version) as use, use.calling(proof=True):
            past = read_past(account_of(mailbox), since, only=allowed())
    except NoFeed:
        past = Past()
    except (CredentialError, CryptoError, EndpointRefused, InboundError, ObjectDoesNotExist) as error:
        _failed(mailbox_id, type(error).__name__)
        return None
    days, lately = days_of(mailbox, past.heads), _lately(mailbox, past.heads)
    return in_transaction(lambda: _keep(mailbox_id, past, days, lately, today))


def days_of(mailbox: Mailbox, heads: Iterable[Head]) -> Days:
    """Sort mails of the mailbox's own by local day. Reads only; nothing but the numbers leaves this function."""
    own = {head.provider_id: head for head in heads if head.own}
    read_heads = {name: read_own(head.headers) for name, head in own.items()}
    markers = queries.markers_of(mailbox.id)
    ours = ours_among(mailbox, list(own.values()), read_heads) if own else set()
    proven = set(RampDay.objects.filter(mailbox_id=mailbox.id, sent__gt=0, why="").values_list("day", flat=True))
    days = Days()
    for name, head in own.items():
        day = local_day(mailbox.zone, head.received_at)
        earned_a_step = name in ours and day in proven
        warm_up = bool(found_in_head(head.headers, markers))
        out = earned_a_step or warm_up or not _leaves_the_house(mailbox.address, read_heads[name])
        (days.left_out if out else days.counted)[day] += 1
    return days


def _lately(mailbox: Mailbox, heads: Iterable[Head]) -> list[tuple[Head, ByHand]]:
    """Return what was sent by hand in the last day, before there was anybody to see it: it took room all the same."""
    markers = queries.markers_of(mailbox.id)
    since = clock.world_now() - A_DAY
    fresh = [
        head for head in heads if head.own and head.received_at > since and not found_in_head(head.headers, markers)
    ]
    found = not_by_us(mailbox, fresh, {head.provider_id: read_own(head.headers) for head in fresh})
    return [
        (head, replace(found[head.provider_id], people=())) for head in fresh if head.provider_id in found
    ]  # nobody is held for what was written before the mailbox was here


def _leaves_the_house(address: str, head: OwnHead) -> bool:
    """Tell whether somebody outside gets it; at a provider of free mail everybody else is outside."""
    domain = address.rpartition("@")[2].lower()
    inside = {address.lower()} if domain in FREE_MAIL else {domain}
    return any((one if domain in FREE_MAIL else one.rpartition("@")[2]) not in inside for one in head.receivers)


def _keep(mailbox_id: int, past: Past, days: Days, lately: list[tuple[Head, ByHand]], today: date) -> Credit:
    """Store the days and their credit, and let the ramp begin by it. Locks the budget."""
    locks.lock_budget(mailbox_id)
    mailbox = Mailbox.objects.get(id=mailbox_id)
    if lately:
        count_hand_mail(mailbox, lately)
    looked_at = len(past.heads)
    rows = [
        SentDay(
            mailbox_id=mailbox_id,
            day=day,
            counted=scaled(days.counted[day], past.mails, looked_at),
            left_out=scaled(days.left_out[day], past.mails, looked_at),
        )
        for day in sorted(days.counted.keys() | days.left_out.keys())
    ]
    found = credit({row.day: row.counted for row in rows}, today, LEAST)
    before = SentPast.objects.filter(mailbox_id=mailbox_id).first()
    SentDay.objects.filter(mailbox_id=mailbox_id).delete()
    SentDay.objects.bulk_create(rows)
    SentPast.objects.update_or_create(
        mailbox_id=mailbox_id,
        defaults={
            "next_try_at": None,
            "failures": 0,
            "error": "",
            "read_at": clock.now(),
            "mails": past.mails,
            "looked_at": looked_at,
            "low": found.low,
            "high": found.high,
            "start": found.start,
        },
    )
    _begin(mailbox, before.start if before else None, found)
    return found


def _begin(mailbox: Mailbox, before: int | None, found: Credit) -> None:
    """Let the ramp begin where the credit says, unless a person set another start or took the ramp away."""
    start = found.start or LEAST
    if mailbox.ramp_start is None or mailbox.ramp_start not in {LEAST, before} or mailbox.ramp_start == start:
        return
    ramp.begin_at(mailbox, start)
    events.append(
        kind="mailbox.credit",
        workspace_id=mailbox.workspace_id,
        subject_id=mailbox.id,
        data={"start": start, "low": found.low, "high": found.high, "days": found.days},
    )


def _failed(mailbox_id: int, error: str) -> None:
    """Try again later, a few times; then the ramp begins as that of a new mailbox does."""
    log.warning("what mailbox %d sent before could not be read: %s", mailbox_id, error)
    row = SentPast.objects.filter(mailbox_id=mailbox_id).first() or SentPast(mailbox_id=mailbox_id)
    row.failures, row.error = row.failures + 1, error[:60]
    wait = retry_delay(row.failures, 0.5, base=timedelta(minutes=1), cap=timedelta(hours=6))
    row.next_try_at = clock.now() + wait if row.failures < MOST_FAILURES else None
    row.save()
