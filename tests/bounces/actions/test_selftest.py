"""The self-test goes out over TLS to the public address and comes back; what is wrong there closes the gate."""

import ssl
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from pytest_django import Settings

from app.actions import clock
from app.actions.transactions import TransactionOpen
from app.core.errors import Refused
from app.models import Event
from bounces.actions import link_hosts, selftest
from bounces.core.link_gate import Fault
from bounces.models import LinkHost, Outcome, Suppression, UnsubscribeRequest
from mailboxes.models import Mailbox
from mailboxes.wire import http_client
from tests.factories import a_link_host, a_mailbox, a_workspace
from tests.mailboxes.certificates import make
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

type App = Callable[[dict[str, Any], Any], Iterable[bytes]]
PAGE: App = get_wsgi_application()


class Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *_: Any) -> None:  # noqa: A002 - the base's name
        pass


@contextmanager
def served(app: App, context: ssl.SSLContext) -> Iterator[str]:
    """A server of this page on this machine, over TLS; its base URL."""
    server: WSGIServer = make_server("127.0.0.1", 0, app, handler_class=Quiet)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"https://localhost:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass
class Certificates:
    server: ssl.SSLContext
    client: ssl.SSLContext


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return Certificates(*make(Path(tmp_path_factory.mktemp("tls"))))


@pytest.fixture(autouse=True)
def trusted(certificates: Certificates, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_client, "trust", lambda: certificates.client)


def answering(status: str, headers: list[tuple[str, str]], body: bytes = b"") -> App:
    def app(_: dict[str, Any], start: Any) -> list[bytes]:
        start(status, headers)
        return [body]

    return app


def acting_on_looks(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
    return PAGE(environ | {"REQUEST_METHOD": "POST"}, start)


def swallowing_posts(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
    if environ["REQUEST_METHOD"] == "POST":
        return answering("200 OK", [])(environ, start)
    return PAGE(environ, start)


def with_cookie(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
    return PAGE(environ, lambda status, headers: start(status, [*headers, ("Set-Cookie", "a=b")]))


WRONG: dict[Fault, App] = {
    Fault.REDIRECT: answering("301 Moved", [("Location", "/u/")]),
    Fault.STATUS: answering("403 Forbidden", []),
    Fault.NOT_THE_PAGE: answering("200 OK", [], b"Welcome"),
    Fault.COOKIE: with_cookie,
    Fault.LOOKING_ACTS: acting_on_looks,
    Fault.NOT_HEARD: swallowing_posts,
}


def written() -> tuple[int, int, int]:
    return UnsubscribeRequest.objects.count(), Suppression.objects.count(), Outcome.objects.count()


def closings() -> list[tuple[str, Any]]:
    return [(event.kind, event.data.get("reason")) for event in Event.objects.filter(kind__startswith="links.")]


def test_a_host_that_works_is_good_and_nobody_is_stopped(certificates: Certificates) -> None:
    mailbox = a_mailbox(a_workspace())
    with served(PAGE, certificates.server) as base:
        host = a_link_host("example.org", base, passed_at=None)
        assert selftest.run(host.id) is None
    host.refresh_from_db()
    assert link_hosts.standing_of(host).good(clock.now())
    assert host.tested_at is not None
    assert written() == (0, 0, 0)
    assert closings() == [("links.open", None)]
    assert mailbox.workspace_id == Event.objects.get(kind="links.open").workspace_id


@pytest.mark.parametrize("fault", WRONG)
def test_what_is_wrong_is_told_and_closes_in_the_end(certificates: Certificates, fault: Fault) -> None:
    a_mailbox(a_workspace())
    with served(WRONG[fault], certificates.server) as base:
        host = a_link_host("example.org", base)
        assert selftest.run(host.id) is fault
        if fault is not Fault.LOOKING_ACTS:
            assert closings() == []
            assert selftest.run(host.id) is fault
    host.refresh_from_db()
    assert (host.reason, host.closed_at is not None) == (fault, True)
    assert closings() == [("links.closed", str(fault))]
    assert written() == (0, 0, 0)


def test_a_certificate_that_nobody_signed_is_refused(
    certificates: Certificates, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_client, "trust", ssl.create_default_context)
    with served(PAGE, certificates.server) as base:
        assert selftest.run(a_link_host("example.org", base).id) is Fault.CERTIFICATE


def test_nobody_there_and_a_private_address_are_told(settings: Settings) -> None:
    assert selftest.run(a_link_host("example.org", "https://localhost:9").id) is Fault.UNREACHABLE
    settings.PRIVATE_MAIL_HOSTS = ()
    assert selftest.run(a_link_host("example.net", "https://localhost:9").id) is Fault.NOT_PUBLIC


def test_it_goes_out_in_no_transaction_and_not_in_a_rehearsal(world: World) -> None:
    host = a_link_host("example.org", "https://localhost:9")
    with pytest.raises(Refused, match="rehearsal"):
        selftest.run(host.id)
    assert selftest.run_due() == 0
    world.become_real()
    with transaction.atomic(), pytest.raises(TransactionOpen):
        selftest.run(host.id)


def test_the_own_address_is_tested_when_it_is_due_and_again_once_it_changed(
    certificates: Certificates, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_hosts, "is_loopback", lambda _: False)
    with served(PAGE, certificates.server) as base:
        settings.BASE_URL = base
        assert selftest.run_due() == 1
        assert selftest.run_due() == 0
        assert link_hosts.base_for("example.org") == base
        LinkHost.objects.update(next_test_at=clock.now())
        assert selftest.run_due() == 1
    settings.BASE_URL = "https://localhost:9"
    assert link_hosts.base_for("example.org") == ""
    assert selftest.run_due() == 1
    host = LinkHost.objects.get()
    assert (host.base, host.passed_at, host.reason, host.closed_at) == (settings.BASE_URL, None, "unreachable", None)


def test_the_result_of_an_older_self_test_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    host = a_link_host("example.org", "https://localhost:9")

    def overtaken(_: LinkHost) -> Fault:
        link_hosts.next_probe(host.id)
        return Fault.LOOKING_ACTS

    monkeypatch.setattr(selftest, "_found", overtaken)
    selftest.run(host.id)
    host.refresh_from_db()
    assert (host.failures, host.closed_at) == (0, None)


def test_a_closed_host_closes_the_workspaces_of_its_domain_only() -> None:
    here, elsewhere = a_workspace(), a_workspace()
    a_mailbox(here, address="nora@example.org")
    a_mailbox(elsewhere, address="nils@sub.example.org")
    host = a_link_host("example.org", "https://localhost:9")
    selftest.run(host.id)
    selftest.run(host.id)
    assert [event.workspace_id for event in Event.objects.filter(kind="links.closed")] == [here.id]


def test_a_host_whose_last_success_is_older_than_two_days_is_told_on_every_page(settings: Settings) -> None:
    settings.BASE_URL = "https://forbear.example.com"
    host = a_link_host(passed_at=clock.now() - timedelta(hours=49))
    notice = link_hosts.notice()
    assert notice is not None
    assert (notice.none, notice.closed) == (False, [("", "it was not tested for two days")])
    LinkHost.objects.filter(id=host.id).update(passed_at=clock.now())
    assert link_hosts.notice() is None


def test_the_commands_name_test_list_and_remove_a_host(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(selftest, "_found", lambda _: None)
    with pytest.raises(CommandError, match="no public host yet"):
        call_command("selftest_unsubscribe")
    call_command("link_host", "Example.ORG", "Links.Example.org")
    call_command("selftest_unsubscribe")
    call_command("link_host")
    printed = capsys.readouterr().out
    assert printed.count("https://links.example.org works.") == 2
    assert "example.org  https://links.example.org  good since its test of" in printed
    call_command("link_host", "example.org", "--remove")
    assert not LinkHost.objects.exists()


def test_a_host_that_fails_at_once_is_named_by_no_mail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(selftest, "_found", lambda _: Fault.CERTIFICATE)
    with pytest.raises(CommandError, match="named by no mail before it works"):
        call_command("link_host", "example.org", "links.example.org")
    with pytest.raises(CommandError, match="1 of 1 failed"):
        call_command("selftest_unsubscribe")
    call_command("link_host")
    assert "not good: its TLS certificate is not accepted; last success never" in capsys.readouterr().out
    assert link_hosts.base_for("example.org") == ""


@pytest.mark.parametrize(
    "asked",
    [("example.org",), ("example.org", "https://links.example.org/u"), ("*.example.org", "links.example.org"),
     ("example.org", "127.0.0.1"), ("example.org", "links.example.org:x"), ("example.org", "--remove")],
)  # fmt: skip
def test_what_is_no_domain_and_host_is_refused(asked: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        call_command("link_host", *asked)
    assert not LinkHost.objects.exists()


def test_a_mailbox_that_was_connected_since_names_the_host_after_the_next_tick(settings: Settings) -> None:
    settings.BASE_URL = "https://forbear.example.com"
    a_link_host(next_test_at=clock.now() + timedelta(hours=1))
    mailbox = a_mailbox(a_workspace())
    assert mailbox.link_base == ""
    assert selftest.run_due() == 0
    mailbox.refresh_from_db()
    assert mailbox.link_base == settings.BASE_URL
    assert mailbox.link_good_until is not None
    settings.BASE_URL = "http://127.0.0.1:8000"
    selftest.run_due()
    assert Mailbox.objects.values_list("link_base", "link_good_until").get() == ("", None)
