"""Versions of the graded protection policy: drafted, watched, enforced and rolled back by a person, never edited.

From day one a workspace is watched by version 1, which nobody has to make. `enforce_from` is world time, and the one
switch: whoever reads it acts from the same instant on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from admission.core.protection.numbers import Numbers, as_values, parse
from admission.models import ProtectionPolicy
from app import gates
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.models import Workspace

FIRST = 1  # the version that watches before anybody has drafted one


@dataclass(frozen=True, slots=True)
class InForce:
    """Which version judges, since when it acts (None: it watches only), and which newer one is tried beside it."""

    acting: Numbers
    enforce_from: datetime | None
    tried: Numbers | None = None

    def enforced(self, world_now: datetime) -> bool:
        """Tell whether the stages act."""
        return self.enforce_from is not None and self.enforce_from <= world_now


def in_force(workspace_id: int, world_now: datetime) -> InForce | None:
    """Return the newest version that is enforced, else the newest that is watched; None: nobody watches yet."""
    living = _living(workspace_id).exclude(watched_from=None).order_by("-number")
    found = list(living.values_list("number", "values", "enforce_from"))
    if not found:
        return None
    acting = next((row for row in found if row[2] is not None and row[2] <= world_now), found[0])
    newest = found[0]
    tried = parse(newest[1], version=newest[0]) if newest[0] != acting[0] else None
    return InForce(parse(acting[1], version=acting[0]), acting[2], tried)


def _living(workspace_id: int) -> QuerySet[ProtectionPolicy]:
    return ProtectionPolicy.objects.filter(workspace_id=workspace_id, rolled_back_at=None)


def watch_first(workspace_id: int) -> None:
    """Let the default numbers watch a workspace that no version watches; another process may have done it."""

    def work() -> None:
        _alone(workspace_id)
        if not ProtectionPolicy.objects.filter(workspace_id=workspace_id).exists():
            _store(workspace_id, Numbers(), by_id=None, watched_from=clock.world_now())
            _tell(workspace_id, FIRST, "watched", None)

    in_transaction(work)


def draft(workspace: Workspace, values: Mapping[str, Any], *, by_id: int | None) -> ProtectionPolicy:
    """Keep the numbers as a new version that does nothing yet; those not named are the defaults. Raises Refused."""
    numbers = parse(values)

    def work() -> ProtectionPolicy:
        _alone(workspace.id)
        made = _store(workspace.id, numbers, by_id=by_id)
        _tell(workspace.id, made.number, "drafted", by_id)
        return made

    return in_transaction(work)


def _store(
    workspace_id: int, numbers: Numbers, *, by_id: int | None, watched_from: datetime | None = None
) -> ProtectionPolicy:
    newest = ProtectionPolicy.objects.filter(workspace_id=workspace_id).order_by("-number").first()
    return ProtectionPolicy.objects.create(
        workspace_id=workspace_id,
        number=newest.number + 1 if newest else FIRST,
        values=as_values(numbers),
        created_at=clock.now(),
        created_by_id=by_id,
        watched_from=watched_from,
    )


def watch(workspace: Workspace, number: int, *, by_id: int | None) -> None:
    """drafted -> watched: its decisions are recorded, and act on nothing. Raises Refused."""

    def work() -> None:
        policy = _chosen(workspace, number)
        if policy.watched_from is not None:
            raise Refused(f"Version {number} is watched already.")
        ProtectionPolicy.objects.filter(id=policy.id).update(watched_from=clock.world_now())
        _tell(workspace.id, number, "watched", by_id)

    in_transaction(work)


def enforce(workspace: Workspace, number: int, *, since: datetime | None = None, by_id: int | None) -> datetime:
    """watched -> enforced from an instant on, now where none is named, never in the past. Raises Refused."""

    def work() -> datetime:
        policy = _chosen(workspace, number)
        if policy.watched_from is None:
            raise Refused(f"Version {number} was never watched: nobody has seen what it would do.")
        if policy.enforce_from is not None:
            raise Refused(f"Version {number} is enforced from {policy.enforce_from:%Y-%m-%d %H:%M} UTC on already.")
        now = clock.world_now()
        if since is not None and since < now:
            raise Refused("That is in the past, and what has left cannot be called back.")
        start = since or now
        ProtectionPolicy.objects.filter(id=policy.id).update(enforce_from=start)
        _tell(workspace.id, number, "enforced", by_id, since=start.isoformat())
        return start

    return in_transaction(work)


def roll_back(workspace: Workspace, number: int, *, by_id: int | None) -> None:
    """drafted, watched, enforced -> rolled back, for good: an earlier version acts, or nobody does. Raises Refused."""

    def work() -> None:
        policy = _chosen(workspace, number)
        ProtectionPolicy.objects.filter(id=policy.id).update(rolled_back_at=clock.world_now())
        _tell(workspace.id, number, "rolled_back", by_id)

    in_transaction(work)


def numbered(workspace: Workspace, number: int) -> Numbers:
    """Return the numbers of a version, whatever became of it. Raises Refused."""
    row = ProtectionPolicy.objects.filter(workspace=workspace, number=number).values_list("values", flat=True).first()
    if row is None:
        raise Refused(f"There is no version {number} of the protection policy.")
    return parse(row, version=number)


def _chosen(workspace: Workspace, number: int) -> ProtectionPolicy:
    """Return a version that lives, after the lock that lets versions change one after the other."""
    _alone(workspace.id)
    numbered(workspace, number)
    policy = _living(workspace.id).filter(number=number).first()
    if policy is None:
        raise Refused(f"Version {number} was rolled back; draft its numbers anew.")
    return policy


def _alone(workspace_id: int) -> None:
    gates.close(f"protection:{workspace_id}")


def _tell(workspace_id: int, number: int, state: str, by_id: int | None, **more: object) -> None:
    data = {"state": state, "number": number, "by": by_id, **more}
    events.append(kind="protection.policy", workspace_id=workspace_id, subject_id=workspace_id, data=data)
