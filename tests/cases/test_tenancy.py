"""Given cases of tenancy and permissions (G-TEN-01, G-TEN-02); every route is walked by tests/app/pages."""

import json
from typing import Any

import pytest
from django.test import Client

from app.actions import keys, members
from app.core.permissions import ROLES
from app.models import Event, Member, Workspace
from bounces.actions import suppressions
from bounces.actions import unsubscribe as wishes
from bounces.models import InboundText, Suppression
from mailboxes.core.address import parse_address
from mailboxes.models import Mailbox
from sequences.actions.hooks import endpoints, fan_out, posting
from sequences.models import Campaign, Enrollment
from tests.bounces.actions import letters
from tests.factories import SECRETS, a_campaign, a_contact, a_mailbox, a_user, a_workspace
from tests.journeys.office import Office, an_office, arrive
from tests.plugins.world import World
from tests.sequences.actions.listening import listening, without_other_tests

pytestmark = pytest.mark.django_db(transaction=True)
SAM = "sam@example.com"


@pytest.fixture
def workspace() -> Workspace:
    return a_workspace()


def signed_in(workspace: Workspace, role: str) -> tuple[Client, Member]:
    user = a_user(workspace, role=role)
    client = Client()
    client.force_login(user)
    return client, Member.objects.get(user=user)


def with_key(seat: Member, role: str) -> Client:
    """A program with a key; it has no session."""
    owner = Member.objects.filter(workspace_id=seat.workspace_id, role="owner").earliest("id")
    return Client(headers={"Authorization": f"Bearer {keys.make(owner, 'a program', role)}"})


@pytest.mark.parametrize("role", ROLES)
def test_g_ten_01_a_page_and_a_key_let_a_role_do_the_same(workspace: Workspace, role: str) -> None:
    a_user(workspace)
    page, seat = signed_in(workspace, role)
    campaign = a_campaign(workspace, mailboxes=[a_mailbox(workspace)])
    by_page = page.post(f"/campaigns/{campaign.id}/pause/").status_code
    assert by_page == (302 if role in {"manager", "owner"} else 403)
    campaign.refresh_from_db()
    assert campaign.state == ("paused" if by_page == 302 else "running"), "a refusal changes nothing"
    scores: Any = {"name": "a-score", "score": 1, "measured_at": "2027-03-01T00:00:00Z", "domain": "example.org"}
    by_key = with_key(seat, role).post("/api/v1/health/scores", json.dumps(scores), content_type="application/json")
    assert (by_key.status_code == 403) == (role in {"viewer", "member"}), by_key.content


def test_g_ten_01_nobody_raises_their_own_role_or_removes_the_last_owner(workspace: Workspace) -> None:
    client, owner = signed_in(workspace, "owner")
    manager, seat = signed_in(workspace, "manager")
    assert manager.post(f"/settings/people/{seat.id}/role/", {"role": "owner"}).status_code == 403
    client.post(f"/settings/people/{owner.id}/role/", {"role": "viewer"})
    client.post("/settings/people/leave/")
    assert dict(Member.objects.values_list("id", "role")) == {owner.id: "owner", seat.id: "manager"}


def test_g_ten_01_a_key_falls_with_its_maker(workspace: Workspace) -> None:
    _, first = signed_in(workspace, "owner")
    _, second = signed_in(workspace, "owner")
    program = Client(headers={"Authorization": f"Bearer {keys.make(second, 'a program', 'owner')}"})
    assert program.get("/api/v1/inbox/conversations").status_code == 200
    members.change_role(workspace.id, second.id, "viewer", by_id=first.user_id)
    scores = {"name": "a-score", "score": 1, "measured_at": "2027-03-01T00:00:00Z", "domain": "example.org"}
    asked = program.post("/api/v1/health/scores", json.dumps(scores), content_type="application/json")
    assert asked.status_code == 403
    members.let_go(workspace.id, second.id, by_id=first.user_id)
    assert program.get("/api/v1/inbox/conversations").status_code == 401


def test_g_ten_01_no_role_reads_a_secret_and_each_step_is_in_the_log(workspace: Workspace) -> None:
    client, owner = signed_in(workspace, "owner")
    mailbox = a_mailbox(workspace, kind="smtp", endpoints={"smtp": {"host": "mail.example.org", "port": 465}})
    hook, secret = endpoints.make(workspace.id, "https://firm.example/hooks", [], by_id=owner.user_id)
    key = keys.make(owner, "a program", "viewer")
    paths = ["/mailboxes/", f"/mailboxes/{mailbox.id}/", "/settings/keys/", "/settings/webhooks/"]
    shown = "".join(client.get(path).content.decode() for path in [*paths, f"/settings/webhooks/{hook.id}/"])
    for hidden in (*(word for word in SECRETS["smtp"].values() if word != "user"), secret, key):
        assert f">{hidden}<" not in shown
        assert f'"{hidden}"' not in shown
    told = {one.kind: one.data.get("by") for one in Event.objects.filter(workspace_id=workspace.id)}
    assert (told["webhook.created"], told["key.created"]) == (owner.user_id, owner.user_id)


@pytest.fixture
def two(world: World) -> tuple[Office, Office]:
    return an_office(world), an_office(world)


def test_g_ten_02_a_reply_stops_one_workspace_and_an_opt_out_the_other(two: tuple[Office, Office]) -> None:
    ours, theirs = two
    first, second = ours.mailed(SAM), theirs.mailed(SAM)
    arrive(ours.mailbox, letters.reply(first))
    assert (first.state, second.state) == ("replied", "active")
    token = wishes.token_for(theirs.workspace.id, second.contact.recipient_id, second.delivery.id)
    assert Client().post(f"/u/{token}", {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert (first.state, second.state) == ("replied", "unsubscribed")
    assert Suppression.objects.filter(workspace=ours.workspace, reason="unsubscribed").count() == 0
    assert InboundText.objects.filter(message__workspace=theirs.workspace).count() == 0


def test_g_ten_02_a_list_of_one_workspace_says_nothing_to_another(two: tuple[Office, Office]) -> None:
    ours, theirs = two
    suppressions.suppress_addresses(ours.workspace.id, [parse_address(SAM)], reason="by_person")
    assert suppressions.blocks(ours.workspace.id, parse_address(SAM)) is not None
    assert suppressions.blocks(theirs.workspace.id, parse_address(SAM)) is None
    client, _ = signed_in(theirs.workspace, "owner")
    assert SAM not in client.get("/do-not-contact/").content.decode()
    assert Suppression.objects.filter(workspace=theirs.workspace).count() == 0


def test_g_ten_02_a_webhook_hears_its_own_workspace_alone(
    two: tuple[Office, Office], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_other_tests(monkeypatch)
    ours, theirs = two
    fan_out.fan_out()
    with listening() as here, listening() as there:
        ours.world.allow({here.url.split("/")[2], there.url.split("/")[2], "127.0.0.1:9"})
        _, our_secret = endpoints.make(ours.workspace.id, here.url, ["person.replied"])
        endpoints.make(theirs.workspace.id, there.url, [])
        arrive(ours.mailbox, letters.reply(ours.mailed(SAM)))
        fan_out.fan_out()
        for post_id in posting.due():
            posting.post(post_id)
    (heard,) = here.heard
    assert heard.is_signed_with(our_secret)
    assert there.heard == []


def test_g_ten_02_the_same_person_is_two_contacts_in_two_workspaces(two: tuple[Office, Office]) -> None:
    ours, theirs = two
    mine, other = a_contact(ours.workspace, SAM), a_contact(theirs.workspace, SAM)
    assert mine.recipient_id != other.recipient_id
    client, _ = signed_in(ours.workspace, "owner")
    assert client.get(f"/contacts/{mine.id}/").status_code == 200
    assert client.get(f"/contacts/{other.id}/").status_code == 404
    assert Campaign.objects.count() == Mailbox.objects.count() == 2
    assert not Enrollment.objects.exists()
