"""The graded policy over the product's own ledger: watched from day one, enforced by one instant, replayable."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command

from admission.actions import judging, protection_policies
from admission.core.protection.numbers import Numbers
from admission.core.verdict import Reason, Wait
from admission.models import ProtectionDecision, ProtectionPolicy, Standing
from app.core.errors import Refused
from app.models import Event
from bounces.core.outcomes import Outcome as Kind
from bounces.models import Outcome
from sequences.models import Touch
from tests.factories import a_mailbox, a_user
from tests.journeys.came_back import back, comes, mails, padded
from tests.journeys.office import Office, an_office, asked, sent
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
SMALL = {"least_sends": 20, "clean_sends": 10}


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def watched(office: Office, **values: float) -> int:
    """A version with these numbers, which watches."""
    nora = a_user(office.workspace)
    made = protection_policies.draft(office.workspace, SMALL | values, by_id=nora.id)
    protection_policies.watch(office.workspace, made.number, by_id=nora.id)
    return made.number


def judged(office: Office) -> tuple[str, int]:
    judging.judge_workspace(office.workspace.id)
    standing = Standing.objects.get(mailbox=office.mailbox)
    return standing.protection, standing.protection_percent


def enforced(office: Office) -> bool:
    force = protection_policies.in_force(office.workspace.id, office.world.now())
    return force is not None and force.enforced(office.world.now())


def test_everybody_is_watched_from_day_one_by_numbers_that_are_written_down(office: Office) -> None:
    assert judged(office) == ("normal", 100)
    assert judged(office) == ("normal", 100)
    first = ProtectionPolicy.objects.get()
    assert (first.number, first.enforce_from, first.created_by) == (1, None, None)
    assert protection_policies.numbered(office.workspace, 1) == Numbers(version=1)
    assert not enforced(office)


def test_it_goes_down_and_comes_back_stage_by_stage_and_each_step_is_kept(office: Office) -> None:
    number = watched(office, complaints_slow=50, complaints_cool=50, complaints_pause=50)
    padded(office, 17)
    people = mails(office, 3)
    back(people[:1])
    assert judged(office) == ("slowed", 50)
    back(people[1:2])
    assert judged(office) == ("paused", 0)
    decision = ProtectionDecision.objects.latest("id")
    assert (decision.before, decision.after, decision.reason) == ("slowed", "paused", "bounces")
    assert (decision.policy_version, decision.percent, decision.enforced) == (number, 0, False)
    assert decision.facts["recent"] == {"sends": 20, "bounces": 2, "blocks": 0, "complaints": 0}
    nora = a_user(office.workspace)
    judging.recover(office.mailbox, by_id=nora.id)
    assert judged(office) == ("cooling_down", 25)
    office.world.pass_time(timedelta(hours=1))
    padded(office, 10)
    office.world.pass_time(timedelta(days=6))
    assert judged(office) == ("cooling_down", 25)
    office.world.pass_time(timedelta(days=1))
    assert judged(office) == ("slowed", 50)
    told = Event.objects.filter(kind__startswith="protection.").exclude(kind="protection.policy").order_by("id")
    assert [one.kind for one in told] == [
        "protection.slowed", "protection.paused", "protection.cooling_down", "protection.recovered", "protection.slowed"
    ]  # fmt: skip
    assert {one.data.get("state") for one in told} == {"watching", None}


def test_only_a_paused_mailbox_is_recovered(office: Office) -> None:
    watched(office)
    judged(office)
    with pytest.raises(Refused, match="is not paused"):
        judging.recover(office.mailbox, by_id=None)
    assert judged(office) == ("normal", 100)


def test_reports_that_name_no_mail_of_ours_blind_the_policy_and_are_told_once(office: Office) -> None:
    number = watched(office, blind_least=2)
    people = mails(office, 3)
    for one in people[:2]:
        comes(one.delivery, exact=False)
    Outcome.objects.update(inbound_id=None)
    judged(office)
    assert not Event.objects.filter(kind="protection.blind").exists()  # no report: a refusal of our own
    for place, outcome in enumerate(Outcome.objects.all()):
        Outcome.objects.filter(id=outcome.id).update(inbound_id=place + 1)
    judged(office)
    judged(office)
    assert Event.objects.get(kind="protection.blind").data == {"attributed": 0, "unattributed": 2}
    office.world.pass_time(timedelta(days=8))
    judged(office)
    assert Event.objects.filter(kind="protection.sighted").count() == 1
    assert number == 1


def test_one_instant_enforces_and_nothing_that_was_not_watched(office: Office) -> None:
    nora = a_user(office.workspace)
    made = protection_policies.draft(office.workspace, SMALL, by_id=nora.id)
    with pytest.raises(Refused, match="never watched"):
        protection_policies.enforce(office.workspace, made.number, by_id=nora.id)
    protection_policies.watch(office.workspace, made.number, by_id=nora.id)
    with pytest.raises(Refused, match="in the past"):
        protection_policies.enforce(office.workspace, 1, since=office.world.now() - timedelta(hours=1), by_id=nora.id)
    start = office.world.now() + timedelta(hours=1)
    protection_policies.enforce(office.workspace, made.number, since=start, by_id=nora.id)
    assert not enforced(office)
    office.world.at(start)
    assert enforced(office)
    padded(office, 19)
    back(mails(office, 1))
    judged(office)
    assert ProtectionDecision.objects.get().enforced
    protection_policies.roll_back(office.workspace, made.number, by_id=nora.id)
    assert not enforced(office)
    with pytest.raises(Refused, match="rolled back"):
        protection_policies.enforce(office.workspace, made.number, by_id=nora.id)
    states = Event.objects.filter(kind="protection.policy").order_by("id").values_list("data__state", flat=True)
    assert [*states] == ["drafted", "watched", "enforced", "rolled_back"]
    assert {one.data["by"] for one in Event.objects.filter(kind="protection.policy")} == {nora.id}


def test_the_stages_that_were_seen_act_from_the_instant_on(office: Office) -> None:
    number = watched(office)
    Standing.objects.filter(mailbox=office.mailbox).update(protection="paused", protection_percent=0)
    start = office.world.now() + timedelta(hours=1)
    protection_policies.enforce(office.workspace, number, since=start, by_id=None)
    assert mails(office, 1)[0].delivery.state == "accepted"
    office.world.at(start)
    touch = office.waiting()
    Touch.objects.filter(id=touch.id).update(state="planned", slot_at=start)
    verdict, _ = asked(touch.id)
    assert isinstance(verdict, Wait)
    assert verdict.reason is Reason.PROTECTION
    protection_policies.roll_back(office.workspace, number, by_id=None)
    assert sent(touch.id).state == "accepted"


def test_a_version_that_is_tried_leaves_decisions_and_nothing_else(office: Office) -> None:
    first = watched(office, bounces_slow=20, bounces_cool=30, bounces_pause=40)
    protection_policies.enforce(office.workspace, first, by_id=None)
    second = watched(office)
    padded(office, 19)
    back(mails(office, 1))
    assert judged(office) == ("normal", 100)
    assert judged(office) == ("normal", 100)
    assert ProtectionDecision.objects.values_list("policy_version", "after", "enforced").get() == (
        second,
        "slowed",
        False,
    )


def test_mails_of_another_workspace_and_old_ones_count_for_nobody(office: Office, world: World) -> None:
    other = an_office(world)
    watched(office)
    for one in (other, office):
        padded(one, 18)
        back(mails(one, 2))
    world.pass_time(timedelta(days=8))
    assert judged(office) == ("normal", 100)


def test_the_command_drafts_watches_enforces_and_replays(
    office: Office, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nora = a_user(office.workspace)
    sister = a_mailbox(office.workspace)
    numbers = tmp_path / "numbers.json"
    numbers.write_text(json.dumps(SMALL))

    def said(*words: str) -> str:
        call_command("protection", *words, "--workspace", office.workspace.slug, "--by", nora.email)
        return capsys.readouterr().out

    judged(office)
    assert "Version 2 is drafted" in said("draft", str(numbers))
    assert "Version 2 is watching only" in said("watch", "2")
    padded(office, 18)
    back(mails(office, 2))
    assert judged(office) == ("paused", 0)
    assert "acts from" in said("enforce", "2")
    shown = said()
    assert f"{office.mailbox.address}: paused, 0 %" in shown
    assert f"{sister.address}: normal, 100 %" in shown
    replayed = said("replay", "1")
    assert "normal -> paused (bounces); version 1: normal (nothing)" in replayed
    assert f"{office.mailbox.address}, version 1: normal throughout" in replayed
    assert "cooling_down, 25 %" in said("recover", office.mailbox.address)
    assert "rolled back" in said("roll_back", "2")


def test_complaints_and_blocks_count_beside_bounces(office: Office) -> None:
    watched(office)
    padded(office, 17)
    people = mails(office, 3)
    comes(people[0].delivery, Kind.FAILED, "reputation_block")
    assert judged(office) == ("slowed", 50)
    back(people[1:3], Kind.COMPLAINED)
    assert judged(office) == ("cooling_down", 25)
