"""The screens: what they show, whom they let do what, and that nothing of another workspace can be reached."""

import ast
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from admission.core.verdict import Reason
from app.actions import clock
from app.models import DayCount
from bounces.models import Suppression
from mailboxes.models import Budget, Mailbox
from sequences.core.planner.demand import HoldReason, LeftReason
from sequences.core.states import CampaignState, EnrollmentState
from sequences.models import Campaign, Contact, Enrollment, Task, Touch
from sequences.screens.told import TOLD, told
from sequences.screens.words import CAMPAIGN, ENROLLMENT, HELD
from tests.architecture.sources import PACKAGES, parsed, python_files
from tests.factories import (
    a_campaign,
    a_contact,
    a_mailbox,
    enrolled,
)
from tests.plugins.world import World
from tests.sequences.place import Place

OURS = ("sequences.", "mailboxes.", "bounces.", "app.")


@pytest.fixture
def place(world: World) -> Place:
    return Place()


# ------------------------------------------------------------------ the wall between workspaces


LISTS = ["/", "/campaigns/", "/contacts/", "/tasks/", "/mailboxes/", "/do-not-contact/"]


@pytest.mark.parametrize("path", LISTS)
def test_a_list_shows_nothing_of_another_workspace(place: Place, path: str) -> None:
    place.ends(place.contact, "replied")
    page = Place().show(path)
    for secret in (place.contact.email, place.campaign.name, place.mailbox.address):
        assert secret not in page


def test_checking_an_address_asks_this_workspace_alone(place: Place) -> None:
    assert "Do not contact" in place.show("/do-not-contact/check/?address=left@example.com").partition("Check an")[2]
    Place().entry.delete()
    other = Place()
    Suppression.objects.filter(workspace=other.workspace).delete()
    assert "May be contacted" in other.show("/do-not-contact/check/?address=left@example.com")


@pytest.mark.parametrize("path", LISTS)
def test_every_screen_needs_a_sign_in(path: str, db: None) -> None:
    answer = Client().get(path)
    assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next={path}")


# ------------------------------------------------------------------ roles


def test_running_a_campaign_takes_a_manager(place: Place) -> None:
    path = f"/campaigns/{place.campaign.id}/pause/"
    for role in ("viewer", "member"):
        client = place.signed_in(role)
        assert client.post(path).status_code == 403
        assert path not in client.get(f"/campaigns/{place.campaign.id}/").content.decode()
    assert Campaign.objects.get().state == "running"
    assert place.signed_in("manager").post(path).status_code == 302
    assert Campaign.objects.get().state == "paused"


def test_closing_a_task_takes_a_member(place: Place) -> None:
    path = f"/tasks/{place.task.id}/done/"
    viewer = place.signed_in("viewer")
    assert viewer.post(path).status_code == 403
    assert path not in viewer.get("/tasks/").content.decode()
    assert Task.objects.get().state == "open"
    assert place.signed_in("member").post(path).status_code == 302
    assert Task.objects.get().state == "done"


def test_stopping_takes_a_member_and_lifting_a_manager(place: Place) -> None:
    lift = f"/do-not-contact/{place.entry.id}/lift/"
    assert place.signed_in("viewer").post("/do-not-contact/add/", {"entry": "a@example.com"}).status_code == 403
    assert place.signed_in("member").post("/do-not-contact/add/", {"entry": "a@example.com"}).status_code == 302
    assert place.signed_in("member").post(lift, {"reason": "a mistake"}).status_code == 403
    assert Suppression.objects.filter(lifted_at=None).count() == 2


# ------------------------------------------------------------------ what is shown


def test_today_shows_the_room_as_a_sum(place: Place) -> None:
    Budget.objects.update(day=clock.world_now().date(), used_today=22)
    touches = [place.person("P", str(number)).enrollment_set.get().touch_set.get() for number in range(3)]
    Touch.objects.filter(id__in=[touch.id for touch in touches]).update(state="planned", slot_at=clock.world_now())
    page = place.show("/")
    assert "today's room: <strong>30</strong> = 22 sent + 3 planned + <strong>5 free</strong>" in page
    assert "Connected" in page
    assert "inbox read just now" in page or "second" in page


def test_today_shows_the_limit_that_binds_and_what_is_kept_for_people(place: Place) -> None:
    Mailbox.objects.update(ramp_start=9, reserved=4)
    page = " ".join(place.show("/").split())
    kept = "+ 4 kept for mail by hand + <strong>5 free</strong>"
    assert f"today's room: <strong>9</strong> = 0 sent + 0 planned {kept}" in page
    assert "cap 30, but a new mailbox begins with few mails" in page


def test_yesterdays_use_is_not_todays(place: Place, world: World) -> None:
    Budget.objects.update(day=clock.world_now().date(), used_today=22)
    world.pass_time(timedelta(days=1))
    assert "= 0 sent + 0 planned + <strong>30 free</strong>" in place.show("/")


def test_today_shows_the_counts_of_its_day_alone(place: Place, world: World) -> None:
    today = world.now().date()
    for day, sent in ((today, 3), (today - timedelta(days=1), 40)):
        DayCount.objects.create(workspace=place.workspace, day=day, what="sent", number=sent)
    DayCount.objects.create(workspace=place.workspace, day=today, what="replied", number=1)
    page = place.show("/")
    figures = page.partition('<dl class="figures">')[2].partition("</dl>")[0]
    assert [part.partition("</dd>")[0] for part in figures.split("<dd>")[1:]] == ["3", "1", "0", "0", "0", "0"]
    assert "Today: 3 sent, 1 replied, 0 opted out" in page
    assert "43 mails in 30 days" in page


def test_what_happened_is_told_by_name_and_in_words(place: Place) -> None:
    place.ends(place.contact, "replied")
    page = place.show("/")
    assert f'<a href="/contacts/{place.contact.id}/">Ada Lovelace</a> · Replied' in page
    assert "Accepted by Google" in page


def test_people_not_mailed_are_grouped_by_reason(place: Place) -> None:
    paused = a_campaign(place.workspace, state="paused")
    enrolled(paused, a_contact(place.workspace))
    Touch.objects.filter(enrollment__contact=place.contact).update(hold_reason="no_room")
    later = place.person("Not", "Yet").enrollment_set.get().touch_set.get()
    Touch.objects.filter(id=later.id).update(due_at=clock.world_now() + timedelta(hours=2))
    day = place.client.get("/").context["day"]
    people = {group.reason: group.people for group in day.groups}
    assert (people["campaign_not_running"], people["no_room"]) == (1, 1)
    assert sum(group.people for group in day.groups) == day.not_mailed
    listed = place.show("/not-mailed/?reason=no_room")
    assert "Ada Lovelace" in listed
    assert (
        place.show("/not-mailed/?reason=campaign_not_running").count("/contacts/") == 1 + 1
    )  # one, and the navigation


def tokenless(page: str) -> str:
    """A page without what its forms carry against forgery, which is masked anew each time."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)


def test_a_part_is_the_part_alone(place: Place) -> None:
    for path in ("/", "/mailboxes/", f"/campaigns/{place.campaign.id}/", f"/contacts/{place.contact.id}/"):
        part = place.show(path, **{"HX-Request": "true"})
        assert "<html" not in part
        assert tokenless(part) in tokenless(place.show(path)) or "ago" in part


def test_the_funnel_counts_each_person_where_they_are(place: Place) -> None:
    for state in ("replied", "bounced", "unsubscribed"):
        place.ends(place.person(state, "Person"), state)
    held = place.person("Held", "Person").enrollment_set.get().touch_set.get()
    Touch.objects.filter(id=held.id).update(state="held", hold_reason="missing_field")
    first, _, third = place.client.get(f"/campaigns/{place.campaign.id}/").context["steps"]
    assert first.counts == {
        "waiting": 0,
        "due": 1,
        "planned": 0,
        "held": 1,
        "sent": 3,
        "replied": 1,
        "bounced": 1,
        "opted_out": 1,
    }
    assert third.counts["held"] == 1


def test_the_people_of_a_campaign_can_be_filtered(place: Place) -> None:
    place.ends(place.person("Vera", "Answered"), "replied")
    path = f"/campaigns/{place.campaign.id}/"
    assert "Vera Answered" in place.show(path + "?state=replied")
    assert "Ada Lovelace" not in place.show(path + "?state=replied")
    held = place.show(path + "?state=held")
    assert "A task for a person is open" in held
    assert "at step 3 of 3" in held
    assert "Ada Lovelace" not in held


def test_pages_go_on_by_key_and_show_everybody_once(place: Place) -> None:
    for number in range(60):
        a_contact(place.workspace, first_name=f"Number{number}")
    first = place.client.get("/contacts/").context["page"]
    second = place.client.get(f"/contacts/?after={first.after}").context["page"]
    shown = [contact.id for contact in (*first.rows, *second.rows)]
    assert (len(first.rows), second.after) == (50, None)
    assert len(shown) == len(set(shown)) == Contact.objects.count()


@pytest.mark.parametrize("query", ["after=0", "after=-1", "after=x", "after=" + "9" * 400, "q=" + "a" * 201])
def test_a_mangled_link_is_not_understood(place: Place, query: str) -> None:
    assert place.client.get(f"/contacts/?{query}").status_code == 400


def test_search_looks_at_beginnings_and_takes_wildcards_as_they_are(place: Place) -> None:
    a_contact(place.workspace, "boss@firm.example", first_name="Mara", company="Blue Kiln")
    for text in ("mar", "BLUE", "boss@", "ada love"):
        assert "Nobody found" not in place.show(f"/contacts/?q={text}")
    for text in ("%", "_da", "kiln", "<script>"):
        assert "Nobody found" in place.show(f"/contacts/?q={text}")
    assert "<script>alert" not in place.show("/contacts/?q=<script>alert")


def test_a_timeline_tells_everything_in_the_workspaces_zone(place: Place) -> None:
    place.ends(place.contact, "unsubscribed")
    Suppression.objects.create(
        workspace=place.workspace,
        scope="address",
        recipient=place.contact.recipient,
        reason="unsubscribed",
        created_at=clock.now(),
    )
    page = place.show(f"/contacts/{place.contact.id}/")
    assert "times in Europe/Madrid" in page
    assert "11:00" in page  # 10:00 UTC
    assert "Accepted by Google <span" in page
    assert "not yet proof of arrival" in page
    assert "“A question”" in page
    assert "The campaign ended: opted out" in page
    assert "Not contacted any more, since 9 Mar 2027: opted out" in page


def test_a_contact_of_a_blocked_domain_is_shown_as_such(place: Place) -> None:
    place.client.post("/do-not-contact/add/", {"entry": place.contact.domain})
    assert f"Nobody at <strong>{place.contact.domain}</strong> is contacted" in place.show(
        f"/contacts/{place.contact.id}/"
    )


def test_values_that_were_imported_are_text_and_no_links_to_scripts(place: Place) -> None:
    contact = place.person("<b>Bold</b>", "Name", linkedin_url="javascript:alert(1)", fields={"<i>": "<script>"})
    page = place.show(f"/contacts/{contact.id}/")
    assert "<b>Bold" not in page
    assert "<dd><script>" not in page
    assert 'href="javascript' not in page


def test_an_erased_person_is_still_a_row(place: Place) -> None:
    Enrollment.objects.filter(contact=place.contact).update(contact=None)
    place.contact.delete()
    assert "Erased" in place.show(f"/campaigns/{place.campaign.id}/")


# ------------------------------------------------------------------ what is done


def test_a_task_is_closed_once(place: Place) -> None:
    path = f"/tasks/{place.task.id}/skip/"
    assert "Skipped." in place.client.post(path, follow=True).content.decode()
    assert "closed already" in place.client.post(path, follow=True).content.decode()
    assert Task.objects.get().state == "skipped"


def test_a_campaign_is_paused_and_resumed(place: Place) -> None:
    for verb, state in (("pause", "paused"), ("resume", "running")):
        answer = place.client.post(f"/campaigns/{place.campaign.id}/{verb}/", follow=True)
        assert answer.redirect_chain == [(f"/campaigns/{place.campaign.id}/", 302)]
        assert Campaign.objects.get().state == state


def test_what_cannot_be_done_now_says_why_and_changes_nothing(place: Place) -> None:
    answer = place.client.post(f"/campaigns/{place.campaign.id}/resume/", follow=True)
    assert "tone-stop" in answer.content.decode()
    assert Campaign.objects.get().state == "running"


def test_a_verb_nobody_knows_is_not_found(place: Place) -> None:
    assert place.client.post(f"/campaigns/{place.campaign.id}/delete/").status_code == 404
    assert place.client.post(f"/tasks/{place.task.id}/delete/").status_code == 404


def test_addresses_and_domains_are_put_on_the_list_and_lifted_with_a_reason(place: Place) -> None:
    for entry in ("Vera@Example.com", "foo.example", "*.bar.example"):
        assert place.client.post("/do-not-contact/add/", {"entry": entry}, follow=True).status_code == 200
    page = place.show("/do-not-contact/")
    assert "foo.example" in page
    assert "*.bar.example" in page
    assert place.owner.email in page
    for address, answer in (("vera@example.COM", "Do not contact"), ("x@a.bar.example", "Do not contact")):
        assert answer in place.show(f"/do-not-contact/check/?address={address}").partition("Check an")[2]
    assert "May be contacted" in place.show("/do-not-contact/check/?address=x@notfoo.example")
    lift = f"/do-not-contact/{Suppression.objects.get(domain='foo.example').id}/lift/"
    assert "needs a reason" in place.client.post(lift, {"reason": " "}, follow=True).content.decode()
    place.client.post(lift, {"reason": "they asked to be written to"})
    assert "May be contacted" in place.show("/do-not-contact/check/?address=x@foo.example")


def test_what_is_no_address_is_refused_beside_the_field(place: Place) -> None:
    answer = place.client.post("/do-not-contact/add/", {"entry": "a@b@c"})
    assert answer.status_code == 422
    assert "more than one @" in answer.content.decode()
    assert Suppression.objects.count() == 1


def test_forms_are_protected(place: Place) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(place.owner)
    assert client.post(f"/tasks/{place.task.id}/done/").status_code == 403
    assert client.post("/do-not-contact/add/", {"entry": "a@example.com"}).status_code == 403


# ------------------------------------------------------------------ words, and the cost of a page


def test_every_state_and_every_reason_has_its_words() -> None:
    assert set(CAMPAIGN) == set(CampaignState)
    assert set(ENROLLMENT) == set(EnrollmentState)
    for reasons in (Reason, HoldReason, LeftReason):
        assert set(map(str, reasons)) <= set(HELD)


def kinds_of_events() -> set[str]:
    """Every kind that our code gives an event by name."""
    calls = (node for path in python_files(*PACKAGES) for node in ast.walk(parsed(path)) if isinstance(node, ast.Call))
    named = (word.value for call in calls for word in call.keywords if word.arg == "kind")
    return {str(one.value) for one in named if isinstance(one, ast.Constant) and "." in str(one.value)}


def test_every_event_that_is_written_has_its_words() -> None:
    kinds = kinds_of_events()
    assert len(kinds) > 5
    assert [kind for kind in sorted(kinds) if not any(told_.partition(":")[0] == kind for told_ in TOLD)] == []


def test_an_event_without_words_is_told_by_its_kind() -> None:
    assert told("contact.merged", {}).word == "contact merged"
    assert told("recipient.stopped", {"outcome": "unheard_of"}) == TOLD["recipient.stopped"]


PAGES = [*LISTS, "/campaigns/{campaign}/", "/contacts/{contact}/"]


@pytest.mark.parametrize("path", PAGES)
def test_the_number_of_queries_does_not_grow_with_the_rows(place: Place, path: str) -> None:
    def asked() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            place.show(path.format(campaign=place.campaign.id, contact=place.contact.id))
        return len(queries)

    def more(times: int) -> None:
        for _ in range(times):
            place.ends(place.person("More", "People"), "replied")
            place.happened("recipient.stopped", 1, place.contact, outcome="replied")
            place.suppress(f"person{Suppression.objects.count()}@example.com")
            place.open_task()
            a_mailbox(place.workspace)
            enrolled(a_campaign(place.workspace), place.contact)

    more(2)
    before = asked()
    more(9)
    assert asked() == before
    assert before <= 35
