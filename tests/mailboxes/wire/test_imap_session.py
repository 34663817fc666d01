"""An IMAP session on a server that misbehaves: bounded in time and in size, TLS that cannot be talked away."""

import getpass
import logging
import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mailboxes.core.account import Account, Security
from mailboxes.core.errors import CredentialError, InboundError
from mailboxes.inbound import imap
from mailboxes.inbound.imap import open_imap_feed
from mailboxes.wire import imap_login
from mailboxes.wire.imap_login import log_in
from mailboxes.wire.imap_protocol import ImapRefused
from mailboxes.wire.imap_session import ImapSession, open_session
from mailboxes.wire.imap_socket import ImapLacks, ImapLost
from tests.mailboxes import certificates
from tests.mailboxes.accounts import imap_account
from tests.mailboxes.imap_server import Fault, House, Talk, cuts, drips, hangs, imap_house, says

REPLY = b"From: bob@prospect.example\r\nMessage-ID: <r@prospect.example>\r\n\r\nYes\r\n"
COMMANDS = ["", "CAPABILITY", "AUTHENTICATE", "LIST", "NAMESPACE", "STATUS", "EXAMINE", "UID SEARCH", "UID FETCH"]


def floods(talk: Talk) -> None:
    """Say things nobody asked for, for ever."""
    for _ in range(200):
        talk.connection.sendall(b"* 1 FETCH (FLAGS (\\Seen))\r\n" * 5000)


def says_bye(talk: Talk) -> None:
    talk.say(b"* BYE canary-nobody@example.com has to leave")
    cuts(talk)


def breaks_in_a_line(talk: Talk) -> None:
    talk.connection.sendall(b"* OK half")
    cuts(talk)


FAULTS: dict[str, Fault] = {
    "cut": cuts,
    "bye": says_bye,
    "not-imap": says(b"\x00\xff canary-nobody@example.com"),
    "half-a-line": breaks_in_a_line,
    "literal-bomb": says(b"* LIST () NIL {99999999999}"),
    "endless-line": lambda talk: talk.connection.sendall(b"* OK " + b"x" * 6_000_000),
    "flood": floods,
    "deep": says(
        b"* LIST " + b"(" * 30_000, b"* 1 FETCH " + b"(" * 30_000, b"* NAMESPACE " + b"(" * 30_000, b"%T OK done"
    ),
    "wrong-numbers": says(b"* LIST (x", b"* SEARCH 9z", b"* 1 FETCH (UID", b"* OK [UIDVALIDITY x] x", b"%T OK done"),
}


@pytest.fixture
def house() -> Iterator[House]:
    with imap_house() as served:
        yield served


def lost(house: House, *, account: Account | None = None) -> str:
    """Read once, which must fail; return what is said of it, with nothing of the server's own words in it."""
    feed = open_imap_feed(account or imap_account(house.port), None)
    with pytest.raises((InboundError, CredentialError)) as caught:
        feed.fetch({})
    feed.close()
    assert "canary" not in str(caught.value)
    return str(caught.value)


def read(house: House) -> int:
    feed = open_imap_feed(imap_account(house.port), None)
    try:
        return len(feed.fetch({}).heads)
    finally:
        feed.close()


def asking_for_status(house: House, command: str) -> None:
    if command == "STATUS":
        house.capabilities = house.capabilities.replace(" LIST-STATUS", "")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_whatever_a_server_says_at_a_command_is_an_error_of_reading_and_passes(
    house: House, command: str, fault: str
) -> None:
    house.add(REPLY)
    asking_for_status(house, command)
    house.fault(command, FAULTS[fault])
    if (command, fault) in HARMLESS:
        assert read(house) == 1
    else:
        lost(house)
        assert read(house) == 1


HARMLESS = {(command, "wrong-numbers") for command in ("AUTHENTICATE", "NAMESPACE", "STATUS")}
"""OK is a yes to these; what else was said then is about nothing that was asked."""


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("fault", [hangs, drips])
def test_a_server_that_takes_its_time_is_left_at_the_deadline(
    house: House, command: str, fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.add(REPLY)
    asking_for_status(house, command)
    house.fault(command, fault)
    with monkeypatch.context() as hurried:
        hurried.setattr(imap_login, "LOGIN_WITHIN", 0.3)
        hurried.setattr(imap, "FETCH_WITHIN", 0.3)
        hurried.setattr(imap, "ENOUGH_LEFT", 0.0)
        lost(house)
    assert read(house) == 1


@pytest.mark.parametrize("words", [b"NO canary-nobody@example.com no", b"BAD what?"])
@pytest.mark.parametrize("command", ["CAPABILITY", "LIST", "NAMESPACE"])
def test_a_refusal_is_an_error_of_reading_and_says_nothing_of_the_servers(
    house: House, command: str, words: bytes
) -> None:
    house.fault(command, says(b"%T " + words))
    lost(house)


@pytest.mark.parametrize(
    ("words", "final"),
    [
        (b"NO [AUTHENTICATIONFAILED] no", True),
        (b"NO Login failed.", True),
        (b"NO [EXPIRED] change your password", True),
        (b"BAD Command Error. 12", True),
        (b"NO [UNAVAILABLE] Temporary authentication failure.", False),
        (b"NO [ALERT] Too many simultaneous connections. (Failure)", False),
        (b"NO [LIMIT] enough", False),
        (b"NO try again later", False),
    ],
)
def test_a_refused_login_is_final_only_if_it_is(house: House, words: bytes, final: bool) -> None:
    house.fault("AUTHENTICATE", says(b"%T " + words))
    feed = open_imap_feed(imap_account(house.port), None)
    with pytest.raises(CredentialError) as caught:
        feed.fetch({})
    assert caught.value.reconnect is final


def test_a_server_that_says_we_are_in_already_is_left(house: House) -> None:
    house.greeting = b"* PREAUTH come in"
    assert "logged in already" in lost(house)
    assert "AUTHENTICATE" not in house.verbs


@pytest.mark.parametrize("offered", ["AUTH=PLAIN", "", "AUTH=LOGIN LOGINDISABLED"])
def test_a_password_goes_by_plain_or_by_login(house: House, offered: str) -> None:
    house.capabilities = f"IMAP4rev1 {offered}"
    if "LOGINDISABLED" in offered:
        house.fault("AUTHENTICATE", _sasl_login)
    house.add(REPLY)
    assert read(house) == 1
    assert ("LOGIN" in house.verbs) is (offered == "")


def _sasl_login(talk: Talk) -> None:
    told = []
    for challenge in (b"+ VXNlcm5hbWU6", b"+ UGFzc3dvcmQ6"):
        talk.say(challenge)
        told.append(_line(talk.connection))
    talk.done(b"OK in" if told == [b"YWRhQGFjbWUuZXhhbXBsZQ==\r\n", b"cmlnaHQ=\r\n"] else b"NO no")


def test_a_server_without_a_way_to_log_in_is_not_told_the_password(house: House) -> None:
    house.capabilities = "IMAP4rev1 LOGINDISABLED"
    assert "neither PLAIN nor LOGIN" in lost(house)
    assert b"right" not in house.heard


def _line(connection: socket.socket) -> bytes:
    line = b""
    while not line.endswith(b"\r\n"):
        line += connection.recv(1000)
    return line


class Grants:
    """Tokens of one mailbox: the given ones in turn."""

    def __init__(self, *tokens: str) -> None:
        self.waiting = list(tokens)
        self.dropped: list[str] = []

    def current(self) -> str:
        return self.waiting[0]

    def drop(self, token: str) -> None:
        self.dropped.append(token)
        self.waiting.pop(0)


def with_tokens(house: House, grants: Grants) -> ImapSession:
    told = imap_account(house.port)
    secret = {"auth": "oauth", "username": told.address, "refresh_token": "r"}
    account = Account(told.mailbox_id, told.kind, told.address, told.display_name, told.endpoints, secret)
    assert account.endpoints.imap is not None
    return open_session(account, account.endpoints.imap, tls=ssl.create_default_context(), allowed=None, tokens=grants)


def test_an_access_token_that_expired_is_refreshed_once(house: House) -> None:
    house.tokens = {"fresh"}
    grants = Grants("old", "fresh")
    with_tokens(house, grants).leave()
    assert grants.dropped == ["old"]


def test_a_fresh_token_that_is_refused_asks_for_a_person(house: House) -> None:
    with pytest.raises(CredentialError) as caught:
        with_tokens(house, Grants("old", "new", "never asked for"))
    assert caught.value.reconnect


def test_a_server_in_trouble_costs_no_token(house: House) -> None:
    house.fault("AUTHENTICATE", says(b"%T NO [UNAVAILABLE] later"))
    grants = Grants("good")
    with pytest.raises(CredentialError) as caught:
        with_tokens(house, grants)
    assert (caught.value.reconnect, grants.dropped) == (False, [])


@pytest.fixture
def contexts(tmp_path: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    return certificates.make(tmp_path)


def log_in_by(house: House, security: Security, trusting: ssl.SSLContext) -> None:
    account = imap_account(house.port, security=security)
    assert account.endpoints.imap is not None
    protocol = log_in(account, account.endpoints.imap, tls=trusting, allowed=None, tokens=None)
    ImapSession(protocol).leave()


@pytest.mark.parametrize("security", [Security.TLS, Security.STARTTLS])
def test_tls_is_spoken_and_the_certificate_checked(
    contexts: tuple[ssl.SSLContext, ssl.SSLContext], security: Security
) -> None:
    ours, trusting = contexts
    with imap_house(tls=ours, implicit=security is Security.TLS) as house:
        log_in_by(house, security, trusting)
        house.heard.clear()
        with pytest.raises(ImapLost, match="certificate"):
            log_in_by(house, security, ssl.create_default_context())
        assert b"AUTHENTICATE" not in house.heard


def test_a_stripped_starttls_sends_no_password(house: House) -> None:
    with pytest.raises(ImapLacks, match="STARTTLS"):
        log_in_by(house, Security.STARTTLS, ssl.create_default_context())
    assert house.verbs == ["CAPABILITY"]


def test_what_was_said_before_tls_counts_for_nothing(contexts: tuple[ssl.SSLContext, ssl.SSLContext]) -> None:
    """Capabilities told in the clear would choose how the password travels."""
    ours, trusting = contexts
    with imap_house(tls=ours) as house:
        house.capabilities = "IMAP4rev1 LOGINDISABLED"
        house.fault("CAPABILITY", says(b"* CAPABILITY IMAP4rev1 STARTTLS AUTH=PLAIN", b"%T OK done"))
        with pytest.raises(ImapLacks, match="neither"):
            log_in_by(house, Security.STARTTLS, trusting)
        assert b"AUTHENTICATE" not in house.heard


def test_data_pipelined_before_tls_ends_the_connection(contexts: tuple[ssl.SSLContext, ssl.SSLContext]) -> None:
    ours, trusting = contexts
    with imap_house(tls=ours) as house:
        house.fault("STARTTLS", says(b"%T OK go\r\n* CAPABILITY IMAP4rev1 AUTH=PLAIN"))
        with pytest.raises(ImapLost, match="injects"):
            log_in_by(house, Security.STARTTLS, trusting)


def test_a_refused_starttls_is_no_reason_to_go_on_without(contexts: tuple[ssl.SSLContext, ssl.SSLContext]) -> None:
    ours, trusting = contexts
    with imap_house(tls=ours) as house:
        house.fault("STARTTLS", says(b"%T NO not now"))
        with pytest.raises(ImapRefused):
            log_in_by(house, Security.STARTTLS, trusting)
        assert b"AUTHENTICATE" not in house.heard


def test_nothing_of_ours_stands_in_what_is_sent(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """No ID command, no version, no host or user name; and no byte of the talk goes to a log."""
    caplog.set_level(logging.DEBUG)
    house.add(REPLY)
    assert read(house) == 1
    heard = bytes(house.heard).lower()
    ours = ("python", "imapclient", "imaplib", "forbear", "django", " id ", socket.gethostname(), getpass.getuser())
    assert not any(word.lower().encode() in heard for word in ours if len(word) > 3)
    assert not any("prospect" in record.getMessage() or "cmlnaHQ" in record.getMessage() for record in caplog.records)


def test_nothing_is_ever_changed_there(house: House) -> None:
    house.add(REPLY)
    assert read(house) == 1
    assert set(house.verbs) <= {
        "CAPABILITY", "AUTHENTICATE", "LIST", "NAMESPACE", "EXAMINE", "UID SEARCH", "UID FETCH", "LOGOUT"
    }  # fmt: skip
    assert b"PEEK" in house.heard


def test_folder_names_of_every_kind_are_asked_for_as_they_are(house: House) -> None:
    """As literals, as bare numbers, with quotes and blanks in them."""
    house.fault(
        "LIST",
        says(
            b'* LIST () "/" INBOX',
            b'* LIST (\\HasNoChildren) "/" {9}\r\nArch "26"',
            b'* LIST () "/" 2026',
            b'* LIST () NIL "a\\"b\\\\c"',
            b'* LIST () "/" {4}\r\na\r\nb',
            b'* LIST (\\Sent) "/" "Sent" ("CHILDINFO" ("SUBSCRIBED"))',
            b"%T OK done",
        ),
    )
    house.tokens = {"t"}
    session = with_tokens(house, Grants("t"))
    names = [one.name for one in session.folders()]
    assert names == ["INBOX", 'Arch "26"', "2026", 'a"b\\c', "Sent"]
    house.heard.clear()
    with pytest.raises(ImapRefused):
        session.open('a"b\\c')
    assert b'EXAMINE "a\\"b\\\\c"' in house.heard
    session.leave()


def test_a_date_without_a_zone_or_none_at_all_is_no_date(house: House) -> None:
    house.add(REPLY)
    told = b'* 1 FETCH (UID 1 RFC822.SIZE 9 INTERNALDATE "%s" BODY[HEADER]<0> {4}\r\nA:b\n)'
    for date in (b"32-Foo-2026 99:00:00 +0000", b""):
        house.fault("UID FETCH", says(told % date, b"%T OK done"))
        feed = open_imap_feed(imap_account(house.port), None)
        (head,) = feed.fetch({}).heads
        feed.close()
        assert abs((head.received_at - datetime.now(UTC)).total_seconds()) < 3600


def test_a_server_that_never_tells_its_next_number_is_read_all_the_same(house: House) -> None:
    house.capabilities = "IMAP4rev1 AUTH=PLAIN"
    house.tells_next = False
    house.add(REPLY)
    feed = open_imap_feed(imap_account(house.port), None)
    first = feed.fetch({})
    house.add(REPLY.replace(b"<r@", b"<s@"), "Archive")
    second = feed.fetch(first.cursor)
    feed.close()
    assert (len(first.heads), len(second.heads), second.complete) == (1, 1, True)


@pytest.mark.parametrize("some_fields", [True, False])
def test_of_heads_left_out_of_an_answer_come_the_fields_that_can_be_had(house: House, some_fields: bool) -> None:
    house.add(REPLY)
    house.add(REPLY.replace(b"<r@", b"<s@"))
    house.fault("UID FETCH", says(b"* 1 FETCH (UID 1 BODY[HEADER]<0> {6}\r\nA: b\r\n)", b"%T OK done"))
    if not some_fields:
        house.fault("UID FETCH", says(b"%T NO [SERVERBUG] cannot"))
    feed = open_imap_feed(imap_account(house.port), None)
    first, second = (head.headers for head in feed.fetch({}).heads)
    feed.close()
    assert first == b"A: b\r\n"
    assert (b"<s@" in second, second.strip() == b"") == (some_fields, not some_fields)
