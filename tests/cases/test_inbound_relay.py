"""The given case G-INB-12 where mail is submitted to a relay: it stamps ids of its own and tells only half of each."""

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from itertools import count

import pytest

from app.models import Event, Workspace
from bounces.models import Outcome
from mailboxes.actions import pool, real_ids
from mailboxes.models import Delivery, DeliveryBody, InboundCursor, InboundMessage, Mailbox
from sequences.models import Enrollment
from tests.bounces.actions import letters
from tests.factories import SECRETS, a_campaign, a_contact, a_mailbox, a_workspace, an_email, enrolled
from tests.journeys.running import an_smtp, read_all, send_here, sent_mails
from tests.mailboxes.imap_server import House, imap_house
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
STEPS = [an_email(subject="A question"), an_email(subject="", text="And again", delay=1), an_email(subject="", delay=1)]
NUMBERS = count(1)
AWAY = "Auto-Submitted: auto-replied\r\n"


@pytest.fixture
def house() -> Iterator[House]:
    with imap_house() as served:
        served.password = SECRETS["smtp"]["password"]
        yield served
        pool.close_idle(older_than=timedelta(0))


@pytest.fixture
def nils(simulator: Simulator, world: World, house: House) -> Mailbox:
    """Submits to a relay that stamps; somebody's own, so that only what concerns us is read."""
    workspace: Workspace = a_workspace()
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    simulator.account(mailbox.address, smtp_stamp="relay.example", keep_smtp_sent=True)
    imap = {"host": "127.0.0.1", "port": house.port, "security": "plain"}
    Mailbox.objects.filter(id=mailbox.id).update(purpose="personal", endpoints={**mailbox.endpoints, "imap": imap})
    world.allow({*simulator.endpoints, f"127.0.0.1:{house.port}"})
    InboundCursor.objects.filter(mailbox=mailbox).update(listed_at=None)
    mailbox.refresh_from_db()
    read_all()
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=STEPS)
    for name in ("pat", "kim", "una"):
        enrolled(campaign, a_contact(workspace, f"{name}@{name}s.example"), mailbox=mailbox)
    assert send_here() == ["accepted"] * 3
    return mailbox


def copy_of(name: str, simulator: Simulator, mailbox: Mailbox, number: int = 0) -> EmailMessage:
    """The mail as it came to somebody."""
    return [one for one in sent_mails(simulator, mailbox) if f"{name}@" in str(one["To"])][number]


def to(name: str) -> Delivery:
    return Delivery.objects.filter(deliverybody__address__startswith=f"{name}@").order_by("id")[0]


def answer(sender: str, named: str, fields: str = "", text: str = letters.WORDS) -> bytes:
    head = f"From: {sender}\r\nSubject: Re: A question\r\nMessage-ID: <r{next(NUMBERS)}@acme.example>\r\n"
    return f"{head}In-Reply-To: {named}\r\nReferences: {named}\r\n{fields}\r\n{text}\r\n".encode()


def comes(house: House, raw: bytes) -> InboundMessage:
    house.add(raw)
    read_all()
    return InboundMessage.objects.order_by("-id")[0]


def state_of(name: str) -> str:
    return Enrollment.objects.values_list("state", flat=True).get(contact__email__startswith=f"{name}@")


def test_g_inb_12_the_relays_half_of_the_id_is_kept_with_the_mail(nils: Mailbox, simulator: Simulator) -> None:
    stamped = str(copy_of("pat", simulator, nils)["Message-ID"])
    assert stamped == f"<{to('pat').provider_id}@relay.example>"
    assert (to("pat").real_message_id, nils.relay_domain) == ("", "")


def test_g_inb_12_an_answer_from_anywhere_that_names_only_the_relays_id_finds_the_step(
    nils: Mailbox, simulator: Simulator, house: House
) -> None:
    """Not by its writer, whom nobody knows, nor by its subject."""
    named = str(copy_of("pat", simulator, nils)["Message-ID"])
    message = comes(house, answer("somebody@elsewhere.example", named).replace(b"Re: A question", b"Well"))
    found = Outcome.objects.get()
    assert (message.concern, found.exact, found.delivery_id) == ("answer", True, to("pat").id)
    assert (state_of("pat"), state_of("kim")) == ("replied", "active")
    nils.refresh_from_db()
    assert (nils.relay_domain, f"<{to('pat').real_message_id}>") == ("", named)


def test_g_inb_12_the_next_follow_up_of_everybody_names_both_ids(
    nils: Mailbox, simulator: Simulator, house: House, world: World
) -> None:
    for name in ("pat", "una"):
        comes(house, answer(f"{name}@{name}s.example", str(copy_of(name, simulator, nils)["Message-ID"])))
    assert Event.objects.filter(kind="mailbox.relay_learned", subject_id=nils.id).count() == 1
    world.pass_time(timedelta(days=3))
    read_all()
    assert send_here() == ["accepted"]
    first, second = copy_of("kim", simulator, nils), copy_of("kim", simulator, nils, 1)
    assert second["In-Reply-To"] == first["Message-ID"]
    assert str(second["References"]).split() == [f"<{to('kim').message_id}>", first["Message-ID"]]
    message = comes(house, answer("kim@kims.example", str(second["Message-ID"])))
    assert (message.delivery_id, state_of("kim")) == (Delivery.objects.order_by("-id")[0].id, "replied")


@pytest.mark.parametrize("second", ["nobody", "the same person", "a colleague"])
def test_g_inb_12_what_one_company_calls_the_relay_stands_in_no_mail_to_others(
    nils: Mailbox, simulator: Simulator, house: House, world: World, second: str
) -> None:
    """An answer may name any domain behind the half that its writer was told."""
    if second == "a colleague":
        DeliveryBody.objects.filter(delivery=to("una")).update(address="una@pats.example")
    again = {"the same person": "pat", "a colleague": "una"}.get(second)
    for name in filter(None, ("pat", again)):
        comes(house, answer(f"{name}@pats.example", f"<{to(name).provider_id}@evil.example>"))
    world.pass_time(timedelta(days=3))
    read_all()
    send_here()
    follow_up = copy_of("kim", simulator, nils, 1)
    assert (state_of("pat"), str(follow_up["References"])) == ("replied", f"<{to('kim').message_id}>")


def test_g_inb_12_one_answer_teaches_the_domain_of_the_server_that_we_submit_to(nils: Mailbox) -> None:
    server = {"host": "smtp.relay.example", "port": 587, "security": "starttls"}
    Mailbox.objects.filter(id=nils.id).update(endpoints={**nils.endpoints, "smtp": server})
    for wrong in ("p-relay.example", "relay.example.org", "x.smtp.relay.example"):
        real_ids.learn_stamp(Mailbox.objects.get(id=nils.id), to("kim").id, f"{to('kim').provider_id}@{wrong}")
        assert Mailbox.objects.get(id=nils.id).relay_domain == ""
    real_ids.learn_stamp(Mailbox.objects.get(id=nils.id), to("pat").id, f"{to('pat').provider_id}@relay.example")
    assert Mailbox.objects.get(id=nils.id).relay_domain == "relay.example"


def test_g_inb_12_who_is_away_teaches_their_own_thread_whatever_the_mailbox_knows(
    nils: Mailbox, simulator: Simulator, house: House, world: World
) -> None:
    Mailbox.objects.filter(id=nils.id).update(relay_domain="before.example")
    first = copy_of("kim", simulator, nils)
    away = answer("kim@kims.example", str(first["Message-ID"]), AWAY, "I am out of the office until 4 December 2026.")
    assert comes(house, away).disposition == "away"
    world.pass_time(timedelta(days=30))
    read_all()
    send_here()
    assert copy_of("kim", simulator, nils, 1)["In-Reply-To"] == first["Message-ID"]


@pytest.mark.parametrize("named", ["the relay's", "ours"])
def test_g_inb_12_a_report_that_names_either_id_is_about_that_mail(
    nils: Mailbox, simulator: Simulator, house: House, named: str
) -> None:
    name = str(copy_of("pat", simulator, nils)["Message-ID"]) if named != "ours" else f"<{to('pat').message_id}>"
    comes(house, letters.report(letters.block("pat@pats.example"), returned=f"Message-ID: {name}"))
    assert (Outcome.objects.get().exact, to("pat").state, state_of("pat")) == (True, "bounced", "bounced")
    assert state_of("kim") == "active"


def test_g_inb_12_a_domain_that_is_known_changes_only_by_the_word_of_two(
    nils: Mailbox, simulator: Simulator, house: House, world: World
) -> None:
    Mailbox.objects.filter(id=nils.id).update(relay_domain="relay.example")
    comes(house, answer("pat@pats.example", f"<{to('pat').provider_id}@wrong.example>"))
    nils.refresh_from_db()
    assert (state_of("pat"), nils.relay_domain) == ("replied", "relay.example")
    comes(house, answer("kim@kims.example", f"<{to('kim').provider_id}@wrong.example>"))
    nils.refresh_from_db()
    assert (state_of("kim"), nils.relay_domain) == ("replied", "wrong.example")


def test_g_inb_12_half_an_id_of_another_mailbox_or_a_short_one_names_nobody(nils: Mailbox, house: House) -> None:
    Delivery.objects.filter(id=to("pat").id).update(provider_id="4XYZ7Q2")
    comes(house, answer("somebody@elsewhere.example", "<4XYZ7Q2@relay.example>"))
    other = a_mailbox(nils.workspace, kind="smtp", state="disconnected")
    Delivery.objects.filter(id=to("kim").id).update(mailbox=other)
    comes(house, answer("somebody@elsewhere.example", f"<{to('kim').provider_id}@relay.example>"))
    assert (Outcome.objects.count(), state_of("pat"), state_of("kim")) == (0, "active", "active")
