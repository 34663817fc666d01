"""What the screens say of opt-out links that do not work, of scanners, and the list as a file."""

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import Settings

from app.actions import clock
from app.models import Workspace
from bounces.actions.suppressions import suppress_addresses
from bounces.models import LinkLooks
from mailboxes.core.address import parse_address
from tests.factories import a_contact, a_link_host, a_user, a_workspace
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

PUBLIC = "https://forbear.example.com"
NO_ADDRESS = "Opt-out links have no public address yet"
BROKEN = "its opt-out links do not work"


@pytest.fixture
def workspace(settings: Settings) -> Workspace:
    settings.BASE_URL = PUBLIC
    return a_workspace()


def signed_in(workspace: Workspace, role: str = "owner") -> Client:
    client = Client()
    client.force_login(a_user(workspace, role=role))
    return client


def page(workspace: Workspace, path: str = "/") -> str:
    return signed_in(workspace).get(path).content.decode()


def test_without_a_host_every_page_says_how_to_lift_the_limit(workspace: Workspace) -> None:
    for path in ("/", "/campaigns/", "/do-not-contact/"):
        shown = page(workspace, path)
        assert NO_ADDRESS in shown
        assert "at most 50 campaign mails a day" in shown
        assert "manage.py selftest_unsubscribe" in shown
    a_link_host()
    assert NO_ADDRESS not in page(workspace)


def test_an_address_that_did_not_pass_is_told_with_its_reason(workspace: Workspace, settings: Settings) -> None:
    assert f"{PUBLIC} has not passed its self-test: it was never tested" in page(workspace)
    a_link_host(passed_at=None, tested_at=clock.now(), failures=1, reason="certificate")
    assert f"{PUBLIC} has not passed its self-test: its TLS certificate is not accepted" in page(workspace)
    settings.BASE_URL = "http://127.0.0.1:8000"
    shown = page(workspace)
    assert "has not passed its self-test" not in shown
    assert "To lift this, set <code>BASE_URL</code>" in shown


def test_a_host_that_fails_is_told_with_its_domain_and_reason(workspace: Workspace) -> None:
    a_link_host()
    closed = {"closed_at": clock.now(), "failures": 2, "reason": "certificate"}
    a_link_host("example.org", "https://links.example.org", **closed)
    shown = page(workspace)
    assert f"Campaign mail of example.org waits: {BROKEN}" in shown
    assert "its TLS certificate is not accepted" in shown
    assert NO_ADDRESS not in shown


def test_a_success_that_is_too_long_ago_is_told(workspace: Workspace) -> None:
    a_link_host(passed_at=clock.now() - timedelta(hours=49))
    assert f"Campaign mail waits: {BROKEN}" in page(workspace)


def test_a_rehearsal_and_the_entrance_say_nothing_of_it(world: World) -> None:
    assert NO_ADDRESS not in page(a_workspace())
    world.become_real()
    assert NO_ADDRESS not in Client().get("/accounts/login/").content.decode()


def test_looks_of_machines_are_told_on_the_list(workspace: Workspace) -> None:
    today = clock.now().date()
    for kind, count in (("head", 2), ("soon", 3), ("page", 100)):
        LinkLooks.objects.create(workspace=workspace, day=today, kind=kind, count=count)
    assert "In 30 days machines looked at opt-out links 5 times." in page(workspace, "/do-not-contact/")


def test_the_list_is_handed_out_to_who_may_lift_entries(workspace: Workspace) -> None:
    a_contact(workspace, "ann@example.com")
    suppress_addresses(workspace.id, [parse_address("ann@example.com")], reason="by_person")
    suppress_addresses(a_workspace().id, [parse_address("ben@example.com")], reason="by_person")
    for role in ("viewer", "member"):
        assert signed_in(workspace, role).get("/do-not-contact/export/").status_code == 403
    answer = signed_in(workspace, "manager").get("/do-not-contact/export/")
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    assert "attachment" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    assert "ann@example.com,address," in text
    assert text.count("\n") == 2
    assert "/do-not-contact/export/" in page(workspace, "/do-not-contact/")
