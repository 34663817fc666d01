"""A mail to the address of List-Unsubscribe: its subject says whose wish it is, whoever sends it."""

import pytest

from bounces.actions import unsubscribe
from bounces.core.tokens import Purpose, UnsubscribeToken, sign_unsubscribe
from bounces.models import Outcome, Suppression
from mailboxes.actions import recipients
from mailboxes.core.address import parse_address
from mailboxes.models import InboundMessage, Mailbox
from tests.bounces.actions.letters import letter
from tests.factories import a_workspace
from tests.journeys.office import Mailed, Office, an_office, arrive
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

ELSEWHERE = "private.ada@example.net"


@pytest.fixture(params=[Mailbox.Purpose.OUTREACH, Mailbox.Purpose.PERSONAL])
def office(world: World, request: pytest.FixtureRequest) -> Office:
    return an_office(world, purpose=request.param)


@pytest.fixture
def ada(office: Office) -> Mailed:
    return office.mailed("ada@acme.example")


def subject(about: Mailed, purpose: Purpose = Purpose.UNSUBSCRIBE) -> str:
    token = unsubscribe.token_for(about.contact.workspace_id, about.contact.recipient_id, about.delivery.id, purpose)
    return f"unsubscribe {token}"


def came(office: Office, words: str, sender: str = ELSEWHERE) -> InboundMessage:
    return arrive(office.mailbox, letter(sender, "", subject=words))


def suppressed() -> set[int | None]:
    return set(Suppression.objects.values_list("recipient_id", flat=True))


@pytest.mark.parametrize("form", ["{}", "Re: {}", "Fwd: {}", "{} ", "[Extern] {}"])
def test_the_token_stops_the_person_whose_it_is_from_whatever_address(office: Office, ada: Mailed, form: str) -> None:
    message = came(office, form.format(subject(ada)))
    assert (message.disposition, message.recipient_id, message.rule) == (
        "unsubscribed",
        ada.contact.recipient_id,
        "opt-out-token",
    )
    assert ada.state == "unsubscribed"
    entry = Suppression.objects.get(recipient_id=ada.contact.recipient_id)
    assert (entry.source, entry.delivery_id) == ("mailto", ada.delivery.id)
    writer = recipients.find(office.workspace.id, parse_address(ELSEWHERE))
    assert suppressed() == {ada.contact.recipient_id, writer}


def test_a_token_in_capitals_is_the_same(office: Office, ada: Mailed) -> None:
    came(office, subject(ada).upper())
    assert ada.state == "unsubscribed"


def test_a_forged_token_speaks_for_its_sender_alone(office: Office, ada: Mailed) -> None:
    named = UnsubscribeToken(office.workspace.id, ada.contact.recipient_id, ada.delivery.id)
    forged = sign_unsubscribe([b"another key of sixteen"], named)
    came(office, f"unsubscribe {forged}", "stranger@example.net")
    assert ada.state == "active"
    assert ada.contact.recipient_id not in suppressed()


def test_tokens_of_other_purposes_and_workspaces_speak_for_nobody(office: Office, ada: Mailed) -> None:
    came(office, subject(ada, Purpose.PREVIEW), "stranger@example.net")
    stranger = UnsubscribeToken(a_workspace().id, ada.contact.recipient_id, ada.delivery.id)
    came(office, f"unsubscribe {sign_unsubscribe(unsubscribe.keys(), stranger)}", "other@example.net")
    assert ada.state == "active"
    assert not Outcome.objects.filter(recipient_id=ada.contact.recipient_id).exists()
