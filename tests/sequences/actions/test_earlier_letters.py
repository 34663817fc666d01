"""Whoever got a letter by hand lately and is enrolled now waits for a person, as one who was enrolled already does."""

from datetime import timedelta

import pytest

from app.models import Workspace
from mailboxes.models import HandMail, Mailbox
from sequences.actions import enrollments
from sequences.actions.bulk_enrollment import Newcomer, enrol_many
from sequences.models import Campaign, Contact, Touch
from tests.factories import a_campaign, a_mailbox, a_workspace
from tests.plugins.world import World
from tests.races.ready import people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(world: World) -> Campaign:
    workspace = a_workspace()
    return a_campaign(workspace, mailboxes=[a_mailbox(workspace)])


def a_letter(workspace: Workspace, contact: Contact, world: World, *, days: int, by_tool: bool = False) -> None:
    at = world.now() - timedelta(days=days)
    HandMail.objects.create(
        workspace=workspace, mailbox=Mailbox.objects.get(workspace=workspace), provider_id=f"{contact.id}", sent_at=at,
        local_day=at.date(), people=[contact.recipient_id], by_tool=by_tool,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("days", "by_tool", "shown"),
    [(1, False, ("held", "hand_written")), (6, True, ("held", "other_tool")), (8, False, ("scheduled", ""))],
)
def test_whoever_is_enrolled_after_a_letter_waits(
    campaign: Campaign, world: World, days: int, by_tool: bool, shown: tuple[str, str]
) -> None:
    ada, ben = people(campaign.workspace, 2)
    a_letter(campaign.workspace, ada, world, days=days, by_tool=by_tool)
    for contact in (ada, ben):
        enrollments.enrol_contact(campaign, contact)
    states = dict(Touch.objects.values_list("enrollment__contact_id", "state"))
    assert states == {ada.id: shown[0], ben.id: "scheduled"}
    assert Touch.objects.get(enrollment__contact=ada).hold_reason == shown[1]


def test_an_import_looks_back_too_and_leaves_older_enrollments_as_they_were_decided(
    campaign: Campaign, world: World
) -> None:
    (ada,) = people(campaign.workspace, 1)
    older = a_campaign(campaign.workspace)
    enrollments.enrol_contact(older, ada)
    a_letter(campaign.workspace, ada, world, days=1)
    enrol_many(campaign, [Newcomer(ada.recipient_id, ada.id, "", "", 0)], world_now=world.now())
    states = dict(Touch.objects.values_list("campaign_id", "state"))
    assert states == {older.id: "scheduled", campaign.id: "held"}
