"""The page prospects meet. Scanners GET every link; mail clients POST without cookie, form or context (RFC 8058)."""

import io
from typing import Any

import pytest
from django.test import Client

from app.actions import clock
from bounces.actions import looks, unsubscribe
from bounces.actions.suppressions import suppress_person
from bounces.core.tokens import Purpose, UnsubscribeToken, sign, sign_unsubscribe
from bounces.models import LinkLooks, Outcome, Suppression, UnsubscribeRequest
from mailboxes.models import Recipient
from sequences.models import Contact, Enrollment
from tests.factories import a_campaign, a_contact, a_link_host, a_mailbox, a_workspace, enrolled

pytestmark = pytest.mark.django_db

ONE_CLICK = "List-Unsubscribe=One-Click"
FORM = "application/x-www-form-urlencoded"
BOUNDARY = "--x\r\nContent-Disposition: form-data; name=List-Unsubscribe\r\n\r\nOne-Click\r\n--x--\r\n"
HEARD = "You will not hear from us again"


@pytest.fixture
def person() -> Contact:
    workspace = a_workspace(legal_name="Nordlicht GmbH")
    contact = a_contact(workspace)
    enrolled(a_campaign(workspace, mailboxes=[a_mailbox(workspace)]), contact)
    return contact


def path_of(person: Contact) -> str:
    link = unsubscribe.link_for(workspace_id=person.workspace_id, recipient_id=person.recipient_id, delivery_id=0)
    return "/u/" + link.rpartition("/")[2]


def written() -> tuple[int, int, int]:
    return UnsubscribeRequest.objects.count(), Suppression.objects.count(), Outcome.objects.count()


class Endless(io.RawIOBase):
    """A body of so many bytes, made as it is read."""

    def __init__(self, size: int) -> None:
        self.left, self.given = size, 0

    def read(self, size: int = -1) -> bytes:
        piece = min(self.left, size)
        self.left, self.given = self.left - piece, self.given + piece
        return b"a" * piece


class Never(io.RawIOBase):
    """A body that nobody may wait for."""

    def read(self, _: int = -1) -> bytes:
        raise AssertionError("somebody reads")


def chunked(body: io.RawIOBase) -> dict[str, Any]:
    """What a server hands on of a request whose body comes in chunks."""
    return {"CONTENT_LENGTH": "", "wsgi.input": body, "wsgi.input_terminated": True}


@pytest.fixture
def strict() -> Client:
    """No cookie, and CSRF is looked at as in real life."""
    return Client(enforce_csrf_checks=True)


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_looking_changes_nothing(strict: Client, person: Contact, method: str) -> None:
    for agent in ("Mozilla/5.0", "BarracudaScanner", ""):
        answer = getattr(strict, method)(path_of(person), headers={"user-agent": agent})
        assert answer.status_code == 200
    assert written() == (0, 0, 0)
    assert Enrollment.objects.get().state == "active"


def test_the_page_has_a_button_and_wants_no_script_nor_index(strict: Client, person: Contact) -> None:
    answer = strict.get(path_of(person))
    page = answer.content.decode()
    assert '<form method="post" action="?way=page">' in page
    assert "noindex" in page
    assert "Nordlicht GmbH" in page
    assert person.email not in page
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert answer["Cache-Control"] == "no-store"
    assert answer["Referrer-Policy"] == "no-referrer"
    assert not answer.cookies


BODIES: dict[str, dict[str, Any]] = {
    "one-click form": {"data": ONE_CLICK, "content_type": FORM},
    "multipart": {"data": BOUNDARY, "content_type": "multipart/form-data; boundary=x"},
    "empty": {"data": b"", "content_type": FORM},
    "no type": {"data": b"", "content_type": ""},
    "extra fields": {"data": ONE_CLICK + "&a=1&b=2", "content_type": FORM},
    "broken multipart": {"data": b"\x00\xff", "content_type": "multipart/form-data"},
    "json": {"data": b"{", "content_type": "application/json"},
    "half a megabyte": {"data": b"a" * (512 * 1024), "content_type": FORM},
}


@pytest.mark.parametrize("body", BODIES.values(), ids=list(BODIES))
@pytest.mark.parametrize("slash", ["", "/"])
def test_a_bare_post_stops_and_suppresses_at_once(
    strict: Client, person: Contact, body: dict[str, Any], slash: str
) -> None:
    answer = strict.post(path_of(person) + slash, **body)
    assert answer.status_code == 200
    assert HEARD in answer.content.decode()
    assert Suppression.objects.get().recipient_id == person.recipient_id
    assert Enrollment.objects.get().state == "unsubscribed"
    assert UnsubscribeRequest.objects.get().done_at is not None


@pytest.mark.parametrize("host", ["127.0.0.1", "links.example.org", "old-name.example:8443"])
def test_any_host_and_any_language_will_do(strict: Client, person: Contact, host: str) -> None:
    headers = {"host": host, "accept-language": "de", "cookie": "sessionid=stale; csrftoken=stale"}
    assert strict.post(path_of(person), headers=headers).status_code == 200
    assert Suppression.objects.count() == 1


def test_a_token_in_capitals_is_the_same_token(strict: Client, person: Contact) -> None:
    assert strict.post(path_of(person).upper().replace("/U/", "/u/")).status_code == 200
    assert Suppression.objects.count() == 1


def test_a_repeated_post_is_harmless(strict: Client, person: Contact) -> None:
    assert [strict.post(path_of(person)).status_code for _ in range(5)] == [200] * 5
    assert Suppression.objects.count() == 1
    assert Outcome.objects.count() == 1


@pytest.mark.parametrize("size", [512 * 1024 + 1, 1_000_000, 1024 * 1024])
def test_a_megabyte_is_refused_and_changes_nothing(strict: Client, person: Contact, size: int) -> None:
    answer = strict.post(path_of(person), data=b"a" * size, content_type=FORM)
    assert answer.status_code == 413
    assert written() == (0, 0, 0)


@pytest.mark.parametrize(
    ("size", "status", "stopped"), [(26, 200, 1), (512 * 1024, 200, 1), (512 * 1024 + 1, 413, 0), (1 << 30, 413, 0)]
)
def test_a_body_in_chunks_is_counted_while_it_is_read(person: Contact, size: int, status: int, stopped: int) -> None:
    body = Endless(size)
    answer = Client().generic("POST", path_of(person), **chunked(body))
    assert answer.status_code == status
    assert Suppression.objects.count() == stopped
    assert body.given <= 512 * 1024 + 16 * 1024


@pytest.mark.parametrize("length", ["-1", "1e3", "9" * 30, "0x10", "²"])
def test_a_length_that_is_no_number_is_refused(strict: Client, person: Contact, length: str) -> None:
    assert strict.generic("POST", path_of(person), CONTENT_LENGTH=length).status_code == 413
    assert written() == (0, 0, 0)


def test_a_body_that_never_comes_keeps_nobody_waiting(person: Contact) -> None:
    never = chunked(Never()) | {"CONTENT_LENGTH": "26"}
    assert Client().generic("POST", path_of(person), **never).status_code == 200
    assert Suppression.objects.count() == 1


@pytest.mark.parametrize("method", ["get", "head", "post"])
def test_every_bad_token_gets_the_same_answer(strict: Client, person: Contact, method: str) -> None:
    good = path_of(person)
    stranger = UnsubscribeToken(a_workspace().id, person.recipient_id, 0)
    bad = [
        good[:-1] + ("a" if good[-1] != "a" else "b"),
        good[:-4],
        "/u/nonsense",
        "/u/" + "a" * 4000,
        "/u/" + sign_unsubscribe([b"another key of sixteen"], UnsubscribeToken(1, 1, 1)),
        "/u/" + sign_unsubscribe(unsubscribe.keys(), stranger),
    ]
    answers = [getattr(strict, method)(path) for path in bad]
    assert {(answer.status_code, answer.content, answer["Content-Type"]) for answer in answers} == {
        (404, b"" if method == "head" else b"This link is not valid.\n", "text/plain")
    }
    assert written() == (0, 0, 0)


def test_a_browser_that_brings_a_broken_link_is_told_what_else_works(strict: Client) -> None:
    answers = [strict.get(path, headers={"Accept": "text/html"}) for path in ("/u/nonsense", "/u/" + "a" * 4000)]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content
    assert b"Or answer the mail and say that you want no more" in answers[0].content
    assert answers[0]["Cache-Control"] == "no-store"


def test_the_link_of_an_erased_contact_still_works(strict: Client, person: Contact) -> None:
    path = path_of(person)
    Enrollment.objects.update(contact=None)
    person.delete()
    assert strict.post(path).status_code == 200
    assert Suppression.objects.get().recipient_id == Recipient.objects.get().id


def test_a_link_signed_under_an_older_key_still_works(strict: Client, person: Contact, settings: Any) -> None:
    path = path_of(person)
    settings.TOKEN_KEYS = (("2", "a new key of sixteen"), *settings.TOKEN_KEYS)
    assert strict.post(path).status_code == 200
    assert Suppression.objects.count() == 1


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_of_a_test_mail_says_so_and_changes_nothing(strict: Client, person: Contact, method: str) -> None:
    wish = UnsubscribeToken(person.workspace_id, person.recipient_id, 0)
    answer = getattr(strict, method)("/u/" + sign_unsubscribe(unsubscribe.keys(), wish, Purpose.PREVIEW))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "This is a test message" in page
    assert HEARD not in page
    assert "<form" not in page
    assert written() == (0, 0, 0)


def test_the_answer_is_yes_even_when_the_page_cannot_be_made(
    strict: Client, person: Contact, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError

    monkeypatch.setattr("bounces.views.render", broken)
    answer = strict.post(path_of(person))
    assert (answer.status_code, answer.content.decode()) == (200, HEARD + ".\n")
    assert Suppression.objects.count() == 1


def test_a_stop_that_fails_leaves_an_open_wish_and_answers_yes(
    strict: Client, person: Contact, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr("bounces.actions.unsubscribe._honour", locked)
    assert strict.post(path_of(person)).status_code == 200
    assert UnsubscribeRequest.objects.get().done_at is None


def test_other_methods_are_not_allowed(strict: Client, person: Contact) -> None:
    assert strict.put(path_of(person)).status_code == 405
    assert strict.delete(path_of(person)).status_code == 405
    assert written() == (0, 0, 0)


@pytest.mark.parametrize("query", ["", "?way=page", "?way=nonsense", "?utm_source=mail&way=page"])
def test_the_way_is_kept_with_the_entry(strict: Client, person: Contact, query: str) -> None:
    assert strict.post(path_of(person) + query, data=ONE_CLICK, content_type=FORM).status_code == 200
    way = "page" if "way=page" in query else "one_click"
    assert UnsubscribeRequest.objects.get().way == way
    assert Suppression.objects.get().source == way


@pytest.mark.parametrize("secure", [False, True])
@pytest.mark.parametrize("method", ["get", "head", "post"])
def test_nothing_is_ever_redirected_nor_gets_a_cookie(
    strict: Client, person: Contact, method: str, *, secure: bool
) -> None:
    for host in ("links.example.org", "127.0.0.1"):
        for path in (path_of(person), path_of(person) + "/"):
            headers = {"host": host, "x-forwarded-proto": "http", "accept-language": "fr"}
            answer = getattr(strict, method)(path, headers=headers, secure=secure)
            assert (answer.status_code, answer.cookies) == (200, {})


@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/health", "/do-not-contact/", "/contacts/", "/u", "/U/x"])
def test_a_host_that_is_there_for_links_serves_no_other_page(strict: Client, path: str) -> None:
    for host in ("links.example.org", "evil.example", "127.0.0.1.evil.example", ""):
        assert strict.get(path, headers={"host": host}).status_code == 404
    assert strict.get("/health").status_code == 200


def test_a_strange_host_is_named_nowhere_on_the_page(strict: Client, person: Contact) -> None:
    answer = strict.get(path_of(person), headers={"host": "evil.example", "x-forwarded-host": "evil.example"})
    assert "evil" not in answer.content.decode() + str(answer.headers)


def test_a_flood_of_looks_is_counted_and_written_once_a_second(strict: Client, person: Contact) -> None:
    looks.flush()
    LinkLooks.objects.all().delete()
    for _ in range(40):
        strict.get(path_of(person), headers={"user-agent": ""})
    written_at_once = LinkLooks.objects.filter(kind="agent").values_list("count", flat=True).first() or 0
    looks.flush()
    assert LinkLooks.objects.get().count == 40
    assert written_at_once < 40


def test_old_counts_are_forgotten(person: Contact) -> None:
    for days in (399, 401):
        day = looks.days_ago(days).date()
        LinkLooks.objects.create(workspace_id=person.workspace_id, day=day, kind="head", count=1)
    assert looks.forget_old() == 1


def test_a_wish_takes_the_place_of_a_bounce_and_is_written_once(strict: Client, person: Contact) -> None:
    """A bounce speaks of the address alone; a wish is the person's, and goes along to a new address."""
    suppress_person(person.workspace_id, person.recipient_id, reason="bounced", source="bounce")
    for _ in range(3):
        assert strict.post(path_of(person)).status_code == 200
    entry = Suppression.objects.get()
    assert (entry.reason, entry.source) == ("unsubscribed", "one_click")
    assert Outcome.objects.count() == 1


def test_a_wish_after_a_colleague_was_faster_is_written_once_too(strict: Client, person: Contact) -> None:
    suppress_person(person.workspace_id, person.recipient_id, reason="by_person", source="person")
    for _ in range(3):
        assert strict.post(path_of(person)).status_code == 200
    assert Suppression.objects.get().reason == "by_person"
    assert Outcome.objects.count() == 1


@pytest.mark.parametrize("method", ["get", "head", "options", "post"])
def test_a_link_of_a_self_test_is_a_link_like_any_other_and_stops_nobody(
    strict: Client, person: Contact, method: str
) -> None:
    host = a_link_host("example.org", "https://links.example.org", probe=3)
    for probe, heard in ((2, False), (3, method == "post")):
        answer = getattr(strict, method)(f"/u/{sign(unsubscribe.keys(), Purpose.SELF_TEST, host.id, probe)}")
        assert answer.status_code == 200
        host.refresh_from_db()
        assert (host.heard_at is not None) is heard
    assert written() == (0, 0, 0)
    assert not LinkLooks.objects.exists()


def test_a_link_that_is_pressed_again_and_again_writes_one_wish(strict: Client, person: Contact) -> None:
    for _ in range(5):
        assert HEARD in strict.post(path_of(person)).content.decode()
    assert written() == (1, 1, 1)
    Suppression.objects.update(lifted_at=clock.now(), lift_reason="They asked for it.")
    assert HEARD in strict.post(path_of(person)).content.decode()
    assert written() == (2, 2, 2)
    assert Suppression.objects.get(lifted_at=None).reason == "unsubscribed"
