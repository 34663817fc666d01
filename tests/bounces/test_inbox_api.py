"""The inbox as JSON: who may ask for what, what comes back, and that nothing leaks or changes otherwise."""

import json
import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLResolver, get_resolver

from app.models import Event
from bounces.models import Conversation, InboundText, Outcome, Relabel
from mailboxes.models import InboundMessage, Mailbox
from tests.bounces.actions import letters
from tests.factories import a_mailbox, a_user
from tests.journeys.office import HERE, Mailed, Office, an_office, arrive
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
API = "/api/v1/inbox/"


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


@pytest.fixture
def ada(office: Office) -> Mailed:
    made = office.mailed("ada@acme.example")
    office.world.pass_time(timedelta(minutes=1))
    arrive(office.mailbox, letters.reply(made))
    return made


def of(office: Office, role: str = "member") -> Client:
    client = Client()
    client.force_login(a_user(office.workspace, role=role))
    return client


def got(client: Client, path: str, **query: Any) -> Any:
    answer = client.get(API + path, query)
    assert answer.status_code == 200, answer.content
    return strict(answer.content)


def strict(content: bytes) -> Any:
    """Decode as G-INB-10 asks: UTF-8, no NUL, no lone surrogate."""
    text = content.decode("utf-8", "strict")
    value = json.loads(text)
    assert "\0" not in json.dumps(value, ensure_ascii=False)
    json.dumps(value, ensure_ascii=False).encode()
    return value


def put(client: Client, path: str, **body: Any) -> Any:
    return client.post(API + path, json.dumps(body), content_type="application/json")


def code(answer: Any) -> tuple[int, str]:
    told = strict(answer.content)
    assert set(told) == {"error"}
    assert set(told["error"]) == {"code", "message", "fields"}
    return answer.status_code, told["error"]["code"]


def the_id() -> int:
    return Conversation.objects.values_list("id", flat=True).get()


def test_the_list_tells_who_wrote_what(office: Office, ada: Mailed) -> None:
    (row,) = got(of(office, "viewer"), "conversations")["items"]
    assert (row["name"], row["email"], row["state"]) == ("Ada Canaryfinch", "ada@acme.example", "open")
    assert (row["needs_answer"], row["unread"], row["last_kind"]) == (True, 1, "replied")
    assert row["subject"] == "Re: A question"
    assert "canarylark" in row["excerpt"]
    assert row["last_at"].endswith("Z")


def test_a_conversation_shows_both_directions_with_rule_and_evidence(office: Office, ada: Mailed) -> None:
    told = got(of(office), f"conversations/{the_id()}")
    answer, ours = told["messages"]["items"]
    assert (answer["way"], answer["kind"], answer["outcome"]) == ("in", "human_reply", "replied")
    assert answer["rule"]
    assert answer["evidence"]
    assert (answer["from_address"], answer["note"]) == ("ada@acme.example", "")
    assert (ours["way"], ours["state"], ours["step"], ours["kind"]) == ("out", "accepted", 1, "campaign")
    assert ours["subject"] == "A question"
    assert "canarywren" in ours["text"]
    assert told["messages"]["next"] is None


def test_a_calendar_answer_is_a_line_and_a_long_text_is_cut_with_a_note(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.calendar(ada, answer="DECLINED"))
    arrive(office.mailbox, letters.reply(ada, "Word after word. " * 2_000))
    client = of(office)
    long, calendar, _, _ = got(client, f"conversations/{the_id()}")["messages"]["items"]
    assert calendar["calendar"] == "declined: Talk, 2027-03-16 09:00 UTC"
    assert len(long["text"]) == 4_000
    assert "in full" in long["note"]
    whole = got(client, f"messages/{long['id']}")
    assert len(whole["text"]) == 20_000
    assert "longer" in whole["note"]


def test_pages_follow_each_other_without_a_gap_and_cost_the_same(office: Office) -> None:
    for number in range(5):
        arrive(office.mailbox, letters.reply(office.mailed(f"p{number}@acme.example")))
    client, seen, costs = of(office), [], []
    cursor: str | None = ""
    while cursor is not None:
        with CaptureQueriesContext(connection) as asked:
            page = got(client, "conversations", limit=2, cursor=cursor)
        costs.append(len(asked))
        seen += [row["id"] for row in page["items"]]
        cursor = page["next"]
    assert seen == sorted(Conversation.objects.values_list("id", flat=True), reverse=True)
    assert len(set(costs)) == 1, costs


def test_an_answer_bears_the_label_of_its_words(office: Office, ada: Mailed) -> None:
    asked = letters.reply(ada, "I am the wrong person for this, please write to my colleague.")
    message = arrive(office.mailbox, asked)
    shown = got(of(office), f"messages/{message.id}")
    row = got(of(office), f"conversations/{Conversation.objects.get().id}")["messages"]["items"][0]
    assert (shown["category"], row["category"]) == ("wrong_person", "wrong_person")


def test_messages_are_paged_over_both_directions(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.reply(ada, "And more."))
    arrive(office.mailbox, letters.reply(ada, "And more still."))
    client, seen = of(office), []
    cursor: str | None = ""
    while cursor is not None:
        page: Any = got(client, f"conversations/{the_id()}", limit=1, cursor=cursor)["messages"]
        seen += [one["way"] for one in page["items"]]
        cursor = page["next"]
    assert seen == ["in", "in", "in", "out"]


def test_lists_are_mine_nobodys_and_by_state_and_kind(office: Office, ada: Mailed) -> None:
    bob = office.mailed("bob@acme.example")
    arrive(office.mailbox, letters.away(bob))
    first, second = Conversation.objects.order_by("id").values_list("id", flat=True)
    user = a_user(office.workspace, role="member")
    client = Client()
    client.force_login(user)
    assert put(client, f"conversations/{first}/assign", owner=user.id).status_code == 200
    assert put(client, f"conversations/{second}/state", state="done").status_code == 200

    def ids(**query: Any) -> list[int]:
        return [row["id"] for row in got(client, "conversations", **query)["items"]]

    assert ids(whose="mine") == [first]
    assert ids(whose="nobody", state="all") == [second]
    assert (ids(), ids(state="done"), ids(state="all", kind="away")) == ([first], [second], [second])
    assert ids(waiting="true", state="all") == [first]
    assert got(client, "counts") == {"mine": 1, "team": 1, "nobody": 0, "waiting": 1, "unmatched": 0}
    until = (office.world.now() + timedelta(days=1)).isoformat()
    assert put(client, f"conversations/{first}/state", state="snoozed", until=until).json()["state"] == "snoozed"
    assert (ids(), ids(state="snoozed")) == ([], [first])
    office.world.pass_time(timedelta(days=2))
    assert (ids(), ids(state="snoozed")) == ([first], [])


def test_done_is_refused_when_something_new_came_in(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.reply(ada, "One more thing."))
    client = of(office)
    assert code(put(client, f"conversations/{the_id()}/state", state="done", seen=1)) == (409, "refused")
    assert put(client, f"conversations/{the_id()}/read", seen=2).json()["unread"] == 0
    assert put(client, f"conversations/{the_id()}/state", state="done", seen=2).json()["state"] == "done"


def test_a_label_is_given_and_shown(office: Office, ada: Mailed) -> None:
    message = InboundMessage.objects.get(own=False)
    answer = put(of(office), f"messages/{message.id}/label", outcome="auto_replied", reason="their desk")
    assert (answer.status_code, answer.json()["kind"], answer.json()["labelled"]) == (200, "auto_reply", True)
    assert ada.state == "active"


def test_the_queue_shows_why_and_a_label_takes_a_message_out_of_it(office: Office, ada: Mailed) -> None:
    stranger = arrive(office.mailbox, letters.letter("stranger@nowhere.example", letters.WORDS, subject="Your mail"))
    client = of(office)
    (waiting,) = got(client, "unmatched")["items"]
    assert (waiting["message"]["id"], waiting["message"]["reason"]) == (stranger.id, "answer_of_nobody_we_know")
    assert waiting["message"]["from_address"] == "stranger@nowhere.example"
    body = {"outcome": "replied", "reason": "it is Ada", "about": "ada@acme.example"}
    assert put(client, f"messages/{stranger.id}/label", **body).status_code == 200
    assert got(client, "unmatched")["items"] == []
    assert got(client, f"conversations/{the_id()}")["conversation"]["received"] == 2


@pytest.fixture
def aunt(office: Office) -> InboundMessage:
    """A message in somebody's own mailbox that was passed over."""
    mailbox = a_mailbox(office.workspace, endpoints=HERE, purpose=Mailbox.Purpose.PERSONAL)
    return arrive(mailbox, letters.letter("aunt@family.example", letters.WORDS))


def test_other_peoples_mail_is_shown_to_the_mailbox_s_owner_alone(office: Office, aunt: InboundMessage) -> None:
    owner = a_user(office.workspace, role="member")
    Mailbox.objects.filter(id=aunt.mailbox_id).update(owner=owner)
    client = Client()
    client.force_login(owner)
    (passed,) = got(client, "passed-over", mailbox=aunt.mailbox_id)["items"]
    assert passed == {"id": aunt.id, "at": passed["at"], "from_domain": "family.example"}
    for other in (of(office, "owner"), of(an_office(office.world))):
        answer = other.get(f"{API}passed-over", {"mailbox": aunt.mailbox_id})
        assert code(answer) == (404, "not_found")
        assert code(put(other, f"messages/{aunt.id}/claim")) == (404, "not_found")
    assert code(client.get(f"{API}messages/{aunt.id}")) == (404, "not_found")


def test_the_owner_claims_a_message_for_the_team(
    office: Office, aunt: InboundMessage, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = a_user(office.workspace, role="member")
    Mailbox.objects.filter(id=aunt.mailbox_id).update(owner=owner)
    raw = letters.letter("aunt@family.example", letters.WORDS)
    monkeypatch.setattr("bounces.actions.claims._fetched", lambda _: raw)
    client = Client()
    client.force_login(owner)
    answer = put(client, f"messages/{aunt.id}/claim")
    assert answer.json() == {"id": aunt.id, "state": "classified", "outcome": "unmatched"}
    (waiting,) = got(of(office), "unmatched")["items"]
    assert (waiting["message"]["id"], waiting["claimed_by"]) == (aunt.id, owner.id)
    assert code(put(client, f"messages/{aunt.id}/claim")) == (404, "not_found")


def test_a_strangers_wish_in_somebodys_own_mailbox_is_not_for_the_team(office: Office) -> None:
    mailbox = a_mailbox(office.workspace, endpoints=HERE, purpose=Mailbox.Purpose.PERSONAL)
    message = arrive(mailbox, letters.letter("a@nowhere.example", "Unsubscribe me.", subject="unsubscribe"))
    assert message.disposition == "unmatched"
    client = of(office)
    assert got(client, "unmatched")["items"] == []
    assert code(client.get(f"{API}messages/{message.id}")) == (404, "not_found")


WRITES: list[tuple[str, dict[str, Any]]] = [
    ("conversations/{conversation}/assign", {"owner": None}),
    ("conversations/{conversation}/state", {"state": "done"}),
    ("conversations/{conversation}/read", {}),
    ("messages/{message}/label", {"outcome": "auto_replied", "reason": "no"}),
    ("messages/{message}/claim", {}),
]
READS = ["conversations/{conversation}", "messages/{message}"]


def walked(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for entry in resolver.url_patterns:
        path = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from walked(entry, path)
        elif "number" in entry.pattern.converters:
            yield path


def test_no_route_with_a_number_is_forgotten_here() -> None:
    """Whoever adds one to the API names it in READS or WRITES, which everything below tries."""
    start = "api/v1/inbox/"
    ours = {path.removeprefix(start) for path in walked(get_resolver()) if path.startswith(start)}
    tried = {re.sub(r"\{\w+\}", "<number>", path) for path in [*READS, *(path for path, _ in WRITES)]}
    assert ours == tried


def rows() -> list[object]:
    models = (Conversation, InboundMessage, Outcome, Relabel, InboundText, Event)
    return [list(model._default_manager.order_by("pk").values()) for model in models]


def named(path: str) -> str:
    return path.format(conversation=the_id(), message=InboundMessage.objects.get(own=False).id)


def test_nobody_of_another_workspace_finds_or_changes_anything(office: Office, ada: Mailed) -> None:
    client, before = of(an_office(office.world), "owner"), rows()
    for path in READS:
        assert code(client.get(API + named(path))) == (404, "not_found")
    for path, body in WRITES:
        assert code(put(client, named(path), **body)) == (404, "not_found")
    assert got(client, "conversations", state="all")["items"] == []
    assert got(client, "unmatched")["items"] == []
    assert code(client.get(f"{API}passed-over", {"mailbox": office.mailbox.id})) == (404, "not_found")
    assert rows() == before


def test_a_colleague_cannot_be_given_to_another_workspace(office: Office, ada: Mailed) -> None:
    stranger = a_user(an_office(office.world).workspace)
    assert code(put(of(office), f"conversations/{the_id()}/assign", owner=stranger.id)) == (409, "refused")


def test_who_only_reads_changes_nothing(office: Office, ada: Mailed) -> None:
    client, before = of(office, "viewer"), rows()
    for path, body in WRITES:
        assert code(put(client, named(path), **body)) == (403, "forbidden")
    assert rows() == before


def test_without_a_session_or_its_token_nothing_is_done(office: Office, ada: Mailed) -> None:
    before, stranger, forged = rows(), Client(), Client(enforce_csrf_checks=True)
    forged.force_login(a_user(office.workspace, role="owner"))
    for path in READS:
        assert code(stranger.get(API + named(path))) == (401, "not_signed_in")
    for path, body in WRITES:
        assert code(put(stranger, named(path), **body)) == (401, "not_signed_in")
        assert code(put(forged, named(path), **body)) == (403, "csrf")
    assert rows() == before
    forged.cookies["csrftoken"] = token = "a" * 32
    answer = forged.post(
        API + named("conversations/{conversation}/read"), "{}", content_type="application/json",
        headers={"X-CSRFToken": token},
    )  # fmt: skip
    assert answer.status_code == 200


def test_a_user_without_a_seat_has_no_api(office: Office) -> None:
    client = Client()
    client.force_login(a_user())
    assert code(client.get(f"{API}conversations")) == (403, "no_seat")
    assert code(client.get("/api/v1/openapi.json")) == (403, "no_seat")


def test_the_api_is_described_to_members_alone(office: Office) -> None:
    assert code(Client().get("/api/v1/openapi.json")) == (401, "not_signed_in")
    described = of(office, "viewer").get("/api/v1/openapi.json").json()
    assert "/api/v1/inbox/conversations" in described["paths"]
    assert "X-CSRFToken" in described["info"]["description"]
    assert code(of(office).get("/api/v1/docs")) == (404, "not_found")


BAD = [
    {"limit": "0"}, {"limit": "101"}, {"limit": "1000000000"}, {"limit": "x"}, {"limit": ""}, {"cursor": "nonsense"},
    {"cursor": "x" * 5_000}, {"cursor": "\0"}, {"kind": "none"}, {"whose": "theirs"}, {"mailbox": str(2**64)},
]  # fmt: skip


def test_what_a_list_does_not_know_is_refused(office: Office) -> None:
    client = of(office)
    for query in BAD:
        assert code(client.get(f"{API}conversations", query)) == (400, "invalid"), query


def test_what_is_no_number_names_nothing(office: Office) -> None:
    client = of(office)
    for number in ("0", "-1", "x", str(2**63), "9" * 500, "1%00"):
        assert code(client.get(f"{API}conversations/{number}")) == (404, "not_found"), number


JSON = "application/json"
BODIES = [
    (b"", JSON, 400),
    (b"{", JSON, 400),
    (rb'{"state": "done\u0000"}', JSON, 400),
    (rb'{"state": "\ud800"}', JSON, 400),
    (b'{"state": "done\xff"}', JSON, 400),
    (b'{"state": "done", "more": 1}', JSON, 400),
    (b'{"state": "done", "until": "2027-03-10T10:00:00"}', JSON, 400),
    (b"state=done", "application/x-www-form-urlencoded", 415),
    (b'{"state": "' + b"x" * 70_000 + b'"}', JSON, 413),
    (b"x" * 3_000_000, JSON, 413),
]


def test_no_body_but_strict_json_is_taken(office: Office, ada: Mailed) -> None:
    client, before = of(office), rows()
    for body, kind, status in BODIES:
        answer = client.post(f"{API}conversations/{the_id()}/state", body, content_type=kind)
        assert code(answer)[0] == status, body[:20]
    assert rows() == before


def test_what_is_not_there_says_so_in_the_one_shape(office: Office) -> None:
    client = of(office)
    for path in ("/api/v1/", "/api/v1/nothing", "/api/v1/inbox/conversations/"):
        assert code(client.get(path)) == (404, "not_found")


def test_another_verb_is_refused_in_the_one_shape_and_nothing_is_cached(office: Office) -> None:
    answer = of(office).delete(f"{API}conversations")
    assert code(answer) == (405, "not_allowed")
    assert answer["Allow"] == "GET"
    assert "no-store" in of(office).get(f"{API}conversations")["Cache-Control"]


def test_hostile_mail_is_told_in_strict_json(office: Office, ada: Mailed) -> None:
    raw = letters.letter(f"<{ada.contact.email}>", "caf\0é canary", "Subject: =?utf-8?q?a=00b?=", about=ada)
    raw = raw.replace(b"From: ", b'From: "J\xfcrgen" ', 1)
    message = arrive(office.mailbox, raw)
    told = got(of(office), f"messages/{message.id}")
    assert told["from_name"] == "Jürgen"


def test_no_address_reaches_the_log(
    office: Office, ada: Mailed, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("ada@acme.example")

    monkeypatch.setattr("bounces.screens.inbox._lines", broken)
    client = of(office)
    with caplog.at_level(logging.DEBUG):
        assert code(client.get(f"{API}conversations")) == (500, "failed")
        put(client, f"messages/{the_id()}/label", outcome="replied", reason="x", about="ada@acme.example")
    assert "ada@" not in caplog.text
    assert "RuntimeError" in caplog.text
