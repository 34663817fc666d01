"""A step that is written anew for a person whose mailbox is known falls into that mailbox's own hours."""

import pytest

from app.core.window_text import window_of_text
from app.core.zones import wall_time
from mailboxes.actions import workdays
from sequences.actions import enrollments
from sequences.core.hours import Home
from sequences.models import Step
from tests.factories import a_campaign, a_contact, a_mailbox, a_workspace, an_email, enrolled
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("known", [True, False])
def test_a_step_falls_into_the_hours_of_the_mailbox_that_is_known(world: World, known: bool) -> None:
    workspace = a_workspace()
    mailbox = a_mailbox(workspace)
    workdays.set_workday(mailbox, window_of_text("mon-sun 13:00-13:30"))
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=[an_email(), an_email(delay=1)])
    enrollment = enrolled(campaign, a_contact(workspace), mailbox=mailbox if known else None)
    enrollment.touch_set.all().delete()
    step = Step.objects.get(campaign=campaign, position=2)
    for chance in (0.05, 0.3, 0.95):
        touch = enrollments.add_touch(enrollment, step, Home("", ""), previous=world.now(), chance=chance)
        hour = wall_time("UTC", touch.eligible_at)
        assert (hour.hour == 13 and hour.minute < 30) is known, hour
        touch.delete()
