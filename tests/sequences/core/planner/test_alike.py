"""One touch that stands for many people alike is shared out as if they had come one by one."""

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from sequences.core.planner.allocation import weighted_round_robin
from sequences.core.planner.demand import DueTouch
from tests.sequences.core.planner.noon import NOON, campaign, demand, followup, opener, room

GROUPS = st.lists(
    st.tuples(st.integers(1, 3), st.booleans(), st.integers(1, 3), st.integers(1, 9)), min_size=1, max_size=8
)


def group(index: int, number: int, mailbox: int, *, opens: bool) -> DueTouch:
    due = NOON.replace(minute=index)  # groups differ in when they fell due, the people of one do not
    return opener(index * 100, number, due) if opens else followup(index * 100, number, mailbox, due)


@given(GROUPS, st.integers(0, 12), st.integers(0, 12))
def test_a_group_gets_the_places_that_its_people_would_get(
    groups: list[tuple[int, bool, int, int]], first: int, second: int
) -> None:
    campaigns = [campaign(number, 1, 2, 3) for number in (1, 2, 3)]
    rooms = [room(1, first), room(2, second), room(3, 2)]
    made = [(group(index, number, box, opens=opens), many) for index, (number, opens, box, many) in enumerate(groups)]
    single = [replace(touch, touch_id=touch.touch_id + each) for touch, many in made for each in range(many)]
    together = [replace(touch, alike=many) for touch, many in made]
    one = weighted_round_robin(demand(single, campaigns, rooms))
    other = weighted_round_robin(demand(together, campaigns, rooms))
    assert [(slot.touch_id // 100, slot.mailbox_id, slot.at) for slot in one.slots] == [
        (slot.touch_id // 100, slot.mailbox_id, slot.at) for slot in other.slots
    ]
    placed = Counter(slot.touch_id for slot in other.slots)
    left = {left.touch_id for left in other.left}
    assert left == {touch.touch_id for touch in together if placed[touch.touch_id] < touch.alike}
