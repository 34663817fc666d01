"""A forecast in words: what `forecast` prints, and the few lines that `start_campaign` says of it."""

from collections.abc import Iterator

from app.core.zones import wall_time
from sequences.actions.forecast import Forecast, ForecastDay

MOST_BINDINGS = 3  # of a day, that are told
WORKING_DAYS = 5  # first days with mails, of which the summary tells the mean


def summary(one: Forecast, *, lacking: bool = True) -> Iterator[str]:
    """Yield the few lines that somebody who starts a campaign wants to read; `lacking`: who lacks a value, too."""
    if one.first_mail is None:
        because = next((binding.because for day in one.days for binding in day.bindings), "nobody is to be mailed")
        yield f"In {len(one.days)} days no mail would leave: {because}."
    else:
        why = f" ({one.first_mail.because})" if one.first_mail.because else ""
        yield f"First mail about {wall_time(one.zone, one.first_mail.at):%a %d %b %H:%M} {_city(one.zone)}{why}."
        busy = [day.sends for day in one.days if day.sends][:WORKING_DAYS]
        yield f"About {round(sum(busy) / len(busy))} mails a day at first, {one.sends} in {len(one.days)} days."
        if one.finish_on is None:
            yield f"Not done within {len(one.days)} days: {one.left} people still wait then."
        else:
            yield f"Done on {one.finish_on:%a %d %b %Y}."
    for group in (one for one in one.held if lacking or not one.lacks):
        yield f"Held: {group.people}, {group.because}."


def whole(one: Forecast) -> Iterator[str]:
    """Yield everything, a day a line."""
    others = f"; other campaigns that use its mailboxes: {one.competing}" if one.competing else ""
    yield f"{one.campaign}: {one.people} people, {one.sends} mails in {len(one.days)} days{others}."
    yield from summary(one)
    for day in one.days:
        yield _day(day)
    leave = f"{one.leave_share:.0%} of the people leave after each mail. " if one.leave_share else ""
    yield f"Assumed: {leave}{' '.join(one.assumes)}"


def _day(day: ForecastDay) -> str:
    parts = [f"{day.day:%a %Y-%m-%d}: {day.sends:>5} {_plural(day.sends, 'mail', 'mails')}"]
    if day.sends:
        parts.append(f"{day.first_mails} first, {day.follow_ups} follow-ups")
    if day.limits:
        parts.append(
            "room "
            + ", ".join(
                f"{one.together} ({one.bound_by}, {one.mailboxes} {_plural(one.mailboxes, 'mailbox', 'mailboxes')})"
                for one in day.limits
            )
        )
    for one in day.bindings[:MOST_BINDINGS]:
        where = f" at {one.mailbox}" if one.mailbox else ""
        parts.append(f"{one.people} {_plural(one.people, 'waits', 'wait')}: {one.because}{where}")
    return "; ".join(parts)


def _plural(number: int, one: str, many: str) -> str:
    return one if number == 1 else many


def _city(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ")
