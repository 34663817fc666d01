"""What a person's page says of mail that was read: which message and what rule; nothing of what was never in doubt."""

import pytest

from app.actions import clock
from bounces.models import Outcome
from mailboxes.models import InboundMessage
from tests.plugins.world import World
from tests.sequences.place import Place


@pytest.fixture
def place(world: World) -> Place:
    return Place()


def read(place: Place, kind: str, **changes: str) -> Outcome:
    """Ada's answer, read by a rule."""
    now = clock.now()
    message = InboundMessage.objects.create(
        workspace=place.workspace,
        mailbox=place.mailbox,
        provider_id="answer",
        state="classified",
        disposition="effective",
        evidence="en-no-more",
        next_try_at=now,
        received_at=now,
        stored_at=now,
        decided_at=now,
    )
    return Outcome.objects.create(
        workspace=place.workspace,
        recipient_id=place.contact.recipient_id,
        kind=kind,
        stops=True,
        fence=1,
        inbound_id=message.id,
        rule="opt-out-words:message_id",
        at=now,
        world_at=now,
        **changes,
    )


def test_a_person_who_stopped_shows_the_message_its_rule_and_the_evidence(place: Place) -> None:
    outcome = read(place, "unsubscribed")
    place.happened("recipient.stopped", outcome.id, place.contact, outcome="unsubscribed")
    page = place.show(f"/contacts/{place.contact.id}/")
    assert f"message {outcome.inbound_id}, read by the rule <code>opt-out-words</code>" in page
    assert "(<code>en-no-more</code>)" in page


def test_an_answer_with_clear_words_bears_its_label(place: Place) -> None:
    outcome = read(place, "replied", category="wrong_person")
    place.happened("recipient.stopped", outcome.id, place.contact, outcome="replied", category="wrong_person")
    assert "(the wrong person)" in place.show(f"/contacts/{place.contact.id}/")


def test_a_mail_that_was_never_in_doubt_is_not_told_as_one_that_was(place: Place) -> None:
    delivery = place.accepted(place.contact)
    place.happened("delivery.proved", delivery.id, place.contact, by="inbound", inbound=1)
    page = place.show(f"/contacts/{place.contact.id}/")
    assert "proves that it left" not in page
    assert "Not sure it left" not in page
