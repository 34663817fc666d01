"""The commands `relabel` and `company_rule`, the task that asks somebody to look, and the page that shows it."""

import pytest
from django.test import Client

from app.models import Event
from bounces.models import Outcome, Relabel
from sequences.models import Campaign, Task
from tests.bounces.actions import letters
from tests.factories import a_user
from tests.journeys.office import Mailed, Office, an_office, arrive
from tests.plugins.world import World
from tests.sequences.deciding import refused, told

pytestmark = pytest.mark.django_db(transaction=True)
WHY = ("--reason", "I read it.")


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


@pytest.fixture
def ada(office: Office) -> Mailed:
    return office.mailed("ada@acme.example")


def by(office: Office, role: str = "manager") -> tuple[str, str]:
    return "--by", a_user(office.workspace, role=role).email


def test_relabel_says_what_a_message_is_and_keeps_who_said_so(office: Office, ada: Mailed) -> None:
    message = arrive(office.mailbox, letters.reply(ada))
    assert "is auto_replied from now on" in told("relabel", message.id, "auto_replied", *WHY, *by(office, "member"))
    assert (ada.state, Relabel.objects.get().reason) == ("active", "I read it.")
    given = told("relabel", message.id, "away", "--back", "2027-03-15", *WHY, *by(office))
    assert "is away" in given
    assert str(Outcome.objects.get(corrected_at=None).return_date) == "2027-03-15"


def test_relabel_refuses_what_it_cannot_do_and_changes_nothing(office: Office, ada: Mailed) -> None:
    message = arrive(office.mailbox, letters.reply(ada))
    manager = by(office)
    assert "so already" in refused("relabel", message.id, "replied", *WHY, *manager)
    assert "no such message" in refused("relabel", message.id + 1, "away", *WHY, *manager)
    assert "Nobody of that address" in refused(
        "relabel", message.id, "left", "--contact", "x@y.example", *WHY, *manager
    )
    assert "may not decide" in refused("relabel", message.id, "away", *WHY, *by(office, "viewer"))
    assert "invalid choice" in refused("relabel", message.id, "nonsense", *WHY, *manager)


def test_the_rule_for_companies_is_chosen_for_a_workspace_or_a_campaign(office: Office) -> None:
    manager, name = by(office), office.campaign.name
    assert told("company_rule").strip().endswith("(hold).")
    assert told("company_rule", "stop", *manager).strip().endswith("(stop).")
    assert told("company_rule", "nothing", "--campaign", name, *manager).strip().endswith("(nothing).")
    assert Campaign.objects.get().company_rule == "nothing"
    assert told("company_rule", "as-workspace", "--campaign", name, *manager).strip().endswith("(stop).")
    assert Event.objects.filter(kind__endswith="company_rule").count() == 3
    assert "may not decide" in refused("company_rule", "hold", *by(office, "member"))


def test_what_wants_a_look_is_a_task_that_stops_nobody_and_is_closed_by_hand(office: Office, ada: Mailed) -> None:
    owner = a_user(office.workspace, role="owner")
    office.campaign.owner = owner
    office.campaign.save()
    arrive(office.mailbox, letters.complaint(ada))
    task = Task.objects.get()
    assert (task.kind, task.state, task.owner_id, task.touch) == ("look", "open", owner.id, None)
    client = Client()
    client.force_login(owner)
    page = client.get("/tasks/").content.decode()
    assert "Look at what came back" in page
    assert "Look at what came back" in told("task")
    assert client.post(f"/tasks/{task.id}/done/").status_code == 302
    task.refresh_from_db()
    assert (task.state, ada.state) == ("done", "complained")
