"""Scores that somebody else measured, and what is told of a mailbox's health, by API and by command."""

import io
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from admission.core.health import NEEDED, STAMPED
from admission.models import PolicyVersion, Standing
from app.actions import clock
from app.actions.attempts import in_transaction
from app.models import Workspace
from mailboxes.actions import health as kept
from mailboxes.core.health.findings import Code, Finding, Result, Source
from mailboxes.models import HealthCheck, Mailbox
from tests.factories import a_mailbox, a_user, a_workspace
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
API = "/api/v1/health/"


class Room:
    """A workspace with a threshold and two healthy mailboxes of one domain, and one of another workspace."""

    def __init__(self) -> None:
        self.workspace: Workspace = a_workspace()
        PolicyVersion.objects.create(
            workspace=self.workspace, number=1, values={"least_scores": {"reputation": 60}}, created_at=clock.now()
        )
        self.nora = a_mailbox(self.workspace, address="nora@sender.example")
        self.mira = a_mailbox(self.workspace, address="mira@sender.example")
        self.stranger = a_mailbox(a_workspace(), address="ben@sender.example")
        for mailbox in (self.nora, self.mira, self.stranger):
            proved(mailbox)
        self.manager = self.of("manager")

    def of(self, role: str) -> Client:
        client = Client()
        client.force_login(a_user(self.workspace, role=role))
        return client

    def push(self, client: Client | None = None, **told: Any) -> Any:
        wish = {"name": "reputation", "score": 50, "measured_at": clock.now().isoformat(), **told}
        return (client or self.manager).post(f"{API}scores", wish, content_type="application/json")

    def health(self) -> list[str]:
        return [Standing.objects.get(mailbox=one).health for one in (self.nora, self.mira, self.stranger)]


def proved(mailbox: Mailbox) -> None:
    for key in (*NEEDED, STAMPED):
        found = [Finding(key[1], Result.PASS, Code.GOOD)]
        in_transaction(lambda key=key, found=found: kept.keep(mailbox, Source(key[0]), found))  # type: ignore[misc]


@pytest.fixture
def room(world: World) -> Room:
    return Room()


def test_a_score_below_the_policys_least_holds_the_mailbox_and_a_better_one_lets_it_go(room: Room) -> None:
    assert room.health() == ["pass"] * 3
    assert room.push(mailbox=room.nora.id).json() == {"mailboxes": 1}
    assert room.health() == ["fail", "pass", "pass"]
    assert "below the least" in Standing.objects.get(mailbox=room.nora).health_says
    room.push(mailbox=room.nora.id, score=60)
    assert room.health() == ["pass"] * 3


def test_a_score_of_a_domain_holds_all_its_mailboxes_of_the_workspace(room: Room) -> None:
    assert room.push(domain="sender.example").json() == {"mailboxes": 2}
    assert room.health() == ["fail", "fail", "pass"]
    room.push(domain="sender.example", score=None)
    assert room.health() == ["pass"] * 3


def test_an_old_score_is_unknown_and_no_score_heals(room: Room, world: World) -> None:
    HealthCheck.objects.filter(mailbox=room.mira).delete()
    room.push(mailbox=room.mira.id, score=100)
    assert Standing.objects.get(mailbox=room.mira).health == "unknown"
    room.push(mailbox=room.nora.id, score=100)
    assert Standing.objects.get(mailbox=room.nora).health == "pass"
    world.pass_time(timedelta(hours=73))
    proved(room.nora)
    assert Standing.objects.get(mailbox=room.nora).health == "unknown"


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ({}, 409),
        ({"mailbox": 1 << 40}, 409),
        ({"domain": "elsewhere.example"}, 409),
        ({"domain": "sender.example", "mailbox": 1}, 409),
        ({"domain": "sender.example", "name": "dkim"}, 409),
        ({"domain": "sender.example", "name": "Not a name"}, 409),
        ({"domain": "sender.example", "measured_at": "2999-01-01T00:00:00Z"}, 409),
        ({"domain": "sender.example", "measured_at": "0001-01-01T00:00:00+14:00"}, 409),
        ({"domain": "sender.example", "measured_at": "2027-01-01T00:00:00"}, 400),
        ({"domain": "sender.example", "score": "high"}, 400),
        ({"domain": "sender.example", "surprise": 1}, 400),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(room: Room, told: dict[str, Any], status: int) -> None:
    before = HealthCheck.objects.count()
    assert room.push(**told).status_code == status
    assert (HealthCheck.objects.count(), room.health()) == (before, ["pass"] * 3)


def test_only_managers_push_and_nobody_sees_other_workspaces(room: Room) -> None:
    assert room.push(room.of("member"), mailbox=room.nora.id).status_code == 403
    assert room.push(mailbox=room.stranger.id).status_code == 409
    assert room.manager.get(f"{API}mailboxes/{room.stranger.id}").status_code == 404
    seen = room.of("viewer").get(f"{API}mailboxes/{room.nora.id}").json()
    assert (seen["health"], len(seen["checks"])) == ("pass", 6)
    assert "@" not in str(seen)


def test_the_command_tells_each_answer_with_its_age_and_fix(room: Room, world: World) -> None:
    out = io.StringIO()
    call_command("check_health", "nora@sender.example", workspace=room.workspace.slug, stdout=out)
    assert out.getvalue().startswith("nora@sender.example: passes, good until ")
    world.pass_time(timedelta(hours=7))
    broken = [Finding("spf", Result.FAIL, Code.SPF_TWO), Finding("mx", Result.UNKNOWN, Code.UNANSWERED)]
    in_transaction(lambda: kept.keep(room.nora, Source.DNS, broken))
    out = io.StringIO()
    with pytest.raises(CommandError, match="Not every mailbox is healthy"):
        call_command("check_health", workspace=room.workspace.slug, stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0] == "nora@sender.example: fails"
    assert any(
        line.strip().startswith("fails      SPF in DNS, just now: The domain has several SPF records") for line in lines
    )
    assert any(line.strip().startswith("not known  MX in DNS (passes before), just now: The name") for line in lines)
    assert any(line.strip().startswith("passes     DKIM in DNS, 7 hours ago") for line in lines)
