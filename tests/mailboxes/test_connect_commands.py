"""An account is tried before anything is stored; what goes wrong is told in words, and --no-check asks nobody.

The commands that connect, check and keep: one family.
"""

import io
import json
import ssl
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.management import call_command
from django.core.management.base import CommandError

from app.models import Event
from mailboxes.models import Credential, Mailbox, ServiceAccount
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
        assert "does not take this user name and password. Check both." in refused(smtp, stub.port)


def test_a_server_that_is_not_there_is_told() -> None:
    assert "nobody listens on this port. Try 465" in refused(smtp, NOWHERE)


def test_a_certificate_that_nobody_vouches_for_is_told(tmp_path: Path) -> None:
    contexts: tuple[ssl.SSLContext, ssl.SSLContext] = certificates.make(tmp_path)
    with smtp_stub(tls=contexts[0], from_start=True) as stub:
        assert "Nobody we trust vouches" in refused(smtp, stub.port, host="localhost", security="tls")


def test_a_mailbox_that_cannot_be_read_is_not_stored_either() -> None:
    with smtp_stub() as stub:
        reading = ("--imap-host", "127.0.0.1", "--imap-port", str(NOWHERE), "--imap-security", "plain")
        assert "nobody listens on this port" in refused(smtp, stub.port, *reading)


def test_no_check_asks_nobody() -> None:
    assert "is connected" in smtp(NOWHERE, "--no-check")


def google(request: bytes) -> bytes:
    if request.startswith(b"POST /token"):
        return http_answer(b'{"access_token": "x", "expires_in": 3600}')
    return http_answer(b'{"emailAddress": "nora@example.org", "historyId": "5"}')


def test_a_grant_that_works_connects() -> None:
    with http_stub(google) as stub:
        assert "is connected" in gmail(stub.url)
        assert not any(b"/send" in request for request in stub.seen)


@pytest.mark.parametrize(
    ("error", "words"), [("invalid_grant", "The grant is not valid any more"), ("invalid_client", "GOOGLE_CLIENT_ID")]
)
def test_a_grant_that_is_refused_is_told_and_nothing_is_stored(error: str, words: str) -> None:
    with http_stub(lambda _: http_answer(f'{{"error": "{error}"}}'.encode(), status="400 Bad Request")) as stub:
        assert words in refused(gmail, stub.url)
        assert "is connected" in gmail(stub.url, "--no-check")
    assert len(stub.seen) == 1


def test_a_service_account_is_kept_once_and_acts_for_many(tmp_path: Path) -> None:
    file = tmp_path / "key.json"
    file.write_text(a_key_file())
    assert "gmail.send" in told("keep_service_account", "Firm", str(file))
    assert "PRIVATE KEY" not in repr(list(ServiceAccount.objects.values()))
    delegated = ("connect_gmail", "nora@example.org", "--service-account")
    with http_stub(google) as stub:
        servers = ("--api", stub.url, "--token-url", f"{stub.url}/token")
        with pytest.raises(CommandError, match="no service account called Other"):
            told(*delegated, "Other", *servers)
        assert "is connected" in told(*delegated, "Firm", *servers)


def a_key_file() -> str:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    named = {"client_email": "robot@project.example", "client_id": "1234", "private_key_id": "k", "private_key": pem}
    return json.dumps({"type": "service_account", "project_id": "project", **named})


def test_without_a_host_the_servers_are_found_by_the_address(settings: Any) -> None:
    settings.DNS_SERVERS = ("not an address",)  # nobody answers
    out = told("connect_smtp", "nora@gmail.com", "--no-check")
    assert "Found Google: smtp.gmail.com:465 and imap.gmail.com:993." in out
    assert "which is a guess" in told("connect_smtp", "nora@firm.example", "--no-check")
    assert Mailbox.objects.get(address="nora@firm.example").endpoints["imap"]["host"] == "imap.firm.example"


def test_a_refresh_token_needs_the_client_that_it_belongs_to(settings: Any) -> None:
    settings.GOOGLE_CLIENT_ID = "unset"
    with pytest.raises(CommandError, match="set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET"):
        told("connect_gmail", "nora@example.org")


def test_a_check_prints_each_step_and_fails_where_one_does() -> None:
    with smtp_stub() as stub:
        smtp(stub.port)
        out = told("check_mailbox", "Nora@example.org")
        assert f"works          Server reached: 127.0.0.1:{stub.port} answers." in out
        assert "not tried      Server reached: No server for reading was named." in out
        assert out.count("No server for reading was named.") == 1
    with pytest.raises(CommandError, match="Something does not work"):
        told("check_mailbox", "nora@example.org")
    with pytest.raises(CommandError, match="is not connected in"):
        told("check_mailbox", "somebody@example.org")
