"""A person, a mailbox and a campaign are explained by gates in order: as text, as JSON, over the API, all the same."""

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from admission.core.rules import RULES
from admission.models import Standing
from app.actions import clock, halts
from mailboxes.models import HandMail, Mailbox
from sequences.actions import campaigns
from sequences.models import Campaign, Touch
from tests.factories import a_user, a_workspace
from tests.journeys.office import Office, an_office
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
API = "/api/v1/explain"


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def told(*words: str) -> str:
    out = StringIO()
    call_command("explain", *words, stdout=out)
    return out.getvalue()


def data(*words: str) -> Any:
    return json.loads(told(*words, "--json"))


def member(office: Office) -> Client:
    client = Client()
    client.force_login(a_user(office.workspace, role="viewer"))
    return client


def limited(office: Office, **changes: Any) -> Mailbox:
    Mailbox.objects.filter(id=office.mailbox.id).update(**changes)
    return Mailbox.objects.get(id=office.mailbox.id)


def test_a_mailbox_is_told_by_its_arithmetic_with_the_limit_that_binds(office: Office) -> None:
    mailbox = limited(office, daily_cap=50, ramp_start=5, reserved=10)
    day = clock.world_now().date()
    Standing.objects.filter(mailbox=mailbox).update(ramp_limit=32, ramp_day=day)
    for number in range(6):
        at = clock.world_now() - timedelta(hours=1)
        HandMail.objects.create(
            workspace=office.workspace, mailbox=mailbox, provider_id=str(number), sent_at=at, local_day=day
        )
    line = "cap 50, ramp 32, sent 0, hand-written 6, reserved 4, free 22; binding: ramp"
    assert line in told("--mailbox", mailbox.address)
    found = data("--mailbox", mailbox.address)
    assert found["arithmetic"] == line
    assert found["room"] == {
        "limits": {"cap": 50, "ramp": 32}, "limit": 32, "binding": "ramp", "sent": 0, "hand_written": 6,
        "reserved": 4, "free": 22, "handed_out": 0,
    }  # fmt: skip
    assert (found["rolling"]["used"], found["hour"]["cap"]) == (6, None)


def test_a_mailbox_tells_its_shut_gate_and_when_it_opens(office: Office) -> None:
    office.mailed()
    mailbox = limited(office, daily_cap=1)
    found = data("--mailbox", mailbox.address)
    shut = [gate for gate in found["gates"] if not gate["passed"]]
    assert [(gate["name"], gate["reason"]) for gate in shut] == [("within_day", "cap")]
    assert shut[0]["value"]["free"] == 0
    assert found["earliest"].startswith("2027-03-10T00:00:00")
    assert found["campaigns"][0]["opens_at"].startswith("2027-03-09T10:00:00")
    assert "~ within_day: waits until Wed 2027-03-10 00:00:00 UTC." in told("--mailbox", mailbox.address)


def test_a_mailbox_tells_evidence_and_what_is_under_way(office: Office) -> None:
    Standing.objects.filter(mailbox=office.mailbox).update(
        hard_percent=50, hard_reason="hard_bounces", protection="slowed", protection_percent=25
    )
    text = told("--mailbox", office.mailbox.address)
    assert "health: pass, good until" in text
    assert "hard breakers leave 50 % of the limit (hard_bounces)" in text
    assert "protection policy (watching only): slowed, 25 % of the limit" in text
    assert "cap 1000, hard 500, sent 0" in text
    limited(office, state="paused")
    assert data("--mailbox", office.mailbox.address)["earliest"] is None


def test_a_person_has_every_gate_before_a_mail_of_theirs_is_written(office: Office) -> None:
    touch = office.waiting()
    found = data("enrollment", str(touch.enrollment_id))
    assert [gate["name"] for gate in found["gates"]] == [rule.__name__ for rule in RULES]
    assert all(gate["passed"] for gate in found["gates"])
    assert (found["mail_written"], found["mailbox_id"], found["position"]) == (False, office.mailbox.id, 1)
    assert found["earliest"].startswith("2027-03-09T10:00")


def test_the_earliest_time_is_the_latest_of_all_gates(office: Office) -> None:
    mailed = office.mailed()
    found = data("enrollment", str(mailed.enrollment.id))
    shut = {gate["name"]: gate["earliest"] for gate in found["gates"] if not gate["passed"]}
    assert set(shut) == {"in_turn", "not_too_often"}
    assert found["earliest"] >= max(shut.values())


def test_what_stops_a_campaign_is_named_first_things_first(office: Office) -> None:
    name = office.campaign.name

    def because() -> str:
        found: str = data("--campaign", name)["because"]
        return found

    assert because() == "Nobody is left to be mailed"
    touch = office.waiting()
    assert because() == ""
    limited(office, daily_cap=0)
    assert because() == "Today's room of the mailbox is used"
    limited(office, state="paused")
    assert because() == "The mailbox must sign in again, is paused or gone"
    Touch.objects.filter(id=touch.id).update(eligible_at=clock.world_now() + timedelta(days=1))
    assert because() == "Not due yet"
    Touch.objects.filter(id=touch.id).update(state="held", hold_reason="missing_field")
    assert because() == "Everybody who is left is held"
    campaigns.pause(office.campaign)
    assert because() == "The campaign is not running"
    halts.halt(office.workspace.id, "panic")
    assert because() == "All sending is stopped"


def test_a_campaign_tells_its_mailboxes_and_whom_it_did_not_mail(office: Office) -> None:
    office.mailed()
    waiting = office.waiting()
    Touch.objects.filter(id=waiting.id).update(hold_reason="no_room")
    limited(office, daily_cap=1)
    text = told("--campaign", office.campaign.name)
    assert "Nothing leaves: Today's room of the mailbox is used." in text
    assert "~ mailbox_has_room: waits until Wed 2027-03-10 00:00:00 UTC." in text
    assert f"{office.mailbox.address} ({office.mailbox.id}): Today's room of the mailbox is used" in text
    assert "today: 2 due, 1 mailed" in text
    assert "1 Today's room of the mailbox is used [no_room]" in text


def test_the_api_says_what_the_command_says(office: Office) -> None:
    touch = office.waiting()
    client = member(office)
    for path, words in (
        (f"/enrollments/{touch.enrollment_id}", ("enrollment", str(touch.enrollment_id))),
        (f"/mailboxes/{office.mailbox.id}", ("--mailbox", office.mailbox.address)),
        (f"/campaigns/{office.campaign.id}", ("--campaign", office.campaign.name)),
    ):
        answer = client.get(API + path)
        assert answer.status_code == 200, answer.content
        assert plain(answer.json()) == plain(data(*words))


def plain(found: Any) -> Any:
    """Without instants, which go on between two askings."""
    if isinstance(found, dict):
        return {name: plain(value) for name, value in found.items()}
    if isinstance(found, list):
        return [plain(one) for one in found]
    return "instant" if isinstance(found, str) and found[:5] == "2027-" else found


def test_nobody_of_another_workspace_is_told_anything(office: Office) -> None:
    touch = office.waiting()
    stranger = Client()
    stranger.force_login(a_user(a_workspace(), role="owner"))
    for path in (
        f"/enrollments/{touch.enrollment_id}", f"/mailboxes/{office.mailbox.id}", f"/campaigns/{office.campaign.id}"
    ):  # fmt: skip
        assert stranger.get(API + path).status_code == 404
    assert Client().get(f"{API}/mailboxes/{office.mailbox.id}").status_code == 401


@pytest.mark.parametrize(
    "words", [(), ("enrollment",), ("--mailbox", "a@b.example", "--campaign", "x"), ("delivery", "1", "--json")]
)
def test_a_wish_that_names_no_one_thing_is_refused(office: Office, words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        told(*words)
    assert Campaign.objects.count() == 1
