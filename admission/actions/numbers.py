"""Change the numbers a workspace decides by: a new version each time, which acts at the next permit."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError

from admission.core.policy import Policy, parse
from admission.models import PolicyVersion
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.models import Workspace


def set_policy(workspace: Workspace, changes: Mapping[str, Any], *, by_id: int | None = None) -> Policy:
    """Write a version with these numbers changed, and its event with before and after. Raises Refused.

    What was never set keeps its default, also when that changes. Locks nothing: a permit that read the version before
    compares it under its locks. Of two people who change it at once the second is refused.
    """
    newest = PolicyVersion.objects.filter(workspace=workspace).order_by("-number").first()
    stored: dict[str, Any] = dict(newest.values) if newest else {}
    number = (newest.number if newest else 0) + 1
    wanted = {**stored, **changes}
    before, after = parse(stored), parse(wanted, version=number)
    moved = {name: [getattr(before, name), getattr(after, name)] for name in changes}

    def work() -> None:
        PolicyVersion.objects.create(
            workspace=workspace, number=number, values=wanted, created_at=clock.now(), created_by_id=by_id
        )
        data = {"by": by_id, "version": number, "numbers": moved}
        events.append(kind="policy.changed", workspace_id=workspace.id, subject_id=workspace.id, data=data)

    try:
        in_transaction(work)
    except IntegrityError as error:
        raise Refused("Somebody else changed the numbers just now; look at them again.") from error
    return after
