"""Lists of whom nobody may contact, as other tools and we ourselves export them: one address or domain for each row.

A file with column names, or plain lines. Which column matters is told by its name; with one column alone it is that.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from mailboxes.core.address import Address, AddressError, DomainEntry, parse_address, parse_domain
from mailboxes.core.csv_cells import is_blank, restore
from mailboxes.core.csv_encoding import find_encoding
from mailboxes.core.csv_lines import opened_text
from mailboxes.core.csv_rows import open_sheet, rows
from mailboxes.core.csv_sheet import RowError, SheetError

NAMES = (
    "entry", "email", "emailaddress", "mail", "address", "value", "emailordomain", "contact", "lead", "recipient",
    "prospect", "unsubscribed", "blocklist", "domain", "domains", "website", "companydomain",
)  # fmt: skip
REASONS = frozenset({"unsubscribed", "complained", "bounced", "by_person", "imported", "erased"})
IMPORTED = "imported"
FINGERPRINT = re.compile(r"[0-9a-f]{64}")
LONGEST_PLAIN = 400  # characters of a line of a plain list
NOT_LETTERS = re.compile(r"[^a-z]")


@dataclass(frozen=True, slots=True)
class Listed:
    """One row that names somebody: exactly one of the three; a fingerprint is the keyed hash of an address."""

    line: int
    reason: str
    address: Address | None = None
    domain: DomainEntry | None = None
    fingerprint: str = ""


def read_list(source: BinaryIO) -> Iterator[Listed | RowError]:
    """Yield every row of a seekable file in order, streaming. Raises SheetError for a file that is no list at all."""
    if _is_plain(source):
        yield from _plain_lines(source)
        return
    sheet = open_sheet(source)
    columns = [NOT_LETTERS.sub("", name.lower()) for name in sheet.columns]
    places = [place for name in NAMES for place, column in enumerate(columns) if column == name]
    if not places and len(columns) == 1:
        places = [0]
    if not places:
        raise SheetError("No column of the file is named like one of addresses or domains: name it email or domain.")
    reason, hashed = _place(columns, "reason"), _place(columns, "fingerprint")
    for row in rows(source, sheet):
        yield row if isinstance(row, RowError) else _listed(row.line, row.values, places, reason, hashed)


def _place(columns: Sequence[str], name: str) -> int | None:
    return columns.index(name) if name in columns else None


def _listed(
    line: int, values: Sequence[str], places: Sequence[int], reason: int | None, hashed: int | None
) -> Listed | RowError:
    why = values[reason].strip().lower() if reason is not None else ""
    why = why if why in REASONS else IMPORTED
    text = next((restore(values[place]).strip() for place in places if not is_blank(values[place])), "")
    key = values[hashed].strip().lower() if hashed is not None else ""
    if not text and FINGERPRINT.fullmatch(key):
        return Listed(line, why, fingerprint=key)
    return _entry(line, text, why)


def _entry(line: int, text: str, reason: str) -> Listed | RowError:
    plain = text.removeprefix("@")
    try:
        if "@" in plain:
            return Listed(line, reason, address=parse_address(plain))
        return Listed(line, reason, domain=parse_domain(plain))
    except AddressError as error:
        return RowError(line, None, str(error))


def _is_plain(source: BinaryIO) -> bool:
    """Tell whether the first line is an entry itself and no line of column names."""
    with opened_text(source, find_encoding(source)) as text:
        for line in text:
            if not is_blank(line):
                return isinstance(_entry(1, line.strip("\ufeff \t\r\n"), ""), Listed)
    return False


def _plain_lines(source: BinaryIO) -> Iterator[Listed | RowError]:
    with opened_text(source, find_encoding(source)) as text:
        number = 0
        while line := text.readline(LONGEST_PLAIN):
            number += 1
            whole = line.endswith(("\n", "\r")) or len(line) < LONGEST_PLAIN
            while line and not line.endswith(("\n", "\r")) and len(line) == LONGEST_PLAIN:
                line = text.readline(LONGEST_PLAIN)
            if not whole:
                yield RowError(number, None, f"The line is longer than {LONGEST_PLAIN} characters.")
            elif not is_blank(line):
                yield _entry(number, restore(line.strip("\ufeff \t\r\n")), IMPORTED)
