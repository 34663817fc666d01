"""The given cases of the area SCH: G-SCH-01 to G-SCH-07, by the time stamps of the server that took the mails."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from io import BytesIO, StringIO
from itertools import pairwise

import pytest
from django.core.management import call_command
from django.test import Client

from app.core.window_text import window_of_text
from app.core.zones import local_day, wall_time
from mailboxes.actions import pool, workdays
from mailboxes.models import Mailbox
from sequences.actions import audit, calendars, dispatch, imports
from sequences.core.campaign_file.nodes import CampaignFileError
from sequences.core.campaign_file.reading import parse_campaign
from sequences.models import Contact, Enrollment, HolidayCalendar, ImportRow, Touch
from tests.cases.scheduling import Desk, a_desk, at, open_step
from tests.factories import a_user
from tests.plugins.simulator import Simulator
from tests.plugins.world import World
from tests.sequences.core.import_files import file_bytes

pytestmark = pytest.mark.django_db(transaction=True)

NEW_YORK, BERLIN, TOKYO, MADRID = "America/New_York", "Europe/Berlin", "Asia/Tokyo", "Europe/Madrid"
ONE_DAY = timedelta(days=1)


@pytest.fixture
def desk(world: World, simulator: Simulator) -> Iterator[Desk]:
    """A desk at which every promise is kept, by our ledger and the simulator's journal."""
    yield a_desk(world, simulator)
    broken = {key: rows for key, rows in audit.violations(simulator.journal_path).items() if rows}
    pool.close_idle(older_than=timedelta(0))
    assert broken == {}


def hours(zone: str, window: str, *more: str) -> str:
    """Lines of a campaign file: window is written as days, opens-closes."""
    days, _, clocks = window.partition(" ")
    opens, _, closes = clocks.partition("-")
    lines = [f"time_zone: {zone}", f"window: {{days: {days}, opens: '{opens}', closes: '{closes}'}}", *more]
    return "\n".join(lines)


# G-SCH-01


@pytest.mark.parametrize(
    ("zone", "first", "week_later"),
    [(NEW_YORK, "2027-03-08 09:00", date(2027, 3, 15)), (BERLIN, "2027-03-23 09:00", date(2027, 3, 30))],
)
@pytest.mark.parametrize(("window", "later"), [("mon-fri 08:00-18:00", 0), ("mon-fri 09:00-09:30", 1)])
def test_g_sch_01_the_local_hour_is_kept_across_a_clock_change(
    desk: Desk, zone: str, first: str, week_later: date, window: str, later: int
) -> None:
    """Seven days are 168 hours: due at 10:00 after the change, in the narrow window one working day later."""
    begun = at(zone, first)
    desk.at(begun)
    campaign = desk.campaign(hours(zone, window), ["7 days"])
    person = desk.person(campaign)
    desk.slot(person, begun)
    desk.tick()
    shown = open_step(person).eligible_at  # before the clocks change
    desk.live(begun + timedelta(days=12))
    first_mail, second = desk.sent(person.contact, zone)
    assert (first_mail.hour, first_mail.minute) == (9, 0)
    assert second.date() == wall_time(zone, shown).date() == week_later + later * ONE_DAY
    opens, closes = ((8, 0), (18, 0)) if later == 0 else ((9, 0), (9, 30))
    assert opens < (second.hour, second.minute) < closes
    assert second.utcoffset() != first_mail.utcoffset()


# G-SCH-02

WHITSUN = ("mon-fri 09:00-17:00", "holidays: Whitsun")


def _whitsun(desk: Desk) -> HolidayCalendar:
    calendar = calendars.create(desk.workspace, "Whitsun", country="DE", subdivision="BE")
    desk.at(at(BERLIN, "2027-05-14 16:00"))
    return calendar


def _sent_on_friday(desk: Desk, delay: str, name: str) -> Enrollment:
    person = desk.person(desk.campaign(hours(BERLIN, *WHITSUN), [delay], name=name))
    now = desk.world.now()
    desk.slot(person, now)
    desk.tick()
    return person


DELAYS = {"1 business day": date(2027, 5, 18), "2 business days": date(2027, 5, 19), "3 days": date(2027, 5, 18)}


def test_g_sch_02_weekend_and_holiday_are_skipped_one_by_one(desk: Desk) -> None:
    _whitsun(desk)
    people = {delay: _sent_on_friday(desk, delay, delay) for delay in DELAYS}
    desk.live(at(BERLIN, "2027-05-15 11:00"))
    second = desk.person(desk.campaign(hours(BERLIN, *WHITSUN), ["1 business day"], name="Second"))
    desk.live(at(BERLIN, "2027-05-20 20:00"))
    friday = date(2027, 5, 14)
    assert {delay: desk.days(person.contact, BERLIN) for delay, person in people.items()} == {
        delay: [friday, day] for delay, day in DELAYS.items()
    }
    assert desk.days(second.contact, BERLIN) == [date(2027, 5, 18), date(2027, 5, 19)]


def test_g_sch_02_taking_the_holiday_away_on_sunday_moves_what_waits_to_monday(desk: Desk) -> None:
    calendar = _whitsun(desk)
    people = {delay: _sent_on_friday(desk, delay, delay) for delay in DELAYS}
    desk.live(at(BERLIN, "2027-05-16 12:00"))
    assert local_day(BERLIN, open_step(people["1 business day"]).eligible_at) == date(2027, 5, 18)
    printed = StringIO()
    owner = a_user(desk.workspace)
    call_command("holiday_calendar", "Whitsun", "--remove", "2027-05-17", "--by", owner.email, stdout=printed)
    assert "3 waiting steps moved." in printed.getvalue()
    assert local_day(BERLIN, open_step(people["1 business day"]).eligible_at) == date(2027, 5, 17)
    desk.live(at(BERLIN, "2027-05-20 20:00"))
    monday, tuesday = date(2027, 5, 17), date(2027, 5, 18)
    assert [desk.days(person.contact, BERLIN)[1:] for person in people.values()] == [[monday], [tuesday], [monday]]
    calendar.refresh_from_db()
    assert calendar.removed == ["2027-05-17"]


# G-SCH-03


@pytest.mark.parametrize(("delay", "day"), [("29 days", date(2028, 2, 29)), ("30 days", date(2028, 3, 1))])
def test_g_sch_03_days_count_through_the_29th_of_february(desk: Desk, delay: str, day: date) -> None:
    begun = at("UTC", "2028-01-31 10:00")
    desk.at(begun)
    person = desk.person(desk.campaign(hours("UTC", "mon-fri 09:00-17:00"), [delay]))
    desk.slot(person, begun)
    desk.tick()
    desk.live(datetime(2028, 3, 2, 20, tzinfo=UTC))
    assert desk.days(person.contact) == [date(2028, 1, 31), day]


def test_g_sch_03_every_page_opens_on_the_29th_of_february(desk: Desk) -> None:
    desk.at(at("UTC", "2028-02-29 12:00"))
    campaign = desk.campaign(hours("UTC", "mon-fri 09:00-17:00"))
    person = desk.person(campaign)
    client = Client()
    client.force_login(a_user(desk.workspace))
    pages = [
        "/",
        "/mailboxes/",
        "/campaigns/",
        f"/campaigns/{campaign.id}/",
        f"/contacts/{person.contact_id}/",
        "/tasks/",
    ]
    assert {page: client.get(page).status_code for page in pages} == dict.fromkeys(pages, 200)


# G-SCH-04


def test_g_sch_04_a_zone_that_is_missing_or_wrong_stops_nobody(desk: Desk) -> None:
    desk.at(datetime(2027, 3, 9, 2, 0, tzinfo=UTC))
    campaign = desk.campaign(hours(NEW_YORK, "mon-fri 09:00-17:00"))
    source = BytesIO(file_bytes("timezones-mixed.csv"))
    done = imports.run(imports.stage(desk.workspace, "zones", source, campaign=campaign).id)
    assert (done.created, done.enrolled, done.rejected) == (8, 8, 0)
    told = ImportRow.objects.filter(batch=done).exclude(reason="").order_by("line").values_list("line", flat=True)
    assert list(told) == [4, 5, 6], "CET, GMT+2 and Mars/Olympus"
    assert _shown() == {
        "ada": "Time zone: Europe/Berlin (given), country DE.",
        "bob": "Time zone: campaign default.",
        "cleo": "Time zone: campaign default.",
        "dina": "Time zone: campaign default.",
        "emil": "Time zone: campaign default.",
        "fleur": "Time zone: Europe/Paris (given), country FR.",
        "gil": "Time zone: America/Sao_Paulo (given), country BR.",
        "hari": "Time zone: Asia/Kolkata (given), country IN.",
    }
    desk.live(datetime(2027, 3, 10, 2, 0, tzinfo=UTC))
    for contact in Contact.objects.all():
        (sent,) = desk.sent(contact, contact.time_zone or NEW_YORK)
        assert (9, 0) < (sent.hour, sent.minute) < (17, 0), contact.email
    (hari,) = desk.sent(Contact.objects.get(email="hari@example.com"))
    assert datetime(2027, 3, 9, 3, 30, tzinfo=UTC) < hari < datetime(2027, 3, 9, 11, 30, tzinfo=UTC)


def _shown() -> dict[str, str]:
    found = {}
    for contact in Contact.objects.order_by("email"):
        printed = StringIO()
        call_command("contact", str(contact.id), stdout=printed)
        found[contact.email.partition("@")[0]] = printed.getvalue().splitlines()[1].strip()
    return found


# G-SCH-05

NIGHT = hours(TOKYO, "mon-fri 22:00-02:00")


@pytest.mark.parametrize(
    ("due", "least", "most"),
    [
        ("2027-05-14 23:30", "2027-05-14 23:30", "2027-05-15 02:00"),
        ("2027-05-15 01:00", "2027-05-15 01:00", "2027-05-15 02:00"),
        ("2027-05-15 23:00", "2027-05-17 22:01", "2027-05-18 02:00"),
        ("2027-05-17 01:00", "2027-05-17 22:01", "2027-05-18 02:00"),
    ],
)
def test_g_sch_05_a_window_over_midnight_belongs_to_the_day_it_opens(
    desk: Desk, due: str, least: str, most: str
) -> None:
    desk.at(at(TOKYO, due))
    person = desk.person(desk.campaign(NIGHT))
    desk.live(at(TOKYO, "2027-05-18 12:00"))
    (sent,) = desk.sent(person.contact)
    assert at(TOKYO, least) <= sent < at(TOKYO, most)


def test_g_sch_05_a_window_that_opens_when_it_closes_is_refused_at_its_field() -> None:
    with pytest.raises(CampaignFileError, match=r"3:49: The window opens and closes at the same time"):
        parse_campaign(f"name: A\n{hours(TOKYO, 'mon-fri 09:00-09:00')}\nsteps: [{{kind: task}}]\n", "yaml")


# G-SCH-06

OFFICE_IN_MADRID = "mon-fri 09:00-17:00"


def test_g_sch_06_what_was_overdue_in_the_evening_waits_for_the_morning(desk: Desk) -> None:
    """The workers stood still from 15:30 to 19:00; the step was planned for 16:00."""
    desk.at(at(MADRID, "2027-06-10 15:30"))
    person = desk.person(desk.campaign(hours(MADRID, OFFICE_IN_MADRID)))
    slot = at(MADRID, "2027-06-10 16:00")
    desk.slot(person, slot)
    desk.at(at(MADRID, "2027-06-10 19:00"))
    desk.tick()
    desk.tick()
    assert desk.sent(person.contact) == []
    assert open_step(person).eligible_at >= at(MADRID, "2027-06-11 09:00"), "the person shows the new time"
    desk.live(at(MADRID, "2027-06-11 17:00"))
    (sent,) = desk.sent(person.contact, MADRID)
    assert (sent.date(), 9 <= sent.hour < 17) == (date(2027, 6, 11), True)


def test_g_sch_06_after_its_last_day_a_campaign_holds_its_people_until_the_day_is_moved(desk: Desk) -> None:
    desk.at(at(MADRID, "2027-06-10 15:30"))
    campaign = desk.campaign(hours(MADRID, OFFICE_IN_MADRID, "ends_on: 2027-06-10"))
    person = desk.person(campaign)
    slot = at(MADRID, "2027-06-10 16:00")
    desk.slot(person, slot)
    desk.at(at(MADRID, "2027-06-11 10:00"))
    for _ in range(3):
        desk.tick()
    step = open_step(person)
    assert (desk.sent(person.contact), person.state, step.hold_reason) == ([], "active", "campaign_ended")
    owner = a_user(desk.workspace)
    call_command("campaign_hours", campaign.name, "--ends-on", "2027-06-11", "--by", owner.email, stdout=StringIO())
    desk.live(at(MADRID, "2027-06-12 10:00"))
    (sent,) = desk.sent(person.contact, MADRID)
    assert sent.date() == date(2027, 6, 11)


# G-SCH-07

THREE_MORE = ["1 day", "1 day", "1 day"]


def test_g_sch_07_delays_count_from_the_real_previous_send(desk: Desk) -> None:
    desk.at(at(BERLIN, "2027-06-07 09:00"))
    person = desk.person(desk.campaign(hours(BERLIN, OFFICE_IN_MADRID), THREE_MORE))
    desk.live(at(BERLIN, "2027-06-18 09:00"))
    sent = desk.sent(person.contact)
    assert len(sent) == 4
    assert all(later - earlier >= ONE_DAY for earlier, later in pairwise(sent))
    assert len(set(desk.days(person.contact, BERLIN))) == 4


def test_g_sch_07_a_step_that_the_cap_held_back_pushes_the_next_ones(world: World, simulator: Simulator) -> None:
    desk = a_desk(world, simulator, cap=1)
    desk.at(at(BERLIN, "2027-06-07 09:00"))
    campaign = desk.campaign(hours(BERLIN, OFFICE_IN_MADRID), THREE_MORE)
    person = desk.person(campaign)
    now = desk.world.now()
    desk.slot(person, now)
    desk.tick()
    crowd = desk.campaign(hours(BERLIN, OFFICE_IN_MADRID), name="Crowd")
    ahead = [desk.person(crowd) for _ in range(2)]
    Touch.objects.filter(enrollment__in=ahead).update(due_at=now, eligible_at=now)
    Touch.objects.filter(enrollment=person, position=2).update(due_at=now + ONE_DAY)
    desk.live(at(BERLIN, "2027-06-16 09:00"))
    days, sent = desk.days(person.contact, BERLIN), desk.sent(person.contact)
    assert len(days) == len(set(days)) == 4
    assert all(later - earlier >= ONE_DAY for earlier, later in pairwise(sent))
    assert days[2] >= days[1] + ONE_DAY
    assert {day.isoweekday() for day in days} <= {1, 2, 3, 4, 5}
    pool.close_idle(older_than=timedelta(0))


# Two calendars at once, and the week of a country: beyond the given cases


def test_a_mailbox_sends_in_its_own_hours_too_and_what_falls_on_a_day_away_moves(desk: Desk) -> None:
    desk.at(at(BERLIN, "2027-06-09 10:00"))
    Mailbox.objects.update(time_zone=BERLIN)
    workdays.set_workday(desk.mailbox, window_of_text("working days 13:00-15:00"))
    workdays.add_away(desk.mailbox, date(2027, 6, 8), date(2027, 6, 9))
    person = desk.person(desk.campaign(hours(BERLIN, OFFICE_IN_MADRID)))
    desk.live(at(BERLIN, "2027-06-10 16:00"), look=timedelta(hours=1))
    (sent,) = desk.sent(person.contact, BERLIN)
    assert sent.date() == date(2027, 6, 10)
    assert (13, 0) < (sent.hour, sent.minute) < (15, 0)


@pytest.mark.parametrize(
    ("slot", "reason"), [("2027-06-08 14:00", "mailbox_away"), ("2027-06-10 12:00", "mailbox_workday")]
)
def test_a_permit_asks_both_calendars_again(desk: Desk, slot: str, reason: str) -> None:
    desk.at(at(BERLIN, "2027-06-08 08:00"))
    Mailbox.objects.update(time_zone=BERLIN)
    person = desk.person(desk.campaign(hours(BERLIN, OFFICE_IN_MADRID)))
    desk.at(at(BERLIN, slot))
    workdays.set_workday(desk.mailbox, window_of_text("working days 13:00-15:00"))
    workdays.add_away(desk.mailbox, date(2027, 6, 8), date(2027, 6, 9))
    desk.slot(person, desk.world.now())
    assert dispatch.send_touch(open_step(person).id) == f"wait:{reason}"
    assert (desk.sent(person.contact), person.state) == ([], "active")


def test_working_days_are_those_of_a_persons_country_and_two_spans_leave_lunch_alone(desk: Desk) -> None:
    """Thursday evening: Cairo rests on Friday and Saturday, Paris on Saturday and Sunday."""
    desk.at(datetime(2027, 6, 3, 19, 0, tzinfo=UTC))
    spans = "{days: working days, opens: '09:00', closes: '09:30'}, {days: working, opens: '14:00', closes: '14:30'}"
    campaign = desk.campaign(f"time_zone: {NEW_YORK}\nwindow: [{spans}]")
    egyptian, french = (desk.person(campaign, **values) for values in CAIRO_AND_PARIS)
    desk.live(datetime(2027, 6, 8, 12, tzinfo=UTC))
    (one,) = desk.sent(egyptian.contact, "Africa/Cairo")
    (other,) = desk.sent(french.contact, "Europe/Paris")
    assert (one.date(), other.date()) == (date(2027, 6, 6), date(2027, 6, 4))
    assert {one.hour, other.hour} <= {9, 14}
    assert max(one.minute, other.minute) < 30


CAIRO_AND_PARIS = (
    {"time_zone": "Africa/Cairo", "country_code": "EG"},
    {"time_zone": "Europe/Paris", "country_code": "FR"},
)
