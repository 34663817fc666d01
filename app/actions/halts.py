"""The stop button of a workspace: from the commit on no permit is granted in it, until a person lets it go on."""

from app import gates
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.models import Workspace


def halt(workspace_id: int, reason: str, *, by_id: int | None = None) -> bool:
    """Halt all sending, behind the workspace's gate; False when it was halted already. Raises Busy."""

    def work() -> bool:
        gates.close(f"workspace:{workspace_id}")
        running = Workspace.objects.filter(id=workspace_id, halted_at=None)
        won = running.update(halted_at=clock.now(), halt_reason=reason[:200]) == 1
        if won:
            _tell("workspace.halted", workspace_id, by_id)
        return won

    return in_transaction(work)


def resume(workspace_id: int, *, by_id: int | None = None) -> bool:
    """Let sending go on; False when nothing was halted. What waited is planned again, its slots are in the past."""

    def work() -> bool:
        gates.close(f"workspace:{workspace_id}")
        halted = Workspace.objects.filter(id=workspace_id, halted_at__isnull=False)
        won = halted.update(halted_at=None, halt_reason="") == 1
        if won:
            _tell("workspace.resumed", workspace_id, by_id)
        return won

    return in_transaction(work)


def _tell(kind: str, workspace_id: int, by_id: int | None) -> None:
    """Append the event; a person's own words for the reason stay in the workspace's row."""
    events.append(kind=kind, workspace_id=workspace_id, subject_id=workspace_id, data={"by": by_id})
