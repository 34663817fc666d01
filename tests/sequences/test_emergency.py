"""The stop button shows what was under way, who pressed it and when; after it no permit is granted."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from admission.core.verdict import Grant, Reason, Wait
from app.models import Event, Workspace
from mailboxes.models import Delivery, Mailbox
from tests.factories import a_campaign, a_mailbox, a_user, a_workspace
from tests.plugins.world import World
from tests.races.ready import Ready, a_sender, granted, people, prepared

pytestmark = pytest.mark.django_db(transaction=True)
API = "/api/v1/stop"


@pytest.fixture
def three(world: World) -> list[Ready]:
    """Three mails that are one permit away from leaving."""
    workspace = a_workspace()
    mailbox = a_sender(world, workspace)
    return prepared(a_campaign(workspace, mailboxes=[mailbox]), mailbox, people(workspace, 3))


def told(*words: str) -> str:
    out = StringIO()
    call_command("halt", *words, stdout=out)
    return out.getvalue()


def client(role: str) -> Client:
    made = Client()
    made.force_login(a_user(Workspace.objects.get(), role=role))
    return made


def asked(client: Client, method: str = "get", path: str = "", **body: Any) -> Any:
    sent = {"data": json.dumps(body), "content_type": "application/json"} if method == "post" else {}
    return getattr(client, method)(API + path, **sent)


def test_the_mail_under_way_is_named_and_nothing_else_leaves(three: list[Ready]) -> None:
    assert isinstance(granted(three[0]), Grant)
    text = told("--reason", "too many bounces")
    assert f"delivery {three[0].delivery_id} (sending)" in text
    assert f"contact {three[0].contact_id}, since 0 s" in text
    assert text.count("Under way") == 1
    assert "(too many bounces)" in text
    assert text.endswith("Nothing else leaves.\n")
    assert granted(three[1]) == Wait(Reason.HALTED)
    assert three[0].email not in text


def test_one_in_doubt_is_named_too(three: list[Ready]) -> None:
    verdict = granted(three[0])
    assert isinstance(verdict, Grant)
    Delivery.objects.filter(id=three[0].delivery_id).update(state="uncertain", call_began_at="2027-03-09T10:00Z")
    (mail,) = json.loads(told("--json"))["under_way"]
    assert (mail["id"], mail["state"], mail["contact_id"]) == (three[0].delivery_id, "uncertain", three[0].contact_id)


def test_one_mailbox_is_stopped_alone_and_its_next_permit_waits(three: list[Ready]) -> None:
    workspace = Workspace.objects.get()
    other = a_mailbox(workspace, endpoints=Mailbox.objects.get().endpoints, gap=0)
    (theirs,) = prepared(a_campaign(workspace, mailboxes=[other]), other, people(workspace, 1))
    mine = Mailbox.objects.get(id=three[0].subject.mailbox_id)
    assert "Nothing was under way" in told("--mailbox", mine.address)
    assert granted(three[0]) == Wait(Reason.MAILBOX)
    assert isinstance(granted(theirs), Grant)
    assert "halted already" in told("--mailbox", mine.address)
    assert "Nothing stands still" in told("--show", "--mailbox", other.address)


def test_a_mailbox_that_is_gone_needs_no_stop(three: list[Ready]) -> None:
    Mailbox.objects.update(state="disconnected")
    with pytest.raises(CommandError, match="nothing leaves from it"):
        told("--mailbox", Mailbox.objects.get().address)


def test_who_pressed_it_is_told(three: list[Ready]) -> None:
    person = a_user(Workspace.objects.get(), role="member")
    assert f"by {person.email}" in told("--by", person.email)
    assert f"by {person.email}" in told("--show")
    viewer = a_user(Workspace.objects.get(), role="viewer")
    with pytest.raises(CommandError, match="may not decide this"):
        told("--by", viewer.email)


def test_members_stop_everybody_sees_it_and_only_an_owner_lets_it_go_on(three: list[Ready]) -> None:
    assert asked(client("viewer"), "post").status_code == 403
    assert not Event.objects.filter(kind="workspace.halted").exists()
    stopped = asked(client("member"), "post", reason="enough").json()
    assert (stopped["stopped"], stopped["stops"][0]["reason"], stopped["under_way"]) == (True, "enough", [])
    assert asked(client("viewer")).json() == stopped
    assert asked(client("manager"), "delete").status_code == 403
    assert asked(client("owner"), "delete").json()["stopped"] is False
    assert isinstance(granted(three[0]), Grant)


def test_a_mailbox_is_stopped_and_resumed_over_the_api_of_its_own_workspace_only(three: list[Ready]) -> None:
    path = f"/mailboxes/{three[0].subject.mailbox_id}"
    assert asked(client("member"), "post", path, reason="odd").json()["stops"][0]["reason"] == "odd"
    assert asked(client("member"), "delete", path).status_code == 403
    stranger = Client()
    stranger.force_login(a_user(a_workspace(), role="owner"))
    assert [asked(stranger, method, path).status_code for method in ("post", "delete")] == [404, 404]
    assert Mailbox.objects.get().state == "paused"
    assert asked(stranger).json() == {"stopped": False, "stops": [], "under_way": []}
    owner = Client()
    owner.force_login(a_user(Workspace.objects.order_by("id").first(), role="manager"))
    assert asked(owner, "delete", path).json()["stopped"] is False
    assert asked(owner, "delete", path).status_code == 409
