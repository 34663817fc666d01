"""What the mailbox sent is known to the reader, by the provider's thread or by the ids that an answer names."""

import pytest

from bounces import queries
from mailboxes.models import DeliveryBody, InboundMessage
from tests.bounces.actions import letters
from tests.journeys.office import an_office, arrive
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_texts_that_an_answer_names_are_known_without_a_thread_of_the_provider(world: World) -> None:
    office = an_office(world)
    ada = office.mailed()
    sent = DeliveryBody.objects.get(delivery=ada.delivery)
    message = arrive(office.mailbox, letters.reply(ada))
    InboundMessage.objects.filter(id=message.id).update(provider_thread_id="")
    message.refresh_from_db()
    known = queries.ours(message, office.mailbox, [ada.delivery.message_id])
    assert known.sent_texts == (sent.text,)
    assert queries.ours(message, office.mailbox).sent_texts == ()
