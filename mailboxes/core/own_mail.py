"""Whether a mailbox wrote a message itself, told from the first bytes of a message nobody has vetted."""

import re

HEAD = 65_536  # bytes looked at; a From further down is nobody's
FROM = re.compile(rb"(?im)^from[ \t]*:((?:[^\n]*)(?:\n[ \t][^\n]*){0,20})")
BRACKETED = re.compile(rb"<([^<>]{1,320})>[^<>]*\Z")
QUOTED = re.compile(rb'"[^"]*"')


def is_from(raw: bytes, address: str) -> bool:
    """Tell whether the first From names this address and no other. Linear in HEAD, never raises."""
    head = raw[:HEAD]
    head = head[: min((end for end in (head.find(b"\r\n\r\n"), head.find(b"\n\n")) if end >= 0), default=len(head)) + 1]
    found = FROM.search(head)
    if found is None:
        return False
    value = found[1].strip()
    bracketed = BRACKETED.search(value)
    if bracketed is not None and _names_another(value[: bracketed.start()]):
        return False
    author = (bracketed[1] if bracketed else value).strip()
    return author.decode("utf-8", "replace").lower() == address.lower()


def _names_another(before: bytes) -> bool:
    """Tell whether an address stands before the last one; a display name may hold a comma or an @, hardly both."""
    words = QUOTED.sub(b"", before)
    return b"," in words and b"@" in words
