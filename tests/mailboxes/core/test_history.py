from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mailboxes.core.history import FIRST_LOOK, OVERLAP, Listing, Place, first_look, from_cursor, resync, to_cursor
from mailboxes.core.message import JSON

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
NOW_MS = int(NOW.timestamp() * 1000)
DAY_MS = 86_400_000


@pytest.mark.parametrize(
    "place",
    [
        Place("1"),
        Place("1", page="p", newest=5, read_at=6),
        Place("1", listing=Listing(7, inbox_only=True)),
        Place("1", listing=Listing(7, inbox_only=False, page="q"), newest=5),
    ],
)
def test_a_place_survives_being_stored(place: Place) -> None:
    assert from_cursor(to_cursor(place)) == place


def test_an_empty_cursor_is_a_mailbox_never_read() -> None:
    assert from_cursor({}) is None


@pytest.mark.parametrize(
    "cursor", [{"history_id": 5}, {"x": 1}, {"history_id": "1", "newest": 0, "read_at": 0, "listing": 3}]
)
def test_a_cursor_we_never_wrote_is_refused(cursor: dict[str, JSON]) -> None:
    with pytest.raises(ValueError, match="no cursor"):
        from_cursor(cursor)


def test_the_first_look_lists_the_inbox_and_then_follows_the_id_taken_before() -> None:
    place = first_look("100", NOW)
    assert place.listing == Listing(int((NOW - FIRST_LOOK).timestamp()), inbox_only=True)
    assert place.listed("p").listing == replace(place.listing, page="p")
    assert place.listed(None) == Place("100")


def test_the_history_id_moves_only_after_the_last_page() -> None:
    middle = Place("100").followed("p", "200")
    assert (middle.history_id, middle.page) == ("100", "p")
    assert middle.followed(None, "200") == Place("200")


@pytest.mark.parametrize(
    ("newest", "read_at", "since"),
    [
        (NOW_MS - 9 * DAY_MS, NOW_MS - 8 * DAY_MS, NOW_MS - 9 * DAY_MS),
        (NOW_MS + 90 * DAY_MS, NOW_MS - 8 * DAY_MS, NOW_MS - 8 * DAY_MS),  # a date to come, or a rehearsal's clock
        (NOW_MS - 900 * DAY_MS, NOW_MS, NOW_MS - 900 * DAY_MS),  # a clock in the past
        (0, NOW_MS - 8 * DAY_MS, NOW_MS - 8 * DAY_MS),
        (0, 0, NOW_MS - FIRST_LOOK // timedelta(milliseconds=1)),
    ],
)
def test_a_resync_begins_well_before_what_was_read_by_either_clock(newest: int, read_at: int, since: int) -> None:
    place = resync(Place("1", page="p", newest=newest, read_at=read_at), "500", NOW)
    overlap = int(OVERLAP.total_seconds())
    assert place.listing == Listing(since // 1000 - overlap, inbox_only=False)
    assert (place.history_id, place.page) == ("500", None)


def test_a_resync_during_a_listing_keeps_the_listings_bound() -> None:
    listing = Listing(1_000_000, inbox_only=True, page="p")
    again = resync(Place("1", listing=listing, newest=NOW_MS, read_at=NOW_MS), "500", NOW)
    assert again.listing == Listing(1_000_000, inbox_only=False)


def test_a_refused_page_token_restarts_the_list_it_belongs_to() -> None:
    assert Place("1", page="p").restarted() == Place("1")
    assert Place("1", listing=Listing(7, inbox_only=True, page="p")).restarted() == Place(
        "1", listing=Listing(7, inbox_only=True)
    )
