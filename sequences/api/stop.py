"""The stop button: of all sending of a workspace, and of one mailbox."""

from ninja import Router

from app.actions import halts
from app.api.seats import Asked, needs
from sequences.actions.emergency import resume_mailbox, stop_mailbox, stop_workspace
from sequences.actions.standing import Standing, standing
from sequences.api.wishes import Number, Reason, Strict, mailbox_of

router = Router(tags=["stop"])


class Wish(Strict):
    """Why; it is shown to everybody."""

    reason: Reason = ""


@router.get("", response=Standing)
@needs("see")
def show(request: Asked) -> Standing:
    """What stands still, since when and by whom, and the mails that were under way; times are true time."""
    return standing(request.auth.workspace)


@router.post("", response=Standing)
@needs("stop_sending")
def stop(request: Asked, asked: Wish) -> Standing:
    """Stop all sending: no mail is cleared any more. What was under way is listed; at most one a worker still ends."""
    _, shown = stop_workspace(request.auth.workspace, asked.reason, by_id=request.auth.user_id)
    return shown


@router.delete("", response=Standing)
@needs("resume_sending")
def resume(request: Asked) -> Standing:
    """Let all sending go on; what waited is planned again, within its limits."""
    halts.resume(request.auth.workspace_id, by_id=request.auth.user_id)
    return standing(request.auth.workspace)


@router.post("/mailboxes/{number}", response=Standing)
@needs("stop_sending")
def stop_one(request: Asked, number: Number, asked: Wish) -> Standing:
    """Stop one mailbox: nothing leaves from it any more; its inbox is still read."""
    _, shown = stop_mailbox(mailbox_of(request, number), asked.reason, by_id=request.auth.user_id)
    return shown


@router.delete("/mailboxes/{number}", response=Standing)
@needs("connect_mailboxes")
def resume_one(request: Asked, number: Number) -> Standing:
    """Let a stopped mailbox send again."""
    return resume_mailbox(mailbox_of(request, number), by_id=request.auth.user_id)
