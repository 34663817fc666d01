from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from admission.queries import policy_of
from app.actions import clock
from app.core.errors import Refused
from app.models import Event, Installation, Member, Workspace
from bounces.models import Suppression
from mailboxes.actions.accounts import account_of, allowed
from mailboxes.models import Mailbox
from sequences.actions import assistant, demo, tasks
from sequences.actions.demo import Rehearsal, fill
from sequences.management.commands.create_campaign import plan_in
from sequences.management.commands.demo import SHIPPED
from sequences.models import Campaign, Contact, Enrollment, Import, Task
from tests.factories import a_campaign, a_contact, a_task, a_workspace, enrolled
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

WANTED = Rehearsal(
    owner="owner@forbear.example",
    password="correct horse",
    gmail="127.0.0.1:8025",
    smtp="127.0.0.1:2525",
    names="127.0.0.1:8053",
    people=SHIPPED / "people.csv",
    campaigns=[plan_in(file) for file in sorted(SHIPPED.glob("*.yaml"))],
)
OWN_CAMPAIGN = """\
name: Mine
mailboxes: [me@my-company.example]
steps:
  - {kind: email, subject: Hello, text: "Hello {{ first_name }}"}
"""


def own_files(folder: Path, people: str, campaign: str = OWN_CAMPAIGN) -> list[str]:
    (folder / "mine.csv").write_text(people)
    (folder / "mine.yaml").write_text(campaign)
    return ["--people", str(folder / "mine.csv"), "--campaign", str(folder / "mine.yaml")]


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the launcher puts into the environment of `manage.py demo`."""
    monkeypatch.setenv("OWNER_EMAIL", WANTED.owner)
    monkeypatch.setenv("OWNER_PASSWORD", WANTED.password)
    monkeypatch.setenv("SIMULATOR_HTTP", WANTED.gmail)
    monkeypatch.setenv("SIMULATOR_SMTP", WANTED.smtp)
    monkeypatch.setenv("SIMULATOR_DNS", WANTED.names)


def test_three_hundred_people_are_dealt_out_to_both_campaigns(world: World) -> None:
    done = fill(WANTED)
    assert (done.rows_read, done.created, done.rejected) == (300, 300, 0)
    assert Contact.objects.count() == 300
    found = {campaign.name: campaign.enrollment_set.count() for campaign in Campaign.objects.filter(state="running")}
    assert found == {"Light for the night shift": 150, "Lamps that last": 150}
    assert list(Campaign.objects.order_by("id").values_list("priority", flat=True)).count(True) == 1


def test_the_mailboxes_speak_to_this_runs_simulator_only(world: World) -> None:
    fill(WANTED)
    assert allowed() == frozenset({"127.0.0.1:8025", "127.0.0.1:2525", "127.0.0.1:8053"})
    accounts = [account_of(mailbox) for mailbox in Mailbox.objects.all()]
    assert [account.endpoints.api for account in accounts] == ["http://127.0.0.1:8025"] * 3
    assert all(account.secret["refresh_token"] == f"refresh:{account.address}" for account in accounts)


def test_the_owner_can_sign_in_and_the_world_stands_before_a_tuesdays_window(world: World) -> None:
    fill(WANTED)
    owner = User.objects.get()
    assert (owner.email, owner.check_password("correct horse")) == ("owner@forbear.example", True)
    assert Member.objects.get().role == "owner"
    assert policy_of(Workspace.objects.get().id).person_gap_hours == 12
    assert clock.world_now() - demo.next_tuesday(clock.now()) < timedelta(minutes=1)


@pytest.mark.parametrize("day", range(1, 8))
def test_the_next_tuesday_is_never_today(day: int) -> None:
    now = datetime(2027, 3, day, 12, tzinfo=UTC)
    found = demo.next_tuesday(now)
    assert found.isoweekday() == 2
    assert timedelta(0) < found - now <= timedelta(days=7)


def test_a_real_database_is_never_filled(db: None) -> None:
    assert Installation.objects.get().kind == "real"
    with pytest.raises(Refused, match="real database"):
        fill(WANTED)
    assert not Workspace.objects.exists()


def test_a_filled_rehearsal_is_not_filled_again(world: World) -> None:
    a_workspace()
    with pytest.raises(Refused, match="filled already"):
        fill(WANTED)


def test_own_people_are_rehearsed_from_the_rehearsals_mailboxes(world: World, launched: None, tmp_path: Path) -> None:
    people = "Email,First Name,Do not contact\nada@acme.example,Ada,\nbob@acme.example,Bob,yes\n"
    call_command("demo", *own_files(tmp_path, people))
    assert Campaign.objects.get().campaignmailbox_set.count() == 3
    assert Enrollment.objects.get().contact == Contact.objects.get(email="ada@acme.example")
    assert Suppression.objects.count() == 1


def test_people_of_any_list_are_rehearsed_with_the_campaigns_of_the_demo(
    world: World, launched: None, tmp_path: Path
) -> None:
    people = tmp_path / "mine.csv"
    people.write_text("email\nada@acme.example\nbob@bolt.example\n")
    call_command("demo", "--people", str(people))
    assert (Campaign.objects.count(), Enrollment.objects.count()) == (2, 2)


@pytest.mark.parametrize(
    ("people", "campaign", "told"),
    [
        (f"email,first name\na@b.example,{'x' * 201}\n", OWN_CAMPAIGN, r"mine.csv:2:2: .* longer than"),
        ("company\nAcme\n", OWN_CAMPAIGN, r"mine.csv:1:1: This is a list of companies"),
        ("", OWN_CAMPAIGN, r"mine.csv:1:1: "),
        ("email\n", OWN_CAMPAIGN, r"mine.csv: 0 of 0 rows imported"),
        ("email\na@b.example\n", "name: Mine\nsteps: 3\n", r"mine.yaml:2:8: "),
    ],
)
def test_files_that_cannot_be_used_are_refused_by_name_and_place(
    world: World, launched: None, tmp_path: Path, people: str, campaign: str, told: str
) -> None:
    with pytest.raises(CommandError, match=told):
        call_command("demo", *own_files(tmp_path, people, campaign))
    assert not Import.objects.filter(state="done").exists()


def a_task_of_the_rehearsal(world: World, **contact: str) -> Task:
    workspace = a_workspace(slug=assistant.SLUG)
    campaign = a_campaign(workspace, steps=[a_task("linkedin", delay=0)])
    enrolled(campaign, a_contact(workspace, **contact))
    assert tasks.open_due() == 1
    return Task.objects.get()


def test_the_assistant_does_a_task_hours_later_and_says_that_it_was_the_demo(world: World) -> None:
    task = a_task_of_the_rehearsal(world, linkedin_url="https://profiles.example/in/ada")
    world.pass_time(timedelta(minutes=59))
    assert assistant.work_off() == 0
    world.pass_time(timedelta(hours=4, minutes=2))
    assert assistant.work_off() == 1
    assert Event.objects.get(kind="task.done").data == {"by": "demo", "touch": task.touch_id}
    assert Enrollment.objects.get().state == "finished"


def test_the_assistant_skips_whom_it_cannot_reach(world: World) -> None:
    a_task_of_the_rehearsal(world)
    world.pass_time(timedelta(hours=6))
    assert assistant.work_off() == 1
    assert Task.objects.get().state == "skipped"


def test_the_assistant_leaves_real_tasks_alone(world: World) -> None:
    a_task_of_the_rehearsal(world, linkedin_url="https://profiles.example/in/ada")
    world.pass_time(timedelta(hours=6))
    Workspace.objects.update(slug="a-real-one")
    assert assistant.work_off() == 0
