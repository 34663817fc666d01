"""The pages that connect mailboxes: who may, what is shown, and that no secret is ever shown again."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from app.models import Event, Workspace
from mailboxes.actions import list_trials
from mailboxes.models import Credential, ListedMailbox, Mailbox, MailboxList, ServiceAccount
from tests.factories import a_mailbox, a_user, a_workspace
from tests.mailboxes.imap_server import imap_house
from tests.mailboxes.stubs import smtp_stub
from tests.mailboxes.test_connect_commands import a_key_file

pytestmark = pytest.mark.django_db(transaction=True)

CONNECT = "/mailboxes/connect/"
START = {"address": "Ada@firm.example", "display_name": "Ada", "purpose": "outreach"}
NOBODY = 1  # nobody listens on this port


@pytest.fixture
def workspace(settings: Any, db: None) -> Workspace:
    settings.DNS_SERVERS = ("not an address",)  # nobody answers
    return a_workspace()


@pytest.fixture
def user(workspace: Workspace) -> User:
    return a_user(workspace)


@pytest.fixture
def client(user: User) -> Client:
    made = Client()
    made.force_login(user)
    return made


def typed(smtp: int, imap: int, password: str = "") -> dict[str, object]:
    local = {"host": "127.0.0.1", "security": "plain"}
    told = {f"{way}_{name}": value for way in ("smtp", "imap") for name, value in local.items()}
    return {"password": password or "right", "username": "ada", "smtp_port": smtp, "imap_port": imap, **told}


def page(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_from_an_address_to_a_connected_mailbox(client: Client, user: User) -> None:
    client.post(CONNECT, START)
    shown = page(client.get(f"{CONNECT}doors/"))
    assert 'value="smtp.firm.example"' in shown
    assert "The servers are a guess" in shown
    with smtp_stub() as smtp, imap_house() as imap:
        answer = client.post(f"{CONNECT}password/", typed(smtp.port, imap.port))
    mailbox = Mailbox.objects.get()
    assert answer["Location"] == f"/mailboxes/{mailbox.id}/"
    assert (mailbox.address, mailbox.display_name) == ("ada@firm.example", "Ada")
    assert (mailbox.purpose, mailbox.owner_id) == ("outreach", user.id)
    assert not client.session.get("connecting")
    assert "ada@firm.example is connected." in page(client.get(answer["Location"]))


def test_what_does_not_work_is_told_and_the_password_is_not_in_the_page(client: Client) -> None:
    client.post(CONNECT, START)
    with smtp_stub({"AUTH": b"535 5.7.8 no\r\n"}) as smtp, imap_house() as imap:
        answer = client.post(f"{CONNECT}password/", typed(smtp.port, imap.port, "canary-password"))
    shown = page(answer)
    assert answer.status_code == 422
    assert "does not take this user name and password" in shown
    assert "The server said:" in shown
    assert 'value="ada"' in shown
    assert "canary-password" not in shown
    assert not Mailbox.objects.exists()
    assert "canary" not in repr(dict(client.session))


def test_google_offers_its_doors_in_order(client: Client, settings: Any) -> None:
    client.post(CONNECT, START | {"address": "ada@gmail.com"})
    assert list(client.session["connecting"]["doors"]) == ["password", "sign_in"]
    shown = page(client.get(f"{CONNECT}doors/"))
    assert "https://myaccount.google.com/apppasswords" in shown
    assert "GOOGLE_CLIENT_ID" in shown
    settings.GOOGLE_CLIENT_ID = settings.GOOGLE_CLIENT_SECRET = "ours"
    client.post(CONNECT, START | {"address": "ada@gmail.com"})
    answer = client.get(f"{CONNECT}doors/")
    assert client.session["connecting"]["doors"].index("sign_in") == 0
    assert "form-action 'self' https://accounts.google.com;" in answer["Content-Security-Policy"]


@pytest.mark.parametrize("change", [{"address": "nobody"}, {"purpose": "both"}, {"display_name": "A\u2028B"}])
def test_what_was_mistyped_stays_on_the_page_with_its_reason(client: Client, change: dict[str, str]) -> None:
    answer = client.post(CONNECT, START | change)
    assert answer.status_code == 422
    assert 'role="alert"' in page(answer)


def test_a_connected_address_is_told_at_once(client: Client, workspace: Workspace) -> None:
    a_mailbox(workspace, address="ada@firm.example")
    assert "This mailbox is connected already." in page(client.post(CONNECT, START))


@pytest.mark.parametrize(
    ("path", "back"),
    [
        ("password/", "doors/"),
        ("google/", "doors/"),
        ("service-account/key/", "service-account/"),
        ("service-account/mailboxes/", "service-account/"),
    ],
)
def test_a_page_of_errors_that_is_reloaded_leads_back_to_its_form(client: Client, path: str, back: str) -> None:
    client.post(CONNECT, START)
    assert client.get(CONNECT + path)["Location"] == CONNECT + back


@pytest.mark.parametrize("path", ["doors/", "password/", "google/"])
def test_without_a_beginning_every_door_leads_back_to_it(client: Client, path: str) -> None:
    answer = client.get(CONNECT + path) if path == "doors/" else client.post(CONNECT + path)
    assert answer["Location"] == CONNECT


LISTED = "email,password,smtp_host,smtp_port,smtp_security\n"


def test_a_pasted_list_is_tried_shown_and_stored_as_ticked(client: Client) -> None:
    with smtp_stub() as smtp:
        rows = "".join(f"{name}@firm.example,canary-pw,127.0.0.1,{smtp.port},plain\n" for name in ("ada", "bob"))
        answer = client.post(f"{CONNECT}list/", {"rows": LISTED + rows, "purpose": "personal"})
        made = MailboxList.objects.get()
        assert answer["Location"] == f"/mailboxes/lists/{made.id}/"
        assert "2 rows are being tried" in page(client.get(answer["Location"]))
        asking = client.get(answer["Location"], headers={"HX-Request": "true"})
        list_trials.try_list(made.id)
    assert asking.status_code == 200
    assert client.get(answer["Location"], headers={"HX-Request": "true"}).status_code == 286
    shown = page(client.get(answer["Location"]))
    assert "2 mailboxes work" in shown
    assert "follow-ups will be held" in shown
    assert "canary" not in shown
    ada = ListedMailbox.objects.get(address="ada@firm.example")
    client.post(f"/mailboxes/lists/{made.id}/save/", {"row": [ada.id]})
    assert list(Mailbox.objects.values_list("address", "purpose")) == [("ada@firm.example", "personal")]


def test_a_list_that_cannot_be_read_says_why_and_shows_no_password(client: Client) -> None:
    answer = client.post(f"{CONNECT}list/", {"rows": "who,password\nada,canary-pw\n", "purpose": "outreach"})
    assert answer.status_code == 422
    assert "No column holds the addresses" in page(answer)
    assert "canary" not in page(answer)
    assert "Choose a file or paste rows." in page(client.post(f"{CONNECT}list/", {"purpose": "outreach"}))


def test_a_list_is_seen_by_whoever_began_it(client: Client, workspace: Workspace) -> None:
    client.post(f"{CONNECT}list/", {"rows": LISTED + "a@b.example,x,127.0.0.1,1,plain\n", "purpose": "outreach"})
    colleague = Client()
    colleague.force_login(a_user(workspace))
    assert colleague.get(f"/mailboxes/lists/{MailboxList.objects.get().id}/").status_code == 404


def test_a_service_account_is_pasted_once_and_never_shown(client: Client) -> None:
    path = f"{CONNECT}service-account/"
    broken = client.post(f"{path}key/", {"name": "Firm", "key": '{"type": "canary"}'})
    assert broken.status_code == 422
    assert "canary" not in page(broken)
    client.post(f"{path}key/", {"name": "Firm", "key": a_key_file()})
    account = ServiceAccount.objects.get()
    shown = page(client.get(path))
    assert "1234" in shown
    assert "PRIVATE KEY" not in shown
    told = {"account": account.id, "addresses": "ada@firm.example\n\nnobody\nada@firm.example", "purpose": "outreach"}
    client.post(f"{path}mailboxes/", told)
    rows = ListedMailbox.objects.order_by("line").values_list("address", "refused")
    assert list(rows) == [("ada@firm.example", ""), ("nobody", "bad_address"), ("ada@firm.example", "twice")]


def test_a_service_account_of_another_workspace_is_not_found(client: Client) -> None:
    client.post(f"{CONNECT}service-account/key/", {"name": "Firm", "key": a_key_file()})
    stranger = Client()
    stranger.force_login(a_user(a_workspace()))
    told = {"account": ServiceAccount.objects.get().id, "addresses": "a@b.example", "purpose": "outreach"}
    assert stranger.post(f"{CONNECT}service-account/mailboxes/", told).status_code == 404
    assert not MailboxList.objects.exists()


def test_a_mailbox_is_checked_paused_and_let_go(client: Client, workspace: Workspace) -> None:
    with smtp_stub() as smtp:
        server = {"host": "127.0.0.1", "port": smtp.port, "security": "plain"}
        mailbox = a_mailbox(workspace, kind="smtp", endpoints={"smtp": server})
        shown = page(client.post(f"/mailboxes/{mailbox.id}/check/"))
    assert "Checked just now" in shown
    assert "No server for reading was named." in shown
    for verb, state in (("pause", "paused"), ("resume", "connected"), ("disconnect", "disconnected")):
        client.post(f"/mailboxes/{mailbox.id}/{verb}/")
        mailbox.refresh_from_db()
        assert mailbox.state == state
    assert not Credential.objects.exists()
    assert client.post(f"/mailboxes/{mailbox.id}/explode/").status_code == 404
    assert "Connect again" in page(client.get(f"/mailboxes/{mailbox.id}/"))
    assert "nothing to sign in with" in page(client.post(f"/mailboxes/{mailbox.id}/check/", follow=True))


@pytest.mark.parametrize("role", ["viewer", "member"])
def test_connecting_takes_a_manager_and_looking_does_not(workspace: Workspace, role: str) -> None:
    mailbox = a_mailbox(workspace)
    client = Client()
    client.force_login(a_user(workspace, role=role))
    events = Event.objects.count()
    for path in ("", "doors/", "service-account/", "list/"):
        assert client.get(CONNECT + path).status_code == 403
    for path in ("check", "resume", "disconnect"):
        assert client.post(f"/mailboxes/{mailbox.id}/{path}/").status_code == 403
    shown = page(client.get(f"/mailboxes/{mailbox.id}/"))
    assert mailbox.address in shown
    assert "Disconnect" not in shown
    assert Event.objects.count() == events


@pytest.mark.parametrize("query", ["", "?state=made-up&code=x", "?error=access_denied&state=made-up"])
def test_a_return_from_google_that_nobody_began_connects_nothing(client: Client, query: str) -> None:
    client.post(CONNECT, START)
    answer = client.get(f"{CONNECT}google/return/{query}", follow=True)
    assert "belongs to no connection begun here" in page(answer)
    assert not Mailbox.objects.exists()


def test_a_typed_host_inside_our_own_network_is_not_spoken_to(client: Client, settings: Any) -> None:
    settings.PRIVATE_MAIL_HOSTS = ()
    client.post(CONNECT, START)
    assert "none (local)" not in page(client.get(f"{CONNECT}doors/"))
    with smtp_stub() as smtp:
        inside = typed(smtp.port, smtp.port) | {"smtp_security": "tls", "imap_security": "tls"}
        shown = page(client.post(f"{CONNECT}password/", inside))
        assert smtp.connections == 0
    assert "This server is not on the public Internet" in shown
    assert not Mailbox.objects.exists()
