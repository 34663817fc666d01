"""The pages from which sending is watched: one mailbox, the policies, the log, mails in doubt, and the stop button."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from admission.actions import protection_policies as policies
from admission.models import Doubt, Permit, ProtectionPolicy, RampDay, Standing
from app.actions import clock
from app.models import Event
from mailboxes.models import AwayRange, Delivery, HealthCheck, Mailbox
from tests.factories import a_contact, a_mailbox
from tests.plugins.world import World
from tests.sequences.place import Place


@pytest.fixture
def place(world: World) -> Place:
    return Place()


def mailbox_path(place: Place, more: str = "") -> str:
    return f"/mailboxes/{place.mailbox.id}/{more}"


# ------------------------------------------------------------------ one mailbox


def test_a_mailbox_shows_its_room_as_a_sum_and_the_limit_that_binds(place: Place) -> None:
    page = place.show(mailbox_path(place))
    assert "today's room:" in page
    assert "The cap that a person set" in page
    assert page.count("> binds<") + page.count(">binds<") + page.count("binds</span>") >= 1


def test_what_fails_is_shown_with_its_age_and_how_to_mend_it(place: Place) -> None:
    at = clock.world_now() - timedelta(hours=3)
    HealthCheck.objects.create(
        workspace=place.workspace,
        mailbox=place.mailbox,
        name="spf",
        source="dns",
        result="fail",
        code="spf_missing",
        measured_at=at,
    )
    page = place.show(mailbox_path(place))
    assert "The domain has no SPF record." in page
    assert "Publish a TXT record" in page
    assert "3 hours ago" in page


def test_a_ramp_is_drawn_with_a_table_and_the_days_that_did_not_count(place: Place) -> None:
    today = clock.world_now().date()
    Mailbox.objects.filter(id=place.mailbox.id).update(ramp_start=5, created_at=clock.now() - timedelta(days=9))
    for back, why in ((3, ""), (2, "not_healthy")):
        RampDay.objects.create(
            mailbox=place.mailbox,
            day=today - timedelta(days=back),
            healthy=not why,
            sent=4,
            limit=5,
            earned=7,
            why=why,
            upto=back,
        )
    page = place.show(mailbox_path(place))
    assert 'data-plot="ramp"' in page
    assert "Allowed by the ramp" in page
    assert "no fresh measurement said that it is healthy" in page


def test_limits_are_changed_by_a_manager_and_refused_beside_their_field(place: Place) -> None:
    given = {"cap": 25, "hour": "", "rolling": 300, "gap": 300, "jitter": 35, "reserved": 2, "ramp": "", "step": 2}
    assert place.client.post(mailbox_path(place, "settings/numbers/"), given).status_code == 302
    place.mailbox.refresh_from_db()
    assert (place.mailbox.daily_cap, place.mailbox.hourly_cap, place.mailbox.reserved) == (25, None, 2)
    assert Event.objects.filter(kind="mailbox.numbers_changed", data__by=place.owner.id).count() == 1
    refused = place.client.post(mailbox_path(place, "settings/numbers/"), given | {"cap": -1})
    assert refused.status_code == 422
    assert 'id="id_cap_error"' in refused.content.decode()
    assert place.signed_in("member").post(mailbox_path(place, "settings/numbers/"), given).status_code == 403


def test_hours_and_days_away_are_set_and_taken_back(place: Place) -> None:
    given = {"workday": "mon-fri 09:00-12:00", "zone": "Europe/Berlin"}
    assert place.client.post(mailbox_path(place, "settings/hours/"), given).status_code == 302
    place.mailbox.refresh_from_db()
    assert place.mailbox.time_zone == "Europe/Berlin"
    assert [span["opens"] for span in place.mailbox.workday or ()] == ["09:00"]
    assert place.client.post(mailbox_path(place, "settings/hours/"), given | {"zone": "Mars"}).status_code == 422
    days = {"first": "2027-07-05", "last": "2027-07-23"}
    assert place.client.post(mailbox_path(place, "settings/away/"), days).status_code == 302
    assert place.client.post(mailbox_path(place, "settings/away/"), days).status_code == 422
    assert AwayRange.objects.count() == 1
    assert "5 Jul 2027" in place.show(mailbox_path(place, "settings/"))
    place.client.post(mailbox_path(place, "settings/back/"), {"first": "2027-07-05"})
    assert AwayRange.objects.count() == 0


def test_a_member_stops_a_mailbox_and_a_manager_lets_it_go_on(place: Place) -> None:
    member = place.signed_in("member")
    assert member.post(mailbox_path(place, "pause/")).status_code == 302
    place.mailbox.refresh_from_db()
    assert place.mailbox.state == "paused"
    assert member.post(mailbox_path(place, "resume/")).status_code == 403
    place.client.post(mailbox_path(place, "resume/"))
    place.mailbox.refresh_from_db()
    assert place.mailbox.state == "connected"


# ------------------------------------------------------------------ policies


def test_a_version_is_drafted_watched_enforced_and_rolled_back_from_its_page(place: Place) -> None:
    page = place.client.get("/policies/new/")
    values = page.context["form"].initial | {"clean_days": 10}
    assert place.client.post("/policies/draft/", values).status_code == 302
    version = ProtectionPolicy.objects.get(workspace=place.workspace)
    for verb, column in (("watch", "watched_from"), ("enforce", "enforce_from"), ("roll-back", "rolled_back_at")):
        place.client.post(f"/policies/{version.id}/{verb}/")
        version.refresh_from_db()
        assert getattr(version, column) is not None
    assert "Rolled back" in place.show("/policies/")
    assert place.client.post("/policies/draft/", values | {"bounces_slow": 9}).status_code == 422


def test_a_version_shows_what_it_would_have_done_only_when_asked(place: Place) -> None:
    made = policies.draft(place.workspace, {"clean_days": 10}, by_id=place.owner.id)
    assert "Judge them again" in place.show(f"/policies/{made.id}/")
    page = place.show(f"/policies/{made.id}/?again=1")
    assert "The last 30 days under both versions" in page


def test_viewers_see_policies_and_change_none(place: Place) -> None:
    made = policies.draft(place.workspace, {}, by_id=place.owner.id)
    viewer = place.signed_in("viewer")
    assert viewer.get(f"/policies/{made.id}/").status_code == 200
    assert viewer.post(f"/policies/{made.id}/watch/").status_code == 403
    assert viewer.get("/policies/new/").status_code == 403


# ------------------------------------------------------------------ the log


def test_the_log_is_filtered_by_kind_person_mailbox_campaign_and_day(place: Place) -> None:
    place.accepted(place.contact)
    place.happened("mailbox.paused", place.mailbox.id)
    place.happened("campaign.paused", place.campaign.id)
    assert "The campaign was paused" in place.show("/log/")
    sent = place.show("/log/?kind=delivery.accepted")
    assert "Ada Lovelace" in sent
    assert "The campaign was paused" not in sent
    assert "Ada Lovelace" in place.show(f"/log/?person={place.contact.email}")
    assert "A mailbox was paused" in place.show(f"/log/?mailbox={place.mailbox.id}")
    assert "The campaign was paused" in place.show(f"/log/?campaign={place.campaign.id}")
    assert "No such line here." in place.show("/log/?first=2001-01-01&last=2001-01-02")
    today = clock.world_now().date().isoformat()
    assert "The campaign was paused" in place.show(f"/log/?first={today}&last={today}")


def test_the_log_goes_on_below_its_last_line(place: Place) -> None:
    for _ in range(60):
        place.happened("campaign.paused", place.campaign.id)
    first = place.client.get("/log/?kind=campaign").context["page"]
    second = place.client.get(f"/log/?kind=campaign&below={first.below}").context["page"]
    ids = [line.id for page in (first, second) for _, line in page.lines]
    assert (len(first.lines), len(ids), len(set(ids)), second.below) == (50, 60, 60, None)


def test_a_long_log_is_looked_through_in_stretches(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sequences.screens.log.SCANNED", 5)
    place.happened("workspace.halted", place.workspace.id)
    for _ in range(7):
        place.happened("campaign.paused", place.campaign.id)
    page = place.client.get("/log/?kind=workspace.halted").context["page"]
    assert (page.lines, page.looked) == ([], 5)
    assert "Looked through 5 lines" in place.show("/log/?kind=workspace.halted")
    below = place.client.get(f"/log/?kind=workspace.halted&below={page.below}").context["page"]
    assert [kind for kind, _ in below.lines] == ["workspace.halted"]


def test_the_log_of_another_workspace_is_not_shown_and_strange_filters_are_refused(place: Place) -> None:
    stranger = Place()
    place.happened("campaign.paused", place.campaign.id)
    assert "The campaign was paused" not in stranger.show("/log/?kind=campaign")
    assert stranger.client.get(f"/log/?mailbox={place.mailbox.id}").status_code == 422
    assert stranger.client.get(f"/log/?person={place.contact.email}x").status_code == 422


def test_the_exported_log_holds_no_names_and_no_addresses(place: Place) -> None:
    place.accepted(place.contact)
    answer = place.client.get("/log/export/?kind=delivery")
    text = answer.getvalue().decode()
    assert "delivery.accepted" in text
    assert place.contact.email not in text
    assert "Lovelace" not in text


# ------------------------------------------------------------------ mails in doubt


def in_doubt(place: Place) -> Delivery:
    delivery = place.accepted(place.person("Ben", "Bitter"))
    began = clock.now() - timedelta(hours=2)
    permit = Permit.objects.create(
        workspace=place.workspace,
        delivery=delivery,
        mailbox=place.mailbox,
        recipient=delivery.recipient,
        kind="campaign",
        campaign_id=place.campaign.id,
        step_id=delivery.step_id,
        state="uncertain",
        fence=0,
        number=1,
        local_day=began.date(),
        granted_at=began,
        world_at=began,
        settled_at=began,
    )
    Doubt.objects.create(permit=permit, mailbox=place.mailbox, hopeless=True)
    Delivery.objects.filter(id=delivery.id).update(
        state="uncertain", accepted_world=None, permit_id=permit.id, call_began_at=began, in_doubt=True
    )
    return delivery


def test_a_mail_in_doubt_is_shown_with_its_evidence_and_settled_with_a_reason(place: Place) -> None:
    delivery = in_doubt(place)
    page = place.show("/doubts/")
    assert "Ben Bitter" in page
    assert "none: a person has to say" in page or "within a minute" in page
    path = f"/doubts/{delivery.id}/settle/"
    place.client.post(path, {"answer": "sent"})
    assert Delivery.objects.get(id=delivery.id).state == "uncertain"
    assert place.signed_in("member").post(path, {"answer": "sent", "reason": "x"}).status_code == 403
    place.client.post(path, {"answer": "sent", "reason": "It lies in Sent"})
    assert Delivery.objects.get(id=delivery.id).state == "accepted"


# ------------------------------------------------------------------ the stop button


def test_a_member_stops_all_sending_and_an_owner_lets_it_go_on(place: Place) -> None:
    assert "Stop all sending" in place.show("/")
    member = place.signed_in("member")
    member.post("/stop/now/", {"reason": "too much"})
    place.workspace.refresh_from_db()
    assert place.workspace.halted_at is not None
    assert "too much" in place.show("/stop/")
    assert member.post("/stop/resume/").status_code == 403
    place.client.post("/stop/resume/")
    place.workspace.refresh_from_db()
    assert place.workspace.halted_at is None


def test_viewers_have_no_stop_button(place: Place) -> None:
    viewer = place.signed_in("viewer")
    assert "/stop/" not in viewer.get("/").content.decode()
    assert viewer.post("/stop/now/").status_code == 403


@pytest.mark.parametrize("path", ["/policies/", "/log/", "/doubts/", "/stop/"])
def test_no_number_of_statements_grows_with_rows(place: Place, path: str) -> None:
    policies.watch_first(place.workspace.id)
    in_doubt(place)
    with CaptureQueriesContext(connection) as few:
        place.show(path)
    for _ in range(4):
        a_mailbox(place.workspace)
        place.happened("campaign.paused", place.campaign.id)
        place.happened("delivery.accepted", 1, a_contact(place.workspace))
    Standing.objects.get_or_create(mailbox=place.mailbox)
    with CaptureQueriesContext(connection) as many:
        place.show(path)
    assert len(many) <= len(few)
