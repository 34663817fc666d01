"""Take an import back: what it made and nobody ever wrote to goes; what stays is counted, with the reason."""

from collections import Counter
from collections.abc import Sequence

from app.actions import events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.gates import Gates
from mailboxes import locks
from mailboxes.models import Delivery
from sequences import queries
from sequences.actions import enrollments
from sequences.core.states import EnrollmentState
from sequences.models import Contact, Enrollment, Import

REASON = "import_undone"
GOING = "going"


def ask(one: Import, *, by_id: int | None = None) -> None:
    """Begin to take a finished import back; the worker does it. Raises Refused."""
    won = Import.objects.filter(id=one.id, state=Import.State.DONE, undone={}).update(undone={GOING: True, "by": by_id})
    if not won:
        raise Refused("Only a finished import can be taken back, and only once.")


def to_be_undone() -> list[int]:
    """Return the imports that are being taken back, oldest first: going on with each is harmless."""
    return list(Import.objects.filter(state=Import.State.DONE, undone__going=True).values_list("id", flat=True))


def undo(import_id: int) -> None:
    """Take back batch after batch, each under the locks of its people; what is left is counted at the end.

    Two at one import are harmless. Raises Busy: what is done is done, and it goes on later.
    """
    one = Import.objects.get(id=import_id)
    if not one.undone.get(GOING):
        return
    after = 0
    while people := _people(one, after):
        in_transaction(lambda people=people: _batch(one, people))  # type: ignore[misc]
        after = people[-1]
    in_transaction(lambda: _finish(one))


def _people(one: Import, after: int) -> list[int]:
    """Return whom the import wrote or enrolled, in the order of their ids."""
    made = Contact.objects.filter(import_id=one.id, recipient_id__gt=after)
    joined = Enrollment.objects.filter(
        workspace_id=one.workspace_id, import_id=one.id, recipient_id__gt=after, state=EnrollmentState.ACTIVE
    )
    if one.campaign_id is None:
        joined = joined.none()
    ids = {
        *made.order_by("recipient_id").values_list("recipient_id", flat=True)[: locks.MOST_RECIPIENTS],
        *joined.order_by("recipient_id").values_list("recipient_id", flat=True)[: locks.MOST_RECIPIENTS],
    }
    return sorted(ids)[: locks.MOST_RECIPIENTS]


def _batch(one: Import, people: Sequence[int]) -> None:
    locks.enter(Gates(one.workspace_id, one.campaign_id), people)
    _leave_campaigns(one, people)
    values = {"import_id": one.id, "recipients": list(people)}
    found = queries.rows("import_undoable", values)
    gone = [row["contact_id"] for row in found if not row["mailed"] and not row["elsewhere"]]
    Contact.objects.filter(id__in=gone).delete()


def _leave_campaigns(one: Import, people: Sequence[int]) -> None:
    """End what it began for people who got no mail of it; where nothing was ever written, without a trace."""
    joined = Enrollment.objects.filter(recipient_id__in=people, import_id=one.id)
    mailed = Delivery.objects.filter(recipient_id__in=people, campaign_id=one.campaign_id).exclude(
        state__in=["prepared", "withdrawn"]
    )
    unmailed = joined.exclude(recipient_id__in=list(mailed.values_list("recipient_id", flat=True)))
    for enrollment in unmailed.filter(state=EnrollmentState.ACTIVE):
        enrollments.end(enrollment, "stop", reason=REASON)
    written = Delivery.objects.filter(recipient_id__in=people, campaign_id=one.campaign_id)
    unmailed.exclude(recipient_id__in=list(written.values_list("recipient_id", flat=True))).delete()


def _finish(one: Import) -> None:
    locked = Import.objects.select_for_update(of=("self",)).get(id=one.id)
    if not locked.undone.get(GOING):
        return
    counted: Counter[str] = Counter()
    left = Contact.objects.filter(import_id=one.id).count()
    counted["stays"] = left
    counted["removed"] = max(0, locked.created - left)
    counted["updated"] = locked.updated
    mailed = Contact.objects.filter(import_id=one.id, recipient__delivery__isnull=False).values("id").distinct().count()
    counted["mailed"] = min(mailed, left)
    by_id = locked.undone.get("by")
    Import.objects.filter(id=one.id).update(state=Import.State.UNDONE, undone=dict(counted) | {"by": by_id})
    events.append(
        kind="import.undone",
        workspace_id=one.workspace_id,
        subject_id=one.id,
        data={"by": by_id, "removed": counted["removed"], "stays": left},
    )
