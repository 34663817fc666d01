"""Every route that the resolver knows: another workspace's rows are not there, each role may what the table says.

A route that comes later is met by itself; one with a new kind of id fails until ROWS knows how to make such a row.
"""

import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from admission.actions import protection_policies
from app.actions import clock, keys, members
from app.core.permissions import LEAST_ROLE, ROLES, may
from app.models import ApiKey, Event, Invitation, Member, Webhook, WebhookPost, Workspace
from app.views.shell import ANYBODY, SIGNED_IN
from bounces.actions import suppressions
from bounces.models import Conversation, ConversationMessage, Suppression
from mailboxes.models import Delivery, InboundMessage, MailboxList
from sequences.actions import answers, talks, uploads
from sequences.actions.editing import texts
from sequences.models import CampaignVersion, Contact, Task, Touch
from tests.factories import a_campaign, a_contact, a_mailbox, a_recipient, a_task, a_user, a_workspace, enrolled

pytestmark = pytest.mark.django_db

FOREIGN = ("accounts/", "api/v1/")  # allauth's own pages, and the API, which is walked below
NUMBER = re.compile(r"<int:([a-z_]+)>")
WORD = re.compile(r"<(?:str|slug):([a-z_]+)>")
GOES_OUT = {"check_mailbox"}  # calls a provider when it is let: only its refusals are tried here
WORDS = {"act": "note", "run_campaign": "pause", "close_task": "done", "run_mailbox": "resume"}


@dataclass(frozen=True, slots=True)
class Route:
    """A page's address with its ids still open, and the least that it asks for."""

    pattern: str
    name: str
    least: str

    def path(self, rows: Mapping[str, int]) -> str:
        filled = NUMBER.sub(lambda found: str(rows[found[1]]), self.pattern)
        return "/" + WORD.sub(WORDS.get(self.name, "x"), filled)

    @property
    def has_id(self) -> bool:
        return NUMBER.search(self.pattern) is not None


def _patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in resolver.url_patterns:
        here = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _patterns(one, here)
        else:
            yield here, one


PAGES = [(path, one) for path, one in _patterns(get_resolver()) if not path.startswith(FOREIGN)]
ROUTES = [Route(path, one.name or "", getattr(one.callback, "least", "")) for path, one in PAGES]
OURS = [route for route in ROUTES if route.least in LEAST_ROLE]


def _suppressed(workspace: Workspace) -> int:
    domain = suppressions.parse_entry("firm.example").domain
    assert domain is not None
    suppressions.suppress_domain(workspace.id, domain, reason="by_person")
    return Suppression.objects.get(workspace=workspace).id


def _task(workspace: Workspace) -> int:
    campaign = a_campaign(workspace, mailboxes=[a_mailbox(workspace)], steps=[a_task()])
    touch = Touch.objects.get(enrollment=enrolled(campaign, a_contact(workspace)))
    now = clock.now()
    return Task.objects.create(workspace=workspace, touch=touch, kind="linkedin", due_at=now, created_at=now).id


def _enrolled(workspace: Workspace) -> int:
    contact = Contact.objects.filter(workspace=workspace).order_by("-id").first() or a_contact(workspace)
    return enrolled(a_campaign(workspace, mailboxes=[a_mailbox(workspace)]), contact).id


def _list(workspace: Workspace) -> int:
    user = Member.objects.filter(workspace=workspace).earliest("id").user
    now = clock.now()
    return MailboxList.objects.create(workspace=workspace, user=user, created_at=now, expires_at=now).id


def _invited(workspace: Workspace) -> int:
    members.invite(workspace.id, "nora@example.com", "viewer")
    return Invitation.objects.get(workspace=workspace).id


def _key(workspace: Workspace) -> int:
    keys.make(Member.objects.filter(workspace=workspace).earliest("id"), "a program", "viewer")
    return ApiKey.objects.get(workspace=workspace).id


def _hook(workspace: Workspace) -> Webhook:
    now = clock.now()
    return Webhook.objects.create(workspace=workspace, url="https://firm.example/", kinds=[], sealed="", created_at=now)


def _post(workspace: Workspace) -> int:
    now = clock.now()
    post = WebhookPost(webhook=_hook(workspace), event_id=1, kind="mail.sent", body="{}", next_at=now, created_at=now)
    post.save()
    return post.id


def _version(workspace: Workspace) -> int:
    variant = a_campaign(workspace).step_set.get().variant_set.get()
    texts.save(variant, {"text": "Other words."})
    return CampaignVersion.objects.get(variant=variant).id


def _delivery(workspace: Workspace) -> int:
    now = clock.now()
    recipient, box = a_recipient(workspace, "ada@example.com"), a_mailbox(workspace)
    made = {"token": f"t{recipient.id}", "message_id": f"t{recipient.id}@example.org", "created_at": now}
    return Delivery.objects.create(workspace=workspace, recipient=recipient, mailbox=box, **made).id


def _talk(workspace: Workspace) -> Conversation:
    mailbox, person = a_mailbox(workspace), a_contact(workspace).recipient
    talk = Conversation.objects.create(workspace=workspace, mailbox=mailbox, recipient=person, received=1)
    now = clock.now()
    message = InboundMessage.objects.create(
        workspace=workspace,
        mailbox=mailbox,
        provider_id="1",
        state="classified",
        disposition="replied",
        decided_at=now,
        next_try_at=now,
        received_at=now,
        stored_at=now,
    )
    ConversationMessage.objects.create(workspace=workspace, conversation=talk, message=message, at=now)
    return talk


def _message(workspace: Workspace) -> int:
    return ConversationMessage.objects.get(conversation=_talk(workspace)).message_id


def _answer(workspace: Workspace) -> int:
    return answers.write(_talk(workspace), answers.Draft("Yes.", 1), by_id=a_user(workspace).pk).id


def _snippet(workspace: Workspace) -> int:
    return talks.save_snippet(workspace.id, "Thanks", "Thank you.", by_id=a_user(workspace).pk).id


ROWS: dict[str, Callable[[Workspace], int]] = {
    "campaign_id": lambda workspace: a_campaign(workspace, mailboxes=[a_mailbox(workspace)]).id,
    "contact_id": lambda workspace: a_contact(workspace).id,
    "variant_id": lambda workspace: a_campaign(workspace).step_set.get().variant_set.get().id,
    "version_id": _version,
    "enrollment_id": _enrolled,
    "import_id": lambda workspace: uploads.receive(workspace, "a.csv", io.BytesIO(b"email\na@example.com\n")).id,
    "mailbox_id": lambda workspace: a_mailbox(workspace).id,
    "task_id": _task,
    "suppression_id": _suppressed,
    "list_id": _list,
    "member_id": lambda workspace: Member.objects.get(user=a_user(workspace, role="viewer")).id,
    "invitation_id": _invited,
    "key_id": _key,
    "webhook_id": lambda workspace: _hook(workspace).id,
    "post_id": _post,
    "policy_id": lambda workspace: protection_policies.draft(workspace, {}, by_id=None).id,
    "delivery_id": _delivery,
    "conversation_id": lambda workspace: _talk(workspace).id,
    "message_id": _message,
    "number": lambda _: 0,
    "answer_id": _answer,
    "snippet_id": _snippet,
}


def rows_for(route: Route, workspace: Workspace) -> dict[str, int]:
    return {name: ROWS[name](workspace) for name in NUMBER.findall(route.pattern)}


def signed_in(workspace: Workspace, role: str) -> Client:
    client = Client()
    client.force_login(a_user(workspace, role=role))
    return client


def asked(client: Client, path: str) -> list[int]:
    """Return what a look and a press answer; a method that the page does not know counts for neither."""
    answers = [client.get(path).status_code, client.post(path).status_code]
    return [code for code in answers if code != 405]


def test_every_page_says_what_it_asks_for() -> None:
    known = {*LEAST_ROLE, SIGNED_IN, ANYBODY}
    assert [route.pattern for route in ROUTES if route.least not in known] == []


@pytest.mark.parametrize("route", [one for one in OURS if one.has_id], ids=lambda one: one.pattern)
def test_what_another_workspace_has_is_not_there(route: Route) -> None:
    workspace = a_workspace()
    a_user(workspace)
    stranger = signed_in(a_workspace(), "owner")
    path = route.path(rows_for(route, workspace))
    before = Event.objects.count()
    assert set(asked(stranger, path)) == {404}
    assert Event.objects.count() == before, "nothing was changed"


@pytest.mark.parametrize("route", OURS, ids=lambda one: one.pattern)
def test_each_role_may_do_what_the_one_table_says(route: Route) -> None:
    workspace = a_workspace()
    a_user(workspace)
    path = route.path(rows_for(route, workspace))
    for role in ROLES:
        if may(role, route.least) and route.name in GOES_OUT:
            continue
        answers = set(asked(signed_in(workspace, role), path))
        if may(role, route.least):
            assert not answers & {403, 500}, role
            continue
        assert answers == {403}, role
        assert not Event.objects.filter(kind__startswith="member.").exclude(kind="member.invited").exists()


@pytest.mark.parametrize(
    "route", [*OURS, *(one for one in ROUTES if one.least == SIGNED_IN)], ids=lambda one: one.pattern
)
def test_a_stranger_is_led_to_the_sign_in(route: Route, client: Client) -> None:
    path = route.path(dict.fromkeys(NUMBER.findall(route.pattern), 1))
    assert set(asked(client, path)) == {302}
