"""How a row waits for its turn, and what becomes of it once everything about its person is known."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from mailboxes.core.address import Address
from sequences.core.contact_rows import ONE_LINE, ContactRow
from sequences.core.homes.origin import region_in, whereabouts

FORBIDDEN = "dnc"
"""Key of a waiting row whose file says that the person must not be mailed."""

INVALID = "bounced"


class Note(StrEnum):
    """Why a row was skipped, or why its contact was written and not enrolled."""

    FORBIDDEN = "do not contact"
    SUPPRESSED = "suppressed"
    BOUNCED = "bounced"
    ALREADY = "in the campaign already"
    ANSWERED = "not enrolled: answered or left before"
    KNOWN = "a contact already"
    ARCHIVED = "not enrolled: the campaign is archived"


def waiting(row: ContactRow, year: int) -> dict[str, Any]:
    """Return what is stored of a row until it is written: values that are there, and nothing else.

    The year decides which countries have one clock.
    """
    values: dict[str, Any] = {"email": row.address.wire, "domain": row.address.domain}
    values |= {name.value: value for name in ONE_LINE if (value := getattr(row, name.value))}
    home = whereabouts(row.time_zone, row.country, region_in(row.custom), year)
    optional: dict[str, Any] = {"time_zone": home.time_zone, "country_code": home.country_code, "fields": row.custom}
    optional[FORBIDDEN] = row.do_not_contact
    optional |= {name: getattr(row, name) for name in ("verification", "verified_on", "caution", "owner")}
    if home.time_zone:
        optional["zone_origin"] = str(home.zone_origin)
    return values | {name: value for name, value in optional.items() if value}


def address_of(wire: str) -> Address:
    """Return the address of a waiting row; it was checked when the row was staged."""
    local, _, domain = wire.rpartition("@")
    return Address(local, domain)


@dataclass(frozen=True, slots=True)
class Known:
    """What the database knows of a person, read under their lock.

    `stopped_by` is the kind of an outcome that no later enrollment answered, "" if there is none; a failure of ours
    says nothing about the person and is left out.
    """

    fence: int
    contact_id: int | None = None
    suppressed: bool = False
    enrolled: bool = False
    stopped_by: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of one row: written as a contact or not, enrolled or not, and what the report says of it."""

    verdict: str
    note: str = ""
    enrols: bool = False

    @property
    def writes(self) -> bool:
        """True when the contact is created or updated."""
        return self.verdict in {"created", "updated"}


def decide(
    known: Known, *, forbidden: bool, campaign: bool, archived: bool = False, skips_known: bool = False
) -> Decision:
    """Decide one row. A file never revives anybody: what forbids mail is stronger than what it asks for."""
    refusal = _refusal(known, forbidden=forbidden)
    if not refusal and skips_known and known.contact_id is not None:
        refusal = Note.KNOWN
    if refusal:
        return Decision("skipped", refusal)
    verdict = "created" if known.contact_id is None else "updated"
    if not campaign:
        return Decision(verdict)
    obstacle = _obstacle(known, archived=archived)
    return Decision(verdict, obstacle, enrols=not obstacle)


def _refusal(known: Known, *, forbidden: bool) -> str:
    if forbidden:
        return Note.FORBIDDEN
    if known.suppressed:
        return Note.SUPPRESSED
    return Note.BOUNCED if known.stopped_by == INVALID else ""


def _obstacle(known: Known, *, archived: bool) -> str:
    if archived:
        return Note.ARCHIVED
    if known.enrolled:
        return Note.ALREADY
    return Note.ANSWERED if known.stopped_by else ""
