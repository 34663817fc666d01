"""The stop button, of a workspace and of a mailbox: no permit after its commit, and what was under way is shown."""

from app.actions import halts
from app.core.errors import Refused
from app.core.machine import IllegalMove
from app.models import Workspace
from mailboxes.actions import mailboxes
from mailboxes.core.states import MailboxState
from mailboxes.models import Mailbox
from sequences.actions.standing import Standing, standing

NOT_SENDING = {
    MailboxState.DISCONNECTED: "is disconnected: nothing leaves from it",
    MailboxState.RECONNECT_NEEDED: "must sign in again: nothing leaves from it before somebody does",
}


def stop_workspace(workspace: Workspace, reason: str, *, by_id: int | None = None) -> tuple[bool, Standing]:
    """Halt all sending and return what was under way; the flag is False when it stood still already. Raises Busy.

    Closes the workspace's gate: whoever holds a permit had it before, and is in the list.
    """
    new = halts.halt(workspace.id, reason, by_id=by_id)
    return new, standing(workspace)


def stop_mailbox(mailbox: Mailbox, reason: str, *, by_id: int | None = None) -> tuple[bool, Standing]:
    """connected -> paused, and what was under way; False when it was paused already. Raises Refused, Busy.

    Locks its budget, which a permit takes last: whoever holds a permit had it before, and is in the list.
    """
    try:
        mailboxes.pause(mailbox, reason=reason, by_id=by_id)
    except IllegalMove as error:
        mailbox.refresh_from_db()
        if mailbox.state in NOT_SENDING:
            raise Refused(f"{mailbox.address} {NOT_SENDING[MailboxState(mailbox.state)]}.") from error
        return False, standing(mailbox.workspace, mailbox)
    return True, standing(mailbox.workspace, mailbox)


def resume_mailbox(mailbox: Mailbox, *, by_id: int | None = None) -> Standing:
    """paused -> connected. Locks its budget. Raises Refused where nobody stopped it, Busy."""
    try:
        mailboxes.resume(mailbox, by_id=by_id)
    except IllegalMove as error:
        raise Refused(f"{mailbox.address} was not stopped.") from error
    return standing(mailbox.workspace, mailbox)
