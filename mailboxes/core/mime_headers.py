"""Header lines by hand: every line is at most 998 octets, 78 wherever the content can be folded.

Encoded-words stand in display names and the subject only. Addresses, ids and URLs are checked and written
as they are: the folding code of the standard library turns long ids into encoded-words, which ends threading
and one-click unsubscribe without a word.
"""

import re
from binascii import b2a_base64
from collections.abc import Iterator
from functools import lru_cache
from typing import NoReturn

from mailboxes.core.address import AddressError, parse_address
from mailboxes.core.errors import HeaderInjection, MessageError
from mailboxes.core.signs import NOT_IN_A_LINE

FOLD = "\r\n "
_LINE = 76  # RFC 2047 §2: a line that holds an encoded-word
_PAYLOAD = 52  # of one encoded-word: "Subject: " + 12 + 52 stays within _LINE
_PAYLOAD_ALONE = 63  # on a line of its own: 75 in all
_NAME_LIMIT = 1_000  # characters; longer ones are an attack or an accident
_ID_LIMIT = 900  # octets: "<id>" on a line of its own stays below 998
_URL_LIMIT = 900

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_WORD = re.compile(r"(?!.*=\?)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,60}")
_PHRASE = re.compile(rf"{_ATOM}(?: {_ATOM})*")
_MESSAGE_ID = re.compile(r"[!-;=?-~]+")  # printable ASCII without space and angle brackets
_URL = re.compile(r"https?://[!-+\--;=?-~]+")  # and without a comma, which would split the header
_MAILTO = re.compile(r"(?:mailto:)?[!-+\--;=?-~]+@[!-+\--;=?-~]+")
_ESCAPED = re.compile(r"[^A-Za-z0-9!$'*+._~-]")  # RFC 6068: what means something in a mailto: URI
_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")
_Q_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!*+-/")  # RFC 2047 §5 (3)


def clean(field: str, value: str) -> str:
    """The value without outer white space; HeaderInjection when it could open a header of its own or re-order text."""
    if not value.isprintable() and NOT_IN_A_LINE.search(value):
        raise HeaderInjection(field, "holds a control character, a line separator or a mark of text direction")
    if len(value) > _NAME_LIMIT:
        raise MessageError(field, f"is longer than {_NAME_LIMIT} characters")
    return value.strip()


def address(field: str, value: str) -> str:
    """The value, when it is exactly one plain addr-spec in wire form (ASCII, A-labels): by the rules of its entry."""
    try:
        wire = parse_address(value).wire
    except AddressError:
        wire = ""
    if wire != value or not wire:
        _refuse(field, value, "is not one plain address")
    return value


def message_id(field: str, value: str) -> str:
    """<value>, ready for a header."""
    if len(value) > _ID_LIMIT or not _MESSAGE_ID.fullmatch(value):
        _refuse(field, value, "is not a message id without its angle brackets")
    return f"<{value}>"


def token(field: str, value: str) -> str:
    """The value, when it is made of letters, digits, - and _ only."""
    if not _TOKEN.fullmatch(value):
        _refuse(field, value, "is not made of 1 to 64 letters, digits, - and _")
    return value


def unsubscribe_lines(url: str | None, mailto: str | None) -> Iterator[str]:
    """RFC 2369 and RFC 8058: the URL first; the Post line only where a URL can take the POST."""
    links = []
    if url is not None:
        if len(url) > _URL_LIMIT or not _URL.fullmatch(url):
            _refuse("unsubscribe_url", url, "is not a plain http or https URL")
        links.append(f"<{url}>")
    if mailto is not None:
        if len(mailto) > _URL_LIMIT or not _MAILTO.fullmatch(mailto):
            _refuse("unsubscribe_mailto", mailto, "is not an address or a mailto link")
        links.append(f"<{mailto}>" if mailto.startswith("mailto:") else f"<mailto:{mailto}>")
    if links:
        yield "List-Unsubscribe: " + ("," + FOLD).join(links)
    if url is not None:
        yield "List-Unsubscribe-Post: List-Unsubscribe=One-Click"


def opt_out_mailto(addr: str, token: str = "") -> str:
    """The mailto: URI that asks the holder of this address to stop.

    The token says in its subject whose wish it is, whatever address the mail will come from.
    """
    return f"mailto:{_escaped(addr)}?subject=unsubscribe{f'%20{token}' if token else ''}"


@lru_cache(maxsize=1024)
def _escaped(addr: str) -> str:
    local, _, domain = addr.rpartition("@")
    return f"{_ESCAPED.sub(lambda sign: f'%{ord(sign[0]):02X}', local)}@{domain}"


def mailbox(field: str, name: str, addr: str) -> str:
    """From or To: one mailbox whose decoded name equals name; a bare address when the name is empty."""
    shown = _display_name(field, name)
    bare = address(f"{field}_address", addr)
    label = f"{field.capitalize()}: "
    if not shown:
        return label + bare
    last = len(label + shown) if FOLD not in shown else len(shown) - shown.rindex(FOLD)
    return f"{label}{shown}{' ' if last + len(bare) + 3 <= _LINE else FOLD}<{bare}>"


@lru_cache(maxsize=1024)
def _display_name(field: str, name: str) -> str:
    text = clean(f"{field}_name", name)
    if text.isascii() and "=?" not in text:  # "=?" even in a quoted string gets decoded by some
        if len(text) <= _PAYLOAD and (not text or _PHRASE.fullmatch(text)):
            return text
        quoted = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        if len(quoted) <= _LINE - 6:
            return quoted
        folded = _fold(quoted)
        if folded is not None:
            return folded
    words = list(_encoded_words(text))
    return FOLD.join(words if len(words) == 1 else _apart(text) or words)


def _apart(text: str) -> list[str] | None:
    """Encoded-words with a plain word between any two; None where text offers none.

    Some readers, the standard library's among them, show a space between neighbouring encoded-words of a name.
    """
    words, shown = text.split(" "), list[str]()
    while words:
        if _WORD.fullmatch(words[0]):
            shown.append(words.pop(0))
            continue
        room = _PAYLOAD_ALONE if shown else _PAYLOAD
        for end in range(len(words), 0, -1):
            encoded = list(_encoded_words(" ".join(words[:end]), room))
            if len(encoded) == 1 and (end == len(words) or _WORD.fullmatch(words[end])):
                shown += encoded
                del words[:end]
                break
        else:
            return None
    return shown


def subject(text: str) -> str:
    """The Subject header, folded at its spaces when it is plain, as encoded-words when it is not."""
    text = clean("subject", text)
    if text.isascii() and "=?" not in text:
        if len(text) <= _LINE - 9:
            return f"Subject: {text}"
        folded = _fold(text)
        if folded is not None:
            return f"Subject: {folded}"
    return "Subject: " + FOLD.join(_encoded_words(text))


def _fold(text: str) -> str | None:
    """The text with line breaks before some of its spaces; None when a word is too long or spaces stand in a row."""
    lines, room = [""], _LINE - 9
    for word in text.split(" "):
        if not 0 < len(word) <= _LINE - 9:
            return None
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append(word)
            room = _LINE - 1
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return FOLD.join(lines)


def _encoded_words(text: str, room: int = _PAYLOAD) -> Iterator[str]:
    """RFC 2047 words of at most 75 characters, none cutting a character; Q for mostly plain text, else B."""
    quoted = [_quoted(char) for char in text]
    if sum(map(len, quoted)) * 3 <= len(text.encode()) * 4:
        return (f"=?utf-8?q?{''.join(chunk)}?=" for chunk in _chunks(quoted, room))
    raw = [char.encode() for char in text]
    return (f"=?utf-8?b?{b2a_base64(b''.join(c), newline=False).decode()}?=" for c in _chunks(raw, room // 4 * 3))


def _quoted(char: str) -> str:
    if char in _Q_SAFE:
        return char
    return "_" if char == " " else "".join(f"={octet:02X}" for octet in char.encode())


def _chunks[Piece: (str, bytes)](pieces: list[Piece], room: int) -> Iterator[list[Piece]]:
    """The pieces in lists whose joined length is at most room."""
    chunk: list[Piece] = []
    used = 0
    for piece in pieces:
        if used + len(piece) > room:
            yield chunk
            chunk, used = [], 0
        chunk.append(piece)
        used += len(piece)
    yield chunk


def _refuse(field: str, value: str, reason: str) -> NoReturn:
    raise (HeaderInjection if NOT_IN_A_LINE.search(value) else MessageError)(field, reason)
