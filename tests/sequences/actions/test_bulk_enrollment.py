"""Enrolling many at once writes the rows that enrolling one by one writes."""

from typing import Any

import pytest
from django.db import transaction

from app.actions import clock
from app.actions.event_batches import Line, append_many
from app.core.chance import chance
from app.models import Event
from sequences.actions.bulk_enrollment import Newcomer, enrol_many
from sequences.actions.enrollments import enrol
from sequences.models import Campaign, Contact, Enrollment, Touch
from tests.factories import a_campaign, a_contact, a_workspace, an_email
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


def newcomer(contact: Contact, fence: int = 3) -> Newcomer:
    return Newcomer(contact.recipient_id, contact.id, contact.time_zone, contact.country_code, fence)


def rows(campaign: Campaign) -> list[list[dict[str, Any]]]:
    """Everything written for a campaign but ids and true times."""
    enrollments = Enrollment.objects.filter(campaign=campaign).order_by("recipient_id").values()
    touches = Touch.objects.filter(campaign_id=campaign.id).order_by("enrollment__recipient_id").values()
    events = Event.objects.filter(kind="enrollment.started").order_by("recipient_id").values("recipient_id", "data")
    return [[without_ids(dict(row)) for row in some] for some in (enrollments, touches, events)]


def without_ids(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in {"id", "enrollment_id", "created_at"}}


def test_many_at_once_are_enrolled_as_one_by_one(world: World) -> None:
    workspace = a_workspace()
    campaign = a_campaign(workspace, steps=[an_email(delay=1), an_email()], in_person_zone=True)
    people = [a_contact(workspace, time_zone=zone) for zone in ("", "Asia/Tokyo", "America/New_York")]
    now = clock.world_now()
    with transaction.atomic():
        for one in people:
            drawn = chance("enrol", campaign.id, one.recipient_id)
            enrol(campaign, one, fence=3, world_now=now, chance=drawn, import_id=7)
        expected = rows(campaign)
        transaction.set_rollback(True)
    assert enrol_many(campaign, [newcomer(one) for one in people], world_now=now, import_id=7) == 3
    assert rows(campaign) == expected


def test_who_is_in_the_campaign_already_is_left_alone(world: World) -> None:
    campaign = a_campaign(a_workspace())
    contact = a_contact(campaign.workspace)
    now = clock.world_now()
    assert [enrol_many(campaign, [newcomer(contact)], world_now=now) for _ in range(2)] == [1, 0]
    assert Touch.objects.count() == Event.objects.count() == 1


def test_a_campaign_without_steps_takes_nobody(world: World) -> None:
    campaign = a_campaign(a_workspace(), steps=[])
    assert enrol_many(campaign, [newcomer(a_contact(campaign.workspace))], world_now=clock.world_now()) == 0
    assert not Enrollment.objects.exists()


def test_events_with_reactions_are_not_written_in_bulk() -> None:
    with pytest.raises(ValueError, match="one by one"):
        append_many(kind="recipient.suppressed", workspace_id=1, lines=[Line(1)])
