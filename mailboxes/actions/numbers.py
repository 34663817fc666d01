"""Change the numbers of a mailbox; the next permit reads them under the same lock."""

from collections.abc import Mapping

from app.actions import events
from app.actions.attempts import in_transaction
from mailboxes import locks
from mailboxes.core.numbers import NUMBERS
from mailboxes.models import Mailbox


def numbers_of(mailbox: Mailbox) -> dict[str, int | None]:
    """Return the numbers of a mailbox by the names that people type."""
    return {name: getattr(mailbox, bounds.column) for name, bounds in NUMBERS.items()}


def set_numbers(mailbox: Mailbox, changes: Mapping[str, int | None], *, by_id: int | None = None) -> dict[str, object]:
    """Write what differs, with an event that holds before and after; return that. Locks the budget. Raises Busy."""

    def work() -> dict[str, object]:
        locks.lock_budget(mailbox.id)
        before = numbers_of(Mailbox.objects.get(id=mailbox.id))
        moved = {name: [before[name], value] for name, value in changes.items() if before[name] != value}
        if moved:
            columns = {NUMBERS[name].column: changes[name] for name in moved}
            Mailbox.objects.filter(id=mailbox.id).update(**columns)
            events.append(
                kind="mailbox.numbers_changed",
                workspace_id=mailbox.workspace_id,
                subject_id=mailbox.id,
                data={"by": by_id, "numbers": moved},
            )
        return dict(moved)

    found = in_transaction(work)
    mailbox.refresh_from_db()
    return found
