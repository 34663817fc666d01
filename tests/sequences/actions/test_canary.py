"""A campaign's first people: it rests after them, is held by what came back, and goes on by itself or by a person."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from admission.core.verdict import Reason, Wait
from admission.models import Permit
from app.actions.events import pay_debts
from app.core.errors import Refused
from app.models import Event, ReactionDue
from bounces.core.outcomes import Outcome as Kind
from sequences.actions import canary, opt_outs
from sequences.models import Campaign, Touch
from tests.factories import a_user
from tests.journeys.came_back import back, comes, mails
from tests.journeys.office import Mailed, Office, an_office, asked, due_now, sent
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def office(world: World) -> Office:
    made = an_office(world)
    Campaign.objects.update(canary="first", canary_size=3)
    return made


def stands(office: Office) -> str:
    office.campaign.refresh_from_db()
    return office.campaign.canary


def test_it_rests_for_two_hours_after_its_first_people_and_goes_on(office: Office) -> None:
    mails(office, 2)
    assert canary.tend() == 0
    mails(office, 1)
    assert canary.tend() == 1
    last = Permit.objects.latest("id").world_at
    assert (stands(office), office.campaign.canary_until) == ("resting", last + timedelta(hours=2))
    office.world.pass_time(timedelta(hours=1, minutes=59))
    assert canary.tend() == 0
    office.world.pass_time(timedelta(minutes=2))
    assert canary.tend() == 1
    assert stands(office) == "clear"
    states = Event.objects.filter(kind="campaign.canary").order_by("id").values_list("data__state", flat=True)
    assert [*states] == ["resting", "clear"]


def test_bounces_that_come_late_in_the_rest_still_hold_it(office: Office) -> None:
    people = mails(office, 3)
    back(people[:2])
    canary.tend()
    assert stands(office) == "resting"
    back(people[2:])
    assert (stands(office), office.campaign.canary_until) == ("held", None)
    office.world.pass_time(timedelta(days=3))
    assert canary.tend() == 0
    assert stands(office) == "held"
    assert not ReactionDue.objects.exists()


def test_one_complaint_holds_it_before_all_of_the_first_were_written_to(office: Office) -> None:
    back(mails(office, 1), Kind.COMPLAINED)
    assert stands(office) == "held"
    assert Event.objects.get(kind="campaign.canary").data == {
        "state": "held", "until": None, "bounced": 0, "complained": 1
    }  # fmt: skip


def test_bounces_known_by_the_address_alone_hold_nothing(office: Office) -> None:
    for one in mails(office, 3):
        comes(one.delivery, exact=False)
    assert stands(office) == "first"


def test_what_comes_back_after_it_is_clear_holds_nothing(office: Office) -> None:
    Campaign.objects.update(canary="clear")
    back(mails(office, 3))
    assert stands(office) == "clear"


def test_a_person_lets_it_go_on_or_holds_it(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    nora = a_user(office.workspace)
    back(mails(office, 1), Kind.COMPLAINED)
    command = ("canary", office.campaign.name, "--workspace", office.workspace.slug)
    call_command(*command)
    assert "1 complained" in capsys.readouterr().out
    call_command(*command, "--go-on", "--by", nora.email)
    assert stands(office) == "clear"
    assert Event.objects.filter(kind="campaign.canary").latest("id").data["by"] == nora.id
    with pytest.raises(Refused):
        canary.decide(office.campaign, "go_on", by_id=nora.id)
    canary.decide(office.campaign, "hold", by_id=nora.id)
    assert stands(office) == "held"


def test_nobody_new_is_written_to_while_it_rests_or_is_held_and_follow_ups_go_on(office: Office) -> None:
    people = mails(office, 3)
    nobody_new(office, Reason.CANARY_RESTS)
    canary.tend()
    nobody_new(office, Reason.CANARY_RESTS)
    canary.decide(office.campaign, "hold", by_id=None)
    nobody_new(office, Reason.CANARY_HELD)
    office.world.pass_time(timedelta(days=7))
    assert sent(due_now(people[0].enrollment).id).state == "accepted"
    canary.decide(office.campaign, "go_on", by_id=None)
    assert mails(office, 1)[0].delivery.state == "accepted"


def nobody_new(office: Office, reason: Reason) -> None:
    touch = office.waiting()
    Touch.objects.filter(id=touch.id).update(state="planned", slot_at=office.world.now())
    verdict, _ = asked(touch.id)
    assert isinstance(verdict, Wait), verdict
    assert verdict.reason is reason


def test_without_first_people_it_is_clear(office: Office) -> None:
    Campaign.objects.update(canary_size=0)
    assert canary.tend() == 1
    assert stands(office) == "clear"


def test_opt_outs_warn_once_then_pause_and_a_resumed_campaign_begins_a_new_count(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("admission.core.protection.breakers.OPT_OUT_PEOPLE", 3)
    monkeypatch.setattr(opt_outs, "OPT_OUT_PEOPLE", 3)
    monkeypatch.setattr("admission.core.protection.breakers.OPT_OUTS_WARN", 20)
    monkeypatch.setattr("admission.core.protection.breakers.OPT_OUTS_PAUSE", 50)
    Campaign.objects.update(canary="clear")
    people = mails(office, 4)
    gone(office, people[0])
    assert state(office) == ("running", "")
    assert Event.objects.get(kind="campaign.warned").data == {"reason": "opt_outs", "bad": 1, "people": 4}
    gone(office, people[1])
    assert Event.objects.filter(kind="campaign.warned").count() == 1
    gone(office, people[2])
    assert state(office) == ("paused", opt_outs.REASON)
    paused = Event.objects.get(kind="campaign.paused").data
    assert paused == {"state": "paused", "by": None, "reason": "opt_outs", "bad": 3, "people": 4}


def gone(office: Office, person: Mailed) -> None:
    comes(person.delivery, Kind.UNSUBSCRIBED, "", exact=False)
    office.world.pass_time(timedelta(seconds=1))
    ReactionDue.objects.update(due_at="2020-01-01T00:00:00Z")
    assert pay_debts() == 1


def state(office: Office) -> tuple[str, str]:
    office.campaign.refresh_from_db()
    return office.campaign.state, office.campaign.state_reason
