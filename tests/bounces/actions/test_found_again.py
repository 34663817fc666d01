"""Mail that was passed over and concerns us after all: its ids were learned later, or its owner claims it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from admission.core.verdict import Grant, Verdict, Wait
from app.actions import clock
from app.core.errors import Refused
from app.models import Event
from bounces.actions import claims, ingest
from bounces.models import LearnedAddress, Outcome
from mailboxes.actions import found, inbound, intake
from mailboxes.actions.real_ids import learn_real_id
from mailboxes.core.address import parse_address
from mailboxes.core.errors import InboundError
from mailboxes.models import Delivery, InboundCursor, InboundMessage, InboundRaw, InboundTrace, Mailbox
from sequences.actions import contacts
from sequences.models import Touch
from tests.bounces.actions import letters
from tests.factories import a_user
from tests.journeys.office import Mailed, Office, an_office, asked, due_now
from tests.mailboxes.shelf import Shelf, shelved
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
REAL = "made-by-the-provider@mail.example"
ALIAS = "ada@private.example"


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world, purpose=Mailbox.Purpose.PERSONAL)


@pytest.fixture
def ada(office: Office) -> Mailed:
    return office.mailed("ada@acme.example")


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    with shelved(monkeypatch) as made:
        yield made


def polled(office: Office, shelf: Shelf, raw: bytes | None = None) -> InboundMessage:
    """Let a message come, poll and classify; return the newest row as it stands then."""
    if raw is not None:
        shelf.put(f"m{len(shelf.lying)}", raw)
    inbound.poll(office.mailbox.id)
    ingest.read_stored()
    return InboundMessage.objects.latest("id")


def follow_up(person: Mailed) -> Verdict:
    """Ask for the permit of the person's second mail."""
    touch = due_now(person.enrollment)
    Touch.objects.filter(id=touch.id).update(state="planned", slot_at=clock.world_now())
    return asked(touch.id)[0]


def answer_to_the_real_id(text: str = letters.WORDS) -> bytes:
    return letters.letter(ALIAS, text, f"In-Reply-To: <{REAL}>", subject="Sunday")


def test_an_answer_to_an_id_that_was_learned_later_is_found_again(office: Office, ada: Mailed, shelf: Shelf) -> None:
    assert polled(office, shelf, answer_to_the_real_id()).state == "not_ours"
    assert learn_real_id(ada.delivery.id, REAL)
    waiting = InboundMessage.objects.get()
    assert (waiting.state, waiting.body_due, waiting.disposition) == ("stored", True, "")
    assert ingest.read_stored() == 0
    message = polled(office, shelf)
    assert (message.state, message.disposition, message.delivery_id) == ("classified", "replied", ada.delivery.id)
    assert ada.state == "replied"
    assert shelf.read == ["m0"]


def test_a_message_that_was_found_again_makes_the_inbox_old_and_is_fetched_at_once(
    office: Office, ada: Mailed, shelf: Shelf
) -> None:
    polled(office, shelf, answer_to_the_real_id())
    InboundCursor.objects.update(next_poll_at=clock.now() + timedelta(hours=1))
    before = clock.now()
    learn_real_id(ada.delivery.id, REAL)
    assert InboundMessage.objects.get().stored_at >= before
    assert inbound.due() == [office.mailbox.id]
    assert Event.objects.filter(kind="inbound.found", subject_id=InboundMessage.objects.get().id).count() == 1


def test_an_id_that_is_learned_while_its_answer_is_being_stored_is_not_missed(
    office: Office, ada: Mailed, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = intake.store

    def learned_first(*arguments: Any) -> int:
        assert learn_real_id(ada.delivery.id, REAL)
        return store(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(intake, "store", learned_first)
        assert polled(office, shelf, answer_to_the_real_id()).body_due
    assert polled(office, shelf).disposition == "replied"


def test_other_peoples_mail_holds_up_nobody_however_old_it_is(office: Office, ada: Mailed, shelf: Shelf) -> None:
    polled(office, shelf, answer_to_the_real_id())
    InboundMessage.objects.update(stored_at=clock.now() - timedelta(minutes=9))
    office.world.pass_time(timedelta(days=4))
    assert isinstance(follow_up(ada), Grant)


def test_nothing_follows_while_a_message_that_was_found_again_is_unread(
    office: Office, ada: Mailed, shelf: Shelf
) -> None:
    bob = office.mailed("bob@elsewhere.example")
    polled(office, shelf, answer_to_the_real_id())
    learn_real_id(ada.delivery.id, REAL)
    InboundMessage.objects.update(stored_at=clock.now() - timedelta(minutes=9))
    office.world.pass_time(timedelta(days=4))
    verdict = follow_up(bob)
    assert isinstance(verdict, Wait)
    assert verdict.reason == "inbox_stale"
    polled(office, shelf)
    assert isinstance(asked(Touch.objects.get(enrollment=bob.enrollment, state="planned").id)[0], Grant)


@pytest.mark.parametrize("purpose", [Mailbox.Purpose.PERSONAL, Mailbox.Purpose.OUTREACH])
def test_a_report_that_names_an_id_learned_later_is_matched_again(
    office: Office, ada: Mailed, shelf: Shelf, purpose: str
) -> None:
    Mailbox.objects.update(purpose=purpose)
    unknown = letters.block("rewritten@relay.example")
    returned = f"Message-ID: <{REAL}>\r\nSubject: Something else"
    message = polled(office, shelf, letters.report(unknown, returned=returned))
    assert message.disposition == ("unmatched" if purpose == Mailbox.Purpose.OUTREACH else "not_ours")
    learn_real_id(ada.delivery.id, REAL)
    message = polled(office, shelf)
    assert (message.disposition, message.delivery_id, ada.state) == ("bounced", ada.delivery.id, "bounced")
    assert Outcome.objects.get().exact
    assert Delivery.objects.get(id=ada.delivery.id).state == "bounced"


def test_an_id_that_is_known_already_finds_nothing_twice(office: Office, ada: Mailed, shelf: Shelf) -> None:
    polled(office, shelf, answer_to_the_real_id())
    assert [learn_real_id(ada.delivery.id, REAL) for _ in range(2)] == [True, False]
    polled(office, shelf)
    assert found.look_again(office.workspace.id, names=[REAL]) == 0
    assert Outcome.objects.count() == 1


def test_an_earlier_wish_from_an_address_that_is_learned_counts(office: Office, ada: Mailed, shelf: Shelf) -> None:
    early = polled(office, shelf, letters.letter(ALIAS, "Please remove me from your list.", subject="Hello"))
    assert early.state == "not_ours"
    polled(office, shelf, letters.letter(ALIAS, letters.WORDS, about=ada))
    assert LearnedAddress.objects.count() == 1
    polled(office, shelf)
    assert set(Outcome.objects.values_list("kind", flat=True)) == {"replied", "unsubscribed"}


def test_what_came_before_the_person_was_mailed_stays_other_peoples_mail(
    office: Office, ada: Mailed, shelf: Shelf
) -> None:
    shelf.put("old", letters.letter(ALIAS, "Dear Nora", subject="Hi"), at=clock.world_now() - timedelta(days=3))
    polled(office, shelf)
    polled(office, shelf, letters.letter(ALIAS, letters.WORDS, about=ada))
    assert InboundMessage.objects.get(provider_id="old").state == "not_ours"


def test_an_answer_from_the_address_a_contact_moves_to_is_found_again(
    office: Office, ada: Mailed, shelf: Shelf
) -> None:
    wish = polled(office, shelf, letters.letter(ALIAS, "Please remove me from your list.", subject="Hello"))
    assert wish.state == "not_ours"
    contacts.edit_address(ada.contact, parse_address(ALIAS))
    assert polled(office, shelf).disposition == "unsubscribed"


def test_another_workspace_finds_nothing_here(office: Office, ada: Mailed, shelf: Shelf, world: World) -> None:
    polled(office, shelf, answer_to_the_real_id())
    eve = an_office(world).mailed("eve@other.example")
    learn_real_id(eve.delivery.id, REAL)
    assert InboundMessage.objects.get().state == "not_ours"


def test_a_message_that_is_gone_by_then_is_other_peoples_mail_for_good(
    office: Office, ada: Mailed, shelf: Shelf
) -> None:
    polled(office, shelf, answer_to_the_real_id())
    shelf.lying.clear()
    learn_real_id(ada.delivery.id, REAL)
    message = polled(office, shelf)
    assert (message.state, message.disposition, message.rule, message.body_due) == (
        "not_ours",
        "not_ours",
        "gone",
        False,
    )
    assert not InboundTrace.objects.exists()


def given_up(office: Office, shelf: Shelf, raw: bytes, ada: Mailed, *, tries: int) -> InboundMessage:
    """Find a message whose body fails so many times in a mailbox that can be read; return it after one more poll."""
    polled(office, shelf, raw)
    shelf.fails["m0"] = InboundError("cut")
    learn_real_id(ada.delivery.id, REAL)
    for _ in range(tries):
        assert polled(office, shelf).state == "stored"
    assert InboundCursor.objects.get().failures == 0
    return polled(office, shelf)


def test_an_answer_whose_body_fails_again_and_again_is_still_an_answer(
    office: Office, ada: Mailed, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(found, "TRIES", 2)  # below what opens the provider's breaker
    message = given_up(office, shelf, answer_to_the_real_id(), ada, tries=2)
    assert (message.state, message.disposition, ada.state) == ("classified", "replied", "replied")


def test_a_message_of_which_nothing_can_be_had_is_quarantined_and_passed_over_by_nobody(
    office: Office, ada: Mailed, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(found, "TRIES", 2)
    monkeypatch.setattr(Shelf, "headers", Shelf.whole)
    message = given_up(office, shelf, answer_to_the_real_id(), ada, tries=4)
    assert (message.state, message.disposition, message.rule) == ("quarantined", "unreadable", "no_headers")


def test_a_mailbox_that_cannot_be_read_for_a_while_gives_up_no_answer_that_was_found_again(
    office: Office, ada: Mailed, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(found, "TRIES", 2)  # below what opens the provider's breaker
    polled(office, shelf, answer_to_the_real_id())
    learn_real_id(ada.delivery.id, REAL)
    shelf.down = InboundError("the server is away")
    for _ in range(found.TRIES + 1):
        polled(office, shelf)
    shelf.down = None
    assert polled(office, shelf).disposition == "replied"
    assert ada.state == "replied"


def test_a_body_that_cannot_be_fetched_keeps_no_other_mail_unread(office: Office, ada: Mailed, shelf: Shelf) -> None:
    polled(office, shelf, answer_to_the_real_id())
    shelf.fails["m0"] = InboundError("cut")
    learn_real_id(ada.delivery.id, REAL)
    assert polled(office, shelf, letters.letter("ada@acme.example", letters.WORDS)).disposition == "replied"
    assert InboundCursor.objects.get().failures == 0


def test_traces_are_forgotten_after_two_weeks(office: Office, shelf: Shelf) -> None:
    polled(office, shelf, answer_to_the_real_id())
    assert InboundTrace.objects.count() == 2
    assert intake.forget_traces() == 0
    InboundTrace.objects.update(until=clock.now())
    assert intake.forget_traces() == 2


# Claims


@pytest.fixture
def owned(office: Office) -> Office:
    office.mailbox.owner = a_user(office.workspace)
    office.mailbox.save()
    return office


def aunt() -> bytes:
    return letters.letter("aunt@family.example", "See you on Sunday, canarylark.", subject="Sunday")


def test_the_owner_may_look_without_anything_being_kept(owned: Office, shelf: Shelf) -> None:
    message = polled(owned, shelf, aunt())
    assert owned.mailbox.owner_id is not None
    assert claims.look(message.id, by_id=owned.mailbox.owner_id) == shelf.lying["m0"].raw
    assert not InboundRaw.objects.exists()
    message.refresh_from_db()
    assert message.state == "not_ours"


def test_what_the_owner_claims_is_the_teams(owned: Office, ada: Mailed, shelf: Shelf) -> None:
    message = polled(owned, shelf, aunt())
    assert owned.mailbox.owner_id is not None
    claimed = claims.claim_message(message.id, by_id=owned.mailbox.owner_id)
    assert (claimed.state, claimed.disposition, claimed.concern) == ("classified", "unmatched", "claimed")
    assert claimed.claimed_by_id == owned.mailbox.owner_id
    assert bytes(InboundRaw.objects.get().raw) == shelf.lying["m0"].raw
    assert Event.objects.get(kind="inbound.claimed").data == {"by": owned.mailbox.owner_id}


def test_nobody_else_may_look_or_claim(owned: Office, shelf: Shelf) -> None:
    message = polled(owned, shelf, aunt())
    colleague = a_user(owned.workspace)
    for ask in (claims.look, claims.claim_message):
        with pytest.raises(Refused):
            ask(message.id, by_id=colleague.id)
    assert shelf.read == []
    assert not InboundRaw.objects.exists()


def test_a_mailbox_without_an_owner_is_claimed_by_nobody(office: Office, shelf: Shelf) -> None:
    message = polled(office, shelf, aunt())
    with pytest.raises(Refused):
        claims.claim_message(message.id, by_id=a_user(office.workspace).id)


@pytest.mark.parametrize("gone", [True, False])
def test_a_claim_that_cannot_be_fetched_changes_nothing(owned: Office, shelf: Shelf, gone: bool) -> None:
    message = polled(owned, shelf, aunt())
    assert owned.mailbox.owner_id is not None
    if gone:
        shelf.lying.clear()
    else:
        shelf.fails["m0"] = InboundError("cut")
    with pytest.raises(Refused):
        claims.claim_message(message.id, by_id=owned.mailbox.owner_id)
    message.refresh_from_db()
    assert (message.state, message.claimed_by_id) == ("not_ours", None)


def test_a_message_is_claimed_once(owned: Office, shelf: Shelf) -> None:
    message = polled(owned, shelf, aunt())
    assert owned.mailbox.owner_id is not None
    claims.claim_message(message.id, by_id=owned.mailbox.owner_id)
    with pytest.raises(Refused):
        claims.claim_message(message.id, by_id=owned.mailbox.owner_id)
    assert Event.objects.filter(kind="inbound.claimed").count() == 1
