"""An account is tried before anything is stored; what goes wrong is told in words, and --no-check asks nobody."""

import io
import ssl
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from app.models import Event
from mailboxes.models import Credential, Mailbox
from tests.factories import a_workspace
from tests.mailboxes import certificates
from tests.mailboxes.stubs import Script, Stub, http_answer, http_stub, smtp_stub

pytestmark = pytest.mark.django_db(transaction=True)

REFUSING: Script = {"AUTH": b"535 5.7.8 no\r\n"}
NOWHERE = 1  # nobody listens on this port


@pytest.fixture(autouse=True)
def office(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    a_workspace()
    monkeypatch.setenv("FORBEAR_MAILBOX_PASSWORD", "canary-password")
    monkeypatch.setenv("FORBEAR_REFRESH_TOKEN", "canary-token")


def smtp(port: int, *more: str, host: str = "127.0.0.1", security: str = "plain") -> str:
    server = ("--host", host, "--port", str(port), "--security", security)
    return told("connect_smtp", "nora@example.org", *server, *more)


def gmail(url: str, *more: str) -> str:
    return told("connect_gmail", "nora@example.org", "--api", url, "--token-url", f"{url}/token", *more)


def told(*command: str) -> str:
    out = io.StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def refused(act: Any, *arguments: Any, **more: Any) -> str:
    with pytest.raises(CommandError) as caught:
        act(*arguments, **more)
    assert not Mailbox.objects.exists()
    assert not Credential.objects.exists()
    assert not Event.objects.filter(kind__startswith="mailbox").exists()
    assert "canary" not in str(caught.value)
    assert "--no-check" in str(caught.value)
    return str(caught.value)


def verbs(stub: Stub) -> list[bytes]:
    return [line.split(b" ")[0] for line in stub.seen]


def test_a_login_that_works_connects_and_sends_nothing() -> None:
    with smtp_stub() as stub:
        assert "nora@example.org is connected" in smtp(stub.port)
    assert [verb for verb in verbs(stub) if verb != b"QUIT"] == [b"EHLO", b"AUTH"]


def test_a_wrong_password_is_told_and_nothing_is_stored() -> None:
    with smtp_stub(REFUSING) as stub:
        assert f"127.0.0.1:{stub.port} does not take this user name and password" in refused(smtp, stub.port)


def test_a_server_that_is_not_there_is_told() -> None:
    assert f"Cannot log in at 127.0.0.1:{NOWHERE}: no session: the server cannot be reached" in refused(smtp, NOWHERE)


def test_a_certificate_that_nobody_vouches_for_is_told(tmp_path: Path) -> None:
    contexts: tuple[ssl.SSLContext, ssl.SSLContext] = certificates.make(tmp_path)
    with smtp_stub(tls=contexts[0], from_start=True) as stub:
        assert "certificate is not trusted" in refused(smtp, stub.port, host="localhost", security="tls")


def test_no_check_asks_nobody() -> None:
    assert "is connected" in smtp(NOWHERE, "--no-check")


def test_a_grant_that_works_connects() -> None:
    with http_stub(lambda _: http_answer(b'{"access_token": "x", "expires_in": 3600}')) as stub:
        assert "is connected" in gmail(stub.url)
    assert len(stub.seen) == 1


@pytest.mark.parametrize(
    ("error", "words"), [("invalid_grant", "does not take this refresh token"), ("invalid_client", "GOOGLE_CLIENT_ID")]
)
def test_a_grant_that_is_refused_is_told_and_nothing_is_stored(error: str, words: str) -> None:
    with http_stub(lambda _: http_answer(f'{{"error": "{error}"}}'.encode(), status="400 Bad Request")) as stub:
        assert words in refused(gmail, stub.url)
        assert "is connected" in gmail(stub.url, "--no-check")
    assert len(stub.seen) == 1
