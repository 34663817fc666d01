"""Rows of a sheet to contacts, under a mapping: one contact or one refusal for each row, and warnings that refuse none.

Values are kept exactly as the file has them; only the apostrophe that our own export puts before formulas is taken
off, the address is read by `mailboxes.core.address`, the time zone by `app.core.zones`, and a value of white
space only counts as empty and is left out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.core.zones import ZoneError, zone_named
from mailboxes.core.address import Address, AddressError, parse_address
from mailboxes.core.csv_cells import fault_of_line_value, restore
from mailboxes.core.csv_sheet import Row, RowError
from sequences.core.column_names import PROTECTED_STATES, Target, folded, forbids_mail, is_plain_no, says_answered
from sequences.core.columns import Mapping
from sequences.core.standing import caution_for, day_of, graver, verification_of

UNKNOWN_ZONE = (
    "The time zone is not an Area/City name that we know; the zone of the campaign is used, or of a country with one."
)

DOES_NOT_MATCH = "The export says that this person does not match the search it was made by."

ONE_LINE = {
    Target.FIRST_NAME: 200,
    Target.LAST_NAME: 200,
    Target.COMPANY: 300,
    Target.TITLE: 300,
    Target.PHONE: 100,
    Target.LINKEDIN_URL: 500,
    Target.COUNTRY: 100,
}
"""Fields of one line, in the order of ContactRow, and the most characters each may have.

A name may reach a header, so it holds no line break; the lengths are those of the columns of Contact.
"""


@dataclass(frozen=True, slots=True)
class RowWarning:
    """Something in an imported row that a person should know; `column` counts from 1."""

    line: int
    column: int
    reason: str


@dataclass(frozen=True, slots=True)
class ContactRow:
    """One contact of the file; an empty string means that the file says nothing."""

    line: int
    number: int
    address: Address
    first_name: str
    last_name: str
    company: str
    title: str
    phone: str
    linkedin_url: str
    country: str
    time_zone: str
    """IANA name; empty means the zone of the campaign."""
    do_not_contact: bool
    """The file itself says that this address must not be mailed."""
    verification: str
    verified_on: str
    """ISO day."""
    caution: str
    """Why a person has to decide before anything leaves; a reason to hold."""
    owner: str
    """As the file has it."""
    custom: dict[str, str]
    warnings: tuple[RowWarning, ...]


def contact_rows(rows: Iterable[Row | RowError], mapping: Mapping) -> Iterator[ContactRow | RowError]:
    """Turn each row into a contact; the mapping must have passed check_mapping."""
    reader = _Reader(mapping)
    for row in rows:
        yield row if isinstance(row, RowError) else reader.read(row)


class _Reader:
    """The mapping taken apart once, so that a row costs a few list look-ups."""

    def __init__(self, mapping: Mapping) -> None:
        self._address = mapping.positions(Target.ADDRESS)[0]
        self._custom = [(at, col.field) for at, col in enumerate(mapping.columns) if col.field]
        self._lines = [next(iter(mapping.positions(target)), -1) for target in ONE_LINE]
        self._limits = sorted((at, most) for at, most in zip(self._lines, ONE_LINE.values(), strict=True) if at >= 0)
        self._zone = mapping.positions(Target.TIME_ZONE)
        self._refusals = [
            (at, target) for target in (Target.DO_NOT_CONTACT, Target.FOREIGN_STATE) for at in mapping.positions(target)
        ]

        self._answers = [
            (at, target) for target in (Target.ANSWERED, Target.FOREIGN_STATE) for at in mapping.positions(target)
        ]
        self._verification = mapping.positions(Target.VERIFICATION)
        self._verified_on = mapping.positions(Target.VERIFIED_ON)
        self._protected = mapping.positions(Target.PROTECTED)
        self._matches = mapping.positions(Target.MATCHES)
        self._owner = mapping.positions(Target.OWNER)

    def read(self, row: Row) -> ContactRow | RowError:
        values = [_kept(value) for value in row.values]
        try:
            address = parse_address(values[self._address])
        except AddressError as error:
            return RowError(row.line, self._address + 1, str(error), row.number, row.values)
        for at, most in self._limits:
            fault = _fault(values[at], most)
            if fault:
                return RowError(row.line, at + 1, fault, row.number, row.values)
        if any(is_plain_no(values[at]) for at in self._matches):
            return RowError(row.line, self._matches[0] + 1, DOES_NOT_MATCH, row.number, row.values)
        zone, warnings = self._time_zone(row.line, values)
        return ContactRow(
            row.line,
            row.number,
            address,
            *self._one_line_values(values),
            time_zone=zone,
            do_not_contact=any(forbids_mail(target, values[at]) for at, target in self._refusals),
            **self._standing(values),
            custom={name: values[at] for at, name in self._custom if values[at]},
            warnings=warnings,
        )

    def _standing(self, values: list[str]) -> dict[str, str]:
        """Return what the file knows of the address and of the person, besides who they are."""
        verification = None
        for at in self._verification:
            verification = graver(verification, verification_of(values[at]))
        caution = caution_for(
            verification,
            answered=any(says_answered(target, values[at]) for at, target in self._answers),
            protected=any(folded(values[at]) in PROTECTED_STATES for at in self._protected),
        )
        verified_on = next((day for at in self._verified_on if (day := day_of(values[at]))), "")
        owner = next((values[at] for at in self._owner), "")
        return {
            "verification": verification or "",
            "verified_on": verified_on,
            "caution": caution,
            "owner": owner[:254],
        }

    def _one_line_values(self, values: list[str]) -> tuple[str, str, str, str, str, str, str]:
        first, last, company, title, phone, profile, country = (values[at] if at >= 0 else "" for at in self._lines)
        return first, last, company, title, phone, profile, country

    def _time_zone(self, line: int, values: list[str]) -> tuple[str, tuple[RowWarning, ...]]:
        text = values[self._zone[0]] if self._zone else ""
        if not text:
            return "", ()
        try:
            return zone_named(text), ()
        except ZoneError:
            return "", (RowWarning(line, self._zone[0] + 1, UNKNOWN_ZONE),)


def _fault(text: str, most: int) -> str | None:
    if len(text) > most:
        return f"The cell is longer than the {most} characters that this field can hold."
    return None if text.isprintable() else fault_of_line_value(text)


def _kept(value: str) -> str:
    if not value or value.isspace():
        return ""
    return restore(value) if value[0] == "'" else value
