"""The pages for a prospect beside the opt-out: why somebody wrote, and "delete my data"."""

from datetime import date

import pytest
from django.test import Client

from app.models import Event
from bounces.actions import unsubscribe
from bounces.actions.suppressions import blocks
from bounces.models import ErasureWish, UnsubscribeRequest
from mailboxes.core.address import parse_address
from sequences.actions import erasure
from sequences.models import Contact
from tests.journeys.office import Mailed, Office, an_office
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
PAT = "pat@acme.example"


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


@pytest.fixture
def pat(office: Office) -> Mailed:
    made = office.mailed(PAT)
    Contact.objects.update(source="trade fair in Hamburg", basis="interest", sourced_on=date(2027, 1, 5))
    return made


def path_of(person: Mailed) -> str:
    contact = person.contact
    return f"/u/{unsubscribe.token_for(contact.workspace_id, contact.recipient_id, person.delivery.id)}"


@pytest.fixture
def stranger() -> Client:
    return Client(enforce_csrf_checks=True)


def test_the_page_tells_source_ground_and_mails_and_changes_nothing(stranger: Client, pat: Mailed) -> None:
    before = Event.objects.count()
    answer = stranger.get(f"{path_of(pat)}/why")
    page = answer.content.decode()
    for word in ("trade fair in Hamburg", "legitimate interest", "A question", "Nordlicht GmbH", "1 Harbour Street"):
        assert word in page
    assert (answer["Cache-Control"], answer["Referrer-Policy"]) == ("no-store", "no-referrer")
    assert not answer.cookies
    assert Event.objects.count() == before
    assert pat.state == "active"


def test_looking_at_the_deletion_deletes_nothing(stranger: Client, pat: Mailed) -> None:
    for method in ("get", "head"):
        assert getattr(stranger, method)(f"{path_of(pat)}/delete").status_code == 200
    assert not ErasureWish.objects.exists()
    assert not UnsubscribeRequest.objects.exists()
    assert pat.state == "active"


def test_a_press_opts_out_at_once_and_deletes_within_seconds(stranger: Client, pat: Mailed) -> None:
    for _ in range(2):  # pressed twice
        assert "being deleted" in stranger.post(f"{path_of(pat)}/delete").content.decode()
    assert pat.state == "unsubscribed"
    assert ErasureWish.objects.count() == 1
    assert erasure.carry_out_wishes() == 1
    assert not Contact.objects.filter(email=PAT).exists()
    assert blocks(pat.contact.workspace_id, parse_address(PAT)) is not None
    assert erasure.carry_out_wishes() == 0
    page = stranger.get(f"{path_of(pat)}/why").content.decode()
    assert "Nothing is kept of you here" in page
    assert "trade fair" not in page
    assert stranger.post(path_of(pat)).status_code == 200, "an old link still works"


@pytest.mark.parametrize("path", ["/u/nonsense/why", "/u/nonsense/delete"])
def test_a_forged_link_tells_nothing(stranger: Client, pat: Mailed, path: str) -> None:
    answer = stranger.get(path)
    assert answer.status_code == 404
    assert PAT not in answer.content.decode()
    assert stranger.post("/u/nonsense/delete").status_code == 404
    assert not ErasureWish.objects.exists()
