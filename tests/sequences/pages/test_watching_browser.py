"""One journey over the pages from which sending is watched, in a real Chromium, with axe on each."""

import pytest
from playwright.sync_api import Page, expect

from admission.actions import protection_policies as policies
from mailboxes.models import Mailbox
from sequences.actions import outlook
from tests.app.test_pages_browser import PASSWORD, Server, sign_in
from tests.plugins.browser import no_serious_violations
from tests.plugins.world import World
from tests.sequences.pages.test_watching_pages import in_doubt
from tests.sequences.place import Place

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_manager_looks_after_a_mailbox_settles_a_doubt_and_stops_everything(
    page: Page, live_server: Server, world: World
) -> None:
    place = Place()
    place.owner.set_password(PASSWORD)
    place.owner.save()
    Mailbox.objects.filter(id=place.mailbox.id).update(ramp_start=5)
    in_doubt(place)
    policies.watch_first(place.workspace.id)
    outlook.work_out()
    sign_in(page, live_server, place.owner)

    page.goto(f"{live_server.url}/mailboxes/{place.mailbox.id}/")
    expect(page.locator("[data-plot=ramp] canvas")).to_be_visible()  # drawn under the content policy
    no_serious_violations(page)
    page.get_by_role("link", name="Limits and hours").click()
    page.get_by_label("Automated mails a day, at most").fill("12")
    page.get_by_role("button", name="Save the limits").click()
    expect(page.get_by_text("The next mail keeps to it.")).to_be_visible()
    no_serious_violations(page)

    page.get_by_role("link", name="Capacity").click()
    expect(page.locator(".heat li strong").first).to_be_visible()
    no_serious_violations(page)
    for name in ("Policies", "Log"):
        page.get_by_role("navigation", name="Main").get_by_role("link", name=name).click()
        expect(page.locator("main h1")).to_be_visible()
        no_serious_violations(page)

    page.goto(f"{live_server.url}/doubts/")
    no_serious_violations(page)
    page.get_by_label("How do you know?").fill("It lies in Sent")
    page.get_by_role("button", name="It left").click()
    expect(page.get_by_text("Nothing is in doubt")).to_be_visible()

    page.get_by_role("link", name="Stop all sending").click()
    page.get_by_label("Why (shown to everybody)").fill("Looking into it")
    page.get_by_role("button", name="Stop all sending now").click()
    expect(page.get_by_role("heading", name="All sending is stopped")).to_be_visible()
    no_serious_violations(page)
    page.get_by_role("button", name="Let sending go on").click()
    expect(page.get_by_role("heading", name="Sending goes on")).to_be_visible()
