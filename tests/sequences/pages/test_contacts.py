"""Contacts through the pages: found, filtered, changed together, decided about, handed out, and erased."""

import csv
import io
import json
import zipfile
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from admission.core.rules import RULES
from app.models import Event
from bounces.models import Suppression
from mailboxes.models import Recipient
from sequences.actions import tags
from sequences.models import Contact, Enrollment, Touch
from sequences.screens.gates import ASKS
from tests.factories import a_campaign, a_contact, a_user
from tests.plugins.world import World
from tests.sequences.place import Place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def place(world: World) -> Place:
    made = Place()
    for first, company, email in (
        ("Maria", "Acme", "maria@acme.example"),
        ("Ben", "Marlow Ltd", "ben@marlow.example"),
        ("Zoe", "", "zoe@other.example"),
    ):
        a_contact(made.workspace, email, first_name=first, last_name="Smith", company=company)
    return made


def one(name: str) -> Contact:
    return Contact.objects.get(first_name=name)


def shown(place: Place, **asked: Any) -> set[str]:
    """The first names in the list."""
    answer = place.client.get("/contacts/", asked)
    assert answer.status_code == 200
    return {row.contact.first_name for row in answer.context["rows"]}


def test_the_search_finds_beginnings_of_names_companies_and_addresses_and_whole_domains(place: Place) -> None:
    assert shown(place, q="mar") == {"Maria", "Ben"}
    assert shown(place, q="MARIA sm") == {"Maria"}
    assert shown(place, q="zoe@oth") == {"Zoe"}
    assert shown(place, q="acme.example") == {"Maria"}
    assert shown(place, q="aria") == set()
    assert shown(place, q="100%_") == set()


def test_every_filter_finds_its_own(place: Place) -> None:
    maria, ben = one("Maria"), one("Ben")
    tag = tags.named(place.workspace.id, "Spring")
    tags.put(place.workspace.id, tag.id, [maria.id])
    Contact.objects.filter(id=ben.id).update(owner=place.owner, country_code="DE", caution="risky_address", import_id=7)
    Suppression.objects.create(
        workspace=place.workspace, scope="domain", domain="other.example", reason="x", created_at=ben.created_at
    )
    everybody = shown(place)
    assert shown(place, tag=tag.id) == {"Maria"}
    assert shown(place, owner=place.owner.id) == {"Ben"}
    assert shown(place, owner=0) == everybody - {"Ben"}
    assert shown(place, country="de") == {"Ben"}
    assert shown(place, address="held") == {"Ben"}
    assert shown(place, address="fine") == everybody - {"Ben"}
    assert shown(place, imported=7) == {"Ben"}
    assert shown(place, blocked="yes") == {"Zoe"}
    assert shown(place, blocked="no") == everybody - {"Zoe"}
    assert shown(place, campaign=place.campaign.id, state="active") == {"Ada", "Grace"}
    assert shown(place, tag=tag.id, q="ben") == set()
    assert Place().client.get("/contacts/", {"tag": tag.id}).context["rows"]  # another workspace's tag is none


def test_the_list_asks_as_often_for_many_as_for_few(place: Place) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            shown(place)
        return len(queries)

    before = asked()
    for number in range(20):
        a_contact(place.workspace, f"more{number}@many.example")
    assert asked() <= before


def act(place: Place, names: list[str], role: str = "owner", **told: Any) -> int:
    ids = [one(name).id for name in names]
    client = place.signed_in(role)
    return client.post("/contacts/many/", {"contact": ids, **told}).status_code


def test_many_are_tagged_given_away_enrolled_and_never_contacted(place: Place) -> None:
    both = ["Maria", "Ben"]
    assert act(place, both, act="tag", tag="Spring") == 302
    assert {tag.name for tag in tags.of_contact(one("Ben"))} == {"Spring"}
    act(place, ["Ben"], act="untag", tag="spring")
    assert tags.of_contact(one("Ben")) == []
    act(place, both, act="assign", owner=place.owner.id)
    assert one("Maria").owner == place.owner
    act(place, both, act="enroll", campaign=place.campaign.id)
    assert Enrollment.objects.filter(contact__first_name__in=both).count() == 2
    act(place, ["Ben"], act="block")
    assert shown(place, blocked="yes") == {"Ben"}
    assert Enrollment.objects.get(contact__first_name="Ben").state == "stopped"
    kinds = set(Event.objects.values_list("kind", flat=True))
    assert {"contact.tagged", "contact.assigned", "enrollment.started"} <= kinds


def test_everybody_found_is_meant_where_that_is_ticked_and_nobody_of_another_workspace(place: Place) -> None:
    stranger = a_contact(Place().workspace, "mara@elsewhere.example", first_name="Mara")
    told = {"act": "tag", "tag": "Found", "everybody": "on", "q": "mar", "contact": [stranger.id]}
    place.client.post("/contacts/many/", told)
    assert {row.first_name for row in Contact.objects.filter(contacttag__tag__name="Found")} == {"Maria", "Ben"}


@pytest.mark.parametrize(("role", "status"), [("viewer", 403), ("member", 403), ("manager", 302)])
def test_only_who_may_erases_and_only_who_is_sure(place: Place, role: str, status: int) -> None:
    assert act(place, ["Maria"], role, act="erase") == status
    assert Contact.objects.filter(first_name="Maria").exists()
    assert act(place, ["Maria"], role, act="erase", sure="on") == status
    assert Contact.objects.filter(first_name="Maria").exists() == (status == 403)


def test_the_list_is_handed_out_as_it_was_filtered_and_runs_in_no_spreadsheet(place: Place) -> None:
    Contact.objects.filter(first_name="Maria").update(company="=HYPERLINK(1)")
    answer = place.client.get("/contacts/export/", {"q": "mar"})
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    rows = {row["email"]: row for row in csv.DictReader(io.StringIO(text))}
    assert set(rows) == {"maria@acme.example", "ben@marlow.example"}
    assert rows["maria@acme.example"]["company"] == "'=HYPERLINK(1)"
    assert Event.objects.filter(kind="contacts.exported", data__by=place.owner.id).exists()
    assert place.signed_in("member").get("/contacts/export/").status_code == 403


def page_of(contact: Contact, rest: str = "") -> str:
    return f"/contacts/{contact.id}/{rest}"


def test_a_contact_is_written_in_and_changed_with_their_own_fields(place: Place) -> None:
    told = {"email": "New@firm.example", "first_name": "Nia", "source": "A card", "basis": "consent"}
    assert place.client.post("/contacts/add/", told | {"email": "no address"}).status_code == 422
    place.client.post("/contacts/add/", told)
    nia = one("Nia")
    assert (nia.source, nia.basis, nia.sourced_on is not None) == ("A card", "consent", True)
    values = {"first_name": "Nia", "country": "Spain", "own-name": ["Pet", ""], "own-text": ["cat", ""]}
    place.client.post(page_of(nia, "edit/"), values)
    nia.refresh_from_db()
    assert (nia.country_code, nia.fields) == ("ES", {"pet": "cat"})
    assert place.client.post(page_of(nia, "edit/"), values | {"own-name": ["unsubscribe_url", ""]}).status_code == 422
    place.client.post(page_of(nia, "address/"), {"email": "nia@next.example"})
    assert one("Nia").email == "nia@next.example"
    page = place.client.get(page_of(nia)).content.decode()
    assert "A card" in page
    assert "They agreed to be written to" in page


def test_a_risky_address_is_held_until_a_person_decides_and_not_again_after(place: Place) -> None:
    risky = a_contact(place.workspace, "risky@firm.example", first_name="Rik", caution="risky_address")
    place.client.post(page_of(risky, "join/"), {"campaign": place.campaign.id})
    touch = Touch.objects.get(enrollment__contact=risky)
    assert (touch.state, touch.hold_reason) == ("held", "risky_address")
    assert "Nothing leaves to them until a person decides" in place.client.get(page_of(risky)).content.decode()
    place.client.post(page_of(risky, "decide/"))
    touch.refresh_from_db()
    risky.refresh_from_db()
    assert (touch.state, touch.hold_reason, risky.caution, risky.waived) == ("scheduled", "", "", "risky_address")


def test_somebodys_way_is_paused_put_off_stopped_taken_up_and_moved(place: Place, world: World) -> None:
    enrollment = place.contact.enrollment_set.get()
    way = page_of(place.contact, f"campaigns/{enrollment.id}/")

    def waits() -> tuple[str, str]:
        touch = Touch.objects.filter(enrollment=enrollment).latest("id")
        return touch.state, touch.hold_reason

    place.client.post(way + "pause/")
    assert waits() == ("held", "paused_person")
    place.client.post(way + "resume/")
    assert waits() == ("scheduled", "")
    place.client.post(way + "until/", {"day": "2000-01-01"})
    assert waits() == ("scheduled", "")
    place.client.post(way + "until/", {"day": "2099-03-02"})
    assert waits() == ("scheduled", "paused_until")
    assert Touch.objects.filter(enrollment=enrollment).latest("id").eligible_at.date() >= date(2099, 3, 2)
    place.client.post(way + "resume/")
    assert waits() == ("scheduled", "")
    assert "What has to be so before a mail leaves" in place.client.get(way + "why/").content.decode()
    place.client.post(way + "stop/")
    place.client.post(way + "reopen/")
    assert Enrollment.objects.get(id=enrollment.id).state == "active"
    other = a_campaign(place.workspace, mailboxes=[place.mailbox])
    place.client.post(page_of(place.contact, "join/"), {"campaign": other.id, "leaves": enrollment.id})
    assert set(place.contact.enrollment_set.values_list("campaign", "state")) == {
        (place.campaign.id, "stopped"),
        (other.id, "active"),
    }


def test_every_gate_has_its_words() -> None:
    assert set(ASKS) == {rule.__name__ for rule in RULES}


def test_everything_about_a_person_is_handed_out(place: Place) -> None:
    place.accepted(place.contact)
    tags.put(place.workspace.id, tags.named(place.workspace.id, "Spring").id, [place.contact.id])
    answer = place.client.get(page_of(place.contact, "export/"))
    told = json.loads(zipfile.ZipFile(io.BytesIO(answer.content)).read("person.json"))
    assert told["contact"][0]["email"] == place.contact.email
    assert told["tags"] == ["Spring"]
    assert told["texts_sent"][0]["subject"] == "A question"
    assert {row["kind"] for row in told["log"]} >= {"delivery.accepted"}
    assert "owner_id" not in told["contact"][0]
    assert Event.objects.filter(kind="contact.exported").exists()


def test_an_erased_person_leaves_a_fingerprint_and_is_never_imported_again(place: Place) -> None:
    contact, client = place.contact, place.signed_in("manager")
    assert client.post(page_of(contact, "erase/")).status_code == 422
    assert client.post(page_of(contact, "erase/"), {"sure": "on"}).status_code == 302
    with pytest.raises(ObjectDoesNotExist):
        contact.refresh_from_db()
    assert Recipient.objects.get(id=contact.recipient_id).erased_at is not None
    assert Suppression.objects.filter(recipient_id=contact.recipient_id, lifted_at=None).exists()
    assert place.client.get(page_of(contact)).status_code == 404


@pytest.mark.parametrize("role", ["viewer", "member"])
def test_who_may_not_hand_out_or_erase_sees_no_button_and_is_refused(place: Place, role: str) -> None:
    client = Client()
    client.force_login(a_user(place.workspace, role=role))
    page = client.get(page_of(place.contact)).content.decode()
    assert "/erase/" not in page
    assert "/export/" not in page
    assert client.post(page_of(place.contact, "erase/"), {"sure": "on"}).status_code == 403
    assert client.get(page_of(place.contact, "export/")).status_code == 403
    assert Contact.objects.filter(id=place.contact.id).exists()
