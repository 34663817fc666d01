"""A mailbox whose provider does not answer says so where mailboxes are shown."""

from datetime import timedelta

import pytest

from app.actions import clock
from mailboxes.models import Mailbox, ProviderBreaker
from tests.plugins.world import World
from tests.sequences.place import Place

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = "Its provider does not answer"


@pytest.fixture
def place(world: World) -> Place:
    made = Place()
    Mailbox.objects.filter(id=made.mailbox.id).update(provider="gmail:api/1")
    until = clock.now() + timedelta(minutes=1)
    ProviderBreaker.objects.create(
        provider="gmail:api/1", state="open", cause="no_answer", until=until, changed_at=clock.now()
    )
    return made


@pytest.mark.parametrize("path", ["/mailboxes/", "/mailboxes/{}/"])
def test_it_says_so_until_the_provider_answers(place: Place, path: str) -> None:
    address = path.format(place.mailbox.id)
    assert WORDS in place.show(address)
    ProviderBreaker.objects.update(state="closed", until=None)
    assert WORDS not in place.show(address)


def test_mailboxes_of_other_providers_do_not(place: Place) -> None:
    Mailbox.objects.update(provider="gmail:api/2")
    assert WORDS not in place.show("/mailboxes/")
