"""Notices: the owner or those who can act are told once on each channel, joined, and never what a person wrote."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket
from threading import Thread

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.test import Client

from app.actions import events, halts
from app.models import Event, Member
from sequences.actions.notices import fan_out, nothing_sent, telling, wishes
from sequences.actions.notices.wishes import Wanted
from sequences.models import Contact, Notice, NoticeWish
from tests.factories import a_contact, a_user, a_workspace
from tests.plugins.world import World
from tests.sequences.actions.listening import without_other_tests
from tests.sequences.place import Place

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2027, 7, 1, 12, tzinfo=UTC)


@dataclass(slots=True)
class Room:
    url: str
    answers: list[int] = field(default_factory=list)
    heard: list[bytes] = field(default_factory=list)


class _Ear(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        room: Room = self.server.room  # type: ignore[attr-defined]
        room.heard.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(room.answers.pop(0) if room.answers else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


@contextmanager
def a_room() -> Iterator[Room]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Ear) as server:
        room = Room(f"http://127.0.0.1:{server.server_port}/services/secret-part")
        server.room = room  # type: ignore[attr-defined]
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield room
        server.shutdown()
        thread.join()


@pytest.fixture
def room(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    without_other_tests(monkeypatch)
    with a_room() as found:
        world.allow([found.url.split("/")[2]])
        yield found


@pytest.fixture
def seat(room: Room) -> Member:
    workspace = a_workspace()
    seat = Member.objects.get(user=a_user(workspace, role="manager"))
    choose(seat, room)
    events.append(kind="campaign.edited", workspace_id=workspace.id, subject_id=1)
    fan_out.fan_out()  # begins behind what happened before
    return seat


def choose(
    seat: Member, room: Room, *, names: bool = False, quiet: tuple[time, time] | None = None, **kinds: str
) -> None:
    begins, ends = quiet or (None, None)
    urls = {"slack": room.url, "teams": None}
    wishes.save(seat, Wanted({}, False, names, "UTC", begins, ends, time(8), urls))


def replied(seat: Member, category: str = "interested") -> Contact:
    contact = a_contact(seat.workspace, first_name="Samira")
    events.append(
        kind="recipient.stopped",
        workspace_id=seat.workspace_id,
        subject_id=1,
        recipient_id=contact.recipient_id,
        data={"outcome": "replied", "category": category},
    )
    return contact


def told(now: datetime = NOON) -> None:
    fan_out.fan_out(now)
    for member_id, channel in telling.due(now):
        telling.tell(member_id, channel, now)


def texts(room: Room) -> list[str]:
    return [json.loads(body)["blocks"][0]["text"]["text"] for body in room.heard]


def test_a_positive_reply_is_told_at_once_without_the_name_and_only_once(seat: Member, room: Room) -> None:
    replied(seat)
    told()
    told(NOON + timedelta(hours=1))
    (text,) = texts(room)
    assert text.startswith("1 person is interested")
    assert "Samira" not in text
    assert [one.state for one in Notice.objects.all()] == ["done"]


def test_names_go_along_where_the_user_asked_for_them(seat: Member, room: Room) -> None:
    choose(seat, room, names=True)
    replied(seat)
    told()
    assert "Samira" in texts(room)[0]


def test_many_of_a_kind_within_minutes_are_joined(seat: Member, room: Room) -> None:
    replied(seat)
    told()
    for minute in range(1, 4):
        replied(seat)
        told(NOON + timedelta(minutes=minute))
    assert len(room.heard) == 1
    told(NOON + timedelta(minutes=6))
    assert texts(room)[1].startswith("3 people are interested")


def test_replies_wait_for_the_digest_and_quiet_hours_for_their_end(seat: Member, room: Room) -> None:
    choose(seat, room, quiet=(time(11), time(13)))
    replied(seat)
    replied(seat, category="")
    told()
    assert room.heard == []
    told(NOON + timedelta(hours=1))
    assert texts(room)[0].startswith("1 person is interested")
    told(NOON + timedelta(hours=20))
    assert texts(room)[1].startswith("1 person replied")


def test_what_does_not_arrive_is_tried_again_and_said_on_the_page(seat: Member, room: Room) -> None:
    room.answers = [500]
    replied(seat)
    told()
    assert Notice.objects.get().state == "waiting"
    assert NoticeWish.objects.get(member=seat).said["slack"] == {"said": "answered 500", "ok": False}
    told(NOON + timedelta(hours=1))
    assert (Notice.objects.get().state, len(room.heard)) == ("done", 2)


def test_the_owner_of_a_person_is_told_alone_and_nobody_of_what_they_did(seat: Member, room: Room) -> None:
    other = Member.objects.get(user=a_user(seat.workspace, role="manager"))
    choose(other, room)
    contact = replied(seat)
    Contact.objects.filter(id=contact.id).update(owner=other.user)
    halts.halt(seat.workspace_id, "a reason", by_id=other.user_id)
    told()
    found = Notice.objects.order_by("event_id").values_list("member_id", "kind")
    assert list(found) == [(other.id, "positive_reply"), (seat.id, "sending_stopped")]


def test_addresses_of_channels_are_sealed_and_stand_in_no_event(seat: Member) -> None:
    wish = NoticeWish.objects.get(member=seat)
    assert "secret-part" not in wish.slack
    assert wishes.url_of(wish, "slack").endswith("secret-part")
    assert all("secret-part" not in str(data) for data in Event.objects.values_list("data", flat=True))


def test_a_day_without_mail_is_said_once_and_only_late(room: Room, world: World) -> None:
    place = Place()
    zone_noon = world.now().replace(hour=12)
    world.at(zone_noon)
    assert nothing_sent.look() == 0
    assert not Event.objects.filter(kind=nothing_sent.KIND, workspace_id=place.workspace.id).exists()


class Mails:
    """A mail server that keeps what it takes."""

    def __init__(self) -> None:
        self.taken: list[Envelope] = []

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.taken.append(envelope)
        return "250 taken"


def test_email_leaves_through_the_server_of_the_settings(seat: Member, world: World, settings: object) -> None:
    mails = Mails()
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        host, port = free.getsockname()
    controller = Controller(mails, hostname=host, port=port)
    controller.start()
    try:
        options = {"host": host, "port": port, "timeout": 5}
        settings.MAIL_SERVER = options  # type: ignore[attr-defined]
        backend = "django.core.mail.backends.smtp.EmailBackend"
        settings.MAILERS = {"default": {"BACKEND": backend, "OPTIONS": options}}  # type: ignore[attr-defined]
        world.allow([f"{host}:{port}"])
        NoticeWish.objects.filter(member=seat).update(email=True, slack="")
        replied(seat)
        told()
    finally:
        controller.stop()
    (mail,) = mails.taken
    assert mail.rcpt_tos == [seat.user.email]
    assert b"1 person is interested" in (mail.content or b"")


def test_the_page_stores_ones_own_choices_tries_a_channel_and_says_why_there_is_no_email(
    seat: Member, room: Room, client: Client
) -> None:
    client.force_login(seat.user)
    page = client.get("/settings/notifications/").content.decode()
    assert "no mail server of its own" in page
    assert room.url not in page
    kinds = dict.fromkeys(("positive_reply", "reply", "task_due", "sign_in_needed"), "off")
    kinds |= dict.fromkeys(("paused_by_rule", "nothing_sent", "sending_stopped"), "digest")
    bad = client.post("/settings/notifications/save/", kinds | {"digest_at": "08:00", "quiet_from": "20:00"})
    assert bad.status_code == 422
    assert client.post("/settings/notifications/save/", kinds | {"digest_at": "09:00"}).status_code == 302
    assert NoticeWish.objects.get(member=seat).kinds == kinds
    client.post("/settings/notifications/try/", {"channel": "slack"})
    assert texts(room)[0].startswith("This channel works")
