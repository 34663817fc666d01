"""Finds out how the bytes of a CSV file spell characters, in one pass and constant memory.

Bytes that do not fit the encoding become lone surrogates, never U+FFFD, and the row that holds one is refused.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

import charset_normalizer

from mailboxes.core.csv_sheet import SheetError

CHUNK = 1 << 20
"""Bytes read at a time."""

SAMPLE = 1 << 15
"""Bytes, from the first one that is not ASCII, by which a legacy code page is judged."""

ENCODINGS = (
    "utf-8", "utf-16-le", "utf-16-be", "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255",
    "cp1256", "cp1257", "iso8859-2", "iso8859-15", "mac-roman", "koi8-r", "cp437", "cp850", "shift_jis", "euc_jp",
    "gb18030", "big5", "euc_kr",
)  # fmt: skip
"""What a person may choose in the preview when the guess is wrong."""

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

NOT_A_CSV = (
    (b"PK\x03\x04", "This is an Excel workbook: save it as CSV."),
    (b"PK\x05\x06", "This is an empty zip archive, not a CSV file."),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "This is an Excel workbook: save it as CSV."),
    (b"%PDF-", "This is a PDF document, not a CSV file."),
    (codecs.BOM_UTF32_LE, "This is UTF-32 text: save it as UTF-8."),
    (codecs.BOM_UTF32_BE, "This is UTF-32 text: save it as UTF-8."),
    (b"\x1f\x8b", "This is a compressed file: unpack it first."),
)

ESCAPED = re.compile("[\udc80-\udcff]")
HIGH = re.compile(rb"[\x80-\xff]")
SYMBOLS = "\u00a1-\u00a9\u00ac-\u00b6\u00b8\u00b9\u00bc-\u00bf\u00d7\u00f7"
FOREIGN = re.compile(rf"[^\W\d_\x00-\x7f]{{3,}}|(?<=[^\W\d_])[{SYMBOLS}](?=[^\W\d_])|[\udc80-\udcff]")
"""What Western European text hardly ever shows when it is read as Windows-1252, and text of another code page does."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """A Python codec and how it treats bytes that do not fit."""

    name: str
    certain: bool

    @property
    def errors(self) -> str:
        """The handler that turns a misfit into a lone surrogate: the wide encodings cannot escape single bytes."""
        return "surrogatepass" if self.name.startswith("utf-16") else "surrogateescape"


def find_encoding(source: BinaryIO) -> Encoding:
    """Read the whole source once and name its encoding; raises SheetError when it is no text file at all.

    A byte-order mark decides; else text that is UTF-8 but for a few bytes is UTF-8, and the rest a legacy code page.
    """
    source.seek(0)
    head = source.read(4096)
    _refuse_other_formats(head)
    for mark, name in BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return Encoding(name, certain=True)
    wide = _wide_without_mark(head)
    if wide:
        return Encoding(wide, certain=False)
    fitting, misfits, sample = _survey(source)
    if not misfits:
        return Encoding("utf-8", certain=True)
    if fitting > 4 * misfits:
        return Encoding("utf-8", certain=False)
    return _code_page(source, sample)


def chosen_encoding(source: BinaryIO, name: str) -> Encoding:
    """Return the encoding a person chose; raises SheetError when it is not one of ENCODINGS."""
    if name not in ENCODINGS:
        raise SheetError("This encoding is not one we can read.")
    source.seek(0)
    marked = name == "utf-8" and source.read(3) == codecs.BOM_UTF8
    chosen = Encoding("utf-8-sig" if marked else name, certain=True)
    if chosen.errors == "surrogateescape" and not _decodes(source, chosen):
        raise SheetError("The file does not fit this encoding.")
    return chosen


def _refuse_other_formats(head: bytes) -> None:
    if not head:
        raise SheetError("The file is empty.")
    for signature, message in NOT_A_CSV:
        if head.startswith(signature):
            raise SheetError(message)
    if head.lstrip(codecs.BOM_UTF8 + b" \t\r\n").lower().startswith((b"<!doctype", b"<html", b"<?xml", b"<table")):
        raise SheetError("This is a web page or an XML file: save it as CSV.")


def _wide_without_mark(head: bytes) -> str | None:
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > len(head) * 0.15 > even * 10:
        return "utf-16-le"
    if even > len(head) * 0.15 > odd * 10:
        return "utf-16-be"
    return None


def _survey(source: BinaryIO) -> tuple[int, int, bytes]:
    """Return bytes that continue a UTF-8 character, bytes that fit none, and a sample from the first misfit chunk."""
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    fitting, misfits, sample = 0, 0, b""
    for chunk in _chunks(source):
        text = decoder.decode(chunk, final=not chunk)
        if chunk.isascii() and text.isascii():
            continue
        escaped = len(ESCAPED.findall(text))
        misfits += escaped
        fitting += max(0, len(chunk) - len(text))
        high = HIGH.search(chunk)
        if escaped and high and not sample:
            sample = chunk[high.start() : high.start() + SAMPLE]
    return fitting, misfits, sample


def _chunks(source: BinaryIO) -> Iterator[bytes]:
    """Yield the source from its start, and one empty chunk as its end."""
    source.seek(0)
    while chunk := source.read(CHUNK):
        yield chunk
    yield b""


def _code_page(source: BinaryIO, sample: bytes) -> Encoding:
    foreign = sum(len(found) for found in FOREIGN.findall(sample.decode("cp1252", "surrogateescape")))
    if foreign * 5 <= len(HIGH.findall(sample)):
        return Encoding("cp1252", certain=False)
    best = charset_normalizer.from_bytes(sample).best()
    if best is not None:
        guess = Encoding(best.encoding, certain=False)
        if guess.errors == "surrogateescape" and _decodes(source, guess):
            return guess
    return Encoding("cp1252", certain=False)


def _decodes(source: BinaryIO, encoding: Encoding) -> bool:
    # Some multi-byte codecs cannot escape every misfit: better to learn it here than in the middle of the import.
    decoder = codecs.getincrementaldecoder(encoding.name)(encoding.errors)
    try:
        for chunk in _chunks(source):
            decoder.decode(chunk, final=not chunk)
    except UnicodeError:
        return False
    return True
