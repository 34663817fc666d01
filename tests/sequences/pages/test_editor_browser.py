"""A campaign from nothing to its start, and a change of its steps while it runs, in a real Chromium."""

import os
from typing import Protocol

import pytest
from playwright.sync_api import Page, expect

from app.models import Workspace
from sequences.models import Campaign, Contact, Enrollment, Touch, Variant
from tests.factories import a_campaign, a_contact, a_mailbox, a_user, a_workspace, an_email, enrolled
from tests.plugins.world import World

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "a long enough one"
SHOTS = os.environ.get("SHOTS", "")


class Server(Protocol):
    url: str


@pytest.fixture
def workspace(world: World) -> Workspace:
    return a_workspace(name="Nordlicht Sales", time_zone="Europe/Madrid")


def sign_in(page: Page, server: Server, workspace: Workspace) -> None:
    user = a_user(workspace, password=PASSWORD)
    page.goto(server.url)
    page.get_by_label("Email").fill(user.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Today", exact=True)).to_be_visible()


def fits(page: Page, name: str) -> None:
    """Nothing scrolls sideways, on a desk and on a phone."""
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{name}-{width}.png", full_page=True)
    page.set_viewport_size({"width": 1440, "height": 900})


def test_a_campaign_is_written_looked_through_and_started(
    page: Page, live_server: Server, workspace: Workspace
) -> None:
    a_mailbox(workspace)
    ada = a_contact(workspace, first_name="Ada", last_name="Lovelace", company="Engines Ltd")
    sign_in(page, live_server, workspace)
    page.goto(f"{live_server.url}/campaigns/")
    page.get_by_role("link", name="New campaign").first.click()
    page.get_by_label("Name of the campaign").fill("Spring")
    fits(page, "new")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", name="1 · Email")).to_be_visible()
    fits(page, "steps")
    campaign = Campaign.objects.get(name="Spring")

    page.get_by_role("link", name="Edit the text of step 1, A").click()
    page.get_by_label("Text", exact=True).fill("Hello {{ first")
    page.get_by_role("option", name="first_name").click()
    page.get_by_label("Text", exact=True).press("End")
    page.get_by_label("Text", exact=True).type(", one question.")
    expect(page.locator(".mail-text")).to_contain_text("Hello Ada, one question.")
    fits(page, "text")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert (
        Variant.objects.get(step__campaign=campaign, step__position=1).text == "Hello {{ first_name }}, one question."
    )

    page.get_by_role("link", name="Settings", exact=True).first.click()
    page.goto(f"{live_server.url}/campaigns/{campaign.id}/settings/")
    page.get_by_label("Opting out").select_option("both")
    fits(page, "settings")
    page.get_by_role("button", name="Save").click()

    enrolled(campaign, ada)
    page.goto(f"{live_server.url}/campaigns/{campaign.id}/launch/")
    fits(page, "launch")
    page.get_by_role("button", name="Start the campaign").click()
    expect(page.get_by_text("The campaign runs.")).to_be_visible()
    assert Campaign.objects.get(id=campaign.id).state == "running"


STEPS = (an_email("A question about {{ company }}"), an_email("", "Again", delay=3), an_email("", "Last", delay=5))


def test_a_step_is_removed_while_the_campaign_runs(page: Page, live_server: Server, workspace: Workspace) -> None:
    mailbox = a_mailbox(workspace)
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=STEPS, name="Spring")
    ada = enrolled(campaign, a_contact(workspace, first_name="Ada", last_name="Lovelace"), mailbox=mailbox, position=2)
    for first in ("Grace", "Ben", "Eva"):
        enrolled(campaign, a_contact(workspace, first_name=first), mailbox=mailbox)
    sign_in(page, live_server, workspace)
    page.goto(f"{live_server.url}/campaigns/{campaign.id}/edit/")
    page.get_by_role("button", name="Remove step 2").click()
    expect(page.get_by_text("This is a draft of the steps.")).to_be_visible()
    fits(page, "draft")
    page.get_by_role("link", name="Look at it and put it in place").click()
    fits(page, "apply")
    page.get_by_label("go on at step 2, Email").check()
    page.get_by_role("button", name="Put it in place").click()
    expect(page.get_by_text("The steps hold from now on.")).to_be_visible()
    touch = Touch.objects.get(enrollment=ada)
    assert (touch.position, touch.step.variant_set.get().text) == (2, "Last")

    page.goto(f"{live_server.url}/campaigns/{campaign.id}/")
    fits(page, "campaign")
    page.get_by_label("Choose Ada Lovelace").check()
    page.get_by_label("With the chosen people").select_option("pause")
    page.get_by_role("button", name="Go on …").click()
    fits(page, "sure")
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_text("Done for 1 person.")).to_be_visible()
    assert Enrollment.objects.get(id=ada.id).touch_set.get().hold_reason == "paused_person"
    assert Contact.objects.count() == 4
    for name in ("numbers", "why", "versions"):
        page.goto(f"{live_server.url}/campaigns/{campaign.id}/{name}/")
        fits(page, name)
