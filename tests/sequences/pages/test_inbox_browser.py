"""Inbox and tasks in a real Chromium: by keys, with an answer taken back, and as somebody on a phone sees them."""

import os
from datetime import timedelta
from typing import Protocol

import pytest
from playwright.sync_api import Page, expect

from bounces.models import Conversation
from sequences.actions import tasks
from sequences.models import Task
from tests.app.test_pages_browser import PASSWORD, sign_in
from tests.bounces.actions import letters
from tests.factories import a_campaign, a_contact, a_task, a_user, enrolled
from tests.journeys.office import Office, an_office, arrive, due_now
from tests.plugins.browser import no_serious_violations
from tests.plugins.world import World
from tests.sequences.pages.test_inbox import a_letter_with_html

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Server(Protocol):
    url: str


@pytest.fixture
def office(world: World) -> Office:
    office = an_office(world)
    ada = office.mailed("ada@acme.example")
    office.world.pass_time(timedelta(minutes=1))
    arrive(office.mailbox, letters.reply(ada))
    eva = office.mailed("eva@firm.example")
    arrive(office.mailbox, a_letter_with_html(eva, "<p>Hi</p>"))
    return office


def looked_at(page: Page, name: str) -> None:
    """Keep a picture where FORBEAR_SHOTS names a folder; every page fits the screen either way."""
    assert page.evaluate("document.documentElement.scrollWidth") <= (page.viewport_size or {"width": 0})["width"]
    no_serious_violations(page)
    if folder := os.environ.get("FORBEAR_SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def test_somebody_reads_answers_and_takes_it_back_by_keys(page: Page, live_server: Server, office: Office) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    sign_in(page, live_server, a_user(office.workspace, password=PASSWORD))
    page.goto(live_server.url + "/inbox/?whose=team")
    looked_at(page, "inbox-1440")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Answer", exact=True)).to_be_visible()
    page.keyboard.press("r")
    page.keyboard.type("Thursday suits me.")
    looked_at(page, "conversation-1440")
    page.get_by_role("button", name="Send").click()
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Taken back. Nothing was sent.")).to_be_visible()
    page.keyboard.press("e")
    expect(page.get_by_text("Done.", exact=True)).to_be_visible()
    assert Conversation.objects.filter(state="done").count() == 1


def test_on_a_phone_a_letter_is_labelled_and_its_html_stays_behind_walls(
    page: Page, live_server: Server, office: Office
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, live_server, a_user(office.workspace, password=PASSWORD))
    page.goto(live_server.url + "/inbox/?whose=team")
    looked_at(page, "inbox-390")
    page.locator("[data-talk]").first.click()
    looked_at(page, "conversation-390")
    page.get_by_role("link", name="As it came").click()
    expect(page.frame_locator("iframe").get_by_text("Hi")).to_be_visible()
    looked_at(page, "message-390")
    page.get_by_role("link", name="Say what it is, and whose").click()
    looked_at(page, "label-390")
    page.get_by_label("It is", exact=True).select_option("auto_replied")
    page.get_by_label("Why", exact=True).fill("A ticket system.")
    page.get_by_role("button", name="Say so").click()
    expect(page.get_by_text("Said by a person.")).to_be_visible()
    for path in ("unmatched", "texts"):
        page.goto(f"{live_server.url}/inbox/{path}/")
        looked_at(page, f"{path}-390")


def test_a_task_is_put_off_and_done(page: Page, live_server: Server, office: Office) -> None:
    steps = [a_task()]
    due_now(
        enrolled(a_campaign(office.workspace, mailboxes=[office.mailbox], steps=steps), a_contact(office.workspace))
    )
    tasks.open_due()
    Task.objects.update(text="Nice to meet you")
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, live_server, a_user(office.workspace, password=PASSWORD))
    page.goto(live_server.url + "/tasks/")
    looked_at(page, "tasks-390")
    page.get_by_text("Put off, or give to somebody").click()
    page.get_by_role("button", name="Put off", exact=True).click()
    expect(page.get_by_text("put off until")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Nothing to do by hand")).to_be_visible()
