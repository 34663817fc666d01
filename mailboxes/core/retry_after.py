"""How long a provider asks us to wait: in seconds, as a date, in the words of its error, absurd, or not at all."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

LONGEST_WAIT = timedelta(days=7)  # a longer wish (a year was seen) would silence a mailbox for good
NO_TIME = timedelta(0)
IN_TEXT = re.compile(r"[Rr]etry after (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?)Z?")
SECONDS = re.compile(r"\d{1,9}(?:\.\d{1,6})?")


def wait_asked(header: str | None, text: str, *, now: datetime) -> timedelta | None:
    """Return the wait asked for by a Retry-After header or, failing that, by the text; above 0, at most LONGEST_WAIT.

    None when neither names a time to come: bad, negative and past ones leave it to us. now is machine time, aware.
    """
    wait = _from_header(header.strip(), now) if header else None
    if (wait is None or wait <= NO_TIME) and (found := IN_TEXT.search(text)):
        wait = _until(found[1], now)
    return None if wait is None or wait <= NO_TIME else min(wait, LONGEST_WAIT)


def _from_header(value: str, now: datetime) -> timedelta | None:
    if SECONDS.fullmatch(value):
        return timedelta(seconds=float(value))
    if value.isdecimal():
        return LONGEST_WAIT  # more digits than a wait can have
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - now


def _until(moment: str, now: datetime) -> timedelta | None:
    try:
        return datetime.fromisoformat(moment).replace(tzinfo=UTC) - now
    except ValueError:
        return None
