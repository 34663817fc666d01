import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailboxes.core.errors import Scope, TransportError
from mailboxes.core.smtp_data import LONGEST_LINE, for_data

LINES = st.lists(
    st.binary(max_size=40).map(lambda line: line.translate(None, b"\r\n\0")) | st.just(b".") | st.just(b"..")
)


@given(LINES)
def test_the_server_gets_back_what_was_written_and_sees_no_end_before_the_end(lines: list[bytes]) -> None:
    message = b"".join(line + b"\r\n" for line in [b"Subject: x", *lines])
    wire = for_data(message)
    assert b"\r\n.\r\n" not in wire
    assert b"".join(line.removeprefix(b".") for line in wire.splitlines(keepends=True)) == message


def test_a_message_that_begins_with_a_dot_is_doubled_too() -> None:
    assert for_data(b".\r\nx\r\n") == b"..\r\nx\r\n"


@pytest.mark.parametrize(
    "message",
    [
        b"a\nb\r\n",
        b"a\rb\r\n",
        b"E\r.\r\n",
        b"\n.\nMAIL FROM:<eve@example.net>\r\n",
        b"a\x00\r\n",
        b"no end",
        b"",
        b"a\r\n\r",
        b"x" * (LONGEST_LINE + 1) + b"\r\n",
    ],
)
def test_what_servers_read_in_two_ways_never_reaches_them(message: bytes) -> None:
    with pytest.raises(TransportError) as caught:
        for_data(message)
    assert (caught.value.scope, caught.value.permanent, caught.value.began) == (Scope.MESSAGE, True, False)


def test_the_longest_line_allowed_passes() -> None:
    message = b"x" * LONGEST_LINE + b"\r\n"
    assert for_data(message) == message
