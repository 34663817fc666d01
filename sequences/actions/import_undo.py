"""Take an import back: what it made and nobody ever wrote to goes; what stays is counted, with the reason."""

from collections import Counter
from collections.abc import Sequence
from itertools import batched

from app.actions import events
from app.actions.attempts import in_transaction
from app.actions.event_batches import Line, append_many
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
    for people in batched(_people(one), locks.MOST_RECIPIENTS, strict=False):
        in_transaction(lambda people=people: _batch(one, people))  # type: ignore[misc]
    in_transaction(lambda: _finish(one))


def _people(one: Import) -> list[int]:
    """Return whom the import wrote or enrolled, read once: numbers, of which 200,000 are few bytes."""
    made = set(Contact.objects.filter(import_id=one.id).values_list("recipient_id", flat=True))
    if one.campaign_id is not None:
        joined = Enrollment.objects.filter(campaign_id=one.campaign_id, import_id=one.id, state=EnrollmentState.ACTIVE)
        made.update(joined.values_list("recipient_id", flat=True))
    return sorted(made)


def _batch(one: Import, people: Sequence[int]) -> None:
    locks.enter(Gates(one.workspace_id, one.campaign_id), people)
    if one.campaign_id is not None:
        _leave_campaign(one, one.campaign_id, people)
    found = queries.rows("import_undoable", {"import_id": one.id, "recipients": list(people)})
    gone = [row["contact_id"] for row in found if not row["mailed"] and not row["elsewhere"]]
    Contact.objects.filter(id__in=gone).delete()


def _leave_campaign(one: Import, campaign_id: int, people: Sequence[int]) -> None:
    """End what it began for people who got no mail of it; where none was ever written, without a trace but the event.

    So the same people can join once the file was mended.
    """
    mails = dict[int, bool]()  # recipient -> one of them left, or may have
    written = Delivery.objects.filter(recipient_id__in=people, campaign_id=campaign_id)
    for recipient_id, state in written.values_list("recipient_id", "state"):
        mails[recipient_id] = mails.get(recipient_id, False) or state not in {"prepared", "withdrawn"}
    active = Enrollment.objects.filter(
        recipient_id__in=people, campaign_id=campaign_id, import_id=one.id, state=EnrollmentState.ACTIVE
    )
    untouched = list(active.exclude(recipient_id__in=list(mails)).values_list("id", "recipient_id"))
    told = {"state": "stopped", "reason": REASON, "campaign": campaign_id}
    lines = [Line(enrollment_id, recipient_id, told) for enrollment_id, recipient_id in untouched]
    append_many(kind="enrollment.ended", workspace_id=one.workspace_id, lines=lines)
    Enrollment.objects.filter(id__in=[enrollment_id for enrollment_id, _ in untouched]).delete()
    for enrollment in active.filter(recipient_id__in=[person for person, left in mails.items() if not left]):
        enrollments.end(enrollment, "stop", reason=REASON)


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
