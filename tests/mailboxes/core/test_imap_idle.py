import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailboxes.core.imap_idle import LONGEST, Said, heard


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"* 5 EXISTS", {Said.NEWS}),
        (b"* 1 recent", {Said.NEWS}),
        (b"+ idling", {Said.WAITING}),
        (b"+", {Said.WAITING}),
        (b"i1 OK done", {Said.ENDED}),
        (b"i1 BAD what?", {Said.OVER}),
        (b"i2 OK of another command", {Said.OVER}),
        (b"* BYE shutting down", {Said.OVER}),
        (b"* OK Still here", set()),
        (b"* 5 EXPUNGE", set()),
        (b"* 3 FETCH (FLAGS (\\Seen))", set()),
        (b"HTTP/1.1 400 Bad Request", {Said.OVER}),
    ],
)
def test_a_line_means_one_thing(line: bytes, said: set[Said]) -> None:
    assert heard(line + b"\r\n", b"i1").said == said


def test_a_line_that_never_ends_is_over() -> None:
    assert heard(b"* " + b"x" * LONGEST, b"i1").said == {Said.OVER}


@settings(deadline=None)
@given(st.lists(st.sampled_from([b"* 5 EXISTS\r\n", b"+ go\r\n", b"* OK\r\n", b"i1 OK x\r\n"])), st.integers(0, 80))
def test_where_a_line_is_cut_changes_nothing(lines: list[bytes], at: int) -> None:
    whole = b"".join(lines)
    first = heard(whole[:at], b"i1")
    second = heard(first.rest + whole[at:], b"i1")
    assert first.said | second.said == heard(whole, b"i1").said
    assert second.rest == b""
