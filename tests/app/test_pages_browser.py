"""The pages in a real Chromium: the content policy holds, and nothing needs more than a press."""

from typing import Protocol

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from app.models import Event, Workspace
from bounces.actions import unsubscribe
from bounces.models import Suppression
from sequences.actions import day_counts
from sequences.models import Contact
from tests.factories import a_campaign, a_contact, a_mailbox, a_user, a_workspace, enrolled
from tests.plugins.world import World
from tests.sequences.actions.listening import without_other_tests

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "a long enough one"
PATHS = ["/", "/campaigns/", "/contacts/", "/tasks/", "/mailboxes/", "/do-not-contact/"]
CONNECTING = [f"/mailboxes/connect/{page}" for page in ("", "list/", "service-account/")]
HEADS = ["add", "check", "entries"]  # of /do-not-contact/, from the top


class Server(Protocol):
    url: str


@pytest.fixture
def workspace(world: World) -> Workspace:
    return a_workspace(name="Nordlicht Sales", time_zone="Europe/Madrid")


@pytest.fixture
def user(workspace: Workspace) -> User:
    return a_user(workspace, password=PASSWORD)


@pytest.fixture
def person(workspace: Workspace) -> Contact:
    contact = a_contact(workspace, first_name="Ada", last_name="Lovelace")
    enrolled(a_campaign(workspace, mailboxes=[a_mailbox(workspace)]), contact)
    return contact


def sign_in(page: Page, server: Server, user: User) -> None:
    page.goto(server.url)
    page.get_by_label("Email").fill(user.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Today", exact=True)).to_be_visible()


def test_a_person_signs_in_and_sees_today(page: Page, live_server: Server, user: User, person: Contact) -> None:
    sign_in(page, live_server, user)
    expect(page.get_by_role("note")).to_contain_text("Rehearsal: nothing leaves this machine.")
    expect(page.get_by_text("Nordlicht Sales")).to_be_visible()
    expect(page.get_by_text("today's room:")).to_be_visible()
    # The stylesheet was applied, and with it the policy let everything pass that the page needs.
    assert page.locator(".bar").first.evaluate("bar => bar.getBoundingClientRect().height") == 8


@pytest.mark.parametrize("width", [1440, 390])
def test_every_page_keeps_the_policy_and_its_width(
    page: Page, live_server: Server, user: User, person: Contact, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    sign_in(page, live_server, user)
    campaign = person.enrollment_set.get().campaign_id
    mailbox = person.enrollment_set.get().campaign.campaignmailbox_set.get().mailbox_id
    for path in [*PATHS, *CONNECTING, f"/campaigns/{campaign}/", f"/contacts/{person.id}/", f"/mailboxes/{mailbox}/"]:
        page.goto(live_server.url + path)
        expect(page.locator("main h1")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_on_a_phone_the_forms_of_do_not_contact_stand_above_the_list(
    page: Page, live_server: Server, user: User
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, live_server, user)
    page.goto(f"{live_server.url}/do-not-contact/")
    tops = [page.locator(f"#{name}").evaluate("head => head.getBoundingClientRect().top") for name in HEADS]
    assert tops == sorted(tops)
    page.set_viewport_size({"width": 1440, "height": 844})
    assert page.locator("#entries").evaluate("head => head.getBoundingClientRect().top") < tops[1]


def test_today_updates_by_itself_and_can_be_held_still(
    page: Page,
    live_server: Server,
    user: User,
    person: Contact,
    workspace: Workspace,
    world: World,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without_other_tests(monkeypatch)
    sign_in(page, live_server, user)
    replies = page.locator(".figures dd").nth(1)
    expect(replies).to_have_text("0")
    an_answer(workspace, person, world)
    expect(replies).to_have_text("1", timeout=8000)
    page.get_by_role("button", name="Hold still").click()
    an_answer(workspace, person, world)
    page.wait_for_timeout(2500)  # a rehearsal looks every two seconds
    expect(replies).to_have_text("1")
    page.get_by_role("button", name="Go on updating").click()
    page.locator("h1").click()
    expect(replies).to_have_text("2", timeout=8000)


def an_answer(workspace: Workspace, person: Contact, world: World) -> None:
    Event.objects.create(
        workspace_id=workspace.id,
        kind="recipient.stopped",
        subject_id=1,
        recipient_id=person.recipient_id,
        data={"outcome": "replied"},
        at=world.now(),
        world_at=world.now(),
    )
    day_counts.count()


def test_a_link_in_use_is_not_pulled_away(page: Page, live_server: Server, user: User, person: Contact) -> None:
    sign_in(page, live_server, user)
    link = page.get_by_role("link", name="All mailboxes")
    link.focus()
    page.wait_for_timeout(2500)
    assert link.evaluate("link => link === document.activeElement")


def test_the_search_finds_while_somebody_types(page: Page, live_server: Server, user: User, person: Contact) -> None:
    sign_in(page, live_server, user)
    page.goto(live_server.url + "/contacts/")
    page.get_by_role("searchbox").press_sequentially("zzz")
    expect(page.get_by_text("Nobody found")).to_be_visible()
    page.get_by_role("searchbox").fill("lovel")
    expect(page.get_by_role("link", name="Ada Lovelace")).to_be_visible()
    assert "q=lovel" in page.url


def test_one_press_stops_the_mails(page: Page, live_server: Server, person: Contact) -> None:
    link = unsubscribe.link_for(workspace_id=person.workspace_id, recipient_id=person.recipient_id, delivery_id=0)
    page.goto(f"{live_server.url}/u/{link.rpartition('/')[2]}")
    assert Suppression.objects.count() == 0
    page.get_by_role("button", name="Stop these mails").click()
    expect(page.get_by_role("heading")).to_have_text("You will not hear from us again")
    assert Suppression.objects.count() == 1


def test_one_press_is_enough_without_scripts(live_server: Server, person: Contact, page: Page) -> None:
    assert page.context.browser is not None
    context = page.context.browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    link = unsubscribe.link_for(workspace_id=person.workspace_id, recipient_id=person.recipient_id, delivery_id=0)
    plain.goto(f"{live_server.url}/u/{link.rpartition('/')[2]}")
    plain.get_by_role("button", name="Stop these mails").click()
    expect(plain.get_by_role("heading")).to_have_text("You will not hear from us again")
    context.close()
    assert Suppression.objects.count() == 1
