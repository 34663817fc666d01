from datetime import UTC, datetime, timedelta

import pytest

from mailboxes.core.retry_after import LONGEST_WAIT, wait_asked

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
TEXT = "User-rate limit exceeded.  Retry after 2026-11-30T12:02:00.000Z"


@pytest.mark.parametrize(
    ("header", "text", "wait"),
    [
        ("5", "", timedelta(seconds=5)),
        (" 5 ", "", timedelta(seconds=5)),
        ("0.5", "", timedelta(seconds=0.5)),
        ("0", "", None),
        ("Mon, 30 Nov 2026 12:01:00 GMT", "", timedelta(minutes=1)),
        ("Mon, 30 Nov 2026 12:01:00 -0000", "", timedelta(minutes=1)),
        ("Mon, 30 Nov 2026 11:00:00 GMT", "", None),
        ("Mon, 30 Nov 2026 11:00:00 GMT", TEXT, timedelta(minutes=2)),
        ("31536000", "", LONGEST_WAIT),
        ("9" * 400, "", LONGEST_WAIT),
        (None, TEXT, timedelta(minutes=2)),
        ("soon", TEXT, timedelta(minutes=2)),
        ("7", TEXT, timedelta(seconds=7)),
        (None, "Retry after 2036-01-01T00:00:00Z", LONGEST_WAIT),
        (None, "Retry after 2026-13-45T99:00:00Z", None),
        (None, "", None),
        ("-5", "", None),
        ("", "", None),
    ],
)
def test_a_wait_is_read_in_every_form_and_never_longer_than_a_week(
    header: str | None, text: str, wait: timedelta | None
) -> None:
    assert wait_asked(header, text, now=NOW) == wait
