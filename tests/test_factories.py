"""The factories and the world clock that other tests stand on."""

from datetime import UTC, datetime, timedelta

import pytest

from app.models import Installation
from mailboxes.actions.accounts import account_of
from tests.factories import a_campaign, a_contact, a_mailbox, a_task, a_user, a_workspace, an_email, enrolled
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_world_stands_still_where_it_is_put(world: World) -> None:
    assert abs(world.now() - datetime(2027, 3, 9, 10, 0, tzinfo=UTC)) < timedelta(milliseconds=1)
    world.at(datetime(2027, 7, 1, 12, 0, tzinfo=UTC))
    assert world.pass_time(timedelta(days=1)).day == 2
    world.allow({"127.0.0.1:8025"})
    row = Installation.objects.get(id=1)
    assert (row.kind, row.simulator_endpoints) == ("rehearsal", ["127.0.0.1:8025"])


def test_a_world_leaves_nothing_behind() -> None:
    row = Installation.objects.get(id=1)
    assert (row.kind, row.speed, row.simulator_endpoints) == ("real", 1.0, [])


@pytest.mark.parametrize("kind", ["gmail", "smtp"])
def test_every_noun_can_be_made(world: World, kind: str) -> None:
    workspace = a_workspace()
    a_user(workspace)
    mailbox = a_mailbox(workspace, kind=kind, cap=1, gap=0)
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=[an_email(), an_email("", delay=2), a_task()])
    enrollment = enrolled(campaign, a_contact(workspace), mailbox=mailbox)
    assert account_of(mailbox).secret
    assert enrollment.touch_set.get().kind == "email"
