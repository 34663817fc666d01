"""The hard breakers at work: what came back is counted and acted upon in the transaction of its outcome.

Only what names our mail by its own id counts. Breakers of one sending domain count one after the other, behind a lock
of their own that is taken below the people and above the budgets; budgets are locked when there is something to do.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import QuerySet

from admission.actions.cohorts import around
from admission.core.protection.breakers import (
    COMPLAINT_SPAN,
    COMPLAINTS,
    DOMAIN_COMPLAINTS,
    DOMAIN_HARD_BOUNCES,
    DOMAIN_SENDS,
    HARD,
    HARD_BOUNCES,
    MAILBOX_SENDS,
    OF_DOMAIN,
    REASONS,
    SLOWED_PERCENT,
    Act,
    Count,
    Since,
    complaints_of_domain,
    complaints_of_mailbox,
    lifts,
    of_domain,
    of_figure,
    of_mailbox,
    worst_days,
    worst_window,
)
from admission.models import Permit, Standing
from app import gates, sql
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.actions.events import EventRow
from app.models import Event
from bounces.core.outcomes import Outcome as OutcomeKind
from mailboxes import locks
from mailboxes.actions import limits, pauses
from mailboxes.actions.health import rows_of
from mailboxes.core.health.findings import Source
from mailboxes.core.states import MailboxState
from mailboxes.models import Budget, Mailbox

COMPLAINT = "complaint"  # why a mailbox is warned
SPAM_RATE = "spam_rate"  # the pushed score: percent of mails that a receiver's people called spam
NEWEST = 2**62  # beyond every permit: what lies before it are the newest sends
SENT = (Permit.State.OPEN, Permit.State.ACCEPTED, Permit.State.UNCERTAIN, Permit.State.REJECTED)
SENDS_OR_RESTS = (MailboxState.CONNECTED, MailboxState.PAUSED, MailboxState.RECONNECT_NEEDED)


@dataclass(frozen=True, slots=True)
class Sent:
    """The mail that came back, among those of its mailbox and its sending domain."""

    workspace_id: int
    permit_id: int
    mailbox_id: int
    world_at: datetime
    neighbours: tuple[int, ...]  # every mailbox of the domain, itself among them


@dataclass(frozen=True, slots=True)
class Finding:
    """What a count asks for, of which mailboxes, and why."""

    act: Act
    mailbox_ids: tuple[int, ...]
    reason: str
    count: Count


def counted(event: EventRow) -> None:
    """recipient.stopped, outcome.exact: slow, warn or pause the mailbox, or all of its domain, if this was too much.

    Locks the domain's breakers and, where one acts, the budgets of its mailboxes, in key order.
    """
    look = _look_for(event)
    sent = _sent(event) if look is not None else None
    if look is None or sent is None:
        return
    gates.close(f"breakers:{sent.workspace_id}:{sent.neighbours[0]}")
    found = [one for one in look(sent) if one.act]
    if not found:
        return
    for mailbox_id in sorted({each for one in found for each in one.mailbox_ids}):
        locks.lock_budget(mailbox_id)
    for one in look(sent):  # a person who resumed it meanwhile has begun a new count
        _act(one)


def _look_for(event: EventRow) -> Any:
    told = event.data
    if not (told.get("exact") and told.get("delivery")):
        return None
    if told.get("outcome") == OutcomeKind.COMPLAINED:
        return _complaints
    return _bounces if told.get("outcome") == OutcomeKind.BOUNCED and told.get("category") in HARD else None


def _sent(event: EventRow) -> Sent | None:
    """Return the permit by which the mail left, None of a mail that is no campaign's."""
    permits = Permit.objects.filter(delivery_id=event.data["delivery"], kind="campaign", state__in=SENT)
    row = permits.order_by("-number").values_list("id", "mailbox_id", "world_at").first()
    if row is None:
        return None
    neighbours = tuple(of_same_domain(row[1]).order_by("id").values_list("id", flat=True))
    return Sent(event.workspace_id, *row, neighbours)


def of_same_domain(mailbox_id: int) -> QuerySet[Mailbox]:
    """Return every mailbox of the workspace that sends from the same domain, whatever its state."""
    workspace_id, address = Mailbox.objects.values_list("workspace_id", "address").get(id=mailbox_id)
    return Mailbox.objects.filter(workspace_id=workspace_id, address__iendswith=f"@{address.rpartition('@')[2]}")


def _bounces(sent: Sent) -> list[Finding]:
    own = _worst([sent.mailbox_id], sent, MAILBOX_SENDS)
    if own is None:  # its count is closed
        return []
    found = [Finding(of_mailbox(own), (sent.mailbox_id,), HARD_BOUNCES, own)]
    whole = _worst(sent.neighbours, sent, DOMAIN_SENDS)
    if whole is not None:
        found.append(Finding(of_domain(whole), sent.neighbours, DOMAIN_HARD_BOUNCES, whole))
    return found


def _worst(mailbox_ids: Collection[int], sent: Sent, width: int) -> Count | None:
    """Return the worst window of these mailboxes' sends that holds the mail; None: a person has closed its count."""
    rows = around(mailbox_ids, sent.permit_id, width)
    place = next((place for place, row in enumerate(rows) if row.permit_id == sent.permit_id), None)
    return None if place is None else worst_window([row.came_back for row in rows], place, width)


def _complaints(sent: Sent) -> list[Finding]:
    times = _complained(sent.workspace_id, sent.neighbours, sent.world_at - COMPLAINT_SPAN)
    own = [at for mailbox_id, at in times if mailbox_id == sent.mailbox_id]
    if sent.world_at not in own:  # its count is closed
        return []
    mailbox = _within([sent.mailbox_id], own, sent.world_at)
    domain = _within(sent.neighbours, [at for _, at in times], sent.world_at)
    found = [Finding(complaints_of_mailbox(mailbox), (sent.mailbox_id,), COMPLAINTS, mailbox)]
    act = complaints_of_domain(domain)
    if act is Act.PAUSE:
        found.append(Finding(act, sent.neighbours, DOMAIN_COMPLAINTS, domain))
    elif act:
        found.append(Finding(act, (sent.mailbox_id,), DOMAIN_COMPLAINTS, domain))
    return found


def _complained(workspace_id: int, mailbox_ids: Collection[int], since: datetime) -> list[tuple[int, datetime]]:
    values = {"workspace_id": workspace_id, "mailbox_ids": sql.array(mailbox_ids), "since": since}
    return [(row[0], row[1]) for row in sql.rows("admission", "complained_mails", values)]


def _within(mailbox_ids: Collection[int], times: Sequence[datetime], at: datetime) -> Count:
    """Return the most complaints of any 30 days that hold this mail, of all that was sent in them."""
    bad, start = worst_days(times, at)
    values = {"mailbox_ids": sql.array(mailbox_ids), "since": start, "until": start + COMPLAINT_SPAN}
    return Count(bad, sum(row[1] for row in sql.rows("admission", "sends_within", values)))


def _act(found: Finding) -> None:
    """Do what a count asks for; the budgets are locked. What rests already is told why, what is slowed stays so."""
    if found.act is Act.PAUSE:
        limits.pause(found.mailbox_ids, reason=found.reason, said="")
    elif found.act is Act.SLOW:
        acting = Mailbox.objects.filter(id__in=found.mailbox_ids, state__in=SENDS_OR_RESTS)
        for mailbox_id in sorted(acting.values_list("id", flat=True)):
            _slow(mailbox_id, found)
    elif found.act is Act.WARN:
        limits.warn(found.mailbox_ids[0], reason=COMPLAINT, said="")


def _slow(mailbox_id: int, found: Finding) -> None:
    """Halve the cap, or begin anew to count the mails that could lift that."""
    standing, _ = Standing.objects.get_or_create(mailbox_id=mailbox_id)
    told = standing.hard_percent > SLOWED_PERCENT
    values = {
        "hard_percent": SLOWED_PERCENT,
        "hard_reason": found.reason,
        "hard_mark": Budget.objects.values_list("granted", flat=True).get(mailbox_id=mailbox_id),
    }
    Standing.objects.filter(mailbox_id=mailbox_id).update(**values)
    if told:
        data = {"reason": found.reason, "percent": SLOWED_PERCENT, "bad": found.count.bad, "sends": found.count.sends}
        _tell(mailbox_id, "mailbox.slowed", **data)


def begin_anew(event: EventRow) -> None:
    """mailbox.resumed: where a breaker had paused it, a person has looked, and what was sent until now counts no more.

    Whoever else had paused it before or after. Of a domain that was paused the whole domain begins anew. The budget of
    the mailbox is locked already.
    """
    why = REASONS.intersection(pauses.reasons(event.subject_id, before=event.id))
    if not why:
        return
    whole = of_same_domain(event.subject_id).order_by("id").values_list("id", flat=True)
    for mailbox_id in list(whole) if why & OF_DOMAIN else [event.subject_id]:
        granted = Budget.objects.values_list("granted", flat=True).get(mailbox_id=mailbox_id)
        values = {"hard_percent": 100, "hard_reason": "", "hard_from": granted, "hard_mark": None}
        Standing.objects.update_or_create(mailbox_id=mailbox_id, defaults=values)


def lift(workspace_id: int) -> int:
    """Make halved caps whole again whose windows are clean; return how many. Each in a transaction of its own."""
    slowed = Standing.objects.filter(mailbox__workspace_id=workspace_id, hard_percent__lt=100)
    lifted = (in_transaction(partial(_lift, one)) for one in sorted(slowed.values_list("mailbox_id", flat=True)))
    return sum(lifted)


def _lift(mailbox_id: int) -> bool:
    locks.lock_budget(mailbox_id)
    standing = Standing.objects.get(mailbox_id=mailbox_id)
    if standing.hard_percent == 100 or not lifts(standing.hard_reason, _since(mailbox_id)):
        return False
    Standing.objects.filter(mailbox_id=mailbox_id).update(hard_percent=100, hard_reason="", hard_mark=None)
    _tell(mailbox_id, "mailbox.restored", reason=standing.hard_reason)
    return True


def _since(mailbox_id: int) -> Since:
    """Return the newest windows of a slowed mailbox and of its domain."""
    workspace_id = Mailbox.objects.values_list("workspace_id", flat=True).get(id=mailbox_id)
    neighbours = list(of_same_domain(mailbox_id).values_list("id", flat=True))
    own = around([mailbox_id], NEWEST, MAILBOX_SENDS)
    whole = around(neighbours, NEWEST, DOMAIN_SENDS)
    month = clock.world_now() - COMPLAINT_SPAN
    return Since(
        mailbox=Count(sum(row.came_back for row in own), len(own)),
        later=sum(row.later for row in own),
        domain=Count(sum(row.came_back for row in whole), len(whole)),
        domain_later=sum(row.later for row in whole),
        complaints=sum(at > month for _, at in _complained(workspace_id, [mailbox_id], month)),
    )


def figured(event: EventRow) -> None:
    """mailbox.measured: act on a receiver's own figure of complaints about this mailbox or its domain, once for each.

    What was measured before a person resumed the mailbox counts no more. Locks its budget.
    """
    if event.data.get("source") != Source.PUSHED:
        return
    mailbox = Mailbox.objects.get(id=event.subject_id)
    known = (one for one in rows_of(mailbox, event.world_at) if one.name == SPAM_RATE and one.source == Source.PUSHED)
    newest = max(known, key=lambda one: one.measured_at, default=None)
    if newest is None or newest.data.get("score") is None or _resumed_since(mailbox.id, newest.measured_at):
        return
    act = of_figure(newest.data["score"])
    if act is Act.PAUSE:
        limits.pause([mailbox.id], reason=DOMAIN_COMPLAINTS, said="")
    elif act is Act.WARN:
        limits.warn(mailbox.id, reason=COMPLAINT, said="")


def _resumed_since(mailbox_id: int, at: datetime) -> bool:
    return Event.objects.filter(subject_id=mailbox_id, kind="mailbox.resumed", world_at__gte=at).exists()


def _tell(mailbox_id: int, kind: str, **data: object) -> None:
    workspace_id = Mailbox.objects.values_list("workspace_id", flat=True).get(id=mailbox_id)
    events.append(kind=kind, workspace_id=workspace_id, subject_id=mailbox_id, data=data)
