"""A wish for everybody at a domain: the person's own stop at once, the domain's entry right after it."""

import pytest

from app.actions import clock, events
from app.models import ReactionDue
from bounces.actions import domain_wishes, relabel
from bounces.actions.suppressions import blocks
from bounces.core.outcomes import Outcome as Kind
from bounces.models import Outcome, Suppression
from mailboxes.core.address import parse_address
from tests.bounces.actions import letters
from tests.factories import a_user
from tests.journeys.office import Office, an_office, arrive
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
FOR_ALL = "Please remove everybody at our company from your list."


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def domains() -> list[str]:
    return list(Suppression.objects.filter(scope="domain", lifted_at=None).values_list("domain", flat=True))


def pay() -> None:
    ReactionDue.objects.update(due_at=clock.now())
    events.pay_debts()


def test_who_asks_for_all_of_their_company_is_stopped_at_once_and_the_domain_follows(office: Office) -> None:
    ada = office.mailed()
    domain = ada.contact.email.partition("@")[2]
    arrive(office.mailbox, letters.reply(ada, FOR_ALL))
    assert (ada.state, domains()) == ("unsubscribed", [])
    assert ReactionDue.objects.get().reaction == domain_wishes.CARRY_OUT
    pay()
    assert (domains(), ReactionDue.objects.count()) == ([domain], 0)
    assert blocks(office.workspace.id, parse_address(f"somebody.else@{domain}")) is not None


def test_a_wish_for_oneself_owes_nothing(office: Office) -> None:
    arrive(office.mailbox, letters.reply(office.mailed(), "Please remove me from your list."))
    pay()
    assert (domains(), Suppression.objects.count()) == ([], 1)


def test_nobody_speaks_for_all_users_of_a_provider_of_mail(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(domain_wishes, "FREE_MAIL", frozenset({"acme.example"}))
    arrive(office.mailbox, letters.reply(office.mailed(), FOR_ALL))
    pay()
    assert (ReactionDue.objects.count(), domains()) == (0, [])


def test_who_answers_from_elsewhere_speaks_for_no_domain(office: Office) -> None:
    ada = office.mailed()
    arrive(office.mailbox, letters.letter("eve@other.example", FOR_ALL, about=ada))
    pay()
    assert domains() == []


def test_the_entry_is_made_once_and_lifted_with_the_message_that_was_read_wrongly(office: Office) -> None:
    ada = office.mailed()
    message = arrive(office.mailbox, letters.reply(ada, FOR_ALL))
    pay()
    outcome = Outcome.objects.get(kind=Kind.UNSUBSCRIBED)
    assert Suppression.objects.filter(outcome_id=outcome.id).count() == 2
    manager = a_user(office.workspace, role="manager")
    relabel.relabel(office.workspace.id, message.id, relabel.Label(Kind.REPLIED, manager.id, "she meant a colleague"))
    assert Suppression.objects.filter(lifted_at=None).count() == 0
