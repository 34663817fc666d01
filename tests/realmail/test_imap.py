"""The IMAP feed, its search for what was sent and its waiting, against Dovecot."""

import imaplib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from mailboxes.core.account import Account, Endpoints, Security, Server
from mailboxes.core.errors import CredentialError
from mailboxes.core.imap_places import sent_position
from mailboxes.inbound.base import Cursor, Head
from mailboxes.inbound.imap import ImapFeed, open_imap_feed
from mailboxes.inbound.imap_idle import IdleWatcher, open_idle
from mailboxes.inbound.past import read_past
from mailboxes.transports.base import Absent, Found, Unknown
from mailboxes.transports.registry import open_transport
from tests.mailboxes.accounts import a_mail
from tests.realmail.servers import RealAccount, RealMail

pytestmark = pytest.mark.realmail

BOB = "bob@prospect.example"


def a_reply(number: int = 1) -> bytes:
    return (
        f"From: Bob <{BOB}>\r\nMessage-ID: <r{number}@prospect.example>\r\nSubject: Re\r\n\r\nYes {number}\r\n".encode()
    )


def account_of(real: RealAccount, security: Security = Security.TLS, *, password: str = "") -> Account:
    port = real.imap_port if security is Security.TLS else real.imap_starttls_port
    servers = Endpoints(smtp=Server(real.host, real.smtp_port, Security.TLS), imap=Server(real.host, port, security))
    secret = {"username": real.address, "password": password or real.password}
    return Account(1, "smtp", real.address, "Ada", servers, secret)


@pytest.fixture
def ada(realmail: RealMail) -> RealAccount:
    return realmail.account()


@pytest.fixture
def feed(ada: RealAccount) -> Iterator[ImapFeed]:
    opened = open_imap_feed(account_of(ada), None)
    yield opened
    opened.close()


@contextmanager
def owner(realmail: RealMail, real: RealAccount) -> Iterator[imaplib.IMAP4_SSL]:
    """Somebody with the password, at a mail program of their own."""
    client = realmail.imap(real)
    try:
        yield client
    finally:
        client.logout()


def put(client: imaplib.IMAP4_SSL, raw: bytes, folder: str = "INBOX") -> None:
    assert client.append(folder, "", imaplib.Time2Internaldate(time.time()), raw)[0] == "OK"


def move_all(client: imaplib.IMAP4_SSL, source: str, to: str) -> None:
    client.select(source)
    assert client.copy("1:*", to)[0] == "OK"
    client.store("1:*", "+FLAGS", "\\Deleted")
    client.expunge()
    client.close()


def start(feed: ImapFeed) -> Cursor:
    """Read everything; return the cursor behind it."""
    batch = feed.fetch({})
    while not batch.complete:
        batch = feed.fetch(batch.cursor)
    return batch.cursor


def bodies(feed: ImapFeed, heads: tuple[Head, ...]) -> list[bytes]:
    return [(feed.whole(head) or b"").partition(b"\r\n\r\n")[2].strip() for head in heads]


@pytest.mark.parametrize("security", [Security.TLS, Security.STARTTLS])
def test_an_answer_is_read_over_tls(realmail: RealMail, ada: RealAccount, security: Security) -> None:
    realmail.deliver(a_reply(), sender=BOB, to=ada.address)
    feed = open_imap_feed(account_of(ada, security), None)
    batch = feed.fetch({})
    assert bodies(feed, batch.heads) == [b"Yes 1"]
    again = feed.fetch(batch.cursor)
    assert (again.heads, again.complete) == ((), True)
    feed.close()


def test_the_past_of_a_mailbox_is_read_from_its_sent_folder(realmail: RealMail, ada: RealAccount) -> None:
    now = datetime.now(UTC)
    realmail.deliver(a_reply(), sender=BOB, to=ada.address)
    with owner(realmail, ada) as client:
        for days in (3, 59, 90):
            raw = a_mail(to=BOB).replace(b"Message-ID: <", b"Message-ID: <%d-" % days)
            assert client.append("Sent", "", imaplib.Time2Internaldate(now - timedelta(days=days)), raw)[0] == "OK"
    past = read_past(account_of(ada), now - timedelta(days=60), only=None)
    assert past.mails == 2
    assert [(now - head.received_at).days for head in past.heads] == [3, 59]
    assert not any(b"\r\n\r\n" in head.headers[:-4] for head in past.heads)


def test_a_wrong_password_asks_for_a_person(ada: RealAccount) -> None:
    feed = open_imap_feed(account_of(ada, password="wrong"), None)
    with pytest.raises(CredentialError) as caught:
        feed.fetch({})
    assert caught.value.reconnect


def test_every_folder_is_read_whatever_its_name(realmail: RealMail, ada: RealAccount, feed: ImapFeed) -> None:
    with owner(realmail, ada) as client:
        for name in ('"Kunden/M&APw-ller"', '"a \\"quoted\\" name"', "2026"):
            assert client.create(name)[0] == "OK"
        cursor = start(feed)
        names = ("Junk", "Archive", "Trash", '"Kunden/M&APw-ller"', '"a \\"quoted\\" name"', "2026")
        for number, name in enumerate(names):
            put(client, a_reply(number), name)
    batch = feed.fetch(cursor)
    assert sorted(bodies(feed, batch.heads)) == [b"Yes %d" % number for number in range(6)]


def test_a_mail_that_moves_stays_one_mail(realmail: RealMail, ada: RealAccount, feed: ImapFeed) -> None:
    realmail.deliver(a_reply(), sender=BOB, to=ada.address)
    first = feed.fetch({})
    with owner(realmail, ada) as client:
        move_all(client, "INBOX", "Archive")
    assert bodies(feed, first.heads) == [b"Yes 1"]
    again = feed.fetch(first.cursor)
    assert {head.provider_id for head in again.heads} == {head.provider_id for head in first.heads}


def test_a_folder_made_anew_under_the_same_name_loses_nothing(
    realmail: RealMail, ada: RealAccount, feed: ImapFeed
) -> None:
    """Its numbers begin again under another validity, which is what a restored mailbox looks like."""
    with owner(realmail, ada) as client:
        client.create("Clients")
        put(client, a_reply(1), "Clients")
        first = feed.fetch(feed.fetch({}).cursor)
        start_again = feed.fetch({}).cursor
        client.delete("Clients")
        time.sleep(1.1)  # Dovecot's validities are seconds
        client.create("Clients")
        put(client, a_reply(1), "Clients")
        put(client, a_reply(2), "Clients")
    batch = feed.fetch(start_again)
    assert first.heads == ()
    assert sorted(bodies(feed, batch.heads)) == [b"Yes 1", b"Yes 2"]


def test_a_kept_connection_sees_what_came_since(realmail: RealMail, ada: RealAccount, feed: ImapFeed) -> None:
    cursor = start(feed)
    for number in range(3):
        realmail.deliver(a_reply(number), sender=BOB, to=ada.address)
        batch = feed.fetch(cursor)
        assert bodies(feed, batch.heads) == [b"Yes %d" % number]
        cursor = batch.cursor


def test_what_was_sent_is_found_in_sent_or_wherever_it_went(
    realmail: RealMail, ada: RealAccount, feed: ImapFeed
) -> None:
    since = sent_position(start(feed))
    transport = open_transport(account_of(ada), only=None)
    assert transport.find_sent("token-1", "token-1@acme.example", since) == Absent()
    with owner(realmail, ada) as client:
        put(client, a_mail("token-11"), "Sent")
        assert transport.find_sent("token-1", "token-1@acme.example", since) == Absent()
        put(client, a_mail(), "Sent")
        assert isinstance(transport.find_sent("token-1", "token-1@acme.example", since), Found)
        move_all(client, "Sent", "Trash")
        assert isinstance(transport.find_sent("token-1", "token-1@acme.example", since), Found)
        assert isinstance(transport.find_sent("token-2", "token-2@acme.example", since), Unknown)


def test_dovecot_tells_of_new_mail(realmail: RealMail, ada: RealAccount) -> None:
    watcher = IdleWatcher(lambda _: open_idle(account_of(ada), None))
    watcher.want({1: "a"})
    ends = time.monotonic() + 10
    while watcher.waiting_for() != {1} or watcher.turn(0.3):
        watcher.turn(0.05)
        assert time.monotonic() < ends
    realmail.deliver(a_reply(), sender=BOB, to=ada.address)
    news: set[int] = set()
    while not news:
        assert time.monotonic() < ends + 10
        news = watcher.turn(0.1)
    watcher.close()
    assert news == {1}


def test_nothing_is_read_twice_over_many_looks(realmail: RealMail, ada: RealAccount, feed: ImapFeed) -> None:
    with owner(realmail, ada) as client:
        for number in range(30):
            put(client, a_reply(number), "INBOX" if number % 3 else "Archive")
    cursor, seen = feed.fetch({}).cursor, []
    with owner(realmail, ada) as client:
        for number in range(30, 40):
            put(client, a_reply(number), "Junk")
            batch = feed.fetch(cursor)
            cursor = batch.cursor
            seen += [head.provider_id for head in batch.heads]
    assert len(seen) == len(set(seen)) == 10
