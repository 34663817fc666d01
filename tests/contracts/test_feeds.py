"""What every inbound feed must do, whoever the provider."""

import pytest
from django.db import transaction

from app.actions.transactions import TransactionOpen
from mailboxes.core.account import Kind
from mailboxes.core.errors import EndpointRefused
from mailboxes.inbound.registry import FEEDS, NoFeed, open_feed
from tests.mailboxes.accounts import account_of, smtp_account
from tests.plugins.simulator import Simulator

KINDS = sorted(FEEDS)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_an_open_transaction_forbids_reading(kind: Kind, sockets_asked_for: list[object]) -> None:
    feed = open_feed(account_of(kind, http="http://127.0.0.1:9", smtp_port=9), only=None)
    with transaction.atomic(), pytest.raises(TransactionOpen):
        feed.fetch({})
    assert sockets_asked_for == []
    feed.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_rehearsal_reads_from_nobody_else(kind: Kind, sockets_asked_for: list[object]) -> None:
    account = account_of(kind, http="http://127.0.0.1:9", smtp_port=9)
    with pytest.raises(EndpointRefused):
        open_feed(account, only=frozenset({"127.0.0.1:1"}))
    assert sockets_asked_for == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_cursor_read_twice_gives_the_same_mail(kind: Kind, simulator: Simulator) -> None:
    account = account_of(kind, http=simulator.http, smtp_port=simulator.smtp_port)
    feed = open_feed(account, only=simulator.endpoints)
    start = feed.fetch({}).cursor
    simulator.deliver(account.address, b"From: bob@prospect.example\r\nSubject: x\r\n\r\nYes\r\n")
    first, second = feed.fetch(start), feed.fetch(start)
    feed.close()
    assert first.heads == second.heads != ()


def test_a_kind_without_a_feed_is_named() -> None:
    with pytest.raises(NoFeed, match="smtp"):
        open_feed(smtp_account(25), only=None)
