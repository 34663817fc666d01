"""Two calendars at once: whom a campaign's window and the workdays of its mailboxes never let through together."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count

from app.actions import clock
from app.core.errors import Refused
from app.core.window_text import window_text
from app.core.windows import Hours
from app.core.zones import local_day
from mailboxes.actions.workdays import away_of
from mailboxes.core.states import MailboxState
from mailboxes.core.workday import away_hours, both, workday_hours
from mailboxes.models import Mailbox
from sequences.actions.enrollments import campaign_hours
from sequences.core.hours import SOMEWHERE, Home, hours_for
from sequences.core.planner.windows import OPENING_MINUTE
from sequences.core.states import EnrollmentState
from sequences.models import Campaign, Enrollment

WEEKS = 4  # that are looked at; a holiday of three weeks is no reason to keep a campaign from starting
MOST_HOMES = 1000


@dataclass(frozen=True, slots=True)
class Apart:
    """People to whom no mailbox of the campaign can write within weeks, and the calendars that never meet."""

    people: int
    zone: str
    sentence: str


@dataclass(frozen=True, slots=True)
class _Calendar:
    """A mailbox's own calendar, as hours and in words."""

    hours: Hours
    words: str


def check_hours(campaign: Campaign) -> None:
    """Raise Refused when nobody at all could be written to within WEEKS weeks, with both calendars in the sentence."""
    found, homes = _apart(campaign)
    if found and len(found) == homes:
        raise Refused(found[0].sentence)


def never_together(campaign: Campaign) -> list[Apart]:
    """Return whom the two calendars keep apart, by where they live, most people first. Reads only."""
    return _apart(campaign)[0]


def _apart(campaign: Campaign) -> tuple[list[Apart], int]:
    now = clock.world_now()
    calendars = [_calendar(mailbox, now) for mailbox in _mailboxes(campaign)]
    owns = [calendar for calendar in calendars if calendar is not None]
    homes = _homes(campaign)
    if len(owns) < len(calendars) or not owns:
        return [], len(homes)
    hours = campaign_hours(campaign)
    found = []
    for home, people in homes:
        theirs = hours_for(hours, home, now)
        if not any(_meet(theirs.narrowed(own.hours), now) for own in owns):
            found.append(Apart(people, theirs.zone, _sentence(theirs, owns[0])))
    return found, len(homes)


def _mailboxes(campaign: Campaign) -> list[Mailbox]:
    usable = Mailbox.objects.filter(campaignmailbox__campaign=campaign)
    return list(usable.exclude(state=MailboxState.DISCONNECTED).order_by("address"))


def _homes(campaign: Campaign) -> list[tuple[Home, int]]:
    """Return where the people to come live, and how many there; without people yet, the campaign's own zone."""
    active = Enrollment.objects.filter(campaign=campaign, state=EnrollmentState.ACTIVE, contact__isnull=False)
    counted = active.values_list("contact__time_zone", "contact__country_code").annotate(n=Count("id"))
    found = [(Home(zone, country), people) for zone, country, people in counted.order_by("-n")[:MOST_HOMES]]
    return found or [(SOMEWHERE, 0)]


def _calendar(mailbox: Mailbox, now: datetime) -> _Calendar | None:
    """Return a mailbox's own calendar; None: it is always open."""
    away = away_of(mailbox)
    workday = workday_hours(mailbox.workday, mailbox.time_zone, now)
    hours = both(workday, away_hours(mailbox.time_zone, away))
    if hours is None:
        return None
    words = "at any time" if workday is None else window_text(workday.window)
    today = local_day(mailbox.time_zone, now)
    gone = [f"away from {first} to {last}" for first, last in away if last >= today]
    return _Calendar(hours, f"{mailbox.address} {', '.join([words, *gone])} ({mailbox.time_zone})")


def _meet(hours: Hours, now: datetime) -> bool:
    """Tell whether anything could leave: an opening longer than its first minute, within weeks."""
    until = now + timedelta(weeks=WEEKS)
    return any(span.end - span.start > OPENING_MINUTE for span in hours.open_spans(now, until))


def _sentence(campaign: Hours, mailbox: _Calendar) -> str:
    return (
        f"The campaign sends {window_text(campaign.window)} ({campaign.zone}), and {mailbox.words}: "
        f"within {WEEKS} weeks the two are never open together."
    )
