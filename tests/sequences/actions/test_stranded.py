"""What is due and has no mailbox to leave from shows why, and goes on by itself when the mailbox is back."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet

from admission.models import Standing
from app.actions import clock
from mailboxes.models import Mailbox, ProviderBreaker
from sequences.actions import plan
from sequences.models import Campaign, Contact, Touch
from tests.factories import a_campaign, a_contact, a_mailbox, a_workspace, enrolled
from tests.journeys.office import an_office
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


def planned(mailbox: Mailbox, *, bound: bool) -> str:
    """One person due, bound to the mailbox or not yet; plan, and return what their touch shows."""
    campaign = a_campaign(mailbox.workspace, mailboxes=[mailbox])
    enrolled(campaign, a_contact(mailbox.workspace), mailbox=mailbox if bound else None)
    plan.plan()
    touch = Touch.objects.get()
    assert touch.state == "scheduled"
    return touch.hold_reason


@pytest.mark.parametrize(
    ("state", "bound", "reason"),
    [
        ("disconnected", True, "mailbox_gone"),
        ("paused", True, "mailbox_not_connected"),
        ("reconnect_needed", True, "mailbox_not_connected"),
        ("disconnected", False, "no_mailbox"),
        ("paused", False, "no_mailbox"),
    ],
)
def test_a_mailbox_that_may_not_send_holds_its_people_visibly(
    world: World, state: str, bound: bool, reason: str
) -> None:
    mailbox = a_mailbox(a_workspace(), state=state)
    assert planned(mailbox, bound=bound) == reason
    Mailbox.objects.update(state="connected")
    world.pass_time(timedelta(minutes=20))
    plan.plan()
    assert Touch.objects.get().state == "planned"


@pytest.mark.parametrize("bound", [True, False])
def test_a_mailbox_that_its_provider_limits_says_so(world: World, bound: bool) -> None:
    mailbox = a_mailbox(a_workspace(), limited_until=clock.now() + timedelta(hours=1))
    assert planned(mailbox, bound=bound) == "provider_limit"


def test_a_campaign_without_mailboxes_says_so(world: World) -> None:
    workspace = a_workspace()
    enrolled(a_campaign(workspace), a_contact(workspace))
    plan.plan()
    assert Touch.objects.get().hold_reason == "no_mailbox"


def test_a_mailbox_that_may_send_strands_nobody(world: World) -> None:
    workspace = a_workspace()
    mailbox, away = a_mailbox(workspace, cap=1), a_mailbox(workspace, state="paused")
    campaign = a_campaign(workspace, mailboxes=[mailbox, away])
    for _ in range(3):
        enrolled(campaign, a_contact(workspace))
    plan.plan()
    assert "no_mailbox" not in Touch.objects.values_list("hold_reason", flat=True)


@pytest.mark.parametrize("bound", [True, False])
def test_a_mailbox_whose_provider_does_not_answer_says_so_and_goes_on_when_its_time_is_over(
    world: World, bound: bool
) -> None:
    mailbox = a_mailbox(a_workspace(), provider="gmail:api/1")
    until = clock.now() + timedelta(hours=1)
    ProviderBreaker.objects.create(provider="gmail:api/1", state="open", until=until, changed_at=clock.now())
    assert planned(mailbox, bound=bound) == "provider_down"
    ProviderBreaker.objects.update(until=clock.now())
    world.pass_time(timedelta(minutes=20))
    plan.plan()
    assert Touch.objects.get().state == "planned"


def test_a_provider_that_does_not_answer_holds_up_nobody_elsewhere(world: World) -> None:
    workspace = a_workspace()
    a_mailbox(workspace, provider="gmail:api/1")
    elsewhere = a_mailbox(workspace, provider="gmail:api/2")
    until = clock.now() + timedelta(hours=1)
    ProviderBreaker.objects.create(provider="gmail:api/1", state="open", until=until, changed_at=clock.now())
    enrolled(a_campaign(workspace, mailboxes=[elsewhere]), a_contact(workspace), mailbox=elsewhere)
    plan.plan()
    assert Touch.objects.get().state == "planned"


def test_people_of_a_mailbox_that_is_not_healthy_are_shown_it_and_planned_when_it_is(world: World) -> None:
    office = an_office(world)
    touch = office.waiting()
    for health, shows in (("fail", "health_fail"), ("unknown", "health_unknown")):
        Standing.objects.update(health=health)
        plan.plan()
        touch.refresh_from_db()
        assert (touch.state, touch.hold_reason) == ("scheduled", shows)
    Standing.objects.update(health="pass")
    plan.plan()
    touch.refresh_from_db()
    assert (touch.state, touch.hold_reason) == ("planned", "")


def its_row(whose: str, mailbox: Mailbox, campaign: Campaign) -> QuerySet[Any]:
    """The row whose zone is spoilt: that of the only contact, of the campaign or of the mailbox."""
    people = Contact.objects.filter(workspace=mailbox.workspace)
    if whose == "person":
        people.update(time_zone="UTC", zone_origin="given")
        return people
    return Campaign.objects.filter(id=campaign.id) if whose == "campaign" else Mailbox.objects.filter(id=mailbox.id)


@pytest.mark.parametrize("whose", ["person", "mailbox", "bound mailbox", "campaign"])
def test_a_zone_that_nobody_knows_stops_nobody_else_and_is_shown(world: World, whose: str) -> None:
    mailbox = a_mailbox(a_workspace())
    campaign = a_campaign(mailbox.workspace, mailboxes=[mailbox], in_person_zone=True)
    enrolled(campaign, a_contact(mailbox.workspace), mailbox=mailbox if whose == "bound mailbox" else None)
    other = a_mailbox(a_workspace())
    enrolled(a_campaign(other.workspace, mailboxes=[other]), a_contact(other.workspace))
    row = its_row(whose, mailbox, campaign)
    row.update(time_zone="Mars/Phobos")
    plan.plan()
    plan.plan()
    shown = dict(Touch.objects.values_list("workspace_id", "state"))
    assert shown == {mailbox.workspace_id: "scheduled", other.workspace_id: "planned"}
    touch = Touch.objects.get(workspace=mailbox.workspace)
    assert touch.hold_reason == "zone_unknown"
    row.update(time_zone="UTC")
    world.pass_time(timedelta(hours=1))
    plan.plan()
    touch.refresh_from_db()
    assert (touch.state, touch.hold_reason) == ("planned", "")
