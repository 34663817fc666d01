"""The day that a mailbox's mails are charged to, whatever happens to its zone."""

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from mailboxes.core.days import charged_day, closing, next_room

ZONES = ["America/New_York", "Asia/Tokyo", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "UTC"]
START = datetime(2027, 3, 9, 14, tzinfo=UTC)
TUESDAY = date(2027, 3, 9)


def test_a_zone_where_it_is_tomorrow_already_waits_for_a_whole_day_of_its_own() -> None:
    closes = closing("America/New_York", TUESDAY)
    assert closes == datetime(2027, 3, 10, 5, tzinfo=UTC)
    for hour in (15, 23, 24 + 6, 24 + 14):
        at = datetime(2027, 3, 9, tzinfo=UTC) + timedelta(hours=hour)
        assert charged_day("Asia/Tokyo", at, TUESDAY, closes) == TUESDAY
        assert next_room("Asia/Tokyo", at, TUESDAY, closes) == datetime(2027, 3, 10, 15, tzinfo=UTC)
    opens = datetime(2027, 3, 10, 15, tzinfo=UTC)
    assert charged_day("Asia/Tokyo", opens, TUESDAY, closes) == date(2027, 3, 11)


@given(st.lists(st.tuples(st.sampled_from(ZONES), st.integers(0, 30 * 60)), max_size=12))
def test_no_row_of_zones_opens_two_rooms_within_a_day_of_the_clock(changes: list[tuple[str, int]]) -> None:
    """No room opens before the one before has closed, and there is always a next one."""
    now = START
    day: date | None = None
    closes: datetime | None = None
    opened: list[tuple[datetime, datetime | None]] = []
    for zone, minutes in changes:
        now += timedelta(minutes=minutes)
        charged = charged_day(zone, now, day, closes)
        assert day is None or charged >= day
        if charged != day:
            opened.append((now, closes))
        day, closes = charged, max(filter(None, (closes, closing(zone, charged))))
        assert now < next_room(zone, now, day, closes) <= now + timedelta(hours=75)
    assert all(at >= closed for at, closed in opened if closed is not None)


@given(st.sampled_from(ZONES), st.integers(0, 14 * 24 * 60))
def test_without_a_change_each_local_day_is_its_own(zone: str, minutes: int) -> None:
    now = START + timedelta(minutes=minutes)
    today = charged_day(zone, now, None, None)
    closes = closing(zone, today)
    assert next_room(zone, now, today, closes) == closes
    assert charged_day(zone, closes - timedelta(seconds=1), today, closes) == today
    assert charged_day(zone, closes, today, closes) == today + timedelta(days=1)
