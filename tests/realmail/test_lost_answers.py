"""Postfix dies between the final dot and its answer: one copy or none, never two, and nobody pretends to know which."""

import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest

from admission.actions import reconcile
from admission.models import Doubt, Permit
from app.actions import clock
from app.models import Workspace
from mailboxes.core.smtp_replies import Verb
from mailboxes.models import Delivery
from mailboxes.transports.smtp_session import Reply, Session
from tests.factories import a_workspace
from tests.faults.processes import PATIENCE, until
from tests.journeys.running import read_all, send_here
from tests.plugins.world import World
from tests.realmail.policy import AtEndOfData
from tests.realmail.relay import Relay
from tests.realmail.running import connected, writing_to
from tests.realmail.servers import RealAccount, RealMail

pytestmark = [pytest.mark.realmail, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


@pytest.fixture
def asks(realmail: RealMail) -> Iterator[AtEndOfData]:
    """Postfix is killed when it has read a whole mail and has not taken it yet."""
    opened = AtEndOfData(realmail.postfix.kill)
    realmail.postfix.stop()
    realmail.postfix.start(at_end_of_data=opened.setting)
    yield opened
    opened.close()


@pytest.fixture
def relay(realmail: RealMail) -> Iterator[Relay]:
    opened = Relay(realmail.postfix.ports.tls)
    yield opened
    opened.close()


def killed_when_it_has_arrived(
    monkeypatch: pytest.MonkeyPatch, house: RealMail, relay: Relay, person: RealAccount
) -> None:
    """From the final dot on nothing that the server says arrives; once the mail lies in the inbox, the server dies."""
    body, answer = Session.body, Session.answer

    def kill() -> None:
        until(lambda: house.mails(person), why="the mail does not arrive")
        house.settled()
        house.postfix.kill()

    killer = threading.Thread(target=kill)

    def sent(session: Session, data: bytes) -> None:
        relay.silent.set()
        killer.start()
        body(session, data)

    def answered(session: Session, verb: Verb) -> Reply:
        try:
            return answer(session, verb)
        finally:
            if verb == Verb.BODY:
                killer.join(PATIENCE)

    monkeypatch.setattr(Session, "body", sent)
    monkeypatch.setattr(Session, "answer", answered)


def nothing_is_sent_again(world: World) -> None:
    for _ in range(3):
        world.pass_time(timedelta(days=2))
        reconcile.reconcile()
        assert send_here() == []
    assert Delivery.objects.get().state == "uncertain"


def test_a_mail_that_postfix_took_before_it_was_killed_arrives_once(
    workspace: Workspace, world: World, realmail: RealMail, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    nora, ada = realmail.account("nora", "nordlicht.example"), realmail.account("ada")
    mailbox = connected(workspace, realmail, world, nora, port=relay.port, also=[f"{nora.host}:{relay.port}"])
    writing_to(mailbox, ada.address)
    killed_when_it_has_arrived(monkeypatch, realmail, relay, ada)
    assert send_here() == ["vanished"]
    realmail.postfix.start()
    nothing_is_sent_again(world)
    assert len(realmail.mails(ada)) == 1


def test_a_copy_in_sent_settles_what_the_lost_answer_left_in_doubt(
    workspace: Workspace, world: World, realmail: RealMail, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    nora, ada = realmail.account("nora", "nordlicht.example"), realmail.account("ada")
    mailbox = connected(workspace, realmail, world, nora, port=relay.port, also=[f"{nora.host}:{relay.port}"])
    read_all()  # where Sent ended before the mail: from there it is searched
    writing_to(mailbox, ada.address)
    killed_when_it_has_arrived(monkeypatch, realmail, relay, ada)
    assert send_here() == ["vanished"]
    realmail.put(nora, realmail.mails(ada)[0], "Sent")  # as a provider does that keeps what it takes
    Doubt.objects.update(next_at=clock.now())
    assert reconcile.reconcile() == 1
    assert Delivery.objects.get().state == "accepted"
    assert len(realmail.mails(ada)) == 1


def test_a_mail_that_postfix_had_not_taken_when_it_was_killed_is_left_to_a_person(
    workspace: Workspace, world: World, realmail: RealMail, asks: AtEndOfData
) -> None:
    nora, ada = realmail.account("nora", "nordlicht.example"), realmail.account("ada")
    mailbox = connected(workspace, realmail, world, nora)
    writing_to(mailbox, ada.address)
    assert send_here() == ["vanished"]
    assert asks.asked == 1
    realmail.postfix.start()
    nothing_is_sent_again(world)
    assert realmail.mails(ada) == []
    assert Permit.objects.count() == 1
