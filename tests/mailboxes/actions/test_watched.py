"""Which calls of a transport speak of its provider."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from mailboxes.actions import isolation
from mailboxes.actions.isolation import Use
from mailboxes.actions.seats import Seat
from mailboxes.actions.watched import WatchedTransport
from mailboxes.core.errors import Scope, TransportError, VerdictUnknown
from mailboxes.core.message import Receipt, SentPosition, Thread
from mailboxes.transports.base import Absent
from tests.mailboxes.accounts import Marks, a_mail, envelope

DOWN = TransportError("silence", scope=Scope.PROVIDER, permanent=False)
RECEIPT = Receipt("id", "", None, "250")


class Stub:
    """Answers every call, or fails every one."""

    def __init__(self, error: Exception | None = None) -> None:
        self._error = error

    def _call[T](self, answer: T) -> T:
        if self._error is not None:
            raise self._error
        return answer

    def ready(self) -> None:
        self._call(None)

    def position(self) -> SentPosition:
        return self._call({})

    def deliver(self, *_: Any) -> Receipt:
        return self._call(RECEIPT)

    def real_message_id(self, receipt: Receipt) -> str | None:
        return self._call(receipt.provider_id)

    def find_sent(self, *_: Any) -> Absent:
        return self._call(Absent())

    def close(self) -> None: ...


CALLS: dict[str, Callable[[WatchedTransport], object]] = {
    "ready": lambda one: one.ready(),
    "position": lambda one: one.position(),
    "deliver": lambda one: one.deliver(Marks().permit(), envelope(), a_mail(), Thread(None)),
    "real_message_id": lambda one: one.real_message_id(RECEIPT),
    "find_sent": lambda one: one.find_sent("token", "id@example.org", {}),
}


def used(name: str, error: Exception | None = None) -> Use:
    use = Use(Seat("smtp:mail.example:587"), 1, tries=False)
    with suppress(TransportError, VerdictUnknown):
        CALLS[name](WatchedTransport(Stub(error), use))
    return use


@pytest.mark.parametrize("name", CALLS)
def test_only_a_mail_that_was_taken_proves_that_the_provider_works(name: str) -> None:
    assert used(name).answered == (name == "deliver")


@pytest.mark.parametrize("name", ["ready", "position", "deliver"])
def test_silence_before_and_at_a_mail_speaks_against_the_provider(name: str) -> None:
    assert used(name, DOWN).fault is not None


def test_a_search_among_copies_says_nothing_of_who_sends() -> None:
    assert used("find_sent", DOWN).fault is None


def test_who_watches_sees_what_the_transport_says() -> None:
    use = Use(Seat("smtp:mail.example:587"), 1, tries=False)
    assert CALLS["deliver"](WatchedTransport(Stub(), use)) == RECEIPT
    with pytest.raises(VerdictUnknown):
        CALLS["deliver"](WatchedTransport(Stub(VerdictUnknown()), use))
    assert isolation.seats is use.seats
