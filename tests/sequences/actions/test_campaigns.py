"""A campaign is stored whole, started when it may be, and its moves shut the gate that permits pass."""

import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from pytest_django import Settings

from app import gates
from app.actions import clock
from app.core.errors import Refused
from app.gates import Gates
from app.models import Event, Workspace
from bounces.models import LinkHost
from mailboxes import locks
from sequences.actions import campaigns
from sequences.actions.campaigns import PlanRefused
from sequences.core.campaign_file.nodes import Place
from sequences.core.campaign_file.reading import parse_campaign
from sequences.models import Campaign, CampaignMailbox, Enrollment, Step, Touch, Variant
from tests.factories import a_campaign, a_contact, a_link_host, a_mailbox, a_workspace, enrolled
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

PUBLIC = "https://forbear.example.com"

PLAN = """\
name: Spring
mailboxes: [Nora@example.org]
steps:
  - kind: email
    variants:
      - {subject: Hello, text: "Hello {{ first_name }}"}
      - {name: other, weight: 3, subject: Hi, text: Hi}
  - {kind: call, delay: 3 days, text: Call them.}
"""


@pytest.fixture(autouse=True)
def public_address(settings: Settings) -> None:
    settings.BASE_URL = PUBLIC


def made(workspace: Workspace, file: str = PLAN) -> Campaign:
    return campaigns.create(workspace, parse_campaign(file, "yaml"))


def ready() -> tuple[Workspace, Campaign]:
    a_link_host()
    workspace = a_workspace()
    a_mailbox(workspace, address="nora@example.org")
    return workspace, made(workspace)


def test_a_plan_is_stored_with_its_steps_variants_and_mailboxes() -> None:
    workspace, campaign = ready()
    assert (campaign.state, campaign.time_zone, campaign.started_at) == ("draft", workspace.time_zone, None)
    steps = Step.objects.filter(campaign=campaign).order_by("position").values_list("position", "kind", "delay_amount")
    assert list(steps) == [(1, "email", 0), (2, "call", 3)]
    variants = Variant.objects.filter(step__campaign=campaign).order_by("id").values_list("name", "weight", "subject")
    assert list(variants) == [("A", 1, "Hello"), ("other", 3, "Hi"), ("A", 1, "")]
    assert CampaignMailbox.objects.get(campaign=campaign).mailbox.address == "nora@example.org"
    assert Event.objects.get().kind == "campaign.created"


@pytest.mark.parametrize(
    ("change", "place"),
    [({}, Place(1, 1)), ({"Spring": "Summer", "[Nora@": "[nora@example.org, ben@"}, Place(2, 31))],
)
def test_what_the_workspace_objects_to_is_told_at_its_place(change: dict[str, str], place: Place) -> None:
    workspace, _ = ready()
    file = PLAN
    for old, new in change.items():
        file = file.replace(old, new)
    with pytest.raises(PlanRefused) as caught:
        made(workspace, file)
    assert caught.value.place == place
    assert Campaign.objects.count() == 1


def test_a_mailbox_of_another_workspace_is_unknown() -> None:
    a_mailbox(a_workspace(), address="nora@example.org")
    with pytest.raises(PlanRefused, match="No mailbox"):
        made(a_workspace())


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda: Workspace.objects.update(postal_address=" "), "postal address"),
        (lambda: CampaignMailbox.objects.all().delete(), "no mailbox"),
        (lambda: Step.objects.update(removed_at=clock.now()), "no steps"),
        (lambda: Variant.objects.filter(name="other").update(text="{{ a | nosuch }}"), "Step 1, text: line 1"),
    ],
)
def test_a_campaign_that_lacks_something_does_not_start(spoil: Any, told: str) -> None:
    _, campaign = ready()
    spoil()
    with pytest.raises(Refused, match=told):
        campaigns.start(campaign)
    campaign.refresh_from_db()
    assert (campaign.state, campaign.started_at) == ("draft", None)


def test_a_campaign_goes_along_its_table_and_says_so() -> None:
    _, campaign = ready()
    campaigns.start(campaign)
    begun = campaign.started_at
    campaigns.pause(campaign)
    with pytest.raises(Refused, match="is paused already"):
        campaigns.pause(campaign)
    campaigns.resume(campaign)
    campaigns.archive(campaign)
    assert (campaign.state, campaign.started_at) == ("archived", begun)
    kinds = list(Event.objects.order_by("id").values_list("kind", flat=True))
    assert kinds == [f"campaign.{word}" for word in ("created", "running", "paused", "running", "archived")]


@pytest.mark.parametrize(
    ("state", "act", "told"),
    [
        ("draft", campaigns.pause, "has not been started yet"),
        ("draft", campaigns.resume, "has not been started yet"),
        ("running", campaigns.start, "is running already"),
        ("running", campaigns.resume, "is running already"),
        ("paused", campaigns.start, "is paused: it can be resumed"),
        ("archived", campaigns.start, "is archived, for good"),
        ("archived", campaigns.archive, "is archived, for good"),
    ],
)
def test_a_move_that_comes_too_late_is_told_in_a_sentence(
    state: str, act: Callable[[Campaign], None], told: str
) -> None:
    with pytest.raises(Refused, match=f"The campaign {told}"):
        act(a_campaign(a_workspace(), state=state))


HERE = [
    "http://127.0.0.1:8000",
    "http://localhost",
    "https://[::1]:8000",
    "forbear.example.com",
    "http://f.example.com",
]


@pytest.mark.parametrize("url", HERE)
def test_no_real_campaign_starts_whose_opt_out_links_lead_nowhere(url: str, settings: Settings) -> None:
    _, campaign = ready()
    settings.BASE_URL = url
    with pytest.raises(Refused, match=rf"press the opt-out links \(BASE_URL is {re.escape(url)}\)"):
        campaigns.start(campaign)
    settings.BASE_URL = PUBLIC
    campaigns.start(campaign)
    campaigns.pause(campaign)
    settings.BASE_URL = url
    with pytest.raises(Refused, match="BASE_URL"):
        campaigns.resume(campaign)


def test_no_real_campaign_starts_before_its_links_are_known_to_work() -> None:
    _, campaign = ready()
    LinkHost.objects.update(passed_at=None)
    with pytest.raises(Refused, match=r"run manage.py selftest_unsubscribe"):
        campaigns.start(campaign)
    Campaign.objects.update(unsubscribe_mode="both")
    campaign.refresh_from_db()
    campaigns.start(campaign)


def test_a_rehearsal_starts_on_this_machine(world: World, settings: Settings) -> None:
    settings.BASE_URL = HERE[0]
    _, campaign = ready()
    campaigns.start(campaign)
    assert campaign.state == "running"


def test_a_real_campaign_with_opt_out_words_starts_anywhere(settings: Settings) -> None:
    settings.BASE_URL = HERE[0]
    workspace = a_workspace()
    a_mailbox(workspace, address="nora@example.org")
    campaigns.start(made(workspace, PLAN + "unsubscribe: words\n"))


def test_a_pause_waits_for_a_permit_inside_the_gate_and_shuts_out_the_next() -> None:
    workspace, campaign = ready()
    campaigns.start(campaign)
    thread = threading.Thread(target=pause_elsewhere, args=[campaign.id])
    with transaction.atomic():
        locks.enter(Gates(workspace.id, campaign.id), [])
        thread.start()
        thread.join(0.3)
        assert thread.is_alive()
        assert Campaign.objects.get().state == "running"
    thread.join(10)
    assert Campaign.objects.get().state == "paused"


def pause_elsewhere(campaign_id: int) -> None:
    try:
        campaigns.pause(Campaign.objects.get(id=campaign_id))
    finally:
        connection.close()


def test_the_gate_is_closed_under_the_name_that_permits_open() -> None:
    assert gates.number("campaign:3") in Gates(1, 3).numbers()


def test_the_people_of_an_archived_campaign_are_taken_out(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigns, "TIDIED_AT_ONCE", 2)
    for _ in range(2):
        workspace = a_workspace()
        campaign = a_campaign(workspace, mailboxes=[a_mailbox(workspace)])
        for _ in range(3):
            enrolled(campaign, a_contact(workspace))
        campaigns.archive(campaign)
    other = enrolled(a_campaign(workspace), a_contact(workspace))
    assert campaigns.tidy_archived() == 6
    assert set(Enrollment.objects.exclude(id=other.id).values_list("state", "reason")) == {
        ("stopped", "campaign_archived")
    }
    assert Touch.objects.filter(state="cancelled").count() == 6
    other.refresh_from_db()
    assert other.state == "active"
