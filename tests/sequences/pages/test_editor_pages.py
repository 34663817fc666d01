"""The editor of campaigns by the pages: texts, steps, settings, the launch check, people, and what was changed."""

import re
from typing import Any

import pytest
from django.test import Client

from app.models import Event
from sequences.actions.editing import structure
from sequences.models import Campaign, CampaignVersion, Enrollment, Step, Touch, Variant
from tests.factories import a_campaign, a_contact, a_mailbox, an_email, enrolled
from tests.plugins.world import World
from tests.sequences.place import Place

pytestmark = pytest.mark.django_db


@pytest.fixture
def place(world: World) -> Place:
    return Place()


def post(where: Place, path: str, role: str = "owner", **values: Any) -> Any:
    return where.signed_in(role).post(f"/campaigns/{where.campaign.id}/{path}", values)


def text_values(variant: Variant, **changes: Any) -> dict[str, Any]:
    values = {"name": variant.name, "weight": 1, "subject": variant.subject, "text": variant.text, "html": ""}
    return values | {"thread": "new", "op": "save"} | changes


def first(place: Place) -> Variant:
    return Variant.objects.get(step__campaign=place.campaign, step__position=1)


PAGES = ["", "edit/", "settings/", "launch/", "numbers/", "why/", "versions/"]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_a_campaign_is_shown(place: Place, page: str) -> None:
    assert place.campaign.name in place.show(f"/campaigns/{place.campaign.id}/{page}")


def test_a_campaign_begins_with_three_mails_as_a_draft(place: Place) -> None:
    answer = place.client.post("/campaigns/new/", {"name": "Spring", "start": "three"})
    made = Campaign.objects.get(name="Spring")
    assert answer.status_code == 302
    assert made.state == "draft"
    assert [(one.position, one.delay_amount) for one in made.step_set.order_by("position")] == [(1, 0), (2, 3), (3, 5)]
    assert made.campaignmailbox_set.count() == 1


def test_a_copy_has_the_steps_and_nobody_of_the_other(place: Place) -> None:
    place.client.post("/campaigns/new/", {"name": "Again", "start": str(place.campaign.id)})
    made = Campaign.objects.get(name="Again")
    assert [one.kind for one in made.step_set.order_by("position")] == ["email", "email", "linkedin"]
    assert not Enrollment.objects.filter(campaign=made).exists()


def test_a_name_that_is_taken_is_refused_beside_its_field(place: Place) -> None:
    answer = place.client.post("/campaigns/new/", {"name": place.campaign.name, "start": "empty"})
    assert answer.status_code == 422
    assert b"There is a campaign called" in answer.content


def test_a_viewer_may_look_and_not_edit(place: Place) -> None:
    viewer = place.signed_in("viewer")
    assert viewer.get(f"/campaigns/{place.campaign.id}/edit/").status_code == 200
    for path in ("edit/arrange/", f"texts/{first(place).id}/", "settings/", "people/"):
        assert viewer.post(f"/campaigns/{place.campaign.id}/{path}").status_code == 403
    assert not CampaignVersion.objects.exists()


# ------------------------------------------------------------------ texts


def test_a_saved_text_is_a_version_with_its_author_and_can_be_taken_back(place: Place) -> None:
    variant = first(place)
    old = variant.text
    post(place, f"texts/{variant.id}/", **text_values(variant, text="New words for {{ first_name }}"))
    variant.refresh_from_db()
    version = CampaignVersion.objects.get()
    assert (variant.text, version.by, version.before["text"]) == ("New words for {{ first_name }}", place.owner, old)
    post(place, f"versions/{version.id}/undo/")
    variant.refresh_from_db()
    assert variant.text == old
    assert Event.objects.filter(kind="campaign.edited", data__reason="copy").count() == 2


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"text": "Hi\n{{ first_name"}, "line 2"),
        ({"text": ""}, "An email needs a text"),
        ({"subject": ""}, "The first email needs a subject"),
        ({"weight": 0}, "One variant of a step has to be on"),
        ({"seen": "other"}, "Somebody else changed this text"),
    ],
)
def test_a_text_that_cannot_be_sent_is_refused_and_changes_nothing(
    place: Place, changes: dict[str, Any], said: str
) -> None:
    variant = first(place)
    answer = post(place, f"texts/{variant.id}/", **text_values(variant, **changes))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    fresh = first(place)
    assert (fresh.text, fresh.subject, fresh.weight) == (variant.text, variant.subject, variant.weight)
    assert not CampaignVersion.objects.exists()


def test_the_preview_is_the_mail_of_what_was_typed_and_nothing_is_saved(place: Place) -> None:
    variant = first(place)
    typed = text_values(variant, text="Dear {{ first_name }}, typed.", op="show", **{"as": place.contact.email})
    answer = post(place, f"texts/{variant.id}/", **typed)
    shown = answer.content.decode()
    assert "Dear Ada, typed." in shown
    assert "List-Unsubscribe" in shown or "Message-ID" in shown
    assert place.workspace.postal_address.split(",")[0] in shown
    assert first(place).text == variant.text


def test_html_is_framed_by_itself_without_scripts(place: Place) -> None:
    variant = first(place)
    Variant.objects.filter(id=variant.id).update(html="<p>Hello {{ first_name }}</p><script>alert(1)</script>")
    path = f"/campaigns/{place.campaign.id}/texts/{variant.id}/html/"
    answer = place.client.get(path, {"as": place.contact.email})
    policy = answer.headers["Content-Security-Policy"]
    assert "sandbox" in policy
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"


def test_missing_values_are_counted_beside_the_text(place: Place) -> None:
    for _ in range(2):
        enrolled(place.campaign, a_contact(place.workspace, first_name=""), mailbox=place.mailbox)
    variant = first(place)
    answer = post(place, f"texts/{variant.id}/", **text_values(variant, text="{{ first_name }}", op="show"))
    said = " ".join(re.sub(r"<[^>]+>", "", answer.content.decode()).split())
    assert "first_name: 2 people have none" in said


def test_a_variant_that_somebody_was_given_is_switched_off_and_theirs(place: Place) -> None:
    given = first(place)
    post(place, "edit/variants/", step=given.step_id)
    other = Variant.objects.exclude(id=given.id).get(step_id=given.step_id)
    post(place, f"texts/{other.id}/", **text_values(other, weight=1, subject="Another"))
    post(place, f"texts/{given.id}/remove/")
    given.refresh_from_db()
    assert given.weight == 0
    assert Touch.objects.filter(variant=given).exists()
    post(place, f"texts/{other.id}/remove/")
    assert Variant.objects.filter(id=other.id).exists(), "the only one that is on stays"


# ------------------------------------------------------------------ steps


def test_a_started_campaign_changes_its_steps_in_a_draft(place: Place) -> None:
    before = structure.steps_of(place.campaign)
    post(place, "edit/arrange/", op="down", place=0)
    assert structure.steps_of(place.campaign) == before
    assert "This is a draft of the steps" in place.show(f"/campaigns/{place.campaign.id}/edit/")
    post(place, "edit/place/", op="discard")
    assert structure.draft_of(place.campaign) is None


def test_a_removed_step_with_people_demands_where_they_go_on(place: Place) -> None:
    post(place, "edit/arrange/", op="remove", place=0)
    shown = place.show(f"/campaigns/{place.campaign.id}/edit/place/")
    assert "1 person waits here" in shown
    answer = post(place, "edit/place/")
    assert answer.status_code == 422
    assert Step.objects.filter(campaign=place.campaign, removed_at=None).count() == 3


def test_a_draft_without_a_first_subject_is_refused(place: Place) -> None:
    post(place, "edit/arrange/", op="remove", place=0)
    gone = Step.objects.get(campaign=place.campaign, position=1)
    answer = post(place, "edit/place/", **{f"to_{gone.id}": "end"})
    assert answer.status_code == 422
    assert "The first email needs a subject" in answer.content.decode()


def test_people_of_a_removed_step_go_on_where_it_was_said(place: Place) -> None:
    third = Step.objects.get(campaign=place.campaign, position=3)
    second = Step.objects.get(campaign=place.campaign, position=2)
    assert place.task.touch_id is not None
    touch = Touch.objects.get(id=place.task.touch_id)
    post(place, "edit/arrange/", op="remove", place=2)
    answer = post(place, "edit/place/", **{f"to_{third.id}": str(second.id)})
    assert answer.status_code == 302
    touch.refresh_from_db()
    place.task.refresh_from_db()
    assert (touch.step_id, touch.kind, touch.position, touch.state) == (second.id, "email", 2, "scheduled")
    assert place.task.state == "cancelled"
    assert CampaignVersion.objects.get().done_at is not None


def test_in_a_campaign_that_never_ran_a_press_holds_at_once(place: Place) -> None:
    draft = a_campaign(
        place.workspace, mailboxes=[place.mailbox], steps=[an_email("One"), an_email("Two")], state="draft"
    )
    person = enrolled(draft, a_contact(place.workspace))
    place.client.post(f"/campaigns/{draft.id}/edit/arrange/", {"op": "remove", "place": 0})
    touch = person.touch_set.get()
    assert (touch.position, touch.step.position, touch.step.removed_at) == (1, 1, None)
    assert structure.draft_of(draft) is None


# ------------------------------------------------------------------ settings, checks, people


def settings_values(place: Place, **changes: Any) -> dict[str, Any]:
    values = {
        "name": "Renamed",
        "window": "mon-fri 09:00-12:00",
        "time_zone": "Europe/Paris",
        "holidays": "DE",
        "weight": 2,
        "unsubscribe_mode": "both",
        "canary_size": 5,
        f"box_{place.mailbox.id}": 3,
    }
    return values | changes


def test_settings_are_written_and_kept_as_a_version(place: Place) -> None:
    assert post(place, "settings/", **settings_values(place)).status_code == 302
    campaign = Campaign.objects.get(id=place.campaign.id)
    assert (campaign.name, campaign.time_zone, campaign.weight) == ("Renamed", "Europe/Paris", 2)
    assert campaign.campaignmailbox_set.get().weight == 3
    assert CampaignVersion.objects.get(kind="settings").by == place.owner


@pytest.mark.parametrize("wrong", [{"window": "never"}, {"time_zone": "Mars/Base"}, {"holidays": "Nowhere"}])
def test_settings_that_mean_nothing_are_refused(place: Place, wrong: dict[str, str]) -> None:
    answer = post(place, "settings/", **settings_values(place, **wrong))
    assert answer.status_code == 422
    assert Campaign.objects.get(id=place.campaign.id).name == place.campaign.name


def test_a_running_campaign_keeps_a_mailbox(place: Place) -> None:
    values = settings_values(place)
    del values[f"box_{place.mailbox.id}"]
    assert post(place, "settings/", **values).status_code == 422
    assert place.campaign.campaignmailbox_set.count() == 1


def test_a_mailbox_of_another_workspace_is_no_choice(place: Place, world: World) -> None:
    other = a_mailbox(Place().workspace)
    post(place, "settings/", **settings_values(place, **{f"box_{other.id}": 1}))
    assert not place.campaign.campaignmailbox_set.filter(mailbox=other).exists()


def test_the_launch_check_has_eight_lines_and_a_start_for_managers(place: Place) -> None:
    draft = a_campaign(place.workspace, mailboxes=[place.mailbox], state="draft", unsubscribe_mode="both")
    enrolled(draft, a_contact(place.workspace))
    shown = place.show(f"/campaigns/{draft.id}/launch/")
    assert shown.count('class="sign') == 8
    assert "Start the campaign" in shown
    member = place.signed_in("member").get(f"/campaigns/{draft.id}/launch/").content.decode()
    assert "Start the campaign" not in member


@pytest.mark.parametrize("op", ["pause", "stop"])
def test_what_is_done_to_people_is_confirmed_first(place: Place, op: str) -> None:
    person = Enrollment.objects.get(contact=place.contact)
    asked = post(place, "people/", op=op, person=person.id)
    assert asked.status_code == 200
    assert "1 person" in asked.content.decode()
    person.refresh_from_db()
    assert (person.state, person.touch_set.get().state) == ("active", "scheduled")
    post(place, "people/", op=op, person=person.id, sure="yes")
    person.refresh_from_db()
    expected = {"pause": ("active", "held"), "stop": ("stopped", "cancelled")}
    assert (person.state, person.touch_set.get().state) == expected[op]


def test_a_person_moves_to_another_step_and_never_to_one_they_had(place: Place) -> None:
    person = Enrollment.objects.get(contact=place.contact)
    third = Step.objects.get(campaign=place.campaign, position=3)
    post(place, "people/", op="move", person=person.id, to=third.id, sure="yes")
    assert person.touch_set.get().step_id == third.id
    Touch.objects.filter(enrollment=person).update(state="sent", closed_at="2026-01-01T00:00Z")
    post(place, "people/", op="move", person=person.id, to=third.id, sure="yes")
    assert person.touch_set.count() == 1


def test_people_are_found_by_step_reason_and_mailbox(place: Place) -> None:
    touch = Touch.objects.get(enrollment__contact=place.contact)
    Touch.objects.filter(id=touch.id).update(state="held", hold_reason="missing_field")
    base = f"/campaigns/{place.campaign.id}/"
    assert "Lovelace" in place.show(f"{base}?reason=missing_field")
    assert "Lovelace" in place.show(f"{base}?step={touch.step_id}&mailbox={place.mailbox.id}&state=held")
    assert "Lovelace" not in place.show(f"{base}?reason=task_open")


def test_another_workspaces_people_are_not_chosen(place: Place, world: World) -> None:
    other = Place()
    theirs = Enrollment.objects.get(contact=other.contact)
    post(place, "people/", op="stop", person=theirs.id, sure="yes")
    theirs.refresh_from_db()
    assert theirs.state == "active"


def test_a_stranger_is_sent_to_the_sign_in(place: Place) -> None:
    assert Client().get(f"/campaigns/{place.campaign.id}/edit/").status_code == 302
