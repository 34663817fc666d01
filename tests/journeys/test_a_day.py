"""A working day of one mailbox: what waits costs nothing, what was tried is counted, and the sums add up."""

from datetime import timedelta

import pytest

from admission.models import Permit
from bounces.actions import unsubscribe
from bounces.core.tokens import UnsubscribeToken
from mailboxes.models import Budget
from sequences.models import Contact, Enrollment, Touch
from tests.factories import a_campaign, a_contact, a_workspace, an_email, enrolled
from tests.journeys.running import an_smtp, send_due
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "Hello {{ first_name }} of {{ company }}"


def test_only_what_reached_the_server_uses_the_day(world: World, simulator: Simulator) -> None:
    workspace = a_workspace()
    mailbox = an_smtp(workspace, simulator, world, cap=10, gap=300)
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=[an_email(text=TEXT)], in_person_zone=True)
    people = [a_contact(workspace, f"silent-{number}@acme{number}.example") for number in range(30)]
    enrollments = [enrolled(campaign, person) for person in people]
    gone, lacking, asleep = people[:5], people[5:8], people[8:16]
    Contact.objects.filter(id__in=[person.id for person in lacking]).update(company=" ")
    Contact.objects.filter(id__in=[person.id for person in asleep]).update(time_zone="Asia/Tokyo")
    simulator.fault("status", op="smtp.rcpt", status=451, text="4.7.1 greylisted", times=2)
    for person in gone:
        unsubscribe.request(UnsubscribeToken(workspace.id, person.recipient_id, 0))
    for _ in range(48):
        send_due(world)
        world.pass_time(timedelta(minutes=10))
    assert world.now().day == 9
    accepted = len(simulator.journal("accept"))
    assert (accepted, Permit.objects.filter(state="deferred").count()) == (8, 2)
    assert Budget.objects.values_list("used_today", flat=True).get() == accepted + 2
    shown = dict(Touch.objects.exclude(hold_reason="").values_list("enrollment_id", "hold_reason"))
    waiting = {shown[one.id] for one in enrollments[5:8]}  # who the drawn paces did not come to shows why, too
    assert "missing_field" in waiting <= {"missing_field", "no_room"}
    assert {shown[one.id] for one in enrollments[8:16]} == {"window_closed"}
    states = list(Enrollment.objects.values_list("state", flat=True))
    assert (states.count("unsubscribed"), states.count("finished"), states.count("active")) == (5, 8, 17)
