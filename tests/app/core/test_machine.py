from enum import StrEnum

import pytest

from app.core.machine import IllegalMove, events_of, move, sources_of


class Door(StrEnum):
    OPEN = "open"
    SHUT = "shut"
    GONE = "gone"


MOVES = {(Door.OPEN, "close"): Door.SHUT, (Door.SHUT, "open"): Door.OPEN, (Door.OPEN, "burn"): Door.GONE}


def test_a_move_gives_the_state_of_its_row() -> None:
    assert move(MOVES, Door.OPEN, "close") is Door.SHUT


def test_a_move_without_a_row_is_refused_and_says_what_is_possible() -> None:
    with pytest.raises(IllegalMove, match="open is not possible while open; possible: burn, close") as refused:
        move(MOVES, Door.OPEN, "open")
    assert (refused.value.state, refused.value.event) == (Door.OPEN, "open")


def test_nothing_leaves_a_final_state() -> None:
    with pytest.raises(IllegalMove, match="possible: nothing"):
        move(MOVES, Door.GONE, "open")


def test_the_sources_of_an_event_are_where_it_may_happen() -> None:
    assert sources_of(MOVES, "close") == {Door.OPEN}
    assert events_of(MOVES, Door.SHUT) == {"open"}
