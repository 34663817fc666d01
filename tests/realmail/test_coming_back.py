"""What comes back from a real mail server is read over IMAP and acts."""

from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime, make_msgid

import pytest

from app.actions import clock
from app.models import Workspace
from bounces.models import Outcome, Suppression
from mailboxes.models import Delivery, InboundMessage, InboundRaw, Mailbox
from sequences.models import Touch
from tests.factories import a_workspace
from tests.journeys.running import read_all, send_here
from tests.plugins.world import World
from tests.realmail.running import connected, state_of, writing_to
from tests.realmail.servers import RealAccount, RealMail

pytestmark = [pytest.mark.realmail, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


@pytest.fixture
def nora(realmail: RealMail) -> RealAccount:
    return realmail.account("nora", "nordlicht.example")


@pytest.fixture
def mailbox(workspace: Workspace, world: World, realmail: RealMail, nora: RealAccount) -> Mailbox:
    mailbox = connected(workspace, realmail, world, nora)
    read_all()  # from now on what comes is new
    return mailbox


def an_answer(person: RealAccount, to: RealAccount, text: str = "Yes, call me on Friday.") -> EmailMessage:
    """What the person's own mail program writes under our mail."""
    ours = Delivery.objects.get()
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = person.address, to.address, "Re: A question"
    mail["In-Reply-To"] = mail["References"] = f"<{ours.message_id}>"
    mail["Message-ID"], mail["Date"] = make_msgid(domain="acme.example"), format_datetime(clock.now())
    mail.set_content(text)
    return mail


def nothing_follows(world: World, realmail: RealMail) -> None:
    world.pass_time(timedelta(days=30))
    read_all()
    assert send_here() == []
    assert Delivery.objects.count() == 1


def test_an_unknown_user_comes_back_as_postfix_s_own_report_and_stops_the_sequence(
    world: World, realmail: RealMail, mailbox: Mailbox
) -> None:
    gone = realmail.unknown()
    writing_to(mailbox, gone)
    assert send_here() == ["accepted"]
    realmail.settled()
    assert read_all() == 1
    assert state_of(gone) == "bounced"
    assert Delivery.objects.get().state == "bounced"
    assert Suppression.objects.count() == 1
    nothing_follows(world, realmail)


def test_an_answer_written_by_another_account_stops_the_sequence(
    world: World, realmail: RealMail, mailbox: Mailbox, nora: RealAccount
) -> None:
    ada = realmail.account("ada")
    writing_to(mailbox, ada.address)
    assert send_here() == ["accepted"]
    realmail.settled()
    realmail.deliver(bytes(an_answer(ada, nora)), sender=ada.address, to=nora.address)
    assert read_all() == 1
    assert state_of(ada.address) == "replied"
    nothing_follows(world, realmail)


def test_an_answer_that_was_filed_as_junk_stops_it_too(
    world: World, realmail: RealMail, mailbox: Mailbox, nora: RealAccount
) -> None:
    ada = realmail.account("ada")
    writing_to(mailbox, ada.address)
    assert send_here() == ["accepted"]
    realmail.settled()
    realmail.put(nora, bytes(an_answer(ada, nora)), "Junk")
    read_all()
    assert state_of(ada.address) == "replied"


def past_a_gateway(raw: bytes) -> bytes:
    """Our mail as a gateway passes it on that drops what looks like a list: Sieve answers no list (RFC 5230, 4.6)."""
    mail = message_from_bytes(raw, policy=default)
    for name in ("List-Unsubscribe", "List-Unsubscribe-Post"):
        del mail[name]
    return bytes(mail)


def test_a_vacation_answer_of_sieve_holds_the_sequence_and_is_no_reply(
    world: World, realmail: RealMail, mailbox: Mailbox, nora: RealAccount
) -> None:
    ada = realmail.account("ada")
    writing_to(mailbox, ada.address)
    assert send_here() == ["accepted"]
    realmail.settled()
    realmail.vacation(ada, "I am out of office and back on 29 March 2027.")
    realmail.deliver(past_a_gateway(realmail.mails(ada)[0]), sender=nora.address, to=ada.address)
    assert read_all() == 1
    assert state_of(ada.address) == "active"
    assert Outcome.objects.get().kind == "away"
    world.pass_time(timedelta(days=5))
    read_all()
    assert send_here() == []
    waiting = Touch.objects.get(position=2)
    assert waiting.eligible_at > clock.world_now() + timedelta(days=7)


def test_mail_that_does_not_concern_us_leaves_no_body(
    world: World, realmail: RealMail, mailbox: Mailbox, nora: RealAccount
) -> None:
    Mailbox.objects.update(purpose=Mailbox.Purpose.PERSONAL)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "friend@elsewhere.example", nora.address, "Dinner?"
    mail["Message-ID"] = make_msgid(domain="elsewhere.example")
    mail.set_content("At eight?")
    realmail.deliver(bytes(mail), sender="friend@elsewhere.example", to=nora.address)
    read_all()
    assert not InboundRaw.objects.exists()


def test_our_own_mail_in_sent_is_no_answer(
    world: World, realmail: RealMail, mailbox: Mailbox, nora: RealAccount, workspace: Workspace
) -> None:
    ada = realmail.account("ada")
    writing_to(mailbox, ada.address)
    assert send_here() == ["accepted"]
    realmail.settled()
    realmail.put(nora, realmail.mails(ada)[0], "Sent")
    read_all()
    assert state_of(ada.address) == "active"
    assert not InboundMessage.objects.filter(own=False).exists()
