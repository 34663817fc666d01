"""End calls whose worker is gone: without a mark no call began, with one nobody knows."""

from collections.abc import Callable
from datetime import timedelta

from django.db.models.functions import Now

from admission.actions import settle
from admission.actions.ledger import SEND_LEASE
from admission.models import Permit
from app.actions.attempts import in_transaction
from app.core.errors import Busy
from app.gates import Gates
from mailboxes import locks
from mailboxes.actions.deliveries import CALL_LEASE
from mailboxes.core.states import LEFT_US, DeliveryState
from mailboxes.models import Delivery

PATIENCE = timedelta(milliseconds=200)  # a sweeper never waits: the next sweep comes in seconds


def sweep_leases(*, limit: int = 200) -> int:
    """sending -> prepared or uncertain for every lease that ran out; return how many were ended.

    A report that came during the call took the lease away; without this its permit would stay open and the mailbox
    wait for ever when the worker died.
    """
    under_way = Permit.objects.filter(state=Permit.State.OPEN).values("delivery_id")
    stale = Delivery.objects.filter(id__in=under_way, state=DeliveryState.SENDING, lease_until__lt=Now())
    stale = stale.order_by("lease_until")
    ended = sum(_end(*row) for row in list(stale.values_list("id", "workspace_id", "recipient_id")[:limit]))
    left = Permit.objects.filter(
        state=Permit.State.OPEN, delivery__state__in=LEFT_US, granted_at__lt=Now() - SEND_LEASE - CALL_LEASE
    )
    return ended + sum(_prove(*row) for row in list(left.values_list("id", "workspace_id", "recipient_id")[:limit]))


def _end(delivery_id: int, workspace_id: int, recipient_id: int) -> bool:
    def work() -> bool:
        locks.enter(Gates(workspace_id), [recipient_id], patience=PATIENCE)
        stale = Delivery.objects.filter(id=delivery_id, state=DeliveryState.SENDING, lease_until__lt=Now())
        # The row itself is locked: a mark may be under way, and whoever comes second sees what the first one did.
        row = stale.select_for_update(no_key=True).values_list("permit_id", "call_began_at").first()
        if row is None or row[0] is None:
            return False
        held = settle.read(row[0])
        if row[1] is None:
            settle.void(held, "lease_over")
            settle.land(held, None)
        else:
            settle.land(held, settle.vanish(held, "lease_over"))  # it may have left as late as now: its gap begins
        return True

    return _tried(work)


def _prove(permit_id: int, workspace_id: int, recipient_id: int) -> bool:
    """Close a call whose mail a report proved sent, and whose worker never settled it."""

    def work() -> bool:
        locks.enter(Gates(workspace_id), [recipient_id], patience=PATIENCE)
        held = settle.read(permit_id)
        if held.permit_state != Permit.State.OPEN or held.state not in LEFT_US:
            return False
        settle.prove(held)
        return True

    return _tried(work)


def _tried(work: Callable[[], bool]) -> bool:
    try:
        return in_transaction(work, tries=1)
    except Busy:
        return False
