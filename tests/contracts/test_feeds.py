"""What every inbound feed must do, whoever the provider: one suite for all of them, refusals included."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest
from django.db import transaction

from app.actions.transactions import TransactionOpen
from bounces.core.mail.parsing import parse
from mailboxes.core.account import Account
from mailboxes.core.errors import CredentialError, EndpointRefused, InboundError
from mailboxes.inbound import gmail_messages, imap
from mailboxes.inbound.base import Cursor, Feed, Head
from mailboxes.inbound.registry import FEEDS, NoFeed, open_feed
from mailboxes.wire.endpoints import Allowed
from tests.mailboxes.accounts import ADA, gmail_account, imap_account, smtp_account
from tests.mailboxes.imap_server import cuts, imap_house
from tests.plugins.simulator import Simulator

REPLY = b"From: Bob <bob@prospect.example>\r\nMessage-ID: <r@prospect.example>\r\nSubject: Re\r\n\r\nYes\r\n"


@dataclass
class Inbox:
    """One way in, and the world behind it."""

    account: Account
    allowed: Allowed
    deliver: Callable[[bytes], object]
    sent: Callable[[bytes], object]
    drop_all: Callable[[], object]  # everything that was delivered is deleted for good
    break_once: Callable[[], object]  # the next listing breaks off

    def open(self) -> Feed:
        return open_feed(self.account, only=self.allowed)


@pytest.fixture(params=sorted(FEEDS))
def inbox(request: pytest.FixtureRequest) -> Iterator[Inbox]:
    if request.param == "gmail":
        yield _gmail(request.getfixturevalue("simulator"))
        return
    with imap_house() as house:
        yield Inbox(
            imap_account(house.port),
            frozenset({f"127.0.0.1:{house.port}", "127.0.0.1:9"}),
            house.add,
            lambda raw: house.add(raw, "Sent"),
            house.folders["INBOX"].mails.clear,
            lambda: house.fault("LIST", cuts),
        )


def _gmail(simulator: Simulator) -> Inbox:
    delivered: list[str] = []

    def drop_all() -> None:
        for name in delivered:
            simulator.message(ADA, name, delete=True)

    return Inbox(
        gmail_account(simulator.http, simulator.token_url),
        simulator.endpoints,
        lambda raw: delivered.append(simulator.deliver(ADA, raw)["id"]),
        lambda raw: simulator.deliver(ADA, raw, labels=("SENT",)),
        drop_all,
        lambda: simulator.fault("status", "history", status=503),
    )


@pytest.fixture
def feed(inbox: Inbox) -> Iterator[Feed]:
    opened = inbox.open()
    yield opened
    opened.close()


def everything(feed: Feed, cursor: Cursor) -> tuple[list[Head], Cursor]:
    heads: list[Head] = []
    for _ in range(50):
        batch = feed.fetch(cursor)
        heads, cursor = [*heads, *batch.heads], batch.cursor
        if batch.complete:
            return heads, cursor
    raise AssertionError("the feed does not come to an end")


@pytest.mark.django_db
@pytest.mark.parametrize("call", ["fetch", "whole", "headers"])
def test_an_open_transaction_forbids_reading(inbox: Inbox, feed: Feed, call: str) -> None:
    inbox.deliver(REPLY)
    (head,) = feed.fetch({}).heads
    calls: dict[str, Callable[[], object]] = {
        "fetch": lambda: feed.fetch({}),
        "whole": lambda: feed.whole(head),
        "headers": lambda: feed.headers(head),
    }
    with transaction.atomic(), pytest.raises(TransactionOpen):
        calls[call]()


ACCOUNTS: dict[str, Account] = {
    "gmail": gmail_account("http://127.0.0.1:9", "http://127.0.0.1:9/token"),
    "smtp": imap_account(9),
}


@pytest.mark.parametrize("kind", sorted(FEEDS))
def test_a_rehearsal_reads_from_nobody_else(kind: str, sockets_asked_for: list[object]) -> None:
    with pytest.raises(EndpointRefused):
        open_feed(ACCOUNTS[kind], only=frozenset({"127.0.0.1:1"}))
    assert sockets_asked_for == []


@pytest.mark.parametrize("kind", sorted(FEEDS))
def test_nothing_is_reached_before_the_first_fetch(kind: str, sockets_asked_for: list[object]) -> None:
    feed = open_feed(ACCOUNTS[kind], only=frozenset({"127.0.0.1:9"}))
    assert sockets_asked_for == []
    with pytest.raises((InboundError, CredentialError)):
        feed.fetch({})
    assert sockets_asked_for != []


def test_the_same_cursor_read_twice_gives_the_same_mail(inbox: Inbox, feed: Feed) -> None:
    start = feed.fetch({}).cursor
    inbox.deliver(REPLY)
    first, second = feed.fetch(start), feed.fetch(start)
    assert first.heads == second.heads != ()


def test_what_was_read_does_not_come_again(inbox: Inbox, feed: Feed) -> None:
    inbox.deliver(REPLY)
    heads, cursor = everything(feed, {})
    again, _ = everything(feed, cursor)
    assert (len(heads), again) == (1, [])


def test_a_head_holds_no_body_and_whole_gives_every_byte(inbox: Inbox, feed: Feed) -> None:
    inbox.deliver(REPLY)
    (head,) = feed.fetch({}).heads
    assert head.headers == REPLY.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
    assert feed.whole(head) == REPLY
    assert head.received_at.tzinfo is not None


def test_a_message_is_found_again_by_its_name_and_its_day_alone(inbox: Inbox, feed: Feed) -> None:
    inbox.deliver(REPLY)
    (head,) = feed.fetch({}).heads
    later = inbox.open()
    assert later.whole(replace(head, headers=b"", size=None, labels=frozenset(), provider_thread_id="")) == REPLY
    later.close()


LARGE = (
    REPLY.partition(b"\r\n\r\n")[0]
    + b'\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="cut"\r\n\r\n'
    + b"--cut\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nSee the files, call me.\r\n"
    + b'--cut\r\nContent-Type: application/octet-stream; name="a.bin"\r\nContent-Disposition: attachment\r\n'
    + b"Content-Transfer-Encoding: base64\r\n\r\n"
    + b"QUFB" * 1_000
    + b"\r\n--cut--\r\n"
)


def test_of_a_message_too_large_to_keep_come_its_words_and_a_note(
    inbox: Inbox, feed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (imap, gmail_messages):
        monkeypatch.setattr(module, "WHOLE_LIMIT", 1_000)
    inbox.deliver(LARGE)
    (head,) = feed.fetch({}).heads
    raw = feed.whole(head) or b""
    part = parse(raw)
    assert part.headers.get("x-body-cut") == "yes"
    assert next(part.leaves()).text().strip() == "See the files, call me."
    assert b"a.bin" in raw
    assert b"QUFBQUFB" not in raw
    assert part.headers.get("message-id") == "<r@prospect.example>"


def test_the_headers_of_a_message_can_be_read_again(inbox: Inbox, feed: Feed) -> None:
    inbox.deliver(REPLY)
    (head,) = feed.fetch({}).heads
    assert (feed.headers(head) or b"").strip() == head.headers.strip()
    inbox.drop_all()
    assert feed.headers(head) is None


def test_a_message_gone_meanwhile_is_none(inbox: Inbox, feed: Feed) -> None:
    inbox.deliver(REPLY)
    (head,) = feed.fetch({}).heads
    inbox.drop_all()
    assert feed.whole(head) is None


def test_our_own_mail_is_known_as_ours(inbox: Inbox, feed: Feed) -> None:
    _, start = everything(feed, {})
    inbox.sent(b"From: An Alias <alias@acme.example>\r\nMessage-ID: <s@acme.example>\r\n\r\nHi\r\n")
    inbox.deliver(b"From: Ada <ADA@acme.example>\r\nMessage-ID: <t@acme.example>\r\n\r\nNote to self\r\n")
    heads, _ = everything(feed, start)
    assert [head.own for head in heads] == [True, True]


def test_a_read_that_breaks_off_is_told_and_loses_nothing(inbox: Inbox, feed: Feed) -> None:
    start = feed.fetch({}).cursor
    inbox.deliver(REPLY)
    inbox.break_once()
    with pytest.raises(InboundError):
        feed.fetch(start)
    assert len(feed.fetch(start).heads) == 1


def test_a_cursor_of_another_kind_is_told_as_expired(feed: Feed) -> None:
    with pytest.raises(InboundError) as caught:
        feed.fetch({"somebody": "else's"})
    assert caught.value.cursor_expired


def test_closing_twice_is_harmless(feed: Feed) -> None:
    feed.fetch({})
    feed.close()
    feed.close()


def test_no_secret_shows_in_what_a_log_prints(inbox: Inbox, feed: Feed) -> None:
    feed.fetch({})
    shown = f"{feed!r} {inbox.account!r}"
    assert not any(secret in shown for secret in ("canary-secret", "refresh:", "right"))


def test_a_mailbox_that_cannot_be_read_is_named() -> None:
    with pytest.raises(NoFeed, match="smtp"):
        open_feed(smtp_account(25), only=None)
