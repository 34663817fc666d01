"""What a person's answer does to the others at their company: nothing, a hold, or a stop."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from app.core.errors import Refused
from bounces.actions.relabel import Label, relabel
from bounces.core.outcomes import Outcome as Kind
from mailboxes import locks
from mailboxes.models import InboundMessage
from sequences.actions import campaigns, companies, corrections, holds
from sequences.core.campaign_file.reading import parse_campaign
from sequences.models import Campaign, CompanyHold, Enrollment, Touch
from tests.bounces.actions import letters
from tests.factories import a_contact, a_user, enrolled
from tests.journeys.office import Mailed, Office, an_office, arrive
from tests.plugins.world import World
from tests.sequences.deciding import told

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def rule(office: Office, word: str) -> None:
    office.workspace.company_rule = word
    office.workspace.save()


def at(office: Office, *names: str, domain: str = "acme.example") -> list[Mailed]:
    return [office.mailed(f"{name}@{domain}") for name in names]


def waits(person: Mailed) -> tuple[str, str]:
    touch = person.open_touch
    return ("", "") if touch is None else (touch.state, touch.hold_reason)


def replied(office: Office, person: Mailed) -> InboundMessage:
    return arrive(office.mailbox, letters.reply(person))


def take_back(office: Office, message: InboundMessage) -> None:
    """Somebody says that it was no answer."""
    by_id = a_user(office.workspace).id
    relabel(office.workspace.id, message.id, Label(Kind.AUTO_REPLIED, by_id, "Their desk."))
    corrections.take_back_companies()


def test_an_answer_holds_the_others_of_the_company_for_a_week(office: Office) -> None:
    ada, bob = at(office, "ada", "bob")
    (eve,) = at(office, "eve", domain="other.example")
    replied(office, ada)
    touch = bob.open_touch
    assert touch is not None
    assert (ada.state, bob.state, waits(eve)) == ("replied", "active", ("scheduled", ""))
    assert (touch.state, touch.hold_reason) == ("scheduled", "colleague_replied")
    assert touch.eligible_at >= office.world.now() + timedelta(days=7)
    assert CompanyHold.objects.get().done_at is not None


def test_a_stop_ends_the_others_in_every_campaign(office: Office) -> None:
    rule(office, "stop")
    ada, bob = at(office, "ada", "bob")
    second = enrolled(office.another().campaign, bob.contact)
    replied(office, ada)
    second.refresh_from_db()
    assert (bob.state, second.state, second.reason) == ("stopped", "stopped", "company_replied")


@pytest.mark.parametrize(("workspace", "campaign", "waiting"), [
    ("nothing", "", ""), ("nothing", "hold", "colleague_replied"), ("hold", "nothing", ""), ("stop", "nothing", ""),
])  # fmt: skip
def test_a_campaign_may_have_a_rule_of_its_own(office: Office, workspace: str, campaign: str, waiting: str) -> None:
    rule(office, workspace)
    Campaign.objects.update(company_rule=campaign)
    ada, bob = at(office, "ada", "bob")
    replied(office, ada)
    assert waits(bob) == ("scheduled", waiting)


@pytest.mark.parametrize("rule", ["nothing", "stop", ""])
def test_a_campaigns_file_may_say_its_rule(office: Office, rule: str) -> None:
    line = f"company_rule: {rule}\n" if rule else ""
    plan = parse_campaign(f"name: Of a file\nsteps: [{{kind: task}}]\n{line}", "yaml")
    assert campaigns.create(office.workspace, plan).company_rule == rule


@pytest.mark.parametrize("domain", ["gmail.com", "gmx.de", "qq.com", "orange.fr", "proton.me", "yandex.ru"])
def test_free_mail_is_nobodys_company(office: Office, domain: str) -> None:
    rule(office, "stop")
    ada, bob = at(office, "ada", "bob", domain=domain)
    replied(office, ada)
    assert (ada.state, waits(bob)) == ("replied", ("scheduled", ""))


def test_an_absence_or_a_machine_of_one_holds_nobody_else(office: Office) -> None:
    ada, bob = at(office, "ada", "bob")
    arrive(office.mailbox, letters.away(ada))
    assert (waits(bob), CompanyHold.objects.count()) == (("scheduled", ""), 0)


def test_a_person_lets_a_colleague_go_on_at_once(office: Office) -> None:
    ada, bob = at(office, "ada", "bob")
    before = bob.open_touch
    replied(office, ada)
    assert before is not None
    assert "colleague_replied: Somebody of the same company replied" in told("held")
    holds.release(before.id, by_id=a_user(office.workspace).id)
    touch = bob.open_touch
    assert touch is not None
    assert (touch.hold_reason, touch.eligible_at) == ("", before.due_at)
    with pytest.raises(Refused, match="not held"):
        holds.release(before.id)
    companies.carry_out()
    assert waits(bob) == ("scheduled", "")


def crowd(office: Office, number: int) -> Sequence[Enrollment]:
    return [enrolled(office.campaign, a_contact(office.workspace, f"p{one}@acme.example")) for one in range(number)]


@pytest.mark.parametrize("word", ["hold", "stop"])
def test_of_a_large_company_those_who_are_locked_come_first_and_the_rest_in_batches(
    office: Office, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    """In the answer's own transaction as many as may be locked at once, the one who answered among them."""
    rule(office, word)
    monkeypatch.setattr(locks, "MOST_RECIPIENTS", 3)
    (ada,) = at(office, "ada")
    others = crowd(office, 7)
    message = replied(office, ada)
    assert left(word) == 5
    assert CompanyHold.objects.get().done_at is None
    assert [companies.carry_out(), left(word)] == [3, 2]
    assert [companies.carry_out(), left(word)] == [2, 0]
    assert CompanyHold.objects.get().done_at is not None
    take_back(office, message)
    while CompanyHold.objects.filter(done_at=None).exists():
        corrections.take_back_companies()
    assert left(word) == len(others)
    assert Enrollment.objects.filter(state="active").count() == len(others) + 1


def left(word: str) -> int:
    """How many wait as if nobody had answered."""
    touches = Touch.objects.filter(position=1, state="scheduled", hold_reason="")
    return touches.count() if word == "hold" else touches.filter(enrollment__state="active").count()


def test_what_was_no_answer_lets_the_company_go_on(office: Office) -> None:
    ada, bob = at(office, "ada", "bob")
    before = bob.open_touch
    message = replied(office, ada)
    take_back(office, message)
    touch = bob.open_touch
    assert before is not None
    assert touch is not None
    assert (touch.hold_reason, touch.eligible_at) == ("", before.due_at)
    assert Enrollment.objects.get(id=bob.enrollment.id).absent_until is None


def test_somebody_who_answered_for_themselves_stays_stopped(office: Office) -> None:
    rule(office, "stop")
    ada, bob = at(office, "ada", "bob")
    message = replied(office, ada)
    replied(office, bob)
    take_back(office, message)
    assert (ada.state, bob.state) == ("active", "replied")
