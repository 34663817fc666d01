"""End calls whose worker is gone: without a mark no call began, with one nobody knows."""

from datetime import timedelta

from django.db.models.functions import Now

from admission.actions import settle
from app.actions.attempts import in_transaction
from app.core.errors import Busy
from app.gates import Gates
from mailboxes import locks
from mailboxes.core.states import DeliveryState
from mailboxes.models import Delivery

PATIENCE = timedelta(milliseconds=200)  # a sweeper never waits: the next sweep comes in seconds


def sweep_leases(*, limit: int = 200) -> int:
    """sending -> prepared or uncertain for every lease that ran out; return how many were ended."""
    stale = Delivery.objects.filter(state=DeliveryState.SENDING, lease_until__lt=Now()).order_by("lease_until")
    return sum(_end(*row) for row in list(stale.values_list("id", "workspace_id", "recipient_id")[:limit]))


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
        else:
            settle.vanish(held, "lease_over")
        settle.land(held, None)
        return True

    try:
        return in_transaction(work, tries=1)
    except Busy:
        return False
