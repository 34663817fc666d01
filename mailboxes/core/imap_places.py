"""How far each folder of a mailbox was read, and what that means for what is there now. Arithmetic only.

A folder's place is the validity of its numbers and the next number not read yet. Where the numbers became void (their
validity changed, or they ran backwards) or a folder is new to us, it is read again from a day well before the last
complete look: what was stored before is known by its own identity, so nothing is lost and nothing is counted twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from hashlib import sha256

from mailboxes.core.imap_folders import MOST_FOLDERS, Folder, Seen, Use, sent_folder
from mailboxes.core.message import JSON, SentPosition

FIRST_LOOK = timedelta(days=14)  # of INBOX, when a mailbox is read for the first time
OVERLAP = timedelta(days=2)  # of a second reading with the last complete look; servers' days are not ours


@dataclass(frozen=True, slots=True)
class FolderPlace:
    """validity and next as the server numbers. since: only what arrived from this day on, until the folder is done."""

    validity: int
    next: int
    since: date | None = None

    def passed(self, uid: int) -> "FolderPlace":
        """Everything up to this number is in the batch."""
        return replace(self, next=max(self.next, uid + 1))

    def done(self, seen: Seen) -> "FolderPlace":
        """The folder was read to its end, which was seen before the reading began."""
        return FolderPlace(self.validity, max(self.next, seen.next))

    def accounts_for(self, found: int, seen: Seen) -> bool:
        """Tell whether so many mails are all that the folder got since.

        What is missing may have gone to a folder that was looked at before it came there. So the mailbox was not read
        through; the next look will find it.
        """
        return self.since is None and found >= seen.next - self.next

    def has_news(self, seen: Seen) -> bool:
        """Tell whether the folder must be opened."""
        return self.since is not None or self.next < seen.next


@dataclass(frozen=True, slots=True)
class Places:
    """A mailbox's reading. sent: the name of its Sent folder, "" without one; read_at: the last complete look."""

    folders: Mapping[str, FolderPlace] = field(default_factory=dict)
    sent: str = ""
    read_at: datetime | None = None
    first: bool = False  # never read before

    def of(self, folder: Folder, seen: Seen, now: datetime) -> FolderPlace:
        """Return where to go on in a folder that looks like this now."""
        known = self.folders.get(folder.name)
        if known is None and self.first and folder.use is not Use.INBOX:
            return FolderPlace(seen.validity, seen.next)
        if known is not None and known.validity == seen.validity and known.next <= seen.next:
            return known
        since = ((self.read_at or now) - (OVERLAP if self.read_at else FIRST_LOOK)).date()
        if known is not None and known.since is not None:
            since = min(since, known.since)
        return FolderPlace(seen.validity, 1, since)

    def at(self, name: str, place: FolderPlace) -> "Places":
        """Return the reading with one folder moved on."""
        return replace(self, folders={**self.folders, name: place})

    def listed(self, folders: list[Folder]) -> "Places":
        """Take note of what folders there are. One that is gone keeps its place while there is room: it may return."""
        sent = sent_folder(folders)
        there = {folder.name for folder in folders}
        fits = len(there | self.folders.keys()) <= MOST_FOLDERS
        kept = {name: place for name, place in self.folders.items() if fits or name in there}
        return replace(self, folders=kept, sent=sent.name if sent else "")

    def read_through(self, started: datetime) -> "Places":
        """Nothing is left unread in any folder as of the moment the fetch started."""
        return replace(self, read_at=started)


def to_cursor(places: Places) -> dict[str, JSON]:
    """Return the reading as it is stored."""
    folders: dict[str, JSON] = {
        name: [place.validity, place.next, place.since.toordinal() if place.since else 0]
        for name, place in places.folders.items()
    }
    read_at = places.read_at.isoformat() if places.read_at else ""
    return {"folders": folders, "sent": places.sent, "read_at": read_at}


def from_cursor(cursor: Mapping[str, JSON]) -> Places:
    """Return the stored reading; the first one for an empty cursor. Raises ValueError for one that we never wrote."""
    match cursor:
        case {"folders": dict(folders), "sent": str(sent), "read_at": str(read_at)}:
            places = {name: _place(stored) for name, stored in folders.items()}
            return Places(places, sent, datetime.fromisoformat(read_at) if read_at else None)
        case _ if not cursor:
            return Places(first=True)
        case _:
            raise ValueError("this is no cursor of an IMAP feed")


def sent_position(cursor: Mapping[str, JSON]) -> SentPosition:
    """Return where a search for what is sent from now on may start: the newest known place, which is older. {}: none.

    Asks nobody. folder: a sign of the Sent folder's name, for a name may tell more than a ledger should hold.
    """
    try:
        places = from_cursor(cursor)
    except ValueError:
        return {}
    place = places.folders.get(places.sent)
    if place is None or place.since is not None or places.read_at is None:
        return {}
    return {
        "uidvalidity": place.validity,
        "uidnext": place.next,
        "folder": sign_of(places.sent),
        "read_at": places.read_at.isoformat(),
    }


def sign_of(name: str) -> str:
    """Return a short sign of a folder's name."""
    return sha256(name.encode()).hexdigest()[:16]


def _place(stored: JSON) -> FolderPlace:
    match stored:
        case [int(validity), int(following), int(since)]:
            return FolderPlace(validity, following, date.fromordinal(since) if since else None)
        case _:
            raise ValueError("this is no place in a folder")
