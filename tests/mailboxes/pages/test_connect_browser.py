"""Mailboxes are connected in a real Chromium, against the simulator and an IMAP server of this process."""

from pathlib import Path
from typing import Any, Protocol

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from app.models import Workspace
from mailboxes.actions.list_trials import try_list
from mailboxes.models import Mailbox, MailboxList
from tests.factories import a_user, a_workspace
from tests.mailboxes.imap_server import House, imap_house
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ADA = "ada@firm.example"
PASSWORD = "a long enough one"
NOBODY = 1  # nobody listens on this port
HEADER = "from_email,from_name,password,smtp_host,smtp_port,smtp_security,imap_host,imap_port,imap_security,bcc\n"


class Server(Protocol):
    url: str


@pytest.fixture
def workspace(world: World) -> Workspace:
    return a_workspace(name="Nordlicht Sales", time_zone="Europe/Madrid")


@pytest.fixture
def user(workspace: Workspace) -> User:
    return a_user(workspace, password=PASSWORD)


@pytest.fixture
def imap(world: World, simulator: Simulator) -> Any:
    """A server to read from; the rehearsal may speak to it and to the simulator."""
    with imap_house() as house:
        world.allow({*simulator.endpoints, f"127.0.0.1:{house.port}"})
        yield house


def sign_in(page: Page, server: Server, user: User) -> None:
    page.goto(server.url + "/mailboxes/")
    page.get_by_label("Email").fill(user.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def begin(page: Page, address: str = ADA) -> None:
    page.get_by_role("link", name="Connect a mailbox").first.click()
    page.get_by_label("Mail address").fill(address)
    page.get_by_label("Name that recipients see").fill("Ada Lovelace")
    page.get_by_label("Only for outreach").check()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name=address, level=1)).to_be_visible()


def type_servers(page: Page, smtp: int, imap: int, password: str) -> None:
    page.get_by_role("textbox", name="Password").fill(password)
    for side, port in (("sending", smtp), ("reading", imap)):
        page.get_by_label(f"Server for {side}").fill("127.0.0.1")
        row = page.locator(".server-row", has=page.get_by_label(f"Server for {side}"))
        row.get_by_label("Port").fill(str(port))
        row.get_by_label("Protection").select_option("plain")


def test_a_mailbox_is_connected_by_password_once_it_works(
    page: Page, live_server: Server, user: User, imap: House, simulator: Simulator
) -> None:
    sign_in(page, live_server, user)
    begin(page)
    type_servers(page, simulator.smtp_port, imap.port, "wrong one")
    page.get_by_role("button", name="Try and connect").click()
    expect(page.get_by_role("heading", name="It does not work yet")).to_be_visible()
    expect(page.get_by_text("does not take this user name and password").first).to_be_visible()
    expect(page.get_by_role("textbox", name="Password")).to_have_value("")
    assert not Mailbox.objects.exists()
    page.get_by_role("textbox", name="Password").fill("right")
    page.get_by_role("button", name="Try and connect").click()
    expect(page.get_by_role("status").filter(has_text=f"{ADA} is connected.")).to_be_visible()
    expect(page.get_by_text("only for outreach")).to_be_visible()
    assert simulator.counts()["accepted"] == 0


def test_a_mailbox_is_connected_by_googles_own_sign_in(
    page: Page, live_server: Server, user: User, world: World, simulator: Simulator, settings: Any
) -> None:
    world.allow(simulator.endpoints)
    settings.BASE_URL = live_server.url
    settings.GOOGLE_AUTH_URL, settings.GOOGLE_TOKEN_URL = simulator.auth_url, simulator.token_url
    settings.GOOGLE_API_URL = simulator.http
    settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET = "ours", "canary-client-secret"
    sign_in(page, live_server, user)
    begin(page, "ada@gmail.com")
    assert "canary" not in page.content()
    page.get_by_role("button", name="Go on at Google").click()
    expect(page.get_by_role("status").filter(has_text="ada@gmail.com is connected.")).to_be_visible()
    page.get_by_role("button", name="Check now").click()
    expect(page.get_by_role("heading", name="Checked just now")).to_be_visible()
    expect(page.locator(".steps .tone-go")).to_have_count(4)


def test_a_mixed_list_is_told_row_by_row_and_the_good_ones_are_connected(
    page: Page, live_server: Server, user: User, imap: House, simulator: Simulator, tmp_path: Path
) -> None:
    good = f"127.0.0.1,{simulator.smtp_port},plain,127.0.0.1,{imap.port},plain,"
    dead = f"127.0.0.1,{simulator.smtp_port},plain,127.0.0.1,{NOBODY},plain,"
    file = tmp_path / "mailboxes.csv"
    rows = [f"{ADA},Ada,right,{good}", f"bob@firm.example,Bob,wrong,{good}", f"cy@firm.example,Cy,right,{dead}"]
    file.write_text(HEADER + "\n".join([*rows, f"no address,Di,right,{good}"]) + "\n")
    sign_in(page, live_server, user)
    page.get_by_role("link", name="Connect a mailbox").first.click()
    page.get_by_role("link", name="Connect a list").click()
    page.get_by_label("CSV file").set_input_files(file)
    page.get_by_role("button", name="Try them all").click()
    expect(page.get_by_text("3 rows are being tried").last).to_be_visible()
    try_list(MailboxList.objects.get().id)  # what the worker does
    rows_shown = page.get_by_role("region", name="Rows")
    expect(rows_shown.get_by_text("1 mailbox works and can be connected.")).to_be_visible(timeout=8000)
    expect(page.get_by_role("row", name="bob@firm.example")).to_contain_text("does not take this user name")
    expect(page.get_by_role("row", name="cy@firm.example")).to_contain_text("A rehearsal speaks to its own simulator")
    expect(page.get_by_role("row", name="no address")).to_contain_text("This is not a mail address.")
    page.get_by_role("button", name="Connect the ticked ones").click()
    expect(page.get_by_text("1 mailbox is connected.")).to_be_visible()
    assert list(Mailbox.objects.values_list("address", flat=True)) == [ADA]
