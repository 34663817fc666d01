"""What one cell may hold on its way in, and how cells go out to a spreadsheet without being run by it.

The neutraliser, documented for users: a cell that a spreadsheet would run, because it begins with `=`, `+`, `-`, `@`,
a tab, a line break or one of their full-width forms, also behind spaces or quotes, gets one apostrophe in front. Our
import takes exactly that apostrophe off again, so export and import change nothing; `'quoted start` stays as it is.
"""

import csv
import io
import re
from collections.abc import Iterable

from mailboxes.core.signs import CONTROLS, DIRECTION_MARKS, LINE_SEPARATORS

EXECUTABLE = "=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b"
RUNS = re.compile(rf"""[\s"']*[{EXECUTABLE}]""")

REFUSED = re.compile(f"[{CONTROLS}{DIRECTION_MARKS}{LINE_SEPARATORS}\ud800-\udfff\ufeff\ufffd-\uffff]")
"""Tab, CR and LF are allowed; lone surrogates are the bytes that did not fit the encoding."""

LINE_BREAK = re.compile("[\r\n]")

REASONS = (
    ("\x00", "\x00", "The cell holds a NUL character."),
    ("\ud800", "\udfff", "The cell holds bytes that do not fit the encoding of the file."),
    ("\ufffd", "\ufffd", "The cell holds the sign for a lost character: export the file again."),
    ("\u2028", "\u2029", "The cell holds a line separator character."),
    ("\u202a", "\u202e", "The cell holds an invisible mark that turns the direction of writing."),
    ("\u2066", "\u2069", "The cell holds an invisible mark that turns the direction of writing."),
    ("\u200e", "\u200f", "The cell holds an invisible mark that turns the direction of writing."),
    ("\u061c", "\u061c", "The cell holds an invisible mark that turns the direction of writing."),
    ("\ufeff", "\ufeff", "The cell holds a byte-order mark."),
)


def fault_of_cell(text: str) -> str | None:
    """Say why this text may not be stored, or None; tabs and line breaks may be, and so may any visible character."""
    found = None if text.isprintable() else REFUSED.search(text)
    if found is None:
        return "The cell holds the sign for a lost character: export the file again." if "\ufffd" in text else None
    character = found.group()
    for first, last, reason in REASONS:
        if first <= character <= last:
            return reason
    return "The cell holds a control character."


def fault_of_line_value(text: str) -> str | None:
    """Say why this text may not go into a field of one line, such as a name that reaches a header, or None."""
    if LINE_BREAK.search(text):
        return "The cell holds a line break, which this field cannot have."
    return fault_of_cell(text)


def is_blank(text: str) -> bool:
    """Say whether the text is empty or white space only, the no-break space included."""
    return not text or text.isspace()


def neutralise(text: str) -> str:
    """Put an apostrophe before text that a spreadsheet would run; anything else is returned as it is."""
    return f"'{text}" if RUNS.match(text) else text


def restore(text: str) -> str:
    """Undo neutralise, and change nothing that neutralise did not make."""
    return text[1:] if text.startswith("'") and RUNS.match(text, 1) else text


def csv_line(values: Iterable[str]) -> str:
    """Return one neutralised, quoted CSV row ended by CRLF, to be sent as UTF-8."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow([neutralise(value) for value in values])
    return out.getvalue()
