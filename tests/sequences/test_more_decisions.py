"""Mailboxes, tasks and the do-not-contact list on the command line: shown, decided, refused in one sentence."""

import pytest
from django.contrib.auth.models import User

from app.models import Event
from bounces.actions.suppressions import parse_entry, suppress_domain, suppress_person
from bounces.models import Suppression
from mailboxes.models import Credential, Mailbox
from sequences.actions import tasks
from sequences.models import Task, Touch
from tests.factories import a_task, a_user, an_email
from tests.journeys.office import Office, an_office
from tests.plugins.world import World
from tests.sequences.deciding import refused, told

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world, address="nora@nordlicht.example", steps=(a_task(delay=0), an_email()))


@pytest.fixture
def by(office: Office) -> tuple[str, str]:
    """An owner decides."""
    nora: User = a_user(office.workspace)
    return ("--by", nora.email)


def test_a_mailbox_is_paused_resumed_and_let_go(office: Office, by: tuple[str, str]) -> None:
    named = ("mailbox", "Nora@Nordlicht.example")
    assert told("mailbox") == "nora@nordlicht.example (gmail): Connected\n"
    assert told(*named, "--pause", *by) == "nora@nordlicht.example (gmail): Paused\n"
    assert "possible: disconnect, resume" in refused(*named, "--pause", *by)
    assert told(*named, "--resume", *by).endswith("Connected\n")
    assert "deletes the mailbox's password or grant" in refused(*named, "--disconnect", *by)
    assert told(*named, "--disconnect", "--yes", *by).endswith("Disconnected\n")
    assert not Credential.objects.exists()
    kinds = ["mailbox.paused", "mailbox.resumed", "mailbox.disconnected"]
    who = User.objects.get().id
    assert [one.data["by"] for one in Event.objects.filter(kind__in=kinds)] == [who] * 3


def test_only_a_mailbox_that_is_there_is_moved_and_only_by_who_may(office: Office, by: tuple[str, str]) -> None:
    assert "There is no mailbox nobody@example.org" in refused("mailbox", "nobody@example.org", "--pause", *by)
    assert "Say which mailbox" in refused("mailbox", "--pause", *by)
    member = a_user(office.workspace, role="member")
    assert "may not decide" in refused("mailbox", "nora@nordlicht.example", "--pause", "--by", member.email)
    assert Mailbox.objects.get().state == "connected"


def opened(office: Office) -> Task:
    office.waiting("ada@acme.example")
    tasks.open_due()
    return Task.objects.get()


@pytest.mark.parametrize(
    ("verb", "state", "touch"),
    [("done", "done", "done"), ("skip", "skipped", "skipped"), ("failed", "failed", "skipped")],
)
def test_a_task_is_shown_and_closed(office: Office, by: tuple[str, str], verb: str, state: str, touch: str) -> None:
    task = opened(office)
    shown = told("task")
    assert shown.startswith(f"{task.id}: LinkedIn task, {office.campaign.name!r}, contact ")
    assert "ada@acme.example, due 2027-03-09" in shown
    assert told("task", task.id, f"--{verb}", *by) == f"{task.id}: closed.\n"
    assert (Task.objects.get().state, Touch.objects.get(position=1).state) == (state, touch)
    assert told("task") == "No task is open.\n"
    assert refused("task", task.id, f"--{verb}", *by) == f"{task.id}: The task is closed already."


def test_a_member_closes_tasks_and_a_viewer_does_not(office: Office, by: tuple[str, str]) -> None:
    task = opened(office)
    viewer = a_user(office.workspace, role="viewer")
    member = a_user(office.workspace, role="member")
    assert "may not decide this" in refused("task", task.id, "--done", "--by", viewer.email)
    assert "There is no task 99" in refused("task", task.id, 99, "--done", *by)
    assert "Name tasks by their numbers" in refused("task", "--done", *by)
    assert "closed" in told("task", task.id, "--done", "--by", member.email)


def test_an_entry_is_taken_off_the_list_with_its_reason(office: Office, by: tuple[str, str]) -> None:
    ada = office.waiting("ada@acme.example").enrollment
    suppress_person(office.workspace.id, ada.recipient_id, reason="by_person")
    domain = parse_entry("*.acme.example").domain
    assert domain is not None
    suppress_domain(office.workspace.id, domain, reason="by_person")
    why = ("--reason", "She asked for it on the phone.")
    assert "may be contacted again" in told("unsuppress", "ada@acme.example", *why, *by)
    assert "may be contacted again" in told("unsuppress", "*.acme.example", *why, *by)
    assert set(Suppression.objects.values_list("lift_reason", flat=True)) == {why[1]}
    assert Event.objects.filter(kind="suppression.lifted").count() == 2
    assert "is not on the list" in refused("unsuppress", "ada@acme.example", *why, *by)


def test_what_is_not_on_the_list_or_has_no_reason_is_refused(office: Office, by: tuple[str, str]) -> None:
    ada = office.waiting("ada@acme.example").enrollment
    suppress_person(office.workspace.id, ada.recipient_id, reason="by_person")
    for entry in ("bob@acme.example", "acme.example"):
        assert "is not on the list" in refused("unsuppress", entry, "--reason", "why not", *by)
    assert "--reason" in refused("unsuppress", "ada@acme.example", *by)
    assert "needs a reason" in refused("unsuppress", "ada@acme.example", "--reason", " ", *by)
    assert refused("unsuppress", "not an address@", "--reason", "x", *by)
