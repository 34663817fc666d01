"""What every reader of a mailbox's past must do, whoever the provider."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.db import transaction

from app.actions.transactions import TransactionOpen
from mailboxes.core.account import Account
from mailboxes.core.errors import EndpointRefused, InboundError
from mailboxes.inbound import gmail_past, imap_past, past
from mailboxes.inbound.past import READERS, read_past, spread
from mailboxes.inbound.registry import NoFeed
from mailboxes.wire.endpoints import Allowed
from tests.mailboxes.accounts import ADA, gmail_account, imap_account, smtp_account
from tests.mailboxes.imap_server import cuts, imap_house
from tests.plugins.simulator import Simulator

NOW = datetime.now(UTC)
SINCE = NOW - timedelta(days=60)


@dataclass
class Sent:
    """One mailbox and its Sent folder."""

    account: Account
    allowed: Allowed
    add: Callable[[bytes, datetime], object]
    receive: Callable[[bytes], object]
    break_once: Callable[[], object]

    def read(self, since: datetime = SINCE) -> past.Past:
        return read_past(self.account, since, only=self.allowed)


@pytest.fixture(params=sorted(READERS))
def sent(request: pytest.FixtureRequest) -> Iterator[Sent]:
    if request.param == "gmail":
        world: Simulator = request.getfixturevalue("simulator")
        yield Sent(
            gmail_account(world.http, world.token_url),
            world.endpoints,
            lambda raw, at: world.deliver(ADA, raw, labels=("SENT",), at=at.isoformat()),
            lambda raw: world.deliver(ADA, raw),
            lambda: world.fault("status", "list", status=503),
        )
        return
    with imap_house() as house:
        yield Sent(
            imap_account(house.port),
            frozenset({f"127.0.0.1:{house.port}", "127.0.0.1:9"}),
            lambda raw, at: house.add(raw, "Sent", arrived=at),
            house.add,
            lambda: house.fault("LIST", cuts),
        )


def a_letter(number: int) -> bytes:
    return f"From: {ADA}\r\nTo: p{number}@elsewhere.example\r\nMessage-ID: <{number}@s>\r\n\r\nHello\r\n".encode()


def test_heads_of_what_was_sent_since_a_day_come_with_their_days_and_no_body(sent: Sent) -> None:
    days = [NOW - timedelta(days=days) for days in (70, 59, 3)]
    for number, at in enumerate(days):
        sent.add(a_letter(number), at)
    sent.receive(b"From: Bob <bob@prospect.example>\r\nMessage-ID: <r@prospect.example>\r\n\r\nYes\r\n")
    found = sent.read()
    assert found.mails == 2
    assert sorted(head.received_at.date() for head in found.heads) == [one.date() for one in days[1:]]
    assert all(head.own and "SENT" in head.labels and b"Hello" not in head.headers for head in found.heads)


def test_of_very_many_a_sample_is_read_that_spans_all_of_them(sent: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (gmail_past, imap_past):
        monkeypatch.setattr(module, "MOST_HEADS", 3)
    for number in range(9):
        sent.add(a_letter(number), NOW - timedelta(days=number))
    found = sent.read()
    ages = sorted((NOW - head.received_at).days for head in found.heads)
    assert (found.mails, len(ages)) == (9, 3)
    assert [later - earlier for earlier, later in pairwise(ages)] == [3, 3]


def test_an_empty_past_is_no_fault(sent: Sent) -> None:
    assert sent.read() == past.Past()


def test_a_look_that_breaks_off_is_told(sent: Sent) -> None:
    sent.add(a_letter(1), NOW)
    sent.break_once()
    with pytest.raises(InboundError):
        sent.read()
    assert sent.read().mails == 1


@pytest.mark.django_db
def test_an_open_transaction_forbids_looking(sent: Sent) -> None:
    with transaction.atomic(), pytest.raises(TransactionOpen):
        sent.read()


@pytest.mark.parametrize("account", [gmail_account("http://127.0.0.1:9", "http://127.0.0.1:9/token"), imap_account(9)])
def test_a_rehearsal_looks_at_nobody_elses(account: Account, sockets_asked_for: list[object]) -> None:
    with pytest.raises(EndpointRefused):
        read_past(account, SINCE, only=frozenset({"127.0.0.1:1"}))
    assert sockets_asked_for == []


def test_a_mailbox_that_cannot_be_read_has_no_past() -> None:
    with pytest.raises(NoFeed):
        read_past(smtp_account(25), SINCE, only=None)


def test_a_sample_is_spread_evenly() -> None:
    assert spread(range(10), 4) == [0, 2, 5, 7]
    assert spread([1, 2], 4) == [1, 2]
