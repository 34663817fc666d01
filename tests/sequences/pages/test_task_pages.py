"""Tasks through their page: whose they are, how they end, and what keeps them."""

from datetime import timedelta

import pytest
from django.test import Client

from app.actions import clock
from app.core.errors import Refused
from app.models import Event, Workspace
from sequences.actions import campaigns, task_timeouts, tasks
from sequences.models import Campaign, Step, Task, Touch
from tests.factories import a_campaign, a_contact, a_mailbox, a_task, a_user, a_workspace, an_email, enrolled
from tests.journeys.office import due_now
from tests.plugins.world import World
from tests.races.interleave import a_pair

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def workspace(world: World) -> Workspace:
    return a_workspace()


@pytest.fixture
def campaign(workspace: Workspace) -> Campaign:
    return a_campaign(workspace, mailboxes=[a_mailbox(workspace)], steps=[a_task(), an_email()])


@pytest.fixture
def task(workspace: Workspace, campaign: Campaign) -> Task:
    contact = a_contact(workspace, linkedin_url="javascript:alert(1)")
    due_now(enrolled(campaign, contact))
    tasks.open_due()
    return Task.objects.get()


def of(workspace: Workspace, role: str = "member") -> Client:
    client = Client()
    client.force_login(a_user(workspace, role=role))
    return client


def page(client: Client, query: str = "") -> str:
    answer = client.get(f"/tasks/{query}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def press(client: Client, task: Task, verb: str, **given: object) -> str:
    return client.post(f"/tasks/{task.id}/{verb}/", given, follow=True).content.decode()


def state_of(task: Task) -> str:
    return Task.objects.get(id=task.id).state


@pytest.mark.parametrize(
    ("verb", "state", "touch"),
    [
        ("done", "done", "done"),
        ("accepted", "done", "done"),
        ("declined", "done", "done"),
        ("skip", "skipped", "skipped"),
        ("fail", "failed", "skipped"),
    ],
)
def test_a_task_ends_and_the_next_steps_clock_starts(
    workspace: Workspace, task: Task, verb: str, state: str, touch: str
) -> None:
    press(of(workspace), task, verb)
    assert state_of(task) == state
    assert Touch.objects.get(id=task.touch_id or 0).state == touch
    assert Touch.objects.filter(state="scheduled", kind="email").count() == 1


def test_a_profile_that_is_no_web_address_is_no_link(workspace: Workspace, task: Task) -> None:
    Task.objects.update(text="Nice to meet you")
    shown = page(of(workspace))
    assert 'href="javascript' not in shown
    assert "Copy the text" in shown


def test_while_the_campaign_is_paused_a_task_waits_with_it(
    workspace: Workspace, campaign: Campaign, task: Task
) -> None:
    client = of(workspace)
    campaigns.pause(campaign)
    assert "its campaign is paused" in page(client)
    before = Event.objects.count()
    assert "the task waits with it" in press(client, task, "done")
    assert (state_of(task), Event.objects.count()) == ("open", before)


def test_a_task_is_given_and_put_off(workspace: Workspace, task: Task) -> None:
    client, other = of(workspace), a_user(workspace)
    press(client, task, "give", owner=other.pk)
    assert "Nothing to do by hand" in page(client, "?whose=mine")
    press(client, task, "later", days=3)
    task.refresh_from_db()
    assert task.owner_id == other.pk
    assert task.due_at > clock.world_now() + timedelta(days=2)
    assert "put off until" in page(client)
    viewer = a_user(workspace, role="viewer")
    assert "who may close tasks" in press(client, task, "give", owner=viewer.pk)


def test_a_task_that_nobody_did_in_time_is_skipped(workspace: Workspace, task: Task, world: World) -> None:
    world.pass_time(timedelta(days=5))
    assert task_timeouts.skip_overdue() == 0, "its step never says so"
    Step.objects.filter(kind=task.kind).update(timeout_days=20)
    assert "skipped by itself on" in page(of(workspace))
    assert task_timeouts.skip_overdue() == 0
    world.pass_time(timedelta(days=40))
    assert task_timeouts.skip_overdue() == 1
    assert state_of(task) == "skipped"
    assert Event.objects.get(kind="task.skipped").data["reason"] == "timeout"
    assert Touch.objects.filter(state="scheduled", kind="email").count() == 1


def test_of_two_who_close_a_task_at_once_one_is_told(workspace: Workspace, task: Task) -> None:
    def tried(close: object) -> bool:
        try:
            close(task.id)  # type: ignore[operator]
        except Refused:
            return False
        return True

    with a_pair(seed=2) as pair:
        won = pair.race(lambda: tried(tasks.complete), lambda: tried(tasks.skip))
    assert sorted(won) == [False, True]
    assert Event.objects.filter(kind__in=["task.done", "task.skipped"]).count() == 1
