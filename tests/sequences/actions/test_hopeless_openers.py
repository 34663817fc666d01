"""First mails that no permit would get: what is counted of companies and first people, and how little is read."""

import json
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import connection

from admission.core.verdict import Grant
from admission.models import Counter
from app import sql
from app.core.window_text import window_of_text
from app.core.windows import Hours
from mailboxes.models import Mailbox
from sequences.actions import openers
from sequences.core.planner.demand import DueTouch, LeftReason
from sequences.models import Campaign, Touch
from tests.factories import a_campaign, a_workspace, weekly
from tests.plugins.world import World
from tests.races.ready import a_policy, a_sender, granted, people, prepared, scheduled

pytestmark = pytest.mark.django_db(transaction=True)

WINNIPEG = "America/Winnipeg"  # where the zones of the database and of pytz part in November 2026
NIGHT = datetime(2026, 11, 3, 5, 30, tzinfo=UTC)
IN_ITS_HOURS = Hours(window_of_text("mon-sun 00:00-24:00"), WINNIPEG)


@pytest.fixture
def campaign(world: World) -> Campaign:
    world.at(NIGHT)
    workspace = a_workspace()
    a_policy(workspace, domain_openers=1, domain_people=3)
    mailbox = a_sender(world, workspace, cap=1000)
    return a_campaign(workspace, mailboxes=[mailbox], time_zone=WINNIPEG, window=weekly("00:00", "24:00"))


def due(campaign: Campaign, touches: Sequence[int]) -> list[DueTouch]:
    return [DueTouch(number, campaign.id, NIGHT, opener=True, hours=IN_ITS_HOURS) for number in touches]


def put_off(campaign: Campaign, touches: Sequence[int]) -> dict[int, str]:
    return {wait.touch_id: wait.reason for wait in openers.hopeless(due(campaign, touches), NIGHT)}


def test_a_company_that_had_its_first_mail_today_gets_no_place(campaign: Campaign) -> None:
    """Today is the zone's day by the same clock for the planner as for everybody else."""
    acme = scheduled(campaign, people(campaign.workspace, 1, domain="acme.example"))
    other = scheduled(campaign, people(campaign.workspace, 1, domain="other.example"))
    assert put_off(campaign, [*acme, *other]) == {}
    Counter.objects.create(
        workspace=campaign.workspace, scope="domain_openers", key="acme.example", day=date(2026, 11, 3), used=1, cap=1
    )
    assert put_off(campaign, [*acme, *other]) == {acme[0]: LeftReason.DOMAIN_OPENERS}


def test_a_place_that_is_given_counts_as_a_first_mail(campaign: Campaign) -> None:
    (given, waiting) = scheduled(campaign, people(campaign.workspace, 2, domain="acme.example"))
    Touch.objects.filter(id=given).update(state="planned", slot_at=NIGHT, mailbox=Mailbox.objects.get())
    assert put_off(campaign, [waiting]) == {waiting: LeftReason.DOMAIN_OPENERS}


def test_people_in_flight_fill_a_company_until_they_have_ended(campaign: Campaign) -> None:
    a_policy(campaign.workspace, domain_openers=None, domain_people=1)
    mailbox = Mailbox.objects.get()
    (cleared,) = prepared(campaign, mailbox, people(campaign.workspace, 1, domain="acme.example"))
    assert isinstance(granted(cleared), Grant)
    (waiting,) = scheduled(campaign, people(campaign.workspace, 1, domain="acme.example"))
    Touch.objects.filter(id=cleared.subject.touch_id).update(state="sent", closed_at=NIGHT, slot_at=None)
    assert put_off(campaign, [waiting]) == {waiting: LeftReason.DOMAIN_IN_FLIGHT}


def test_first_people_have_so_many_places(campaign: Campaign) -> None:
    Campaign.objects.update(canary="first", canary_size=2)
    touches = scheduled(campaign, people(campaign.workspace, 3))
    assert put_off(campaign, touches) == {touches[2]: LeftReason.CANARY_RESTS}


def rows_read(touches: Sequence[int]) -> int:
    """How many rows the statement takes out of tables and indexes."""
    values: dict[str, Any] = {
        "touches": sql.array(touches),
        "zones": [WINNIPEG] * len(touches),
        "days": [date(2026, 11, 3)] * len(touches),
    }
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + sql.statements("sequences")["openers"], values)
        ((found,),) = cursor.fetchall()
    return _scanned((json.loads(found) if isinstance(found, str) else found)[0]["Plan"])


def _scanned(node: dict[str, Any]) -> int:
    own = 0
    if "Relation Name" in node:
        own = int((node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"])
    return own + sum(_scanned(one) for one in node.get("Plans", []))


def test_what_is_read_does_not_grow_with_the_people_who_are_enrolled(campaign: Campaign) -> None:
    """Ten are asked about; two thousand more are enrolled, of the same campaign, and at the same company."""
    asked = scheduled(campaign, people(campaign.workspace, 10, domain="acme.example"))
    scheduled(campaign, people(campaign.workspace, 200))
    few = rows_read(asked)
    scheduled(campaign, [*people(campaign.workspace, 1800), *people(campaign.workspace, 200, domain="acme.example")])
    assert rows_read(asked) <= max(few, 200)
