"""Names are resolved once, every address is judged, and the one judged is the one connected to."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from mailboxes.core.account import Account, Endpoints, Security, Server
from mailboxes.core.errors import EndpointRefused
from mailboxes.transports.smtp import open_smtp
from mailboxes.wire.addresses import addresses_of
from mailboxes.wire.http_client import HttpClient
from tests.mailboxes.stubs import smtp_stub

PUBLIC = "8.8.4.4"
TLS = Security.TLS


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[list[list[str]]]:
    """What the resolver says, one list a question; nobody is allowed inside."""
    settings.PRIVATE_MAIL_HOSTS = ()
    told: list[list[str]] = []

    def resolve(host: object, port: object, **_: Any) -> list[tuple[Any, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in told.pop(0)]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    yield told
    assert not told, "a name was resolved less often than the test says"


def connected(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    seen: list[str] = []

    def connect(address: tuple[str, int], *_: Any, **__: Any) -> socket.socket:
        seen.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    return seen


def test_a_name_that_leads_inside_is_refused_before_any_socket(
    answers: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = connected(monkeypatch)
    answers += [["127.0.0.1"], [PUBLIC, "10.0.0.1"]]
    for _ in range(2):
        with pytest.raises(EndpointRefused):
            addresses_of("mail.example.com", 587, None)
    assert seen == []


def test_a_name_that_turns_inwards_after_it_was_judged_is_not_followed(
    answers: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rebinding: the second question would be answered with loopback, and is never asked."""
    seen = connected(monkeypatch)
    answers += [[PUBLIC]]
    account = Account(1, "smtp", "a@example.com", "", Endpoints(smtp=Server("mail.example.com", 465, TLS)), {})
    with pytest.raises(Exception, match="cannot be reached"):
        open_smtp(account, None).ready()
    assert seen == [PUBLIC]


def test_an_api_endpoint_is_judged_as_well(answers: list[list[str]]) -> None:
    answers += [["169.254.169.254"]]
    with pytest.raises(EndpointRefused):
        HttpClient(None).ask("GET", "https://metadata.example.com/", within=2)


def test_a_private_host_needs_the_servers_setting(settings: Any) -> None:
    account = Account(1, "smtp", "a@example.com", "", Endpoints(), {})
    with smtp_stub() as stub:
        server = Server("127.0.0.1", stub.port, Security.PLAIN)
        with closing(open_smtp(with_server(account, server), None)) as transport:
            transport.ready()
        settings.PRIVATE_MAIL_HOSTS = ("elsewhere.example",)
        with pytest.raises(EndpointRefused):
            open_smtp(with_server(account, server), None).ready()
    assert stub.connections == 1


def with_server(account: Account, server: Server) -> Account:
    return Account(account.mailbox_id, "smtp", account.address, "", Endpoints(smtp=server), {})


def test_a_rehearsal_knows_its_own_list_only() -> None:
    assert "127.0.0.1" in addresses_of("127.0.0.1", 4025, frozenset({"127.0.0.1:4025"}))
    with pytest.raises(EndpointRefused):
        addresses_of("127.0.0.1", 4026, frozenset({"127.0.0.1:4025"}))


def test_a_resolver_that_hangs_is_left_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    forever = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [forever.wait(30)][:0])
    try:
        with pytest.raises(TimeoutError):
            addresses_of("mail.example.com", 587, None, within=0.05)
    finally:
        forever.set()
