"""Conversations: what they hold, whose they are, and who has to look, under races and after corrections."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from app.actions import clock
from app.core.errors import Refused
from app.models import Event, Member
from bounces.actions import conversations
from bounces.actions.conversations import By
from bounces.actions.relabel import Label, relabel
from bounces.core.outcomes import Outcome as Kind
from bounces.models import Conversation, ConversationMessage, InboundText, Suppression
from mailboxes.core.address import parse_address
from mailboxes.models import InboundMessage, InboundRaw
from sequences.actions.erasure import erase
from sequences.models import Contact
from tests.bounces.actions import letters
from tests.bounces.actions.test_warm_up import sent
from tests.factories import a_mailbox, a_user
from tests.journeys.office import HERE, Mailed, Office, an_office, arrive
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
OPEN, SNOOZED, DONE = Conversation.State.OPEN, Conversation.State.SNOOZED, Conversation.State.DONE


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


@pytest.fixture
def ada(office: Office) -> Mailed:
    return office.mailed()


def the_one() -> Conversation:
    return Conversation.objects.get()


def by(office: Office, role: str = "member", seen: int | None = None) -> By:
    return By(office.workspace.id, a_user(office.workspace, role=role).id, seen)


def told() -> list[str]:
    return list(Event.objects.filter(kind__startswith="conversation.").order_by("id").values_list("kind", flat=True))


def test_a_message_makes_a_conversation_and_says_what_it_is(office: Office, ada: Mailed) -> None:
    message = arrive(office.mailbox, letters.reply(ada))
    one = the_one()
    assert (one.state, one.needs_answer, one.unread, one.received) == ("open", True, 1, 1)
    assert (one.last_kind, one.last_inbound_id, one.last_inbound_at) == ("replied", message.id, message.received_at)
    text = InboundText.objects.get()
    assert (text.from_address, text.subject, text.cut) == (ada.contact.email, "Re: A question", False)
    assert "canarylark" in text.text


def test_machines_neither_ask_nor_open_anything(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.away(ada))
    conversations.move(the_one().id, DONE, by(office))
    arrive(office.mailbox, letters.away(ada))
    one = the_one()
    assert (one.state, one.needs_answer, one.received) == ("done", False, 2)


def test_a_person_who_writes_opens_it_again(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.reply(ada))
    conversations.move(the_one().id, SNOOZED, by(office), until=office.world.now() + timedelta(days=2))
    arrive(office.mailbox, letters.reply(ada, "And one more thing."))
    one = the_one()
    assert (one.state, one.snoozed_until, one.received) == ("open", None, 2)
    assert told() == ["conversation.state", "conversation.state"]


@pytest.mark.parametrize("who", ["contact", "campaign", "mailbox", "viewer", "nobody"])
def test_it_belongs_to_whoever_sees_to_the_person(office: Office, ada: Mailed, who: str) -> None:
    owner = a_user(office.workspace, role="viewer" if who == "viewer" else "member")
    rows: dict[str, Any] = {
        "contact": ada.contact,
        "viewer": ada.contact,
        "campaign": office.campaign,
        "mailbox": office.mailbox,
    }
    if who in rows:
        type(rows[who]).objects.filter(id=rows[who].id).update(owner=owner)
    arrive(office.mailbox, letters.reply(ada))
    assert the_one().owner_id == (owner.id if who in {"contact", "campaign", "mailbox"} else None)


def test_a_label_moves_what_the_wrong_reading_had_said(office: Office, ada: Mailed) -> None:
    bob = office.mailed()
    message = arrive(office.mailbox, letters.reply(ada))
    someone = a_user(office.workspace, role="manager")
    relabel(office.workspace.id, message.id, Label(Kind.AUTO_REPLIED, someone.id, "their desk"))
    one = the_one()
    assert (one.needs_answer, one.last_kind, one.received) == (False, "auto_replied", 1)
    about = parse_address(bob.contact.email)
    relabel(office.workspace.id, message.id, Label(Kind.REPLIED, someone.id, "it is Bob", about))
    first, second = Conversation.objects.order_by("id")
    assert (first.received, first.last_kind, first.last_inbound_at, first.needs_answer) == (0, "", None, False)
    assert (second.recipient_id, second.received, second.needs_answer) == (bob.contact.recipient_id, 1, True)
    assert ConversationMessage.objects.get().conversation_id == second.id


def test_an_answer_written_elsewhere_ends_the_waiting(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.reply(ada))
    office.world.pass_time(timedelta(minutes=5))
    sent(office.mailbox, letters.letter(office.mailbox.address, "Gladly.", about=ada))
    one = the_one()
    assert (one.needs_answer, one.received) == (False, 1)
    assert list(ConversationMessage.objects.order_by("at").values_list("message__own", flat=True)) == [False, True]
    office.world.pass_time(timedelta(minutes=5))
    arrive(office.mailbox, letters.reply(ada, "Thank you. Thursday?"))
    assert the_one().needs_answer


def test_what_the_product_sends_itself_is_no_answer(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.reply(ada))
    office.world.pass_time(timedelta(minutes=5))
    raw = letters.letter(office.mailbox.address, "And again.", f"X-Entity-Ref: {ada.delivery.token}", about=ada)
    sent(office.mailbox, raw)
    assert the_one().needs_answer


def test_who_only_reads_changes_nothing(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.reply(ada))
    before = Conversation.objects.values().get()
    viewer, stranger = by(office, "viewer"), By(an_office(office.world).workspace.id, a_user().id)
    for who in (viewer, stranger):
        for act in (conversations.look, lambda one, by: conversations.assign(one, None, by)):
            with pytest.raises(Refused):
                act(before["id"], who)
        with pytest.raises(Refused):
            conversations.move(before["id"], DONE, who)
    assert Conversation.objects.values().get() == before
    assert told() == []


def test_another_workspace_has_no_such_conversation(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.reply(ada))
    with pytest.raises(Refused, match="no such"):
        conversations.move(the_one().id, DONE, by(an_office(office.world)))
    assert the_one().state == "open"


def test_only_who_may_answer_gets_a_conversation(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.reply(ada))
    me, other = by(office), a_user(office.workspace, role="member")
    conversations.assign(the_one().id, other.id, me)
    assert the_one().owner_id == other.id
    for nobody in (a_user(office.workspace, role="viewer"), a_user()):
        with pytest.raises(Refused):
            conversations.assign(the_one().id, nobody.id, me)
    conversations.assign(the_one().id, None, me)
    assert the_one().owner_id is None
    assert told() == ["conversation.assigned"] * 2


def test_it_is_put_off_until_a_time_to_come(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.reply(ada))
    me, now = by(office), office.world.now()
    for until in (None, now - timedelta(minutes=1), now + timedelta(days=400)):
        with pytest.raises(Refused):
            conversations.move(the_one().id, SNOOZED, me, until=until)
    with pytest.raises(Refused):
        conversations.move(the_one().id, DONE, me, until=now + timedelta(days=1))
    assert (the_one().state, told()) == ("open", [])


def test_done_sweeps_away_nothing_that_nobody_saw(office: Office, ada: Mailed) -> None:
    """The answer holds the row while somebody presses the button: the press waits, and then finds something new."""
    arrive(office.mailbox, letters.reply(ada))
    who = by(office, seen=1)

    def press() -> str:
        try:
            conversations.move(the_one().id, DONE, who)
        except Refused as refusal:
            return str(refusal)
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            Conversation.objects.select_for_update().get()
            pressed = thread.submit(press)
            second = InboundMessage.objects.create(
                workspace=office.workspace, mailbox=office.mailbox, provider_id="late",
                next_try_at=clock.now(), received_at=office.world.now(), stored_at=clock.now(),
            )  # fmt: skip
            conversations.take_in(
                workspace_id=office.workspace.id, mailbox_id=office.mailbox.id,
                recipient_id=ada.contact.recipient_id, inbound_id=second.id, kind="replied",
            )  # fmt: skip
        assert pressed.result(10) == conversations.NEWS
    assert (the_one().state, the_one().received) == ("open", 2)


def test_what_somebody_wrote_goes_with_their_data(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.reply(ada))
    colleague = letters.letter("boss@acme.example", letters.WORDS, about=ada)
    arrive(office.mailbox, colleague)
    assert InboundText.objects.count() == 2
    erase(Contact.objects.get(id=ada.contact.id))
    assert not InboundText.objects.exists()
    assert the_one().received == 2


def test_so_does_the_copy_that_another_mailbox_got_and_what_was_said_of_them(office: Office, ada: Mailed) -> None:
    eve = office.mailed("eve@other.example")
    words = letters.letter("eve@other.example", "Please remove me from your list.", about=ada)
    first = arrive(office.mailbox, words)
    other = a_mailbox(office.workspace, endpoints=HERE)
    assert arrive(other, words).disposition == "duplicate"
    wrong = Label(Kind.REPLIED, a_user(office.workspace).id, "Eve says that she likes it.")
    relabel(office.workspace.id, first.id, wrong)
    erase(Contact.objects.get(id=eve.contact.id))
    assert not InboundText.objects.exists()
    assert not InboundRaw.objects.exists()
    assert set(Suppression.objects.exclude(lifted_at=None).values_list("recipient_id", "lift_reason")) == {
        (eve.contact.recipient_id, ""),
        (ada.contact.recipient_id, wrong.reason),
    }


def test_nobody_else_s_mail_leaves_words(office: Office) -> None:
    mailbox = a_mailbox(office.workspace, endpoints=HERE, purpose="personal")
    arrive(mailbox, letters.letter("friend@home.example", letters.WORDS))
    assert not InboundText.objects.exists()
    arrive(office.mailbox, letters.letter("stranger@nowhere.example", letters.WORDS))
    assert InboundText.objects.get().message.disposition == "unmatched"
    assert Member.objects.count() == 0
