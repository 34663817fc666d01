"""One journey in a real Chromium: a file comes in, people are found, changed, put off and erased."""

import os
from pathlib import Path
from typing import Protocol

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from app.models import Workspace
from sequences import actors
from sequences.actions import import_undo, imports, uploads
from sequences.models import Contact
from tests.factories import a_campaign, a_mailbox, a_user, a_workspace
from tests.plugins.browser import no_serious_violations
from tests.plugins.world import World

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHOTS = os.environ.get("FORBEAR_SHOTS", "")
FILE = (
    "First Name,Last Name,Title,Company Name for Emails,Email,Email Status,Email Bounced,Country,Person Linkedin Url\n"
    "Maria,Lindqvist,Head of Sales,Nordwind,maria@nordwind.example,Verified,false,Sweden,\n"
    "Ben,Okafor,CTO,Marlow Ltd,ben@marlow.example,Extrapolated,false,Ireland,\n"
    "Zoë,Renard,Founder,Atelier Renard,zoe@renard.example,Verified,true,France,\n"
    "Tom,Nobody,Buyer,Acme,not an address,Verified,false,Spain,\n"
)


class Server(Protocol):
    url: str


@pytest.fixture
def workspace(world: World, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    for name, act in (("read", uploads.read), ("run", imports.run), ("undo", import_undo.undo)):
        monkeypatch.setattr(getattr(actors, f"{name}_import"), "send", act)
    made = a_workspace(name="Nordlicht Sales", time_zone="Europe/Madrid")
    a_campaign(made, mailboxes=[a_mailbox(made)])
    return made


def seen(page: Page, name: str) -> None:
    """Neither the page nor its narrow form scrolls sideways; a picture of both where one is asked for."""
    no_serious_violations(page)
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{name}-{width}.png", full_page=True)
    page.set_viewport_size({"width": 1440, "height": 900})


def sign_in(page: Page, server: Server, workspace: Workspace) -> None:
    client = Client()
    client.force_login(a_user(workspace))
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": server.url}])


def bring_the_file(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/contacts/")
    page.get_by_role("link", name="Import people").first.click()
    seen(page, "import-add")
    file = {"name": "leads.csv", "mimeType": "text/csv", "buffer": FILE.encode("cp1252")}
    page.get_by_label("File").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_text("an export of Apollo")).to_be_visible()
    expect(page.locator(".samples").first).to_contain_text("Zoë")
    seen(page, "import-columns")
    page.get_by_role("button", name="Count, and import nobody yet").click()
    expect(page.get_by_role("alert")).to_contain_text("Where do these addresses come from?")
    page.get_by_label("Where do these addresses come from?").fill("Apollo, searched by us")
    page.get_by_label("On what ground do you write to them?").select_option("interest")
    page.get_by_label("Tag").fill("Spring")
    page.get_by_role("button", name="Count, and import nobody yet").click()


def test_people_come_in_are_changed_and_are_erased(page: Page, live_server: Server, workspace: Workspace) -> None:
    sign_in(page, live_server, workspace)
    page.goto(f"{live_server.url}/contacts/")
    seen(page, "contacts-empty")
    bring_the_file(page, live_server)
    expect(page.locator(".figures dd")).to_have_text(["2", "0", "1"])
    seen(page, "import-read")
    page.get_by_role("button", name="Import 2 people").click()
    expect(page.get_by_text("1 row that is not imported")).to_be_visible()
    seen(page, "import-done")
    page.get_by_role("link", name="See these people").click()
    seen(page, "contacts")
    page.get_by_label("Tick all on this page").check()
    page.get_by_label("With the ticked ones").select_option("enroll")
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_text("2 contacts joined the campaign.")).to_be_visible()
    page.get_by_label("Name, company or address").fill("mar")
    page.get_by_role("link", name="Ben Okafor").click()
    expect(page.get_by_text("Nothing leaves to them until a person decides.")).to_be_visible()
    seen(page, "contact")
    page.get_by_role("button", name="They may be written to").click()
    expect(page.get_by_text("Nothing leaves to them until a person decides.")).to_have_count(0)
    page.get_by_role("link", name="Why does nothing leave now?").click()
    expect(page.get_by_role("heading", name="What has to be so before a mail leaves")).to_be_visible()
    seen(page, "contact-why")
    page.go_back()
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Name of field 1").fill("pet")
    page.get_by_label("Text of field 1").fill("a parrot")
    seen(page, "contact-edit")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("a parrot")).to_be_visible()
    page.get_by_role("link", name="Erase").click()
    seen(page, "contact-erase")
    page.get_by_label("I am sure").check()
    page.get_by_role("button", name="Erase for good").click()
    expect(page.get_by_text("Erased. Only the fingerprint")).to_be_visible()
    assert list(Contact.objects.values_list("first_name", flat=True)) == ["Maria"]
