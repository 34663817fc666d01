"""People about whom somebody decides before anything leaves: a risky address, an answer elsewhere, a customer.

Their steps are held from the start, and a send looks once more. A decision is remembered: no file undoes it.
"""

from collections.abc import Collection, Sequence

from django.db.models import F
from django.db.models.functions import Greatest

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Busy
from app.gates import Gates
from mailboxes import locks
from sequences.core.standing import Caution
from sequences.core.states import TouchState
from sequences.models import Contact, Touch

REASONS = [caution.value for caution in Caution]


def hold(contact_ids: Sequence[int], enrollment_ids: Sequence[int]) -> None:
    """scheduled -> held for those of these new enrollments whose contact has a caution; their locks are held."""
    found = Contact.objects.filter(id__in=contact_ids).exclude(caution="").values_list("caution", flat=True)
    for caution in sorted(set(found)):
        first = Touch.objects.filter(enrollment_id__in=enrollment_ids, state=TouchState.SCHEDULED, kind="email")
        first.filter(enrollment__contact__caution=caution).update(state=TouchState.HELD, hold_reason=caution)


def free_cleared(recipient_ids: Collection[int]) -> int:
    """held -> scheduled for a caution that the contact has no more; the caller holds the recipients' locks."""
    held = Touch.objects.filter(
        enrollment__recipient_id__in=recipient_ids,
        state=TouchState.HELD,
        hold_reason__in=REASONS,
        enrollment__contact__caution="",
    )
    return Touch.objects.filter(id__in=list(held.values_list("id", flat=True)), state=TouchState.HELD).update(
        state=TouchState.SCHEDULED,
        hold_reason="",
        hold_detail="",
        eligible_at=Greatest(F("eligible_at"), clock.world_now()),
    )


def waive(contact: Contact, *, by_id: int | None = None) -> bool:
    """Decide that somebody may be written to although there is a caution; False when there is none.

    What waited for it goes on. Locks the recipient. Raises Busy.
    """

    def work() -> bool:
        locks.enter(Gates(contact.workspace_id), [contact.recipient_id])
        same = Contact.objects.filter(id=contact.id, recipient_id=contact.recipient_id)
        stands = same.values_list("caution", flat=True).first()
        if stands is None:
            raise Busy("Somebody else has just changed or erased this contact.")
        if not stands:
            return False
        same.update(waived=F("caution"), caution="", updated_at=clock.now())
        free_cleared([contact.recipient_id])
        events.append(
            kind="contact.cleared",
            workspace_id=contact.workspace_id,
            subject_id=contact.id,
            recipient_id=contact.recipient_id,
            data={"reason": stands, "by": by_id},
        )
        return True

    return in_transaction(work)
