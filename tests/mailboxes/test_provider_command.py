"""`provider` says who is left alone and ends it."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from app.actions import clock
from app.models import Event
from mailboxes.models import ProviderBreaker
from tests.factories import a_mailbox, a_workspace

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "smtp:smtp.acme.example:587"


def said(*words: str) -> str:
    out = StringIO()
    call_command("provider", *words, stdout=out)
    return out.getvalue()


@pytest.fixture
def left_alone() -> None:
    until = clock.now() + timedelta(seconds=90)
    ProviderBreaker.objects.create(
        provider=NAME, state="open", trips=2, cause="no_answer", until=until, changed_at=clock.now()
    )


def test_it_names_who_is_left_alone_why_and_for_how_long(left_alone: None) -> None:
    assert said().startswith(f"{NAME}: does not answer since ")
    assert "; tried again in " in said()


def test_a_person_who_knows_better_ends_it_and_owners_are_told(left_alone: None) -> None:
    mailbox = a_mailbox(a_workspace(), provider=NAME)
    assert said("close", NAME) == f"{NAME} is asked again.\n"
    assert ProviderBreaker.objects.get().state == "closed"
    assert Event.objects.get().subject_id == mailbox.id
    assert said() == "Every provider is asked.\n"


def test_closing_what_is_not_open_is_refused(left_alone: None) -> None:
    with pytest.raises(CommandError, match="is left alone"):
        said("close", "smtp:nobody.example:25")
    assert ProviderBreaker.objects.get().state == "open"
