"""From the rows of a list of mailboxes to accounts that can be tried, or to the reason why a row is none."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from mailboxes.core.account import Security, Server
from mailboxes.core.address import AddressError, parse_address
from mailboxes.core.bulk_columns import Column, column_of
from mailboxes.core.csv_sheet import Row, RowError, Sheet
from mailboxes.core.mail_hosts import by_server
from mailboxes.core.signs import fault_of_line

PURPOSES = {"outreach": "outreach", "only for outreach": "outreach", "personal": "personal"}
MOST_A_DAY = 2000


class RowFault(StrEnum):
    """Why a row cannot be tried."""

    UNREADABLE = "unreadable"  # the file itself is broken there
    NO_ADDRESS = "no_address"
    BAD_ADDRESS = "bad_address"
    NO_PASSWORD = "no_password"  # noqa: S105 - its name
    TWO_LOGINS = "two_logins"  # sending and reading with different names or passwords
    BAD_NAME = "bad_name"
    BAD_HOST = "bad_host"
    BAD_PORT = "bad_port"
    BAD_SECURITY = "bad_security"
    BAD_CAP = "bad_cap"
    BAD_PURPOSE = "bad_purpose"
    TWICE = "twice"  # the address stands above already
    CONNECTED = "connected"


class Note(StrEnum):
    """What a person should know about the file as a whole."""

    BCC = "bcc"
    WARM_UP = "warm_up"
    LEFT_OUT = "left_out"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class WantedMailbox:
    """One account to try. smtp None: its servers are found by the address; cap None: the usual one."""

    line: int
    address: str
    username: str
    password: str = field(repr=False)
    display_name: str = ""
    smtp: Server | None = None
    imap: Server | None = None
    daily_cap: int | None = None
    purpose: str = ""


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """One row that is not tried. address: as far as it could be read."""

    line: int
    address: str
    fault: RowFault
    detail: str = ""


type Read = WantedMailbox | RefusedRow


class _Fault(Exception):
    def __init__(self, fault: RowFault, detail: str = "") -> None:
        super().__init__(fault)
        self.fault = fault
        self.detail = detail


def columns_of(sheet: Sheet) -> dict[Column, int]:
    """Return where each known column stands; of two columns for one thing the first counts."""
    places: dict[Column, int] = {}
    for place, name in enumerate(sheet.columns):
        places.setdefault(column_of(name), place)
    return places


def notes_of(sheet: Sheet) -> dict[Note, list[str]]:
    """Return what of the file is not taken over, with the names of the columns."""
    named = {Column.BCC: Note.BCC, Column.WARM_UP: Note.WARM_UP, Column.LEFT_OUT: Note.LEFT_OUT}
    found: dict[Note, list[str]] = {}
    for name in sheet.columns:
        column = column_of(name)
        note = named.get(column) or (Note.UNKNOWN if column is Column.UNKNOWN else None)
        if note is not None and name:
            found.setdefault(note, []).append(name)
    return found


def read_rows(rows: Iterable[Row | RowError], sheet: Sheet, *, connected: frozenset[str]) -> Iterator[Read]:
    """Yield each row as an account to try or as refused. connected: addresses that are mailboxes already."""
    places = columns_of(sheet)
    lines: dict[str, int] = {}
    for row in rows:
        if isinstance(row, RowError):
            yield RefusedRow(row.line, "", RowFault.UNREADABLE, row.reason)
            continue
        read = read_row(row, places)
        if isinstance(read, WantedMailbox) and read.address in lines:
            read = RefusedRow(row.line, read.address, RowFault.TWICE, str(lines[read.address]))
        elif isinstance(read, WantedMailbox) and read.address in connected:
            read = RefusedRow(row.line, read.address, RowFault.CONNECTED)
        lines.setdefault(read.address, row.line)
        yield read


def read_row(row: Row, places: Mapping[Column, int]) -> Read:
    """Return one row as an account to try, or why it is none."""
    cells = {column: row.values[place] for column, place in places.items()}
    told = cells.get(Column.ADDRESS, "").strip()
    try:
        return _wanted(row.line, told, cells)
    except _Fault as error:
        return RefusedRow(row.line, told if error.fault is not RowFault.NO_ADDRESS else "", error.fault, error.detail)


def _wanted(line: int, told: str, cells: Mapping[Column, str]) -> WantedMailbox:
    address = _address(told)
    username = _one(cells, (Column.SMTP_USERNAME, Column.IMAP_USERNAME, Column.USERNAME)).strip()
    password = _one(cells, (Column.SMTP_PASSWORD, Column.IMAP_PASSWORD, Column.PASSWORD))
    if not password:
        raise _Fault(RowFault.NO_PASSWORD)
    return WantedMailbox(
        line=line,
        address=address,
        username=username or address,
        password=password,
        display_name=_name(cells),
        smtp=_server(cells, Column.SMTP_HOST, Column.SMTP_PORT, Column.SMTP_SECURITY),
        imap=_server(cells, Column.IMAP_HOST, Column.IMAP_PORT, Column.IMAP_SECURITY),
        daily_cap=_cap(cells.get(Column.DAILY_CAP, "")),
        purpose=_purpose(cells.get(Column.PURPOSE, "")),
    )


def _address(told: str) -> str:
    if not told:
        raise _Fault(RowFault.NO_ADDRESS)
    try:
        return parse_address(told).normalised
    except AddressError as error:
        raise _Fault(RowFault.BAD_ADDRESS, str(error)) from error


def _one(cells: Mapping[Column, str], columns: Sequence[Column]) -> str:
    """Return the one value that these columns hold; a mailbox signs in the same way in both directions."""
    values = {cells[column] for column in columns if cells.get(column, "").strip()}
    if len(values) > 1:
        raise _Fault(RowFault.TWO_LOGINS)
    return values.pop() if values else ""


def _name(cells: Mapping[Column, str]) -> str:
    parts = (cells.get(Column.FIRST_NAME, ""), cells.get(Column.LAST_NAME, ""))
    name = cells.get(Column.NAME, "").strip() or " ".join(part.strip() for part in parts if part.strip())
    if len(name) > 200 or fault_of_line(name):
        raise _Fault(RowFault.BAD_NAME)
    return name


def _server(cells: Mapping[Column, str], host: Column, port: Column, security: Column) -> Server | None:
    name = cells.get(host, "").strip().rstrip(".")
    if not name:
        return None
    if any(sign.isspace() or sign in "/@:" for sign in name) or fault_of_line(name) or len(name) > 253:
        raise _Fault(RowFault.BAD_HOST)
    reading = host is Column.IMAP_HOST
    number = _port(cells.get(port, "").strip())
    kind = cells.get(security, "").strip().lower()
    if number is None and not kind and (known := by_server(name)):
        return known.imap if reading and known.imap else known.smtp
    number = number or (993 if reading else 587)
    return Server(name, number, security_of(number, kind))


def _port(told: str) -> int | None:
    if not told:
        return None
    number = told.removesuffix(".0")  # a spreadsheet's idea of a whole number
    if not number.isascii() or not number.isdigit() or not 0 < int(number[:6]) < 65536:
        raise _Fault(RowFault.BAD_PORT)
    return int(number)


def security_of(port: int, told: str) -> Security:
    """Return how a connection is protected: a well-known port decides, for "TLS" means either to other tools."""
    if port in {465, 993, 2465}:
        return Security.TLS
    if port in {143, 25, 587, 2525, 2587} and told != Security.PLAIN:
        return Security.STARTTLS
    words = {"": Security.STARTTLS, "ssl": Security.TLS, "ssl/tls": Security.TLS, "none": Security.PLAIN}
    try:
        return words.get(told) or Security(told)
    except ValueError:
        raise _Fault(RowFault.BAD_SECURITY) from None


def _cap(told: str) -> int | None:
    number = told.strip().removesuffix(".0")
    if not number:
        return None
    if not number.isascii() or not number.isdigit() or not 0 < int(number[:6]) <= MOST_A_DAY:
        raise _Fault(RowFault.BAD_CAP, str(MOST_A_DAY))
    return int(number)


def _purpose(told: str) -> str:
    word = told.strip().lower()
    if word and word not in PURPOSES:
        raise _Fault(RowFault.BAD_PURPOSE)
    return PURPOSES.get(word, "")
