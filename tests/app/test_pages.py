"""The shell around every page: sign-in, seats, the rehearsal's banner, health, and what templates may not hold."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.db import DatabaseError
from django.template.loader import render_to_string
from django.test import Client

from app.core.permissions import LEAST_ROLE, ROLES, allowed, may
from app.models import Member
from tests.factories import a_user, a_workspace
from tests.plugins.world import World

TEMPLATES = sorted(path for folder in settings.ROOT.glob("*/templates") for path in folder.rglob("*.html"))
INLINE = re.compile(
    r"\sstyle\s*=|<style|<script(?![^>]*(?:\bsrc=|application/json))|\son[a-z]+\s*=|javascript:|hx-on", re.IGNORECASE
)
PUBLIC = ["/accounts/login/", "/accounts/password/reset/", "/accounts/signup/"]
SIGNED_IN = ["/accounts/logout/", "/accounts/2fa/", "/accounts/password/change/", "/accounts/email/"]


@pytest.fixture
def member(db: None) -> Member:
    user = a_user(a_workspace(name="Nordlicht Sales"), password="a long enough one")
    return Member.objects.select_related("user").get(user=user)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(settings.ROOT)))
def test_no_template_holds_what_the_policy_would_block(path: Path) -> None:
    assert not INLINE.search(path.read_text())


@pytest.mark.django_db
@pytest.mark.parametrize("path", PUBLIC)
def test_the_entrance_pages_name_their_language_and_hold_nothing_inline(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert '<html lang="en"' in page
    assert not INLINE.search(page)


@pytest.mark.parametrize("path", SIGNED_IN)
def test_the_pages_of_an_account_wear_the_same_layout(client: Client, member: Member, path: str) -> None:
    client.force_login(member.user)
    page = client.get(path, follow=True).content.decode()
    assert '<html lang="en"' in page
    assert 'class="narrow"' in page
    assert not INLINE.search(page)


def test_signing_in_leads_to_today_and_signing_out_needs_a_post(client: Client, member: Member) -> None:
    answer = client.post("/accounts/login/", {"login": member.user.email, "password": "a long enough one"}, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "Nordlicht Sales" in answer.content.decode()
    client.get("/accounts/logout/")
    assert client.get("/").status_code == 200
    client.post("/accounts/logout/")
    assert client.get("/").status_code == 302


def test_the_sign_in_offers_the_first_account_only_while_there_is_none(client: Client, db: None) -> None:
    assert "/accounts/signup/" in client.get("/accounts/login/").content.decode()
    a_user()
    assert "/accounts/signup/" not in client.get("/accounts/login/").content.decode()


@pytest.mark.parametrize("path", ["/accounts/login/", "/", "/campaigns/", "/nowhere/", "/contacts/999/"])
def test_every_page_of_a_rehearsal_wears_the_banner(client: Client, member: Member, world: World, path: str) -> None:
    world.at(world.now(), speed=4320)
    if path != "/accounts/login/":
        client.force_login(member.user)
    page = " ".join(client.get(path).content.decode().split())
    assert "Rehearsal: nothing leaves this machine." in page
    assert "A day passes in 20 seconds." in page


def test_a_real_installation_wears_no_banner(client: Client, member: Member) -> None:
    client.force_login(member.user)
    assert "Rehearsal" not in client.get("/").content.decode()


def test_a_page_is_kept_by_no_cache_and_knows_part_from_whole(client: Client, member: Member) -> None:
    client.force_login(member.user)
    answer = client.get("/")
    assert "no-store" in answer["Cache-Control"]
    assert "HX-Request" in answer["Vary"]
    assert "unsafe-inline" not in answer["Content-Security-Policy"]


def test_a_part_asked_for_after_the_sign_in_ran_out_reloads_the_page(client: Client, db: None) -> None:
    answer = client.get("/", headers={"HX-Request": "true"})
    assert answer["HX-Refresh"] == "true"
    assert "Sign in" not in answer.content.decode()


def test_a_post_of_a_stranger_leads_to_the_sign_in_and_then_to_today(client: Client, db: None) -> None:
    assert client.post("/do-not-contact/add/", {"entry": "a@example.com"})["Location"] == "/accounts/login/?next=/"


def test_who_has_no_seat_is_told_so(client: Client, db: None) -> None:
    a_workspace()
    client.force_login(a_user())
    answer = client.get("/campaigns/")
    assert answer.status_code == 403
    assert "no seat in a workspace" in answer.content.decode()


def test_a_stopped_workspace_says_so_on_every_page(client: Client, member: Member) -> None:
    workspace = member.workspace
    workspace.halted_at, workspace.halt_reason = workspace.created_at, "Eva, 10:02"
    workspace.save()
    client.force_login(member.user)
    for path in ("/", "/contacts/"):
        page = client.get(path).content.decode()
        assert "All sending stopped." in page
        assert "Eva, 10:02" in page


def test_health_answers_while_the_database_does(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (client.get("/health").status_code, client.get("/health").content) == (200, b"ok\n")

    def down(*_: Any) -> None:
        raise DatabaseError

    with monkeypatch.context() as patched:
        patched.setattr("app.views.shell.connection.cursor", down)
        assert client.get("/health").status_code == 503


def test_the_favicon_is_found_at_the_old_place_too(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"] == "/static/app/favicon.svg"


@pytest.mark.parametrize("name", ["400.html", "403.html", "404.html", "500.html", "403_csrf.html"])
def test_error_pages_stand_on_their_own(name: str, db: None) -> None:
    assert '<html lang="' in render_to_string(name)


def test_each_role_may_do_what_the_one_before_it_may() -> None:
    assert [len(allowed(role)) for role in ROLES] == sorted(len(allowed(role)) for role in ROLES)
    assert set(ROLES) == set(Member.Role.values)
    assert set(LEAST_ROLE.values()) <= set(ROLES)
    assert not may("member", "run_campaigns")
    assert may("manager", "run_campaigns")


def test_an_action_nobody_listed_is_no_yes() -> None:
    with pytest.raises(KeyError):
        may("owner", "delete_everything")


def test_a_forgotten_password_mails_nothing_and_names_the_command(client: Client, member: Member) -> None:
    assert "changepassword" in client.get("/accounts/password/reset/").content.decode()
    assert client.post("/accounts/password/reset/", {"email": member.user.email}).status_code == 405
    assert not mail.outbox
