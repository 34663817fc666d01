"""G-CMP-09: a test mail and a preview change nothing. Also: a test obeys what no mail may break."""

import io
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from admission.models import Permit
from app.actions import clock
from app.core.errors import Refused
from app.models import Workspace
from bounces.models import Outcome, Suppression
from mailboxes.models import Budget, Delivery, DeliveryBody, InboundRaw, Mailbox
from sequences.actions import audit, tryouts
from sequences.actions.previews import preview, step_at
from sequences.models import Campaign, Contact, Touch
from tests.factories import StepPlan, a_campaign, a_contact, a_workspace, an_email, enrolled
from tests.journeys.running import a_gmail, an_smtp, read_all, send_after, send_due, sent_octets
from tests.mailboxes.core.rust_reader import seen
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

ME = "me@example.org"
RUTH = "silent-ruth@example.com"
STEPS = [
    an_email("Idea for {{company}}"),
    StepPlan(text="Again, {{first_name}}", html="<p>Again, {{first_name}}</p>", delay=3),
]
# What a test mail leaves behind of its own: its delivery and permit, whom it went to, and the log.
ITS_OWN = {"Delivery", "DeliveryBody", "Permit", "PermitFacts", "Recipient", "Event", "Budget", "InboundMessage"}
ITS_OWN |= {"InboundRaw", "InboundCursor", "InboundDay", "InboundTrace", "Installation", "Quota"}


class Room:
    """A running campaign over Gmail in which Ruth got the first step and waits for the second."""

    def __init__(self, simulator: Simulator, world: World) -> None:
        self.workspace: Workspace = a_workspace()
        self.mailbox: Mailbox = a_gmail(self.workspace, simulator, world)
        self.campaign: Campaign = a_campaign(self.workspace, mailboxes=[self.mailbox], steps=STEPS)
        self.ruth: Contact = a_contact(self.workspace, RUTH, first_name="Ruth", company="Alpha")
        enrolled(self.campaign, self.ruth)
        assert send_due(world) == ["accepted"]

    def test(self, position: int = 2, to: str = ME) -> Delivery:
        return tryouts.send_test(step_at(self.campaign, position), self.ruth, to=to)


@pytest.fixture
def room(simulator: Simulator, world: World) -> Room:
    return Room(simulator, world)


def everything() -> dict[str, Any]:
    """Every row of the database but what a test mail leaves of its own, and the mailbox's day, gap and call."""
    tables = {
        model.__name__: list(model._base_manager.order_by("pk").values())
        for model in apps.get_models()
        if model.__module__.partition(".")[0] in {"app", "mailboxes", "bounces", "admission", "sequences"}
        and model.__name__ not in ITS_OWN
    }
    return tables | {"Budget": list(Budget.objects.values("mailbox", "day", "used_today", "last_send_at"))}


def links_in(raw: bytes) -> set[str]:
    one = seen(raw)
    text = " ".join([*one.headers["list-unsubscribe"], *dict(one.parts).values()])
    return set(re.findall(r"http://127\.0\.0\.1:8000(/u/\w+)", text))


def answered(simulator: Simulator, mailbox: Mailbox, body: str) -> None:
    """Who got the test answers it, and the answer is read."""
    (raw,) = [raw for raw in sent_octets(simulator, mailbox) if b"[Test]" in raw]
    test = seen(raw)
    head = f"From: {ME}\r\nTo: {mailbox.address}\r\nMessage-ID: <a@example.org>\r\nSubject: Re: {test.subject}\r\n"
    named = f"In-Reply-To: {test.headers['message-id'][0]}\r\n"
    simulator.deliver(mailbox.address, f"{head}{named}\r\n{body}\r\n".encode())
    read_all()


def test_g_cmp_09_a_test_mail_changes_nothing_for_anybody(room: Room, simulator: Simulator, world: World) -> None:
    """G-CMP-09: its links are pressed, its one-click URL is posted to, it is answered, and the step is previewed."""
    before = everything()
    sent = room.test()
    assert (sent.state, sent.kind, Permit.objects.get(delivery=sent).kind) == ("accepted", "test", "test")
    assert [one["rcpt"] for one in simulator.journal("accept")] == [RUTH, ME]
    raw = sent_octets(simulator, room.mailbox)[-1]
    mail = seen(raw)
    assert (mail.subject, mail.recipients) == ("[Test] Re: Idea for Alpha", [("", ME)])
    assert all("Again, Ruth" in text for _, text in mail.parts)
    assert not {"in-reply-to", "references"} & set(mail.counts)
    (link,) = links_in(raw)
    web = Client(enforce_csrf_checks=True)
    for answer in (web.get(link), web.post(link, {"List-Unsubscribe": "One-Click"}), web.post(link)):
        assert answer.status_code == 200
        assert "This is a test message" in answer.content.decode()
    answered(simulator, room.mailbox, "Fine.")
    for _ in range(10):
        preview(step_at(room.campaign, 2), room.ruth)
    assert everything() == before
    assert not DeliveryBody.objects.filter(delivery=sent).exclude(subject="", text="", html="").exists()
    assert not InboundRaw.objects.filter(message__disposition="test").exists()
    assert not any(audit.violations(simulator.journal_path).values())
    assert send_after(world, 4) == ["accepted"]


@pytest.mark.parametrize("body", ["Looks good.", "I am out of office until 2027-04-01."])
def test_an_answer_to_a_test_stops_nobody_not_even_who_got_it(room: Room, simulator: Simulator, body: str) -> None:
    me = a_contact(room.workspace, ME)
    mine = enrolled(room.campaign, me)
    sent = room.test()
    answered(simulator, room.mailbox, body)
    mine.refresh_from_db()
    assert (mine.state, mine.absent_until) == ("active", None)
    assert not Outcome.objects.exists()
    assert Delivery.objects.get(id=sent.id).state == "accepted"


def test_who_asks_to_be_left_alone_is_heard_even_in_an_answer_to_a_test(room: Room, simulator: Simulator) -> None:
    room.test()
    answered(simulator, room.mailbox, "Please remove me from your list and never write to me again.")
    assert Suppression.objects.get().recipient == Delivery.objects.get(kind="test").recipient
    with pytest.raises(Refused, match="Do not contact"):
        room.test()


def test_a_test_goes_beside_window_gap_and_cap_and_moves_none_of_them(room: Room, world: World) -> None:
    Mailbox.objects.update(daily_cap=1, gap_seconds=86_400)
    before = Budget.objects.values("day", "used_today", "last_send_at", "gap_jitter", "in_flight_permit").get()
    world.at(world.now().replace(hour=23))
    assert room.test().state == "accepted"
    after = Budget.objects.values("day", "used_today", "last_send_at", "gap_jitter", "in_flight_permit").get()
    assert after == before


def halted(room: Room) -> str:
    Workspace.objects.update(halted_at=clock.now())
    return "All sending stopped"


def full(room: Room) -> str:
    Mailbox.objects.update(rolling_cap=1)
    return "room for 24 hours is used"


def paused(room: Room) -> str:
    Mailbox.objects.update(state="paused")
    return "not connected"


@pytest.mark.parametrize("forbid", [halted, full, paused])
def test_a_test_obeys_halt_provider_and_mailbox_and_leaves_nothing_waiting(
    room: Room, simulator: Simulator, forbid: Callable[[Room], str]
) -> None:
    told = forbid(room)
    posts = len(simulator.journal("post"))
    with pytest.raises(Refused, match=told):
        room.test()
    assert len(simulator.journal("post")) == posts
    assert set(Delivery.objects.filter(kind="test").values_list("state", flat=True)) <= {"withdrawn"}
    assert not Permit.objects.filter(kind="test").exists()


@pytest.mark.parametrize("to", ["me@example.org, you@example.org", "jörg@example.org", "me@localhost", ""])
def test_a_test_goes_to_exactly_one_strict_address(room: Room, simulator: Simulator, to: str) -> None:
    with pytest.raises(Refused):
        room.test(to=to)
    assert not Delivery.objects.filter(kind="test").exists()
    assert len(simulator.journal("post")) == 1


def test_a_refused_test_is_told_and_never_tried_again(simulator: Simulator, world: World) -> None:
    workspace = a_workspace()
    mailbox = an_smtp(workspace, simulator, world)
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=STEPS)
    ruth = a_contact(workspace, RUTH)
    simulator.fault("status", "smtp.dot", status=451)
    for to, state in ((ME, "withdrawn"), ("refuse-1@prospect.example", "rejected")):
        with pytest.raises(Refused, match="was not taken"):
            tryouts.send_test(step_at(campaign, 1), ruth, to=to)
        assert Delivery.objects.latest("id").state == state
        Mailbox.objects.update(limited_until=None)
    assert send_due(world) == []
    assert not Touch.objects.exists()


def test_a_lost_verdict_leaves_the_test_uncertain_and_says_so(simulator: Simulator, world: World) -> None:
    workspace = a_workspace()
    mailbox = an_smtp(workspace, simulator, world)
    campaign = a_campaign(workspace, name="Spring", mailboxes=[mailbox], steps=STEPS)
    a_contact(workspace, RUTH)
    simulator.fault("close", "smtp.dot")
    assert "may have left" in told("send_test", campaign.name, "--step", "1", "--contact", RUTH, "--to", ME)
    assert Delivery.objects.get().state == "uncertain"


def told(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_preview_and_send_test_are_commands(room: Room, simulator: Simulator) -> None:
    about = (room.campaign.name, "--contact", RUTH.upper(), "--step")
    shown = told("preview", *about, "2")
    assert shown.startswith(f"From: Nora Sender <{room.mailbox.address}>\nTo: Ruth Canaryfinch <{RUTH}>\n")
    assert "\nSubject: Re: Idea for Alpha\n" in shown
    assert "Again, Ruth" in shown
    assert "--- HTML ---" in shown
    raw = told("preview", *about, "1", "--raw").encode()
    assert seen(raw).subject == "Idea for Alpha"
    assert b"\r\nMessage-ID: <preview@" in raw
    assert len(simulator.journal("post")) == 1
    assert "was accepted" in told("send_test", *about, "1", "--to", ME)
    with pytest.raises(CommandError, match="The campaign has no step 7"):
        told("preview", *about, "7")
    with pytest.raises(CommandError, match="No contact of the workspace"):
        told("preview", room.campaign.name, "--contact", "nobody@example.com", "--step", "1")


def test_a_preview_of_a_step_that_cannot_be_written_says_why(room: Room) -> None:
    room.ruth.company = " "
    with pytest.raises(Refused, match=r"Step 1 cannot be written .*missing company"):
        preview(step_at(room.campaign, 1), room.ruth)


def test_the_preview_has_the_very_bytes_of_the_mail_but_for_ids_links_and_date(
    room: Room, simulator: Simulator, world: World
) -> None:
    shown = seen(preview(step_at(room.campaign, 1), room.ruth).letter.octets)
    real = seen(sent_octets(simulator, room.mailbox)[0])
    assert (shown.sender, shown.recipients, shown.subject) == (real.sender, real.recipients, real.subject)
    strip = [re.sub(r"/u/\w+", "/u/", json.dumps(one.parts)) for one in (shown, real)]
    assert strip[0] == strip[1]
