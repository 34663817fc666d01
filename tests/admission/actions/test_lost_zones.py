"""A stored zone that nobody knows any more: its mailbox sends nothing, and pages and jobs over many go on."""

import pytest
from django.test import Client

from admission.actions import credit, ramp
from app.actions import clock
from app.models import Workspace
from mailboxes.models import Mailbox
from mailboxes.screens.mailbox import budget_day
from sequences.actions import not_mailed, room
from sequences.screens.capacity import rooms
from tests.factories import a_campaign, a_mailbox, a_user, a_workspace
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def workspace(world: World) -> Workspace:
    found = a_workspace()
    lost, other = (a_mailbox(found, ramp_start=5) for _ in range(2))
    a_campaign(found, mailboxes=[lost, other])
    Mailbox.objects.filter(id=lost.id).update(time_zone="Europe/Atlantis")
    Workspace.objects.update(time_zone="Europe/Atlantis")
    found.refresh_from_db()
    return found


def test_other_mailboxes_have_their_day(workspace: Workspace) -> None:
    now = clock.world_now()
    lost, other = Mailbox.objects.order_by("id")
    assert [day.mailbox_id for day in room.mailbox_days(now, room.running(now))] == [other.id]
    assert {one.mailbox.id for one in rooms(workspace.id)} == {lost.id, other.id}
    assert budget_day(lost, now) == now.date()


def test_ramps_and_credits_of_all_are_kept(workspace: Workspace) -> None:
    ramp.account()
    for mailbox in Mailbox.objects.all():
        assert len(ramp.stairs_of(mailbox)) > 0
        assert credit.days_of(mailbox, []).counted == {}


def test_its_pages_are_shown(workspace: Workspace, client: Client) -> None:
    client.force_login(a_user(workspace))
    for path in ("/", "/mailboxes/", f"/mailboxes/{Mailbox.objects.order_by('id')[0].id}/"):
        assert client.get(path, follow=True).status_code == 200, path
    assert not_mailed.totals(workspace) is not None
