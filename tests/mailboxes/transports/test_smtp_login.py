import socket
import ssl
import time
from base64 import b64encode
from dataclasses import replace
from pathlib import Path

import pytest

from mailboxes.core.account import Endpoints, Security, Server
from mailboxes.core.errors import CredentialError, EndpointRefused, TransportError
from mailboxes.transports.smtp import open_smtp
from tests.mailboxes import certificates
from tests.mailboxes.accounts import ADA, smtp_account
from tests.mailboxes.stubs import Script, Stub, serving, smtp_stub

type Contexts = tuple[ssl.SSLContext, ssl.SSLContext]
OFFERS_TLS: Script = {"EHLO": b"250-mail.example\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n"}


@pytest.fixture(scope="module")
def contexts(tmp_path_factory: pytest.TempPathFactory) -> Contexts:
    return certificates.make(tmp_path_factory.mktemp("tls"))


def log_in(port: int, security: Security = Security.PLAIN, tls: ssl.SSLContext | None = None) -> None:
    transport = open_smtp(smtp_account(port, security=security), None, tls=tls)
    try:
        transport.ready()
    finally:
        transport.close()


def test_tls_from_the_first_byte_with_a_trusted_certificate(contexts: Contexts) -> None:
    with smtp_stub(tls=contexts[0], from_start=True) as stub:
        log_in(stub.port, Security.TLS, contexts[1])
    assert stub.seen[1] == b"AUTH PLAIN " + b64encode(f"\0{ADA}\0right".encode())


def test_starttls_comes_before_the_password(contexts: Contexts) -> None:
    with smtp_stub(OFFERS_TLS, tls=contexts[0]) as stub:
        log_in(stub.port, Security.STARTTLS, contexts[1])
    assert [command.split(b" ")[0] for command in stub.seen[:4]] == [b"EHLO", b"STARTTLS", b"EHLO", b"AUTH"]


@pytest.mark.parametrize("security", [Security.TLS, Security.STARTTLS])
def test_a_certificate_nobody_vouches_for_gets_no_password(contexts: Contexts, security: Security) -> None:
    with smtp_stub(OFFERS_TLS, tls=contexts[0], from_start=security == Security.TLS) as stub:
        with pytest.raises(TransportError, match="not trusted") as caught:
            log_in(stub.port, security)
        assert not caught.value.began
    assert not any(command.startswith(b"AUTH") for command in stub.seen)


@pytest.mark.parametrize("security", [Security.TLS, Security.STARTTLS])
def test_a_certificate_for_another_host_gets_no_password(tmp_path: Path, security: Security) -> None:
    server, client = certificates.make(tmp_path, host="other.example")
    opened = smtp_stub(OFFERS_TLS, tls=server, from_start=security == Security.TLS)
    with opened as stub, pytest.raises(TransportError, match="not trusted"):
        log_in(stub.port, security, client)
    assert not any(command.startswith(b"AUTH") for command in stub.seen)


@pytest.mark.parametrize(
    "script", [{}, {**OFFERS_TLS, "STARTTLS": b"454 4.7.0 not now\r\n"}], ids=["stripped", "refused"]
)
def test_without_starttls_no_password_leaves(script: Script) -> None:
    with smtp_stub(script) as stub:
        with pytest.raises(TransportError) as caught:
            log_in(stub.port, Security.STARTTLS)
        assert (caught.value.permanent, caught.value.began) == (False, False)
    assert not any(command.startswith(b"AUTH") for command in stub.seen)


def test_what_was_injected_before_tls_ends_the_session(contexts: Contexts) -> None:
    injected = {**OFFERS_TLS, "STARTTLS": b"220 go\r\n250-evil.example\r\n250 AUTH PLAIN\r\n"}
    with smtp_stub(injected, tls=contexts[0]) as stub, pytest.raises(TransportError, match="injects"):
        log_in(stub.port, Security.STARTTLS, contexts[1])
    assert not any(command.startswith(b"AUTH") for command in stub.seen)


def test_what_is_said_in_clear_during_the_handshake_is_never_read_as_the_servers_word(contexts: Contexts) -> None:
    def speak_on(connection: socket.socket, stub: Stub) -> None:
        connection.sendall(b"220 mail.example ESMTP\r\n")
        connection.recv(4096)
        connection.sendall(b"250-mail.example\r\n250 STARTTLS\r\n")
        connection.recv(4096)
        connection.sendall(b"220 go\r\n")
        connection.recv(4096)  # the client's hello
        connection.sendall(b"250-evil.example\r\n250 AUTH PLAIN\r\n")
        while piece := connection.recv(4096):
            stub.seen.append(piece)

    with serving(speak_on) as stub, pytest.raises(TransportError, match="TLS failed"):
        log_in(stub.port, Security.STARTTLS, contexts[1])
    assert not any(b"AUTH" in piece for piece in stub.seen)


@pytest.mark.parametrize("host", ["mail.example", "192.0.2.1", "localhost.example", "127.0.0.1.example"])
def test_a_password_in_clear_leaves_for_this_machine_only(host: str) -> None:
    account = smtp_account(25)
    outside = replace(account, endpoints=Endpoints(smtp=Server(host, 25, Security.PLAIN)))
    with pytest.raises(EndpointRefused):
        open_smtp(outside, None)


def test_login_is_spoken_where_plain_is_not() -> None:
    script: Script = {
        "EHLO": b"250-mail.example\r\n250 AUTH LOGIN\r\n",
        "AUTH": b"334 VXNlcm5hbWU6\r\n",
        b64encode(ADA.encode()).decode().upper(): b"334 UGFzc3dvcmQ6\r\n",
        b64encode(b"right").decode().upper(): b"235 in\r\n",
    }
    with smtp_stub(script) as stub:
        log_in(stub.port)
    assert stub.seen[1:4] == [b"AUTH LOGIN", b64encode(ADA.encode()), b64encode(b"right")]


@pytest.mark.parametrize("reply", [b"535 5.7.8 no\r\n", b"534 5.7.9 no\r\n", b"538 5.7.11 no\r\n"])
def test_a_refused_login_needs_a_person(reply: bytes) -> None:
    with smtp_stub({"AUTH": reply}) as stub, pytest.raises(CredentialError) as caught:
        log_in(stub.port)
    assert caught.value.reconnect


@pytest.mark.parametrize(
    "script", [{"AUTH": b"454 4.7.0 later\r\n"}, {"": b"421 later\r\n"}, {"": b"554 no\r\n"}, {"": None}]
)
def test_a_login_that_cannot_be_judged_now_is_tried_later(script: Script) -> None:
    with smtp_stub(script) as stub, pytest.raises(TransportError) as caught:
        log_in(stub.port)
    assert not caught.value.began


def test_a_greeting_that_drips_does_not_outlive_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mailboxes.transports.smtp_login.LOGIN_WITHIN", 0.4)

    def drip(connection: socket.socket, stub: Stub) -> None:
        for _ in range(40):
            connection.sendall(b"2")
            time.sleep(0.05)

    started = time.monotonic()
    with serving(drip) as stub, pytest.raises(TransportError):
        log_in(stub.port)
    assert time.monotonic() - started < 3
