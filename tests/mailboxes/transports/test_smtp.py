import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from mailboxes.actions.deliveries import CALL_DEADLINE
from mailboxes.core.errors import Scope, TransportError, VerdictUnknown
from mailboxes.core.message import Envelope, Receipt, Thread
from mailboxes.core.smtp_replies import Verb
from mailboxes.transports import smtp, smtp_session
from mailboxes.transports.smtp import SmtpTransport, open_smtp
from mailboxes.transports.smtp_worn import WORN
from tests.mailboxes.accounts import ADA, BOB, Marks, a_mail, envelope, smtp_account
from tests.mailboxes.stubs import Stub, smtp_stub, wait_for


@contextmanager
def logged_in(stub: Stub) -> Iterator[SmtpTransport]:
    transport = open_smtp(smtp_account(stub.port), None)
    try:
        transport.ready()
        yield transport
    finally:
        transport.close()


def send(transport: SmtpTransport, to: str = BOB, mail: bytes | None = None, within: float = 5) -> Receipt:
    permit = Marks().permit(timedelta(seconds=within))
    return transport.deliver(permit, envelope(to), mail or a_mail(to=to), Thread(None))


def test_the_commands_carry_the_envelope_and_nothing_else() -> None:
    with smtp_stub() as stub, logged_in(stub) as transport:
        send(transport)
    mail = stub.seen[stub.seen.index(b"DATA") + 1]
    assert stub.seen[0] == b"EHLO acme.example"
    assert stub.seen[2:4] == [
        b"MAIL FROM:<ada@acme.example> SIZE=%d" % len(a_mail()),
        b"RCPT TO:<bob@prospect.example>",
    ]
    assert mail + b"\r\n" == a_mail()


@pytest.mark.parametrize(
    "to",
    [
        "alice@example.org)bob@example.com",
        "a@x.test, b@y.test",
        '"a\r\nb"@y.test',
        "<bob@prospect.example>",
        "Bob@EXAMPLE.com ",
        "bob@prospect.example> SIZE=1\r\nRCPT TO:<eve@example.net",
        "jörg@example.com",
        "a@b@c.example",
        "bob@exämple.test",
    ],
)
def test_an_address_that_is_not_in_wire_form_never_reaches_the_wire(to: str) -> None:
    marks = Marks()
    with smtp_stub() as stub, logged_in(stub) as transport:
        mail = b"To: " + to.encode() + b"\r\nMessage-ID: <x@acme.example>\r\n\r\nx\r\n"
        with pytest.raises(TransportError) as caught:
            transport.deliver(marks.permit(), Envelope(ADA, to), mail, Thread(None))
        assert (caught.value.began, marks.set) == (False, 0)
    assert not any(command.startswith((b"MAIL", b"RCPT")) for command in stub.seen)


def test_one_connection_carries_many_mails() -> None:
    with smtp_stub() as stub, logged_in(stub) as transport:
        for number in range(5):
            transport.ready()
            send(transport, mail=a_mail(f"token-{number}"))
    assert (stub.connections, stub.seen.count(b"DATA"), stub.seen.count(b"RSET")) == (1, 5, 0)


def test_a_connection_of_many_mails_is_renewed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "MOST_MAILS", 2)
    with smtp_stub() as stub, logged_in(stub) as transport:
        for _ in range(5):
            transport.ready()
            send(transport)
    assert stub.connections == 3


def test_an_idle_connection_is_renewed(monkeypatch: pytest.MonkeyPatch) -> None:
    with smtp_stub() as stub, logged_in(stub) as transport:
        monkeypatch.setattr(smtp, "IDLE_LIMIT", 0.0)
        transport.ready()
        assert stub.connections == 2


def test_a_connection_not_used_for_some_seconds_proves_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "TRUSTED_FOR", 0.0)
    with smtp_stub() as stub, logged_in(stub) as transport:
        transport.ready()
    assert (stub.connections, stub.seen.count(b"RSET")) == (1, 1)


def test_a_connection_the_server_closed_is_noticed_by_ready_alone() -> None:
    with smtp_stub({".": b"250 queued\r\n", "RSET": None}) as stub, logged_in(stub) as transport:
        send(transport)
        transport._kept.session._sock.shutdown(0)  # type: ignore[union-attr]
        transport.ready()
        send(transport)
        assert stub.connections == 2


def test_after_a_refusal_the_connection_is_reset_and_used_again() -> None:
    with smtp_stub({"RCPT": b"550-5.1.1 There is\r\n550 5.1.1 nobody\r\n"}) as stub, logged_in(stub) as transport:
        with pytest.raises(TransportError) as caught:
            send(transport)
        transport.ready()
    assert (caught.value.scope, caught.value.enhanced, caught.value.permanent) == (Scope.RECIPIENT, "5.1.1", True)
    assert (stub.connections, stub.seen.count(b"RSET"), b"DATA" in stub.seen) == (1, 1, False)


@pytest.mark.parametrize("reply", [None, b"hello\r\n", b"25\r\n", b"354 more\r\n", b"250-never\r\n" * 200, b"2" * 9000])
def test_no_clear_reply_to_the_final_dot_is_unknown(reply: bytes | None) -> None:
    with smtp_stub({".": reply}) as stub, logged_in(stub) as transport, pytest.raises(VerdictUnknown):
        send(transport, within=0.5)
    assert stub.seen.count(b"DATA") == 1


def test_a_drip_after_the_dot_does_not_outlive_the_deadline() -> None:
    started = time.monotonic()
    with smtp_stub({".": b"250-x"}) as stub, logged_in(stub) as transport, pytest.raises(VerdictUnknown):
        send(transport, within=0.3)
    assert time.monotonic() - started < 1.5


@pytest.mark.parametrize("reply", [b"250 not 354\r\n", b"garbage\r\n", None])
def test_without_a_354_the_body_is_never_sent(reply: bytes | None) -> None:
    with smtp_stub({"DATA": reply}) as stub, logged_in(stub) as transport:
        with pytest.raises(TransportError) as caught:
            send(transport)
        assert (caught.value.permanent, caught.value.began) == (False, True)
    assert stub.seen[-1] == b"DATA"


def test_any_2yz_to_the_dot_is_acceptance() -> None:
    with smtp_stub({".": b"251-2.0.0 taken\r\n251 2.0.0 as A1\r\n"}) as stub, logged_in(stub) as transport:
        receipt = send(transport)
    assert (receipt.provider_id, receipt.message_id, receipt.response) == ("", None, "251 taken as A1")


def test_what_a_relay_calls_the_mail_is_kept_and_its_own_id_is_told_by_nobody() -> None:
    with smtp_stub({".": b"250 Ok 0102abcd-000000\r\n"}) as stub, logged_in(stub) as transport:
        receipt = send(transport)
    assert (receipt.provider_id, receipt.provider_thread_id, receipt.message_id) == ("0102abcd-000000", "", None)


def test_eight_bit_text_goes_only_where_it_is_taken() -> None:
    mail = f"To: {BOB}\r\nMessage-ID: <x@acme.example>\r\n\r\nJörg\r\n".encode()
    with smtp_stub() as stub, logged_in(stub) as transport, pytest.raises(TransportError) as caught:
        send(transport, mail=mail)
    assert (caught.value.scope, caught.value.began) == (Scope.MESSAGE, False)
    taken = b"250-mail.example\r\n250-8BITMIME\r\n250 AUTH PLAIN\r\n"
    with smtp_stub({"EHLO": taken}) as stub, logged_in(stub) as transport:
        send(transport, mail=mail)
    assert b"MAIL FROM:<ada@acme.example> BODY=8BITMIME" in stub.seen


def test_a_mail_larger_than_the_server_takes_never_begins() -> None:
    small = b"250-mail.example\r\n250-SIZE 100\r\n250 AUTH PLAIN\r\n"
    with smtp_stub({"EHLO": small}) as stub, logged_in(stub) as transport, pytest.raises(TransportError) as caught:
        send(transport)
    assert (caught.value.scope, caught.value.permanent, caught.value.began) == (Scope.MESSAGE, True, False)


@pytest.fixture
def nothing_learned() -> Iterator[None]:
    WORN.forget()
    yield
    WORN.forget()


@pytest.mark.usefixtures("nothing_learned")
@pytest.mark.parametrize("ending", [b"421 4.7.0 too many mails\r\n", None], ids=["421", "cut"])
def test_a_used_connection_that_ends_before_a_mail_begins_is_nobodys_refusal(ending: bytes | None) -> None:
    with smtp_stub({"MAIL": [b"250 ok\r\n", ending, b"250 ok\r\n"]}) as stub, logged_in(stub) as transport:
        send(transport)
        with pytest.raises(TransportError) as caught:
            send(transport)
        assert (caught.value.unused, caught.value.permanent, caught.value.began) == (True, False, True)
        transport.ready()
        send(transport)
        assert (stub.connections, stub.seen.count(b"DATA")) == (2, 2)


@pytest.mark.parametrize("verb", ["MAIL", "RCPT", "DATA"])
@pytest.mark.parametrize("ending", [b"421 4.3.2 closing\r\n", None], ids=["421", "cut"])
def test_a_fresh_connection_that_ends_is_the_servers_trouble(verb: str, ending: bytes | None) -> None:
    with smtp_stub({verb: ending}) as stub, logged_in(stub) as transport, pytest.raises(TransportError) as caught:
        send(transport)
    assert (caught.value.unused, caught.value.scope, caught.value.permanent) == (False, Scope.PROVIDER, False)
    assert stub.seen.count(b"DATA") == (verb == "DATA")


@pytest.mark.usefixtures("nothing_learned")
def test_a_server_that_counts_mails_is_met_once() -> None:
    ok, closing = b"250 ok\r\n", b"421 4.7.0 too many mails\r\n"
    with smtp_stub({"MAIL": [ok, ok, closing, ok]}) as stub, logged_in(stub) as transport:
        for _ in range(2):
            transport.ready()
            send(transport)
        with pytest.raises(TransportError):
            send(transport)
        for _ in range(4):
            transport.ready()
            send(transport)
        assert stub.connections == 3


def test_a_transport_that_is_closed_takes_its_leave() -> None:
    with smtp_stub({"QUIT": None}) as stub, logged_in(stub) as transport:
        send(transport)
        transport.close()
        wait_for(lambda: stub.seen[-1] == b"QUIT")


def test_a_connection_in_the_middle_of_a_mail_is_only_dropped() -> None:
    with smtp_stub({".": b"what?\r\n"}) as stub, logged_in(stub) as transport, pytest.raises(VerdictUnknown):
        send(transport)
    assert b"QUIT" not in stub.seen


def test_each_step_may_take_as_long_as_rfc_5321_says() -> None:
    least = {Verb.GREETING: 300, Verb.MAIL: 300, Verb.RCPT: 300, Verb.DATA: 120, Verb.BODY: 600}
    assert all(smtp_session.REPLY_WITHIN[verb] >= seconds for verb, seconds in least.items())
    assert smtp_session.BLOCK_WITHIN >= 180
    slowest = sum(seconds for verb, seconds in least.items() if verb is not Verb.GREETING)
    assert CALL_DEADLINE.total_seconds() > slowest
