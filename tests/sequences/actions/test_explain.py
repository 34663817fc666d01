"""Why a mail left, waits or never will: told from the ledger, in the workspace's time, without addresses."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from admission.core.rules import RULES
from app.actions import clock, halts
from app.models import Event, Workspace
from mailboxes.models import Delivery, Mailbox
from sequences.actions import plan, touches
from sequences.models import Campaign, Enrollment, Touch
from tests.audit.conftest import Ledger, ledger
from tests.factories import a_campaign, a_contact, a_workspace, enrolled
from tests.plugins.world import World
from tests.races.ready import a_sender, granted, told
from tests.races.settled import accepted

__all__ = ["ledger"]

pytestmark = pytest.mark.django_db(transaction=True)


def explained(what: str, name: object, **options: bool) -> str:
    out = StringIO()
    call_command("explain", what, str(name), stdout=out, **options)
    return out.getvalue()


def section(text: str, title: str) -> list[str]:
    """The lines below a heading."""
    lines = text.splitlines()
    first = lines.index(title) + 1
    rest = [number for number in range(first, len(lines)) if not lines[number].startswith("  ")]
    return [line.strip() for line in lines[first : rest[0] if rest else None]]


def waits(text: str) -> str:
    (line,) = section(text, "What it waits for")
    return line


def test_a_mail_that_left_is_told_with_permit_facts_ledger_and_log(ledger: Ledger) -> None:
    text = explained("delivery", ledger.first.delivery_id)
    assert text.startswith(f"Delivery {ledger.first.delivery_id}: accepted\n")
    (permit,) = section(text, "Permits")
    assert "accepted, granted Tue 2027-03-09 10:00:00 UTC" in permit
    assert "daily_cap = 20" in section(text, "Facts of the last permit, to which no rule objected")
    assert len(section(text, "Ledger: steps that this person gets once")) == 1
    assert [line.split()[4] for line in section(text, "Log of this person")] == [
        "enrollment.started",
        "permit.granted",
        "delivery.accepted",
    ]
    assert waits(text).startswith("Not due yet: not before Thu 2027-03-11")


def test_times_are_those_of_the_workspace(ledger: Ledger) -> None:
    Workspace.objects.update(time_zone="Asia/Tokyo")
    assert "Tue 2027-03-09 19:00:00 JST" in explained("delivery", ledger.first.delivery_id)


def test_a_waiting_mail_is_told_with_every_rules_answer_and_nothing_is_written(ledger: Ledger, world: World) -> None:
    world.pass_time(timedelta(hours=9))
    before = list(Event.objects.values_list("id", flat=True)), Delivery.objects.get(id=ledger.next.delivery_id).state
    text = explained("delivery", ledger.next.delivery_id)
    lines = section(text, "Every rule of a permit, if it were asked for now")
    assert "+ halted: The workspace's stop button. [halted no]" in lines
    shut = next(line for line in lines if line.startswith("~ in_window"))
    assert shut.startswith("~ in_window: waits until Wed 2027-03-10 08:00:00 UTC. Outside sending hours. [zone UTC")
    assert len(lines) == len(RULES)
    assert section(text, "At the earliest") == ["Wed 2027-03-10 08:00:00 UTC"]
    assert "a permit would wait until Wed 2027-03-10 08:00:00 UTC: Outside sending hours" in waits(text)
    assert before == (list(Event.objects.values_list("id", flat=True)), "prepared")


def test_the_answer_is_the_one_that_the_permit_gives(ledger: Ledger) -> None:
    Mailbox.objects.update(daily_cap=2)
    assert "Today's room of the mailbox is used" in waits(explained("enrollment", ledger.next.enrollment_id))
    assert told([granted(ledger.next)]) == {"cap": 1}
    Mailbox.objects.update(daily_cap=3)
    assert waits(explained("enrollment", ledger.next.enrollment_id)) == "Its slot, Tue 2027-03-09 10:00:00 UTC."
    assert accepted(granted(ledger.next))


def test_an_address_is_shown_only_when_it_is_asked_for(ledger: Ledger) -> None:
    for what, name in (("delivery", ledger.first.delivery_id), ("enrollment", ledger.first.enrollment_id)):
        assert "@" not in explained(what, name)
        assert ledger.first.email in explained(what, name, addresses=True)


def test_a_delivery_is_found_by_its_message_id(ledger: Ledger) -> None:
    message_id = Delivery.objects.get(id=ledger.first.delivery_id).message_id
    for name in (message_id, f"<{message_id}>"):
        assert explained("delivery", name).startswith(f"Delivery {ledger.first.delivery_id}:")


def test_a_mail_of_no_campaign_has_its_own_history(ledger: Ledger) -> None:
    Delivery.objects.filter(id=ledger.first.delivery_id).update(kind="manual", touch_id=None)
    text = explained("delivery", ledger.first.delivery_id)
    assert "What it waits for" not in text
    assert len(section(text, "Permits")) == 1


@pytest.fixture
def waiting(world: World) -> Enrollment:
    """One person whose first mail nobody has prepared yet."""
    workspace = a_workspace()
    mailbox = a_sender(world, workspace, cap=5, gap=240)
    return enrolled(a_campaign(workspace, mailboxes=[mailbox]), a_contact(workspace))


def test_before_there_is_a_mail_the_planners_view_is_told(waiting: Enrollment) -> None:
    text = explained("enrollment", waiting.id)
    opens, room = section(text, "The planner's view")
    assert opens == "the window is open from Tue 2027-03-09 10:00:00 UTC"
    assert room.endswith("room for 5: of 5 (cap) 0 used, 0 given")
    of_a_mail_to_come = f"Every rule of a permit, if it were asked for now, from mailbox {Mailbox.objects.get().id}"
    assert all(line.startswith("+") for line in section(text, of_a_mail_to_come))
    assert waits(text) == "A slot from the planner."
    plan.plan()
    assert waits(explained("enrollment", waiting.id)).startswith(("Its slot, Tue 2027-03-09 10:", "Today"))


def test_a_hold_a_pause_a_halt_and_an_end_are_told(waiting: Enrollment) -> None:
    touch = Touch.objects.get()
    touches.hold(touch.id, "missing_field", "company")
    assert waits(explained("enrollment", waiting.id)).startswith("A field that the text needs is missing (company)")
    Campaign.objects.update(state="paused")
    assert waits(explained("enrollment", waiting.id)) == "The campaign is paused."
    halts.halt(waiting.workspace_id, "a test")
    assert waits(explained("enrollment", waiting.id)) == "All sending is stopped."
    Enrollment.objects.update(state="stopped", reason="by_person", ended_at=clock.world_now())
    told_end = waits(explained("enrollment", waiting.id))
    assert told_end == "Nothing: the sequence ended Tue 2027-03-09 10:00:00 UTC (stopped, by_person)."


@pytest.mark.parametrize(("what", "name"), [("delivery", "99"), ("delivery", "9" * 40), ("enrollment", "99")])
def test_what_does_not_exist_is_said_so(db: None, what: str, name: str) -> None:
    with pytest.raises(CommandError, match="no such"):
        explained(what, name)


def test_an_enrollment_has_no_name(db: None) -> None:
    with pytest.raises(CommandError, match="number"):
        explained("enrollment", "ada")
