"""Reading over IMAP: each mail once, wherever it lies and however it is numbered; whatever breaks, nothing is lost."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mailboxes.core.errors import CredentialError, InboundError
from mailboxes.core.imap_places import sent_position
from mailboxes.inbound import imap
from mailboxes.inbound.base import Batch, Cursor
from mailboxes.inbound.imap import ImapFeed, open_imap_feed
from mailboxes.wire import imap_session
from tests.mailboxes.accounts import imap_account
from tests.mailboxes.imap_server import Folder, House, Talk, cuts, imap_house, says

NOW = datetime.now(UTC)
FOLDERS = ["INBOX", "Junk", "Trash", "Archive", "Archive/2026"]


def a_reply(number: int = 1, *, sender: str = "bob@prospect.example", message_id: bool = True) -> bytes:
    named = f"Message-ID: <reply-{number}@prospect.example>\r\n" if message_id else ""
    head = f"From: Bob <{sender}>\r\nTo: ada@acme.example\r\nDate: Mon, 30 Nov 2026 09:00:00 +0000\r\n{named}"
    return f"{head}Subject: Re: A question\r\n\r\nYes, number {number}.\r\n".encode()


@pytest.fixture
def house() -> Iterator[House]:
    with imap_house() as served:
        yield served


@pytest.fixture
def feed(house: House) -> Iterator[ImapFeed]:
    opened = open_imap_feed(imap_account(house.port), None)
    yield opened
    opened.close()


def names(batch: Batch) -> list[str]:
    """What the mails say they are, oldest first."""
    return [
        next(
            (
                line.split("<reply-")[1].split("@")[0]
                for line in head.headers.decode().split("\r\n")
                if "<reply-" in line
            ),
            "?",
        )
        for head in batch.heads
    ]


def start(feed: ImapFeed) -> Cursor:
    """Read everything; return the cursor behind it."""
    batch = feed.fetch({})
    while not batch.complete:
        batch = feed.fetch(batch.cursor)
    return batch.cursor


@pytest.mark.parametrize("folder", FOLDERS)
def test_an_answer_is_read_from_every_folder_that_may_hold_one(house: House, feed: ImapFeed, folder: str) -> None:
    cursor = start(feed)
    house.add(a_reply(), folder)
    batch = feed.fetch(cursor)
    assert (names(batch), batch.complete) == (["1"], True)


def test_drafts_are_not_read(house: House, feed: ImapFeed) -> None:
    cursor = start(feed)
    house.add(a_reply(), "Drafts")
    assert feed.fetch(cursor).heads == ()


def test_folders_of_other_people_are_not_read(house: House, feed: ImapFeed) -> None:
    house.namespaces = b'(("" "/")) (("Users/" "/")) (("Shared" "/"))'
    cursor = start(feed)
    house.folders |= {"Users/carol": Folder(), "Shared": Folder()}
    house.add(a_reply(1), "Users/carol")
    house.add(a_reply(2), "Shared")
    assert feed.fetch(cursor).heads == ()


def test_a_first_look_reads_two_weeks_of_the_inbox_and_nothing_older(house: House, feed: ImapFeed) -> None:
    house.add(a_reply(1), arrived=NOW - timedelta(days=20))
    house.add(a_reply(2), arrived=NOW - timedelta(days=3))
    house.add(a_reply(3), "Archive", arrived=NOW - timedelta(days=3))
    assert names(feed.fetch({})) == ["2"]


def test_nothing_new_costs_one_command(house: House, feed: ImapFeed) -> None:
    house.add(a_reply())
    cursor = start(feed)
    house.verbs.clear()
    assert feed.fetch(cursor).complete
    assert house.verbs == ["LIST"]


def test_a_server_without_status_in_its_list_is_asked_for_each_folder(house: House, feed: ImapFeed) -> None:
    house.capabilities = "IMAP4rev1 AUTH=PLAIN"
    cursor = start(feed)
    house.add(a_reply(), "Archive/2026")
    house.verbs.clear()
    assert names(feed.fetch(cursor)) == ["1"]
    assert house.verbs.count("STATUS") == 6


def test_one_folder_that_tells_no_status_is_opened_instead(house: House, feed: ImapFeed) -> None:
    house.capabilities = "IMAP4rev1 AUTH=PLAIN"
    cursor = start(feed)
    house.add(a_reply(1), "Archive/2026")
    house.fault("STATUS", says(b"%T NO [UNAVAILABLE] not now"), times=2)
    house.fault("STATUS", says(b"%T BAD what?"))
    house.verbs.clear()
    batch = feed.fetch(cursor)
    assert (names(batch), batch.complete, house.verbs.count("EXAMINE")) == (["1"], True, 4)


def test_a_mail_moved_or_copied_is_the_same_mail(house: House, feed: ImapFeed) -> None:
    uid = house.add(a_reply())
    first = feed.fetch({})
    house.move(uid, "Archive", copy=True)
    house.move(uid, "Trash")
    again = feed.fetch(first.cursor)
    assert {head.provider_id for head in again.heads} == {head.provider_id for head in first.heads}


def test_a_mail_that_moves_during_a_look_is_read_before_the_mailbox_counts_as_read(
    house: House, feed: ImapFeed
) -> None:
    """To a folder that was looked at already: nothing would show in it until the next look."""
    cursor = start(feed)
    uid = house.add(a_reply())

    def moved(_: Talk) -> bool:
        return bool(house.move(uid, "Archive"))

    house.fault("EXAMINE", moved)
    first = feed.fetch(cursor)
    assert (first.heads, first.complete) == ((), False)
    second = feed.fetch(first.cursor)
    assert (names(second), second.complete) == (["1"], True)


def test_a_mail_deleted_meanwhile_keeps_a_mailbox_from_being_read_for_one_look_only(
    house: House, feed: ImapFeed
) -> None:
    cursor = start(feed)
    house.add(a_reply())
    house.folders["INBOX"].mails.clear()
    batch = feed.fetch(cursor)
    assert not batch.complete
    assert feed.fetch(batch.cursor).complete


def test_one_mail_in_two_folders_counts_once(house: House, feed: ImapFeed) -> None:
    house.folders["All Mail"] = Folder("\\All")
    cursor = start(feed)
    house.move(house.add(a_reply()), "All Mail", copy=True)
    assert len(feed.fetch(cursor).heads) == 1


def test_two_mails_without_an_id_in_the_same_second_are_two(house: House, feed: ImapFeed) -> None:
    house.add(a_reply(message_id=False))
    house.add(a_reply(message_id=False, sender="carol@prospect.example"))
    assert len(feed.fetch({}).heads) == 2


def test_two_authors_who_use_the_same_id_are_two(house: House, feed: ImapFeed) -> None:
    house.add(a_reply())
    house.add(a_reply(sender="carol@prospect.example"))
    assert len(feed.fetch({}).heads) == 2


def test_a_folder_numbered_anew_loses_nothing_and_doubles_nothing(house: House, feed: ImapFeed) -> None:
    for number in (1, 2):
        house.add(a_reply(number))
    first = feed.fetch({})
    house.folders["INBOX"].mails.pop(0)
    house.renumber()
    house.add(a_reply(3))  # gets number 2, which was another mail's
    second = feed.fetch(first.cursor)
    known = {head.provider_id for head in first.heads}
    assert [head.provider_id in known for head in second.heads] == [True, False]
    assert feed.fetch(second.cursor).heads == ()


def test_a_folder_whose_numbers_ran_backwards_is_read_again(house: House, feed: ImapFeed) -> None:
    for number in (1, 2, 3):
        house.add(a_reply(number))
    cursor = start(feed)
    restored = house.folders["INBOX"]
    del restored.mails[1:]
    restored.next = 2
    house.add(a_reply(4))
    assert names(feed.fetch(cursor)) == ["1", "4"]


def test_a_folder_made_since_is_read_from_the_last_look_on(house: House, feed: ImapFeed) -> None:
    cursor = start(feed)
    house.folders["Clients/Bob"] = Folder()
    house.add(a_reply(1), "Clients/Bob", arrived=NOW - timedelta(days=90))
    house.add(a_reply(2), "Clients/Bob")
    assert names(feed.fetch(cursor)) == ["2"]


def test_a_folder_that_was_away_goes_on_where_it_was(house: House, feed: ImapFeed) -> None:
    house.add(a_reply(1), "Archive")
    cursor = start(feed)
    away = house.folders.pop("Archive")
    cursor = feed.fetch(cursor).cursor
    house.folders["Archive"] = away
    house.add(a_reply(2), "Archive", arrived=NOW - timedelta(days=90))
    assert names(feed.fetch(cursor)) == ["2"]


def test_batches_are_bounded_and_a_full_one_is_not_complete(
    house: House, feed: ImapFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "CHUNK", 3)
    monkeypatch.setattr(imap, "MOST_HEADS", 5)
    cursor = start(feed)
    for number in range(8):
        house.add(a_reply(number), "INBOX" if number % 2 else "Archive")
    seen: list[str] = []
    completes: list[bool] = []
    while not completes or not completes[-1]:
        batch = feed.fetch(cursor)
        seen, cursor = seen + names(batch), batch.cursor
        completes.append(batch.complete)
        assert len(batch.heads) <= 7
    assert (sorted(seen), completes) == (sorted(map(str, range(8))), [False, True])


def test_a_first_look_that_is_cut_into_batches_knows_where_every_folder_began(
    house: House, feed: ImapFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "CHUNK", 1)
    monkeypatch.setattr(imap, "MOST_HEADS", 1)
    house.add(a_reply(1))
    house.add(a_reply(2))
    first = feed.fetch({})
    house.add(a_reply(3), "Archive")
    rest, cursor = names(first), first.cursor
    while True:
        batch = feed.fetch(cursor)
        rest, cursor = rest + names(batch), batch.cursor
        if batch.complete:
            break
    assert rest == ["1", "2", "3"]


def test_a_long_head_is_cut_and_stops_nothing(house: House, feed: ImapFeed) -> None:
    house.add(b"X-Long: " + b"a" * 3_000_000 + b"\r\n" + a_reply(1))
    house.add(a_reply(2))
    batch = feed.fetch({})
    assert (names(batch), len(batch.heads[0].headers)) == (["?", "2"], imap_session.HEAD_OF)


def test_of_a_large_message_no_more_is_fetched_than_where_its_words_are(
    house: House, feed: ImapFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "WHOLE_LIMIT", 1000)
    monkeypatch.setattr(imap, "CUT_LIMIT", 500)
    house.add(a_reply() + b"x" * 2000)
    (head,) = feed.fetch({}).heads
    whole = feed.whole(head)
    assert whole is not None
    assert len(whole) == 500 + len(b"X-Body-Cut: yes\r\n")
    assert whole.replace(b"X-Body-Cut: yes\r\n", b"") == (a_reply() + b"x" * 2000)[:500]


def test_an_answer_that_was_moved_to_sent_is_nobodys_own(house: House, feed: ImapFeed) -> None:
    cursor = start(feed)
    house.add(b"Received: from mx.prospect.example\r\n" + a_reply(1), "Sent")
    house.add(a_reply(2), "Sent")  # of another address of the owner's: never delivered to anybody here
    batch = feed.fetch(cursor)
    assert (names(batch), [head.own for head in batch.heads]) == (["1", "2"], [False, True])


@pytest.mark.parametrize(
    ("sick", "of_mailbox"),
    [
        (lambda house: house.folders.pop("INBOX"), True),
        (lambda house: house.folders.update({f"f{number}": Folder() for number in range(600)}), True),
        (lambda house: house.fault("LIST", says(b"%T NO [CANNOT] no")), True),
        (lambda house: house.fault("LIST", says(b"%T NO [UNAVAILABLE] later")), False),
        (lambda house: house.fault("LIST", cuts), False),
        (lambda house: house.fault("", says(b"* BYE too many")), False),
    ],
)
def test_what_is_wrong_with_one_mailbox_is_told_from_what_is_wrong_with_its_server(
    house: House, feed: ImapFeed, sick: Callable[[House], object], of_mailbox: bool
) -> None:
    sick(house)
    with pytest.raises(InboundError) as caught:
        feed.fetch({})
    assert caught.value.of_mailbox is of_mailbox


def test_a_message_moved_between_head_and_body_is_found_where_it_went(house: House, feed: ImapFeed) -> None:
    uid = house.add(a_reply())
    house.add(a_reply(sender="carol@prospect.example"), "Junk")  # bears the same id
    head = next(head for head in feed.fetch({}).heads if b"bob@" in head.headers)
    house.move(uid, "Archive/2026")
    assert feed.whole(head) == a_reply()


@pytest.mark.parametrize("message_id", [True, False])
def test_a_message_is_found_later_by_its_name_and_day_alone(house: House, feed: ImapFeed, message_id: bool) -> None:
    raw = a_reply(message_id=message_id)
    uid = house.add(raw)
    house.add(a_reply(2))
    head = next(head for head in feed.fetch({}).heads if head.headers == raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n")
    house.move(uid, "Archive/2026")
    other = open_imap_feed(imap_account(house.port), None)
    assert other.whole(replace(head, headers=b"", size=None, labels=frozenset())) == raw
    other.close()


def test_a_head_the_server_cannot_give_keeps_no_other_from_being_read(house: House, feed: ImapFeed) -> None:
    for number in (1, 2, 3):
        house.add(a_reply(number))
    house.fault("UID FETCH", says(b"%T NO [SERVERBUG] cannot"))  # all of them together
    house.fault("UID FETCH", says(b"%T NO [SERVERBUG] cannot"), times=2)  # the first alone, and its fields
    batch = feed.fetch({})
    assert (names(batch), batch.heads[0].headers) == (["?", "2", "3"], b"\r\n")
    assert feed.fetch(batch.cursor).complete


@pytest.mark.parametrize("code", [b"UNAVAILABLE", b"INUSE", b"LIMIT", b"THROTTLED"])
def test_a_server_that_is_busy_says_nothing_of_a_message(house: House, feed: ImapFeed, code: bytes) -> None:
    house.add(a_reply())
    house.fault("UID FETCH", says(b"%T NO [" + code + b"] later"))
    with pytest.raises(InboundError):
        feed.fetch({})
    batch = feed.fetch({})
    assert names(batch) == ["1"]
    house.fault("UID FETCH", says(b"%T NO [" + code + b"] later"))
    with pytest.raises(InboundError):
        feed.whole(batch.heads[0])
    assert feed.whole(batch.heads[0]) == a_reply()


@pytest.mark.parametrize(
    "date", [b"31-Dec-9999 23:59:59 -1200", b"31-Dec-9999 00:00:00 +0000", b" 1-Jan-2026 00:00:00 +9999"]
)
def test_a_day_that_no_calendar_holds_keeps_no_mail_unread(house: House, feed: ImapFeed, date: bytes) -> None:
    uid = house.add(a_reply())
    head = a_reply().partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
    told = b'* 1 FETCH (UID %d INTERNALDATE "%s" RFC822.SIZE 9 BODY[HEADER]<0> {%d}' % (uid, date, len(head))
    house.fault("UID FETCH", says(told, head + b")", b"%T OK done"))
    batch = feed.fetch({})
    assert names(batch) == ["1"]
    assert abs(batch.heads[0].received_at - datetime.now(UTC)) < timedelta(minutes=1)


def test_a_body_the_server_cannot_give_leaves_its_headers(house: House, feed: ImapFeed) -> None:
    house.add(a_reply())
    (head,) = feed.fetch({}).heads
    house.fault("UID FETCH", says(b"%T NO [SERVERBUG] cannot"))
    assert b"X-Body-Not-Read" in (feed.whole(head) or b"")


def test_a_folder_that_is_refused_leaves_the_look_incomplete(house: House, feed: ImapFeed) -> None:
    cursor = start(feed)
    house.add(a_reply(1))
    house.add(a_reply(2), "Archive")
    house.fault("EXAMINE", says(b"%T NO [INUSE] somebody else has it"))  # INBOX comes first
    batch = feed.fetch(cursor)
    assert (names(batch), batch.complete) == (["2"], False)
    house.fault("EXAMINE", says(b"%T NO [INUSE] somebody else has it"))
    with pytest.raises(InboundError):
        feed.fetch(batch.cursor)
    batch = feed.fetch(batch.cursor)
    assert (names(batch), batch.complete) == (["1"], True)


@pytest.mark.parametrize("code", [b"NONEXISTENT", b"NOPERM"])
def test_a_folder_that_is_gone_or_closed_to_us_is_left_out(house: House, feed: ImapFeed, code: bytes) -> None:
    cursor = start(feed)
    house.add(a_reply(1), "Archive")
    house.fault("EXAMINE", says(b"%T NO [" + code + b"] no"))
    assert feed.fetch(cursor).complete


def test_a_list_without_an_inbox_is_no_list(house: House, feed: ImapFeed) -> None:
    del house.folders["INBOX"]
    with pytest.raises(InboundError, match="INBOX"):
        feed.fetch({})


def test_more_folders_than_a_mailbox_has_are_told(house: House, feed: ImapFeed) -> None:
    house.folders |= {f"f{number}": Folder() for number in range(600)}
    with pytest.raises(InboundError, match="folders"):
        feed.fetch({})


def test_a_kept_connection_that_died_is_opened_anew(
    house: House, feed: ImapFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    cursor = start(feed)
    monkeypatch.setattr(imap, "TRUSTED_FOR", -1.0)
    house.fault("NOOP", cuts)
    house.add(a_reply())
    assert names(feed.fetch(cursor)) == ["1"]
    assert house.stub.connections == 2


def test_a_wrong_password_asks_for_a_person(house: House) -> None:
    feed = open_imap_feed(imap_account(house.port, right=False), None)
    with pytest.raises(CredentialError) as caught:
        feed.fetch({})
    assert caught.value.reconnect
    assert "wrong" not in str(caught.value)
    assert "canary" not in str(caught.value)


def test_the_cursor_tells_where_a_search_for_what_is_sent_may_start(house: House, feed: ImapFeed) -> None:
    house.add(a_reply(), "Sent")
    cursor = start(feed)
    position = sent_position(cursor)
    sent = house.folders["Sent"]
    assert (position["uidvalidity"], position["uidnext"]) == (sent.validity, 2)
    assert "Sent" not in str(position)


def test_the_sent_folder_has_its_usual_name_where_no_use_is_told(house: House, feed: ImapFeed) -> None:
    del house.folders["Sent"]
    house.folders["INBOX/Gel&APY-scht"] = Folder()
    house.folders["Gesendete Elemente"] = Folder()
    cursor = start(feed)
    house.add(a_reply(sender="alias@acme.example"), "Gesendete Elemente")
    (head,) = feed.fetch(cursor).heads
    assert head.own
    assert head.labels == {"SENT"}
    assert sent_position(cursor)
