import pytest

from mailboxes.core.errors import CredentialError, InboundError
from mailboxes.inbound import gmail_history, gmail_messages, gmail_pages
from mailboxes.inbound.base import Cursor
from tests.mailboxes.accounts import ADA
from tests.mailboxes.inbound.conftest import Inbox, a_letter


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of two and batches of three, so that few mails cross every border."""
    monkeypatch.setattr(gmail_pages, "LISTED", 2)
    monkeypatch.setattr(gmail_history, "MOST_MESSAGES", 3)


def test_a_new_mailbox_is_read_from_its_recent_inbox(inbox: Inbox) -> None:
    there = inbox.receive(1)
    ids, cursor = inbox.read({})
    assert ids == [there]
    assert inbox.read(cursor)[0] == []


def test_headers_come_first_and_the_message_whole_when_it_is_asked_for(inbox: Inbox) -> None:
    cursor = inbox.started()
    name = inbox.receive(1, labels=("INBOX", "IMPORTANT"))
    (head,) = inbox.one(cursor).heads
    shown = inbox.simulator.mailbox(ADA)[0]
    assert (head.provider_id, inbox.feed.whole(head)) == (name, a_letter(1))
    assert head.headers == a_letter(1).partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
    assert {"INBOX", "IMPORTANT"} <= head.labels
    assert (head.own, head.size, head.provider_thread_id) == (False, len(a_letter(1)), shown["threadId"])
    assert head.received_at.utcoffset() is not None


def test_nothing_new_is_complete_and_empty(inbox: Inbox) -> None:
    batch = inbox.one(inbox.started())
    assert (batch.heads, batch.complete) == ((), True)


@pytest.mark.parametrize("label", ["SPAM", "TRASH", "CATEGORY_PROMOTIONS"])
def test_a_reply_is_found_wherever_it_was_filed(inbox: Inbox, label: str) -> None:
    cursor = inbox.started()
    name = inbox.receive(1, labels=(label,))
    assert inbox.read(cursor)[0] == [name]


@pytest.mark.parametrize("label", ["DRAFT", "CHAT"])
def test_drafts_and_chats_are_no_mail(inbox: Inbox, label: str) -> None:
    cursor = inbox.started()
    inbox.receive(1, labels=(label,))
    assert inbox.read(cursor)[0] == []


@pytest.mark.parametrize(
    ("labels", "sender"), [(("SENT",), "bob@prospect.example"), (("INBOX",), f"Ada <{ADA.upper()}>")]
)
def test_what_this_mailbox_wrote_is_its_own(inbox: Inbox, labels: tuple[str, ...], sender: str) -> None:
    cursor = inbox.started()
    inbox.receive(1, labels=labels, sender=sender)
    (head,) = inbox.one(cursor).heads
    assert head.own


@pytest.mark.usefixtures("small_pages")
@pytest.mark.parametrize("cursor_of", ["new", "read"])
def test_many_pages_lose_and_double_nothing(inbox: Inbox, cursor_of: str) -> None:
    cursor: Cursor = {} if cursor_of == "new" else inbox.started()
    expected = [inbox.receive(number, labels=("INBOX",)) for number in range(11)]
    assert sorted(inbox.read(cursor)[0]) == sorted(expected)


@pytest.mark.usefixtures("small_pages")
def test_a_batch_is_bounded_and_says_that_more_is_there(inbox: Inbox) -> None:
    cursor = inbox.started()
    for number in range(11):
        inbox.receive(number)
    batch = inbox.one(cursor)
    assert not batch.complete
    assert 3 <= len(batch.heads) <= 4


@pytest.mark.usefixtures("small_pages")
def test_mail_that_comes_between_two_pages_is_seen(inbox: Inbox) -> None:
    cursor = inbox.started()
    expected = [inbox.receive(number) for number in range(6)]
    batch = inbox.one(cursor)
    expected.append(inbox.receive(99))
    rest, cursor = inbox.read(batch.cursor)
    again, _ = inbox.read(cursor)
    assert {head.provider_id for head in batch.heads} | {*rest, *again} == set(expected)


@pytest.mark.usefixtures("small_pages")
def test_an_expired_history_is_answered_by_a_resync_that_loses_nothing(inbox: Inbox) -> None:
    known = [inbox.receive(number, labels=("INBOX",)) for number in range(3)]
    cursor = inbox.started()
    missed = [inbox.receive(number, labels=(label,)) for number, label in enumerate(["INBOX", "SPAM", "TRASH"], 10)]
    inbox.simulator.account(ADA, expire_history=True)
    ids, cursor = inbox.read(cursor)
    assert set(missed) <= set(ids) <= {*missed, *known}
    assert len(ids) == len(set(ids))
    assert inbox.read(cursor)[0] == []


@pytest.mark.usefixtures("small_pages")
def test_mail_that_comes_during_a_resync_is_seen(inbox: Inbox) -> None:
    cursor = inbox.started()
    expected = [inbox.receive(number) for number in range(6)]
    inbox.simulator.account(ADA, expire_history=True)
    batch = inbox.one(cursor)
    assert not batch.complete
    expected.append(inbox.receive(99))
    rest, _ = inbox.read(batch.cursor)
    assert {head.provider_id for head in batch.heads} | set(rest) == set(expected)


@pytest.mark.usefixtures("small_pages")
def test_a_history_that_expires_in_the_middle_of_its_pages_loses_nothing(inbox: Inbox) -> None:
    cursor = inbox.started()
    expected = [inbox.receive(number) for number in range(8)]
    batch = inbox.one(cursor)
    inbox.simulator.account(ADA, expire_history=True)
    rest, _ = inbox.read(batch.cursor)
    assert {head.provider_id for head in batch.heads} | set(rest) == set(expected)


@pytest.mark.usefixtures("small_pages")
@pytest.mark.parametrize("listing", [False, True])
def test_a_refused_page_token_starts_the_list_again(inbox: Inbox, listing: bool) -> None:
    cursor: Cursor = {} if listing else inbox.started()
    expected = [inbox.receive(number, labels=("INBOX",)) for number in range(8)]
    batch = inbox.one(cursor)
    inbox.simulator.fault("status", "list" if listing else "history", status=400)
    rest, _ = inbox.read(batch.cursor)
    assert {head.provider_id for head in batch.heads} | set(rest) == set(expected)


def test_a_message_that_is_gone_when_it_is_fetched_is_passed_over(inbox: Inbox) -> None:
    cursor = inbox.started()
    gone, there = inbox.receive(1), inbox.receive(2)
    inbox.simulator.message(ADA, gone, delete=True)
    assert inbox.read(cursor)[0] == [there]


def test_a_message_that_is_gone_when_its_body_is_wanted_is_none(inbox: Inbox) -> None:
    cursor = inbox.started()
    gone = inbox.receive(1)
    (head,) = inbox.one(cursor).heads
    inbox.simulator.message(ADA, gone, delete=True)
    assert inbox.feed.whole(head) is None


def test_a_message_too_large_to_read_comes_as_its_headers(inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gmail_messages, "ANSWER_LIMIT", 20_000)
    monkeypatch.setattr(gmail_messages, "TREE_LIMIT", 20_000)
    cursor = inbox.started()
    inbox.simulator.deliver(ADA, a_letter(1, text="x" * 900_000))
    (head,) = inbox.one(cursor).heads
    raw = inbox.feed.whole(head)
    assert raw == head.headers[:-2] + b"X-Body-Not-Read: yes\r\n\r\n"
    assert b"Message-ID: <letter-1@prospect.example>\r\n" in raw


@pytest.mark.parametrize("operation", ["history", "get"])
@pytest.mark.parametrize("kind", ["status", "close", "truncate"])
def test_a_read_that_fails_moves_no_cursor(inbox: Inbox, operation: str, kind: str) -> None:
    cursor = inbox.started()
    name = inbox.receive(1)
    inbox.simulator.fault(kind, operation, status=503)
    with pytest.raises(InboundError) as caught:
        inbox.one(cursor)
    assert not caught.value.cursor_expired
    assert inbox.read(cursor)[0] == [name]


def test_a_revoked_grant_is_the_mailboxes_trouble(inbox: Inbox) -> None:
    cursor = inbox.started()
    inbox.simulator.account(ADA, revoked=True)
    with pytest.raises(CredentialError) as caught:
        inbox.one(cursor)
    assert caught.value.reconnect


def test_a_cursor_of_another_feed_asks_for_a_fresh_start(inbox: Inbox) -> None:
    with pytest.raises(InboundError) as caught:
        inbox.one({"uidvalidity": 5})
    assert caught.value.cursor_expired
