"""Calendars, hours that change while a campaign runs, and two calendars that never meet."""

from datetime import UTC, date, datetime
from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError

from app.core.errors import Refused
from app.core.window_text import window_of_text
from app.models import Event, Workspace
from mailboxes.actions import workdays
from mailboxes.models import AwayRange, Mailbox
from sequences.actions import calendars, campaigns, contacts, enrollments, imports, launch_hours, timetable
from sequences.actions.campaigns import PlanRefused
from sequences.core.campaign_file.reading import parse_campaign
from sequences.models import Campaign, Contact, Touch
from tests.factories import a_campaign, a_contact, a_mailbox, a_task, a_user, a_workspace, an_email, weekly
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

WORKING = weekly("09:00", "17:00", "working")


@pytest.fixture
def workspace(world: World) -> Workspace:
    return a_workspace()


def created(workspace: Workspace, holidays: str) -> Campaign:
    text = f"name: A {holidays}\nholidays: {holidays}\nsteps: [{{kind: task, text: Call}}]\n"
    return campaigns.create(workspace, parse_campaign(text, "yaml"))


def test_a_campaign_file_names_a_country_a_part_of_one_a_calendar_or_each_persons_own(workspace: Workspace) -> None:
    calendars.create(workspace, "Works council", country="AT")
    calendars.create(workspace, "Bavaria", country="DE", subdivision="BY", for_country=True)
    bavaria = {"country": "DE", "subdivision": "BY", "added": [], "removed": []}
    assert created(workspace, "fr").days_off == {"country": "FR", "subdivision": "", "added": [], "removed": []}
    assert created(workspace, "DE-BY").days_off == bavaria
    assert created(workspace, "Works council").days_off["country"] == "AT"
    assert created(workspace, "person").days_off == {"by_country": {"DE": bavaria}}
    with pytest.raises(PlanRefused, match="no holiday calendar 'Nowhere'") as refused:
        created(workspace, "Nowhere")
    assert refused.value.place is not None
    assert (refused.value.place.line, Campaign.objects.count()) == (2, 4)


def test_an_edited_calendar_reaches_every_campaign_that_keeps_it_and_no_other(workspace: Workspace) -> None:
    row = calendars.create(workspace, "Ours", country="DE", for_country=True)
    named, by_person, other = created(workspace, "Ours"), created(workspace, "person"), created(workspace, "DE")
    calendars.edit(row, add=[date(2027, 12, 24)], remove=[date(2027, 12, 25), date(2027, 7, 1)])
    named.refresh_from_db()
    by_person.refresh_from_db()
    assert named.days_off == by_person.days_off["by_country"]["DE"]
    assert (named.days_off["added"], named.days_off["removed"]) == (["2027-12-24"], ["2027-12-25"])
    assert other.days_off == Campaign.objects.get(id=other.id).days_off
    calendars.edit(row, add=[date(2027, 12, 25)], remove=[date(2027, 12, 24)])
    row.refresh_from_db()
    assert (row.added, row.removed) == ([], [])


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("", {}),
        ("person", {"country": "DE"}),
        ("A", {"country": "XX"}),
        ("A", {"country": "DE", "subdivision": "XX"}),
        ("A", {"for_country": True}),
    ],
)
def test_a_calendar_nobody_can_mean_is_refused(workspace: Workspace, name: str, values: dict[str, str]) -> None:
    with pytest.raises(Refused):
        calendars.create(workspace, name, **values)  # type: ignore[arg-type]  # of several types
    assert Event.objects.filter(kind="calendar.created").count() == 0


def test_a_name_or_a_country_has_one_calendar(workspace: Workspace) -> None:
    calendars.create(workspace, "A", country="DE", for_country=True)
    for name, country in (("A", "FR"), ("B", "DE")):
        with pytest.raises(Refused, match="already"):
            calendars.create(workspace, name, country=country, for_country=True)


def test_other_hours_move_what_waits_and_nothing_that_was_put_off(workspace: Workspace, world: World) -> None:
    campaign = a_campaign(workspace, steps=[an_email()], window=weekly("08:00", "18:00"))
    moved, kept = (enrollments.enrol_contact(campaign, a_contact(workspace)) for _ in range(2))
    world.at(datetime(2027, 3, 9, 20, 0, tzinfo=UTC))
    later = datetime(2027, 3, 11, 21, 30, tzinfo=UTC)
    Touch.objects.filter(enrollment=kept).update(eligible_at=later)
    columns = timetable.window_columns(window_of_text("mon-sun 21:00-23:00"))
    assert timetable.change(campaign, columns) == 1
    assert campaign.window == weekly("21:00", "23:00")
    assert campaign.hours_before is None
    touch = Touch.objects.get(enrollment=moved)
    assert datetime(2027, 3, 9, 21, 1, tzinfo=UTC) <= touch.eligible_at < datetime(2027, 3, 9, 23, tzinfo=UTC)
    assert Touch.objects.get(enrollment=kept).eligible_at == later
    assert Event.objects.get(kind="campaign.edited").data["columns"] == ["window"]


def test_a_change_that_broke_off_is_gone_on_with(workspace: Workspace) -> None:
    campaign = a_campaign(workspace, steps=[a_task(delay=0)])
    enrollments.enrol_contact(campaign, a_contact(workspace))
    before = {name: getattr(campaign, name) for name in timetable.OF_THE_HOURS}
    Campaign.objects.update(window=weekly("20:00", "21:00"), hours_before=before)
    assert timetable.finish_all() == 1
    assert timetable.finish_all() == 0
    assert Touch.objects.get().eligible_at.hour == 20


def test_what_was_derived_follows_the_country_and_what_was_given_stays(workspace: Workspace) -> None:
    contact = a_contact(workspace)

    def stands(**values: object) -> tuple[str, str, str]:
        contacts.update(contact, values)
        return contact.time_zone, contact.zone_origin, contact.country_code

    assert stands(country="Germany") == ("Europe/Berlin", "derived", "DE")
    assert stands(country="Japan") == ("Asia/Tokyo", "derived", "JP")
    assert stands(country="US") == ("", "default", "US")
    assert stands(fields={"state": "Ohio"}) == ("America/New_York", "derived", "US")
    assert stands(time_zone="asia/kolkata") == ("Asia/Kolkata", "given", "US")
    assert stands(country="Germany") == ("Asia/Kolkata", "given", "DE")
    assert stands(time_zone="") == ("Europe/Berlin", "derived", "DE")


@pytest.fixture
def mailbox(workspace: Workspace) -> Mailbox:
    return a_mailbox(workspace, time_zone="Australia/Sydney")


def test_calendars_that_never_meet_keep_a_campaign_from_starting(workspace: Workspace, mailbox: Mailbox) -> None:
    workdays.set_workday(mailbox, window_of_text("mon-fri 09:00-17:00"))
    campaign = a_campaign(workspace, mailboxes=[mailbox], state="draft", window=WORKING, time_zone="Europe/London")
    expected = (
        r"The campaign sends Monday to Friday 09:00-17:00 \(Europe/London\), and \S+ Monday to Friday 09:00-17:00 "
        r"\(Australia/Sydney\): within 4 weeks the two are never open together\."
    )
    with pytest.raises(Refused, match=expected):
        campaigns.start(campaign)
    campaign.refresh_from_db()
    assert campaign.state == "draft"
    workdays.set_workday(mailbox, None)
    launch_hours.check_hours(campaign)


def test_people_far_away_are_told_at_launch_and_keep_nobody_else_waiting(
    workspace: Workspace, mailbox: Mailbox
) -> None:
    workdays.set_workday(mailbox, window_of_text("mon-fri 09:00-17:00"))
    campaign = a_campaign(
        workspace, mailboxes=[mailbox], state="draft", window=WORKING, time_zone="Asia/Tokyo", in_person_zone=True
    )
    for zone in ("Asia/Tokyo", "Europe/London", "Europe/London"):
        enrollments.enrol_contact(campaign, a_contact(workspace, time_zone=zone))
    (apart,) = launch_hours.never_together(campaign)
    assert (apart.people, apart.zone) == (2, "Europe/London")
    launch_hours.check_hours(campaign)


def test_a_long_time_away_is_told_with_its_days(workspace: Workspace, mailbox: Mailbox) -> None:
    workdays.add_away(mailbox, date(2027, 3, 1), date(2027, 5, 31))
    campaign = a_campaign(workspace, mailboxes=[mailbox], window=WORKING)
    with pytest.raises(Refused, match="at any time, away from 2027-03-01 to 2027-05-31"):
        launch_hours.check_hours(campaign)
    a_second = a_mailbox(workspace)
    campaign.campaignmailbox_set.create(workspace=workspace, mailbox=a_second)
    launch_hours.check_hours(campaign)


def test_times_away_are_added_and_taken_back(mailbox: Mailbox) -> None:
    workdays.add_away(mailbox, date(2027, 7, 5), date(2027, 7, 23))
    for first, last in ((date(2027, 7, 23), date(2027, 8, 1)), (date(2027, 9, 2), date(2027, 9, 1))):
        with pytest.raises(Refused):
            workdays.add_away(mailbox, first, last)
    with pytest.raises(Refused, match="not away on 2027-08-01"):
        workdays.take_back(mailbox, date(2027, 8, 1))
    assert AwayRange.objects.count() == 1
    workdays.take_back(mailbox, date(2027, 7, 10))
    assert AwayRange.objects.count() == 0
    assert Event.objects.filter(kind="mailbox.away_changed").count() == 2


def told(command: str, *words: str) -> str:
    printed = StringIO()
    call_command(command, *words, stdout=printed)
    return printed.getvalue()


def test_the_commands_show_and_change_hours(workspace: Workspace, mailbox: Mailbox) -> None:
    by = ["--by", a_user(workspace).email]
    assert "Friday 09:00-12:00 (Australia/Sydney)" in told(
        "mailbox_hours", mailbox.address, "--workday", "mon-thu 09:00-12:00, 13:00-17:00; fri 09:00-12:00", *by
    )
    assert "away from 2027-07-05 to 2027-07-23" in told(
        "mailbox_hours", mailbox.address, "--away", "2027-07-05", "2027-07-23", *by
    )
    assert told("mailbox_hours", mailbox.address, "--workday", "none", *by).startswith(
        f"{mailbox.address}: as its campaigns have it"
    )
    assert "Office: DE-BE" in told("holiday_calendar", "Office", "--country", "DE-BE", *by)
    assert "  and 2027-12-24" in told("holiday_calendar", "Office", "--add", "2027-12-24", *by)
    campaign = a_campaign(workspace)
    text = told("campaign_hours", campaign.name, "--window", "working days 08:30-17:30", "--holidays", "Office", *by)
    assert f"{campaign.name}: working days 08:30-17:30 (UTC)\n  not on the holidays of Office\n" in text
    assert "in each person" not in told("campaign_hours", campaign.name, "--holidays", "person", *by)


def test_hours_that_cannot_be_read_change_nothing(workspace: Workspace) -> None:
    by = ["--by", a_user(workspace).email]
    campaign = a_campaign(workspace)
    with pytest.raises(CommandError, match="overlap"):
        told("campaign_hours", campaign.name, "--window", "mon 09:00-12:00, 11:00-13:00", *by)
    assert Campaign.objects.get().window == campaign.window


@pytest.mark.parametrize(
    "stored",
    [
        [],
        {"days": [1], "opens": "09:00", "closes": "17:00"},
        [{"days": [1], "opens": "09:00", "closes": "09:00"}],
        [{"days": [1], "opens": "9", "closes": "17:00"}],
        [{"opens": "09:00", "closes": "17:00"}],
    ],
)
def test_the_database_keeps_no_hours_that_nobody_can_read(workspace: Workspace, stored: object) -> None:
    campaign, box = a_campaign(workspace), a_mailbox(workspace)
    with pytest.raises(IntegrityError, match="window_is_weekly_hours"):
        Campaign.objects.filter(id=campaign.id).update(window=stored)
    with pytest.raises(IntegrityError, match="workday_is_weekly_hours"):
        Mailbox.objects.filter(id=box.id).update(workday=stored)
    assert Mailbox.objects.get(id=box.id).workday is None


def imported(workspace: Workspace, text: str) -> dict[str, tuple[str, str, str]]:
    imports.run(imports.stage(workspace, "people", BytesIO(text.encode())).id)
    found = Contact.objects.order_by("email").values_list("email", "time_zone", "zone_origin", "country_code")
    return {email.partition("@")[0]: (zone, origin, code) for email, zone, origin, code in found}


def test_an_import_derives_zones_and_a_later_file_adds_what_was_missing(workspace: Workspace) -> None:
    first = "email,country,state,timezone\nada@example.com,USA,,\nbob@example.com,Germany,,\n"
    first += "eva@example.com,US,,Asia/Tokyo\n"
    assert imported(workspace, first) == {
        "ada": ("", "default", "US"),
        "bob": ("Europe/Berlin", "derived", "DE"),
        "eva": ("Asia/Tokyo", "given", "US"),
    }
    second = "email,state,country,timezone\nada@example.com,Ohio,,\nbob@example.com,,Japan,\neva@example.com,Ohio,,\n"
    assert imported(workspace, second) == {
        "ada": ("America/New_York", "derived", "US"),
        "bob": ("Asia/Tokyo", "derived", "JP"),
        "eva": ("Asia/Tokyo", "given", "US"),
    }
    assert imported(workspace, "email,timezone\nbob@example.com,Europe/Paris\n")["bob"] == (
        "Europe/Paris",
        "given",
        "JP",
    )
