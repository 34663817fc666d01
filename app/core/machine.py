"""One way to move a state: a table of (state, event) -> state, read by the code, the tests and docs/states.md."""

from collections.abc import Mapping
from enum import StrEnum

from app.core.errors import ForbearError


class IllegalMove(ForbearError):
    """The table has no row for this event in this state; nothing was changed."""

    def __init__(self, state: StrEnum, event: str, allowed: frozenset[str]) -> None:
        """Name what was tried and what would have been possible."""
        choices = ", ".join(sorted(allowed)) or "nothing"
        super().__init__(f"{event} is not possible while {state}; possible: {choices}")
        self.state = state
        self.event = event


def move[S: StrEnum](table: Mapping[tuple[S, str], S], state: S, event: str) -> S:
    """The state that follows; raises IllegalMove where the table has no such row."""
    following = table.get((state, event))
    if following is None:
        raise IllegalMove(state, event, events_of(table, state))
    return following


def events_of[S: StrEnum](table: Mapping[tuple[S, str], S], state: S) -> frozenset[str]:
    """What may happen to something in this state."""
    return frozenset(event for source, event in table if source == state)


def sources_of[S: StrEnum](table: Mapping[tuple[S, str], S], event: str) -> frozenset[S]:
    """The states this event may find: the WHERE of the conditional UPDATE that makes the move."""
    return frozenset(source for source, named in table if named == event)
