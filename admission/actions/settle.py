"""Record how a call ended: the transaction names its permit, and a verdict for a replaced one changes nothing."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from django.db import DatabaseError, transaction

from admission.actions.blame import judged, pause_blamed
from admission.core.settlement import (
    LONGEST_LIMIT,
    OF_THE_ACCOUNT,
    Accepted,
    Deferred,
    NotCalled,
    Rejected,
    Settlement,
    Vanished,
    response_of,
)
from admission.models import Incident, Permit
from app import sql
from app.actions import clock, events
from app.actions.attempts import in_transaction, outlasting
from app.actions.events import EventRow
from app.actions.transactions import in_one_go
from app.core.backoff import retry_delay
from app.failpoints import failpoint
from app.gates import Gates
from bounces.actions.outcomes import Came, record
from bounces.core.outcomes import of_category
from mailboxes import locks
from mailboxes.actions import deliveries, limits
from mailboxes.core.errors import Scope
from mailboxes.core.message import Receipt
from mailboxes.core.states import LEFT_US, DeliveryState
from mailboxes.models import Delivery, DeliveryBody

log = logging.getLogger(__name__)

FIRST_RETRY = timedelta(minutes=10)  # world time; a greylist lets nobody in sooner
LONGEST_RETRY = timedelta(hours=4)
type People = tuple[int, int | None, int]
OPEN = (Permit.State.OPEN, Permit.State.UNCERTAIN)
# Responses of permits whose call left nothing behind: by two complete reads, or by a person's word.
PROVED_ABSENT = "void proved absent"
SAID_ABSENT = "void said absent"
CLOSES_AS: dict[type, Permit.State] = {
    Accepted: Permit.State.ACCEPTED,
    Rejected: Permit.State.REJECTED,
    Deferred: Permit.State.DEFERRED,
}


@dataclass(frozen=True, slots=True)
class Held:
    """A permit with the delivery it holds, as they stand under the recipient's lock."""

    permit_id: int
    permit_state: str
    delivery_id: int
    mailbox_id: int
    recipient_id: int
    workspace_id: int
    campaign_id: int | None
    state: str
    holder: int | None
    attempts: int
    touch_id: int | None


def settle(
    permit_id: int,
    settlement: Settlement,
    *,
    chance: float,
    people: People | None = None,
    ahead: Callable[[], object] | None = None,
) -> bool:
    """Write a call's verdict, its event and what follows, in one transaction; False: the permit was replaced.

    Locks gates (shared) and the recipient, ends with the mailbox's budget. `chance` (0 to 1) spreads a retry;
    `people` is (workspace, campaign, recipient), read here where the caller has not; `ahead` asks, together with the
    acceptance, what its reactions will ask. A database that went away is waited for: a verdict that is lost leaves a
    mail in doubt. One that had come through is found and not written twice.
    """

    def once() -> bool:
        return _settle(permit_id, people or _people(permit_id), settlement, chance, ahead)

    def whole() -> bool:
        done = _in_one_go(once) if isinstance(settlement, Accepted) else None
        return in_transaction(once) if done is None else done

    return outlasting(whole)


def _in_one_go(work: Callable[[], bool]) -> bool | None:
    """Try it in the fewest round trips; None: a statement failed, nothing was changed, it is to be done step by step.

    It may be a reaction's, which must not take the verdict with it, or a lost race.
    """
    try:
        with in_one_go(), transaction.atomic(durable=True):
            return work()
    except DatabaseError:
        return None


def _people(permit_id: int) -> People:
    return Permit.objects.values_list("workspace_id", "campaign_id", "recipient_id").get(id=permit_id)


def _settle(
    permit_id: int, people: People, settlement: Settlement, chance: float, ahead: Callable[[], object] | None
) -> bool:
    workspace_id, campaign_id, recipient_id = people
    locks.entering(Gates(workspace_id, campaign_id), [recipient_id], keyed=isinstance(settlement, Accepted))
    if isinstance(settlement, Accepted) and accept(permit_id, settlement.receipt, ahead=ahead) is not None:
        return True
    held = read(permit_id)
    if held.holder != permit_id or held.permit_state not in OPEN:
        if isinstance(settlement, Accepted):
            _left_after_all(held)
        if not _known(held, settlement):
            _incident(held, response_of(settlement))
        return False
    if held.state in LEFT_US:
        prove(held)  # a report was faster, and knows better than a broken connection
        return True
    settlement = judged(held.delivery_id, held.mailbox_id, settlement)
    began = _refused(held, settlement, chance)
    pause_blamed(held.mailbox_id, settlement)
    land(held, began)
    return True


def _known(held: Held, settlement: Settlement) -> bool:
    """Tell whether the permit ended like this already: found in Sent, or this very verdict, whose commit broke."""
    if isinstance(settlement, NotCalled):
        return Permit.objects.filter(id=held.permit_id, response=f"void {settlement.reason}"[:200]).exists()
    return held.permit_state == CLOSES_AS.get(type(settlement))


def _refused(held: Held, settlement: Settlement, chance: float) -> datetime | None:
    """Write any other verdict than a yes; return when the mailbox's gap begins, None where no call was made."""
    match settlement:
        case Rejected():
            return _reject(held, settlement)
        case Deferred():
            return _defer(held, settlement, chance)
        case NotCalled():
            void(held, settlement.reason)
            return None
        case Vanished():
            return vanish(held, settlement.reason)
    message = f"permit {held.permit_id} is open, and its delivery is {held.state}"
    raise AssertionError(message)


def read(permit_id: int) -> Held:
    """Return the permit and its delivery; the caller holds the recipient's lock."""
    (row,) = sql.rows("admission", "settling", {"permit_id": permit_id})
    return Held(permit_id, *row)


def land(held: Held, sent_at: datetime | None) -> None:
    """Clear the mailbox's call in flight and start its gap: the last lock of the transaction."""
    _land(held.permit_id, held.mailbox_id, sent_at)


def _land(permit_id: int, mailbox_id: int, sent_at: datetime | None) -> None:
    failpoint("settle.before_budget")
    sql.ask("admission", "land", {"sent_at": sent_at, "permit_id": permit_id, "mailbox_id": mailbox_id})


def accept(
    permit_id: int, receipt: Receipt, *, world_at: datetime | None = None, ahead: Callable[[], object] | None = None
) -> datetime | None:
    """sending or uncertain -> accepted, with permit, event, next step (a reaction) and, last, the mailbox's budget.

    Returns the world time of acceptance; None, and nothing is changed, when the permit was replaced. The caller holds
    the recipient's lock.
    """
    values = {
        "permit_id": permit_id,
        "world_at": world_at,
        "provider_id": receipt.provider_id,
        "thread_id": receipt.provider_thread_id,
        "message_id": receipt.message_id or "",
    }
    asked = sql.ask("admission", "accept", values)
    if ahead is not None:
        ahead()
    found = asked.rows()
    if not found:
        return None
    ((delivery_id, workspace_id, recipient_id, touch_id, mailbox_id, accepted_at, event_id, at, told_at),) = found
    data = {"permit": permit_id, "touch": touch_id}
    events.react(EventRow(event_id, workspace_id, "delivery.accepted", delivery_id, recipient_id, data, at, told_at))
    _land(permit_id, mailbox_id, accepted_at)
    return cast("datetime", accepted_at)


def _reject(held: Held, settlement: Rejected) -> datetime:
    """sending or uncertain -> rejected; a refused recipient is an outcome, anything else is our side's failure."""
    deliveries.moved(
        held.delivery_id, held.state, "reject", settled_at=clock.now(), lease_until=None, reason=settlement.category
    )
    _close(held, Permit.State.REJECTED, response_of(settlement))
    _keep_words(held, settlement.words)
    if settlement.scope is Scope.RECIPIENT:
        outcome, effect = of_category(settlement.category)
        record(
            Came(
                workspace_id=held.workspace_id,
                recipient_id=held.recipient_id,
                kind=outcome,
                effect=effect,
                delivery_id=held.delivery_id,
                exact=True,
                rule="refused_at_boundary",
                category=settlement.category,
                status=settlement.enhanced,
            )
        )
    _tell(held, "delivery.rejected", scope=settlement.scope, category=settlement.category, code=settlement.code)
    return clock.world_now()


def _defer(held: Held, settlement: Deferred, chance: float) -> datetime:
    """sending or uncertain -> prepared, not before a while: the same mail is tried again with a new permit."""
    of_mailbox = settlement.scope in OF_THE_ACCOUNT
    attempt = _refused_in_a_row(held) if of_mailbox else held.attempts or 1
    wait = retry_delay(attempt, chance, base=FIRST_RETRY, cap=LONGEST_RETRY)
    world = clock.world_clock()
    now = clock.now()
    if of_mailbox:
        asked = min(settlement.retry_after or wait, LONGEST_LIMIT)
        not_before = world.world(now + asked)
    else:
        not_before = world.world(now) + max(wait, settlement.retry_after or wait)
    deliveries.moved(held.delivery_id, held.state, "defer", lease_until=None, call_began_at=None, not_before=not_before)
    _close(held, Permit.State.DEFERRED, response_of(settlement))
    _keep_words(held, settlement.words)
    _tell(held, "delivery.deferred", scope=settlement.scope, code=settlement.code, until=not_before.isoformat())
    if of_mailbox:
        locks.lock_budget(held.mailbox_id)
        limits.rest(held.mailbox_id, now + asked, said=f"{settlement.code or ''} {settlement.enhanced}".strip())
    return world.world(now)


def _refused_in_a_row(held: Held) -> int:
    """Return how many calls of this mailbox were put off since the last one that came through, this one included."""
    permits = Permit.objects.filter(mailbox_id=held.mailbox_id).order_by("-number").values_list("number", flat=True)
    last = permits.filter(state__in=(Permit.State.ACCEPTED, Permit.State.REJECTED)).first()
    return permits.filter(state=Permit.State.DEFERRED, number__gt=last or 0).count() + 1


def void(held: Held, reason: str) -> None:
    """sending or uncertain -> prepared: no call began. The permit and its share of the day are spent all the same."""
    event = "release" if held.state == DeliveryState.UNCERTAIN else "void"
    deliveries.moved(held.delivery_id, held.state, event, lease_until=None, call_began_at=None, reason=reason[:60])
    _close(held, Permit.State.VOID, f"void {reason}")
    _tell(held, "delivery.void", reason=reason)


def vanish(held: Held, reason: str) -> datetime:
    """sending -> uncertain: it may have left; nothing resends it on its own."""
    if held.state == DeliveryState.SENDING:
        Delivery.objects.filter(id=held.delivery_id, call_began_at=None).update(call_began_at=clock.now())
        deliveries.moved(held.delivery_id, held.state, "vanish", lease_until=None, reason=reason[:60])
        Permit.objects.filter(id=held.permit_id, state=Permit.State.OPEN).update(
            state=Permit.State.UNCERTAIN, settled_at=clock.now(), response=f"uncertain {reason}"[:200]
        )
        _tell(held, "delivery.uncertain", reason=reason)
    return clock.world_now()


def release(held: Held, why: str = PROVED_ABSENT) -> None:
    """uncertain -> prepared: its absence is proved, or stated. A new permit is needed; the Message-ID stays."""
    deliveries.moved(held.delivery_id, held.state, "release", lease_until=None, call_began_at=None, reason="absent")
    Permit.objects.filter(id=held.permit_id).update(state=Permit.State.VOID, response=why)
    _tell(held, "delivery.released")


def proved(event: EventRow) -> None:
    """A reply or report names the mail: a delivery in doubt had left. Reaction to delivery.proved.

    The report itself may have moved the delivery to bounced already: its permit is in doubt until here.
    """
    permit_id, recipient_id = Delivery.objects.values_list("permit_id", "recipient_id").get(id=event.subject_id)
    if permit_id is None:
        return
    locks.enter(Gates(event.workspace_id), [recipient_id])
    held = read(permit_id)
    if held.permit_state == Permit.State.UNCERTAIN:
        prove(held)
    elif _left_after_all(held):
        _incident(held, "proved after it was released")


def _left_after_all(held: Held) -> bool:
    """Take a released mail back that had left: what its step asks for from now on is refused as a copy."""
    released = Permit.objects.filter(id=held.permit_id, response__in=(PROVED_ABSENT, SAID_ABSENT)).exists()
    return released and deliveries.withdraw(held.delivery_id, reason="proved")


def prove(held: Held) -> None:
    """The mail had left, whatever its worker saw or did not live to see: accepted, at the time of its permit."""
    at = Permit.objects.values_list("world_at", flat=True).get(id=held.permit_id)
    accept(held.permit_id, Receipt("", "", None, "proved by an answer"), world_at=at)


def _close(held: Held, state: Permit.State, response: str) -> None:
    Permit.objects.filter(id=held.permit_id, state__in=OPEN).update(
        state=state, settled_at=clock.now(), response=response[:200]
    )


def _keep_words(held: Held, words: str) -> None:
    """Keep what the server said beside the mail's own words, unless these were erased meanwhile."""
    bodies = DeliveryBody.objects.filter(delivery_id=held.delivery_id).exclude(address="")
    for body in bodies if words else ():
        bodies.update(answers={**body.answers, str(held.permit_id): words})


def _tell(held: Held, kind: str, **data: object) -> None:
    events.append(
        kind=kind,
        workspace_id=held.workspace_id,
        subject_id=held.delivery_id,
        recipient_id=held.recipient_id,
        data={"permit": held.permit_id, "touch": held.touch_id, **data},
    )


def _incident(held: Held, verdict: str) -> None:
    """A verdict for a permit that no longer holds its delivery is kept and alarms; it moves nothing else."""
    log.error("permit %d got a late verdict after it was replaced: %s", held.permit_id, verdict)
    Incident.objects.create(
        workspace_id=held.workspace_id,
        kind="late_verdict",
        delivery_id=held.delivery_id,
        permit_id=held.permit_id,
        data={"verdict": verdict, "state": held.state},
        at=clock.now(),
    )
    _tell(held, "incident.late_verdict", verdict=verdict)
