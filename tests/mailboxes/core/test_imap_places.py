import json
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailboxes.core.imap_folders import MOST_FOLDERS, Folder, Seen, Use
from mailboxes.core.imap_places import (
    FIRST_LOOK,
    OVERLAP,
    FolderPlace,
    Places,
    from_cursor,
    sent_position,
    to_cursor,
)

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
INBOX = Folder("INBOX", Use.INBOX, None)
ARCHIVE = Folder("Archive", Use.OTHER, None)
SENT = Folder("Sent", Use.SENT, None)


def test_a_first_look_reads_the_inbox_of_two_weeks_and_takes_the_place_of_the_rest() -> None:
    places = from_cursor({})
    assert places.of(INBOX, Seen(7, 100), NOW) == FolderPlace(7, 1, (NOW - FIRST_LOOK).date())
    assert places.of(ARCHIVE, Seen(8, 50), NOW) == FolderPlace(8, 50)


READ = Places({"INBOX": FolderPlace(7, 100), "Sent": FolderPlace(9, 5)}, "Sent", NOW - timedelta(days=10))


def test_a_known_folder_goes_on_where_it_was() -> None:
    place = READ.of(INBOX, Seen(7, 103), NOW)
    assert (place, place.has_news(Seen(7, 103)), place.has_news(Seen(7, 100))) == (FolderPlace(7, 100), True, False)


@pytest.mark.parametrize("seen", [Seen(8, 100), Seen(8, 1), Seen(7, 99)])
def test_numbers_that_mean_nothing_any_more_are_read_again_from_before_the_last_look(seen: Seen) -> None:
    assert READ.of(INBOX, seen, NOW) == FolderPlace(seen.validity, 1, (NOW - timedelta(days=10) - OVERLAP).date())


def test_a_folder_new_to_us_is_read_from_before_the_last_look() -> None:
    assert READ.of(ARCHIVE, Seen(1, 9), NOW).since == (NOW - timedelta(days=10) - OVERLAP).date()


def test_a_second_change_in_the_middle_of_reading_again_keeps_the_earlier_day() -> None:
    early = date(2026, 10, 1)
    places = Places({"INBOX": FolderPlace(7, 40, early)}, "", NOW)
    assert places.of(INBOX, Seen(8, 10), NOW) == FolderPlace(8, 1, early)
    assert places.of(INBOX, Seen(7, 50), NOW) == FolderPlace(7, 40, early)


def test_a_folder_is_done_at_the_end_that_was_seen_or_read() -> None:
    place = FolderPlace(7, 1, date(2026, 1, 1)).passed(12)
    assert (place.done(Seen(7, 10)), place.done(Seen(7, 20))) == (FolderPlace(7, 13), FolderPlace(7, 20))


def test_a_folder_that_is_gone_keeps_its_place_while_there_is_room() -> None:
    assert READ.listed([INBOX, SENT]).folders.keys() == {"INBOX", "Sent"}
    assert READ.listed([INBOX]).folders.keys() == {"INBOX", "Sent"}
    many = [Folder(f"f{number}", Use.OTHER, None) for number in range(MOST_FOLDERS)]
    assert READ.listed(many).folders == {}
    assert (READ.listed([INBOX]).sent, READ.listed([SENT]).sent) == ("", "Sent")


def test_a_search_starts_at_the_place_in_sent_and_its_name_is_not_told() -> None:
    position = sent_position(to_cursor(READ))
    assert (position["uidvalidity"], position["uidnext"], position["read_at"]) == (9, 5, "2026-11-20T09:00:00+00:00")
    assert "Sent" not in json.dumps(position)


@pytest.mark.parametrize(
    "places",
    [
        Places(),
        Places({"Sent": FolderPlace(9, 5)}, "", NOW),
        Places({"Sent": FolderPlace(9, 5)}, "Sent", None),
        Places({"Sent": FolderPlace(9, 5, date(2026, 1, 1))}, "Sent", NOW),
    ],
)
def test_there_is_no_place_before_sent_was_read_through(places: Places) -> None:
    assert sent_position(to_cursor(places)) == {}


@pytest.mark.parametrize("cursor", [{}, {"history_id": "7", "newest": 0, "read_at": 0}, {"folders": 3}])
def test_the_cursor_of_another_feed_gives_no_place(cursor: dict[str, object]) -> None:
    assert sent_position(cursor) == {}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "cursor",
    [{"x": 1}, {"folders": {"a": [1]}, "sent": "", "read_at": ""}, {"folders": {}, "sent": "", "read_at": "x"}],
)
def test_a_cursor_that_we_never_wrote_is_told(cursor: dict[str, object]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
        from_cursor(cursor)  # type: ignore[arg-type]


NUMBERS = st.integers(1, 2**32 - 1)
PLACE = st.builds(FolderPlace, NUMBERS, NUMBERS, st.none() | st.dates(date(1990, 1, 1), date(2090, 1, 1)))


@settings(deadline=None)
@given(st.dictionaries(st.text(max_size=10), PLACE), st.none() | st.datetimes(timezones=st.just(UTC)))
def test_a_stored_reading_comes_back_as_it_was(folders: dict[str, FolderPlace], read_at: datetime | None) -> None:
    places = Places(folders, "Sent", read_at)
    assert from_cursor(json.loads(json.dumps(to_cursor(places)))) == places


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 9))))
def test_no_number_is_passed_that_was_not_read(steps: list[tuple[int, int]]) -> None:
    """Whatever validities and ends a server tells: what is skipped belongs to a day before, or was read."""
    places = Places({}, "", NOW)
    for validity, following in steps:
        seen = Seen(validity, following)
        place = places.of(ARCHIVE, seen, NOW)
        assert place.validity == validity
        assert place.next <= following
        known = places.folders.get("Archive")
        assert place == known or (place.next, place.since is not None) == (1, True)
        places = places.at("Archive", place.done(seen))
