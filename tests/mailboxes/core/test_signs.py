import pytest

from mailboxes.core.signs import NOT_IN_A_BODY, NOT_IN_A_LINE, fault_of_line

CONTROLS = [*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)), "\u2028", "\u2029", "\ud800", "\udfff"]
TURNING = ["\u061c", "\u200e", "\u200f", *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))]


@pytest.mark.parametrize("sign", [*CONTROLS, *TURNING])
def test_no_control_separator_or_mark_of_direction_stands_in_a_line(sign: str) -> None:
    assert NOT_IN_A_LINE.search(f"a{sign}b")
    assert "turns the direction" in str(fault_of_line(f"a{sign}b"))


@pytest.mark.parametrize("sign", CONTROLS)
def test_a_body_may_have_tabs_and_line_ends_and_no_other_control(sign: str) -> None:
    assert bool(NOT_IN_A_BODY.search(f"a{sign}b")) is (sign not in "\t\n\r")


@pytest.mark.parametrize("sign", TURNING)
def test_a_body_may_be_written_from_right_to_left(sign: str) -> None:
    assert not NOT_IN_A_BODY.search(f"a{sign}b")


@pytest.mark.parametrize("text", ["", "Žofie Nováková, s.r.o.", "👩\u200d👩\u200d👧", "شركة", "a\u00a0b", "株式会社"])
def test_what_people_are_called_may_stand_in_a_line(text: str) -> None:
    assert fault_of_line(text) is None
