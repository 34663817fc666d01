"""XOAUTH2: an access token where other mailboxes have a password; and no secret in what a server repeats."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from mailboxes.core.account import Account, Endpoints, Security, Server
from mailboxes.core.errors import CredentialError, TransportError
from mailboxes.core.sasl import xoauth2
from mailboxes.oauth import ACCESS_TOKENS
from mailboxes.transports.smtp import open_smtp
from tests.mailboxes.accounts import ADA, smtp_account
from tests.mailboxes.stubs import Script, Stub, http_answer, http_stub, smtp_stub

OFFERS: Script = {"EHLO": b"250-mail.example\r\n250 AUTH PLAIN XOAUTH2\r\n"}
CHALLENGE = b"334 " + b64encode(b'{"status":"401","schemes":"bearer"}') + b"\r\n"
NO = b"535 5.7.8 Username and Password not accepted\r\n"
YES = b"235 2.7.0 in\r\n"


@pytest.fixture(autouse=True)
def no_tokens_of_other_tests() -> Iterator[None]:
    ACCESS_TOKENS.forget()
    yield
    ACCESS_TOKENS.forget()


@contextmanager
def a_token_endpoint() -> Iterator[Stub]:
    """Gives token-1, token-2 and so on."""
    given: list[Stub] = []

    def answer(_: bytes) -> bytes:
        return http_answer(json.dumps({"access_token": f"token-{len(given[0].seen)}", "expires_in": 3600}).encode())

    with http_stub(answer) as stub:
        given.append(stub)
        yield stub


def an_account(smtp: Stub, tokens: Stub, *, username: str = ADA) -> Account:
    secret = {"auth": "oauth", "refresh_token": "r", "client_id": "c", "client_secret": "s", "username": username}
    server = Server("127.0.0.1", smtp.port, Security.PLAIN)
    account = replace(smtp_account(smtp.port), endpoints=Endpoints(smtp=server, token=tokens.url))
    return replace(account, secret=secret)


def log_in(account: Account) -> None:
    transport = open_smtp(account, None)
    try:
        transport.ready()
    finally:
        transport.close()


def said(stub: Stub) -> list[bytes]:
    """What was sent after EHLO, the tokens readable."""
    lines = [line for line in stub.seen if line.startswith(b"AUTH") or line == b""]
    return [b64decode(line.split()[-1]) if line else b"" for line in lines]


def test_the_token_is_sent_with_the_name_of_the_mailbox() -> None:
    with smtp_stub(OFFERS) as smtp, a_token_endpoint() as tokens:
        log_in(an_account(smtp, tokens))
    assert said(smtp) == [f"user={ADA}\x01auth=Bearer token-1\x01\x01".encode()]
    assert smtp.seen[1] == f"AUTH XOAUTH2 {xoauth2(ADA, 'token-1')}".encode()


def test_a_refused_token_is_renewed_once() -> None:
    script: Script = {**OFFERS, "AUTH": [CHALLENGE, YES], "": [b"220 hello\r\n", NO]}
    with smtp_stub(script) as smtp, a_token_endpoint() as tokens:
        log_in(an_account(smtp, tokens))
    assert [words.split(b"Bearer ")[-1].strip(b"\x01") for words in said(smtp)] == [b"token-1", b"", b"token-2"]


def test_a_fresh_token_that_is_refused_asks_for_a_person() -> None:
    with smtp_stub({**OFFERS, "AUTH": NO}) as smtp, a_token_endpoint() as tokens, pytest.raises(CredentialError) as no:
        log_in(an_account(smtp, tokens))
    assert no.value.reconnect
    assert (len(tokens.seen), len(said(smtp))) == (2, 2)
    assert "token-" not in f"{no.value} {no.value.words}"


def test_a_server_that_cannot_tell_now_keeps_the_token() -> None:
    script: Script = {**OFFERS, "AUTH": b"454 4.7.0 later\r\n"}
    with smtp_stub(script) as smtp, a_token_endpoint() as tokens:
        for _ in range(2):
            with pytest.raises(TransportError) as no:
                log_in(an_account(smtp, tokens))
            assert (no.value.permanent, no.value.began) == (False, False)
    assert len(tokens.seen) == 1


def test_without_xoauth2_no_token_leaves() -> None:
    with smtp_stub() as smtp, a_token_endpoint() as tokens, pytest.raises(TransportError, match="XOAUTH2"):
        log_in(an_account(smtp, tokens))
    assert not any(line.startswith(b"AUTH") for line in smtp.seen)


def test_no_connection_is_opened_while_there_is_no_token() -> None:
    with smtp_stub(OFFERS) as smtp, http_stub(lambda _: http_answer(b"{}", status="503 later")) as tokens:
        with pytest.raises(CredentialError) as no:
            log_in(an_account(smtp, tokens))
        assert (no.value.reconnect, smtp.connections) == (False, 0)


@pytest.mark.parametrize("secret", ["right", b64encode(f"\0{ADA}\0right".encode()).decode()])
def test_a_server_that_repeats_a_secret_is_not_quoted(secret: str) -> None:
    reply = f"535 5.7.8 I do not know {secret}\r\n".encode()
    with smtp_stub({"AUTH": reply}) as smtp, pytest.raises(CredentialError) as no:
        log_in(smtp_account(smtp.port))
    assert no.value.words == ""


def test_what_a_server_says_of_a_refused_login_is_kept() -> None:
    with smtp_stub({"AUTH": NO}) as smtp, pytest.raises(CredentialError) as no:
        log_in(smtp_account(smtp.port))
    assert no.value.words == "535 5.7.8 Username and Password not accepted"
