"""Whether a mailbox wrote a message itself, told from the first bytes of a message nobody has vetted.

Its author's address is the proof. The folder is none: anybody can move an answer to Sent. But what lies there under
another address of the owner's was never delivered to anybody here, and bears no mark of it.
"""

import re

HEAD = 65_536  # bytes looked at; a From further down is nobody's
FROM = re.compile(rb"(?im)^from[ \t]*:((?:[^\n]*)(?:\n[ \t][^\n]*){0,20})")
BRACKETED = re.compile(rb"<([^<>]{1,320})>[^<>]*\Z")
QUOTED = re.compile(rb'"[^"]*"')
DELIVERED = re.compile(
    rb"(?im)^(?:received|return-path|delivered-to|x-original-to|authentication-results|received-spf|x-received)[ \t]*:"
)


def was_delivered(raw: bytes) -> bool:
    """Tell whether a message went through a mail server to a mailbox, as what a program saves in Sent did not."""
    return DELIVERED.search(_head(raw)) is not None


def is_from(raw: bytes, address: str) -> bool:
    """Tell whether the first From names this address and no other. Linear in HEAD, never raises."""
    found = FROM.search(_head(raw))
    if found is None:
        return False
    value = found[1].strip()
    bracketed = BRACKETED.search(value)
    if bracketed is not None and _names_another(value[: bracketed.start()]):
        return False
    author = (bracketed[1] if bracketed else value).strip()
    return author.decode("utf-8", "replace").lower() == address.lower()


def _head(raw: bytes) -> bytes:
    head = raw[:HEAD]
    ends = (end for end in (head.find(b"\r\n\r\n"), head.find(b"\n\n")) if end >= 0)
    return head[: min(ends, default=len(head)) + 1]


def _names_another(before: bytes) -> bool:
    """Tell whether an address stands before the last one; a display name may hold a comma or an @, hardly both."""
    words = QUOTED.sub(b"", before)
    return b"," in words and b"@" in words
