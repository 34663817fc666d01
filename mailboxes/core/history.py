"""Where the reading of a Gmail mailbox stands, and what to read next. Arithmetic only.

Reading goes: listing (a first look, or a resync after the history expired), then history from the id that was taken
before the listing began, so that what arrives meanwhile is seen. A page is the unit of progress: the cursor moves to
the next page only after every message of this one is in the batch.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from mailboxes.core.message import JSON

FIRST_LOOK = timedelta(days=14)  # of INBOX, when a mailbox is read for the first time
OVERLAP = timedelta(days=2)  # of a resync with what was read before; the store drops what it has already
SKIPPED = frozenset({"DRAFT", "CHAT"})  # neither came nor left


@dataclass(frozen=True, slots=True)
class Listing:
    """A listing under way. after: seconds since the epoch by the provider's clock; page: where to go on."""

    after: int
    inbox_only: bool
    page: str | None = None

    @property
    def query(self) -> str:
        """As the search of messages.list."""
        return f"after:{self.after}"


@dataclass(frozen=True, slots=True)
class Place:
    """How far the mailbox was read. newest, read_at: milliseconds, the provider's clock and ours; 0 is never."""

    history_id: str
    page: str | None = None  # of the history since history_id
    listing: Listing | None = None  # before the history is read at all
    newest: int = 0
    read_at: int = 0

    def seen(self, internal_date: int) -> "Place":
        """Remember the newest date seen."""
        return replace(self, newest=max(self.newest, internal_date))

    def listed(self, next_page: str | None) -> "Place":
        """One page of the listing is done; after the last one the history is next."""
        listing = replace(self.listing, page=next_page) if self.listing and next_page else None
        return replace(self, listing=listing)

    def followed(self, next_page: str | None, newest_id: str) -> "Place":
        """One page of the history is done; after the last one, newest_id is where to start the next time."""
        return replace(self, page=next_page) if next_page else replace(self, page=None, history_id=newest_id)

    def read_through(self, started: datetime) -> "Place":
        """Nothing is left unread as of the moment the fetch started."""
        return replace(self, read_at=int(started.timestamp() * 1000))

    def restarted(self) -> "Place":
        """The page token was refused: read this list from its beginning again; what came before comes twice."""
        return replace(self, page=None, listing=replace(self.listing, page=None) if self.listing else None)


def first_look(history_id: str, now: datetime) -> Place:
    """Begin a mailbox that was never read. history_id: the newest, taken before anything is listed."""
    after = int((now - FIRST_LOOK).timestamp())
    return Place(history_id, listing=Listing(after, inbox_only=True))


def resync(place: Place, history_id: str, now: datetime) -> Place:
    """Begin again after the history expired, from well before the earlier of what was seen and when it was read.

    Both, since a mail may carry a date to come, and since the provider's clock need not be ours.
    """
    known = [stamp for stamp in (place.newest, place.read_at) if stamp]
    since = min(known) if known else int((now - FIRST_LOOK).timestamp() * 1000)
    if place.listing is not None:  # the listing under way was not finished: keep its bound
        since = min(since, place.listing.after * 1000 + int(OVERLAP.total_seconds() * 1000))
    after = max(0, since // 1000 - int(OVERLAP.total_seconds()))
    return replace(place, history_id=history_id, page=None, listing=Listing(after, inbox_only=False))


def to_cursor(place: Place) -> dict[str, JSON]:
    """Return the place as it is stored."""
    cursor: dict[str, JSON] = {"history_id": place.history_id, "newest": place.newest, "read_at": place.read_at}
    if place.page:
        cursor["page"] = place.page
    if place.listing:
        listing = place.listing
        cursor["listing"] = {"after": listing.after, "inbox_only": listing.inbox_only, "page": listing.page}
    return cursor


def from_cursor(cursor: dict[str, JSON]) -> Place | None:
    """Return the stored place; None for an empty cursor. Raises ValueError for one that we never wrote."""
    match cursor:
        case {"history_id": str(history_id), "newest": int(newest), "read_at": int(read_at)}:
            page = cursor.get("page")
            listing = _listing(cursor.get("listing"))
            return Place(history_id, page if isinstance(page, str) else None, listing, newest, read_at)
        case _ if not cursor:
            return None
        case _:
            raise ValueError("this is no cursor of a Gmail feed")


def _listing(stored: JSON) -> Listing | None:
    match stored:
        case {"after": int(after), "inbox_only": bool(inbox_only), "page": (str() | None) as page}:
            return Listing(after, inbox_only, page)
        case None:
            return None
        case _:
            raise ValueError("this is no cursor of a Gmail feed")
