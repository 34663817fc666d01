"""Webhooks: what happened is told once to whoever wants it, with one id and the same bytes until it arrived."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F

from app.actions import events
from app.core.errors import Refused
from app.models import Event, Webhook, WebhookPost, Workspace
from sequences.actions.hooks import endpoints, fan_out, posting
from tests.factories import a_campaign, a_contact, a_mailbox, a_workspace
from tests.plugins.world import World
from tests.races.threads import at_once
from tests.sequences.actions.listening import Listener, listening, without_other_tests

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    without_other_tests(monkeypatch)


@pytest.fixture
def listener(world: World) -> Iterator[Listener]:
    with listening() as heard:
        world.allow([heard.url.split("/")[2]])
        yield heard


@pytest.fixture
def workspace(world: World) -> Workspace:
    return a_workspace(slug="nordlicht")


def a_hook(workspace: Workspace, listener: Listener, *kinds: str) -> tuple[Webhook, str]:
    fan_out.fan_out()  # begins behind what happened before
    return endpoints.make(workspace.id, listener.url, list(kinds))


def replied(workspace: Workspace) -> int:
    contact = a_contact(workspace, "sam@example.net", first_name="Sam")
    data = {"outcome": "replied"}
    return events.append(
        kind="recipient.stopped",
        workspace_id=workspace.id,
        subject_id=1,
        recipient_id=contact.recipient_id,
        data=data,
    ).id


def told() -> None:
    """Do what the clock and the workers do."""
    fan_out.fan_out()
    for post_id in posting.due():
        posting.post(post_id)


def due_again() -> None:
    WebhookPost.objects.filter(state="waiting").update(next_at=F("created_at"))


def test_what_happens_is_told_with_the_person_and_a_signature(workspace: Workspace, listener: Listener) -> None:
    _, secret = a_hook(workspace, listener)
    event_id = replied(workspace)
    told()
    (heard,) = listener.heard
    assert heard.is_signed_with(secret)
    assert not heard.is_signed_with(secret + "x")
    assert (heard.event, heard.attempt, heard.told["id"]) == (f"evt_{event_id}", 1, f"evt_{event_id}")
    assert (heard.told["kind"], heard.told["workspace"]) == ("person.replied", "nordlicht")
    assert heard.told["person"]["email"] == "sam@example.net"
    assert WebhookPost.objects.get().state == "done"
    told()
    assert len(listener.heard) == 1, "once"


def test_every_attempt_has_the_same_id_and_bytes_and_waits_longer(workspace: Workspace, listener: Listener) -> None:
    hook, secret = a_hook(workspace, listener)
    replied(workspace)
    listener.answers = [500, 503, 200]
    waits = []
    for _ in range(3):
        told()
        one = WebhookPost.objects.get()
        waits.append(one.next_at - one.created_at)
        due_again()
    assert [one.attempt for one in listener.heard] == [1, 2, 3]
    assert len({(one.event, one.body) for one in listener.heard}) == 1
    assert all(one.is_signed_with(secret) for one in listener.heard)
    assert timedelta(seconds=7) < waits[0] < waits[1]
    hook.refresh_from_db()
    assert (hook.failing_since, hook.said) == (None, "answered 200")


def test_a_no_is_not_repeated_and_a_410_ends_the_webhook(workspace: Workspace, listener: Listener) -> None:
    hook, _ = a_hook(workspace, listener)
    replied(workspace)
    listener.answers = [400, 410]
    told()
    due_again()
    told()
    assert [one.state for one in WebhookPost.objects.all()] == ["refused"]
    events.append(kind="workspace.halted", workspace_id=workspace.id, subject_id=workspace.id)
    told()
    hook.refresh_from_db()
    assert hook.ended_because == "gone"
    assert Event.objects.filter(kind="webhook.ended", data__because="gone").count() == 1
    events.append(kind="workspace.resumed", workspace_id=workspace.id, subject_id=workspace.id)
    told()
    assert len(listener.heard) == 2


def test_after_two_days_it_is_given_up_and_a_person_sends_it_again(workspace: Workspace, listener: Listener) -> None:
    hook, _ = a_hook(workspace, listener)
    replied(workspace)
    listener.answers = [500, 500]
    told()
    WebhookPost.objects.update(created_at=F("created_at") - timedelta(days=2), next_at=F("created_at"))
    told()
    one = WebhookPost.objects.get()
    hook.refresh_from_db()
    assert (one.state, one.said) == ("given_up", "answered 500")
    assert hook.failing_since is not None
    assert not posting.again(a_workspace().id, one.id), "nobody else's"
    assert posting.again(workspace.id, one.id)
    told()
    assert len({(heard.event, heard.body) for heard in listener.heard}) == 1
    assert WebhookPost.objects.get().state == "done"


def test_a_wait_that_is_asked_for_is_kept(workspace: Workspace, listener: Listener) -> None:
    a_hook(workspace, listener)
    replied(workspace)
    listener.answers, listener.retry_after = [429], "600"
    told()
    one = WebhookPost.objects.get()
    assert one.next_at - one.created_at >= timedelta(seconds=599)


def test_a_webhook_that_fails_is_tried_one_post_at_a_time(workspace: Workspace, listener: Listener) -> None:
    deaf, _ = a_hook(workspace, listener)
    a_hook(workspace, listener)
    Webhook.objects.filter(id=deaf.id).update(failing_since=deaf.created_at)
    for _ in range(6):
        events.append(kind="workspace.halted", workspace_id=workspace.id, subject_id=workspace.id)
    fan_out.fan_out()
    hooks = WebhookPost.objects.in_bulk(posting.due()).values()
    assert sorted(one.webhook_id == deaf.id for one in hooks) == [False] * posting.AT_ONCE + [True]


def test_two_workers_at_one_post_call_once(workspace: Workspace, listener: Listener) -> None:
    a_hook(workspace, listener)
    replied(workspace)
    fan_out.fan_out()
    (post_id,) = posting.due()
    at_once(posting.post, [post_id, post_id])
    assert len(listener.heard) == 1


def test_each_webhook_hears_its_own_workspace_and_its_own_kinds(workspace: Workspace, listener: Listener) -> None:
    other = a_workspace()
    a_hook(workspace, listener, "person.replied")
    a_hook(other, listener)
    replied(other)
    events.append(kind="workspace.halted", workspace_id=workspace.id, subject_id=workspace.id)
    told()
    assert [(one.told["workspace"], one.told["kind"]) for one in listener.heard] == [(other.slug, "person.replied")]


def test_a_campaign_and_a_mailbox_are_named(workspace: Workspace, listener: Listener) -> None:
    a_hook(workspace, listener)
    campaign, mailbox = a_campaign(workspace), a_mailbox(workspace)
    events.append(kind="campaign.paused", workspace_id=workspace.id, subject_id=campaign.id)
    events.append(kind="mailbox.reconnect_needed", workspace_id=workspace.id, subject_id=mailbox.id)
    told()
    by_kind = {one.told["kind"]: one.told for one in listener.heard}
    assert by_kind["campaign.paused"]["campaign"] == {"id": campaign.id, "name": campaign.name}
    assert by_kind["mailbox.sign_in_needed"]["mailbox"]["address"] == mailbox.address


@pytest.mark.parametrize("url", ["ftp://firm.example/", "hooks", "http://firm.example/", "https://u:p@firm.example/"])
def test_an_address_that_cannot_be_called_is_refused_in_a_sentence(workspace: Workspace, url: str) -> None:
    with pytest.raises(Refused):
        endpoints.make(workspace.id, url, [])
    with pytest.raises(Refused, match="There is nothing called"):
        endpoints.make(workspace.id, "https://firm.example/", ["person.sneezed"])
    assert not Webhook.objects.exists()


def test_a_host_inside_the_own_network_is_not_called(workspace: Workspace, listener: Listener, world: World) -> None:
    hook, _ = a_hook(workspace, listener)
    world.allow([])
    replied(workspace)
    told()
    assert listener.heard == []
    one = WebhookPost.objects.get(webhook=hook)
    assert (one.state, one.said) == ("refused", "this address may not be called")


def test_a_real_installation_calls_nobody_inside_its_own_network(
    workspace: Workspace, listener: Listener, world: World, settings: Any
) -> None:
    a_hook(workspace, listener)
    settings.PRIVATE_MAIL_HOSTS = ()
    world.become_real()
    replied(workspace)
    told()
    assert listener.heard == []
    assert WebhookPost.objects.get().state == "refused"


def test_what_was_told_is_forgotten_after_a_month(workspace: Workspace, listener: Listener) -> None:
    a_hook(workspace, listener)
    replied(workspace)
    told()
    assert posting.forget() == 0
    WebhookPost.objects.update(created_at=F("created_at") - timedelta(days=31))
    assert posting.forget() == 1
