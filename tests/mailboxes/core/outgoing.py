"""One ordinary mail, changed by the test that needs it otherwise."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from mailboxes.core.message import OutgoingMessage

NINE = datetime(2026, 1, 5, 9, tzinfo=UTC)
ORDINARY = OutgoingMessage(
    from_name="Jane Doe",
    from_address="jane@example.com",
    to_name="Ruth Roe",
    to_address="ruth@example.org",
    subject="Idea for Alpha Ltd",
    text="Hi Ruth,\n\nan idea.\n",
    html=None,
    message_id="0f8a61c2d4@example.com",
    date=NINE,
    in_reply_to=None,
    references=(),
    unsubscribe_url="https://out.example.com/u/abc",
    unsubscribe_mailto="unsubscribe@example.com",
    delivery_token="0f8a61c2d4",
)


def a_mail(**changes: Any) -> OutgoingMessage:
    return replace(ORDINARY, **changes)
