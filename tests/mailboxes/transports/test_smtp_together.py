"""A server with PIPELINING gets MAIL, RCPT and DATA at once; no answer of it makes two mails of one."""

import pytest

from mailboxes.core.errors import Scope, TransportError
from tests.mailboxes.stubs import Script, smtp_stub
from tests.mailboxes.transports.test_smtp import logged_in, send

TOGETHER = b"250-mail.example\r\n250-PIPELINING\r\n250 AUTH PLAIN LOGIN\r\n"
NOBODY = b"550 5.1.1 nobody\r\n"
NO_RECIPIENT = b"554 5.5.1 no valid recipients\r\n"


def test_commands_go_together_and_the_mail_is_the_same() -> None:
    with smtp_stub() as one_by_one, logged_in(one_by_one) as transport:
        send(transport)
    with smtp_stub({"EHLO": TOGETHER}) as together, logged_in(together) as transport:
        send(transport)
        transport.ready()
        send(transport)
    mail = one_by_one.seen.index(b"DATA") + 1
    assert together.seen.count(one_by_one.seen[mail]) == 2
    assert together.connections == 1


def test_a_refused_recipient_leaves_the_connection_to_the_next_mail() -> None:
    script: Script = {"EHLO": TOGETHER, "RCPT": [NOBODY, b"250 fine\r\n"], "DATA": [NO_RECIPIENT, b"354 go on\r\n"]}
    with smtp_stub(script) as stub, logged_in(stub) as transport:
        with pytest.raises(TransportError) as caught:
            send(transport)
        transport.ready()
        send(transport)
    assert (caught.value.scope, caught.value.enhanced, caught.value.permanent) == (Scope.RECIPIENT, "5.1.1", True)
    assert (stub.connections, stub.seen.count(b"RSET")) == (1, 1)


@pytest.mark.parametrize("refused", ["MAIL", "RCPT"])
def test_a_server_that_wants_the_text_all_the_same_gets_none(refused: str) -> None:
    """It said no to the mail and 354 to DATA: a connection without the final dot delivers nothing."""
    with smtp_stub({"EHLO": TOGETHER, refused: NOBODY}) as stub, logged_in(stub) as transport:
        with pytest.raises(TransportError) as caught:
            send(transport)
        assert caught.value.permanent
        transport.ready()
    assert stub.connections == 2
    assert stub.seen[stub.seen.index(b"DATA") + 1].startswith(b"EHLO")


@pytest.mark.parametrize("behind", [None, b"421 4.3.2 closing\r\n"], ids=["cut", "421"])
def test_a_refusal_counts_whatever_comes_behind_it(behind: bytes | None) -> None:
    with smtp_stub({"EHLO": TOGETHER, "RCPT": NOBODY, "DATA": behind}) as stub, logged_in(stub) as transport:
        with pytest.raises(TransportError) as caught:
            send(transport)
        assert (caught.value.scope, caught.value.permanent) == (Scope.RECIPIENT, True)
        transport.ready()
        assert caught.value.began


def test_a_connection_that_ends_before_the_first_reply_took_nothing() -> None:
    with smtp_stub({"EHLO": TOGETHER, "MAIL": [b"250 fine\r\n", None]}) as stub, logged_in(stub) as transport:
        send(transport)
        transport.ready()
        with pytest.raises(TransportError) as caught:
            send(transport)
    assert (caught.value.permanent, caught.value.unused) == (False, True)
