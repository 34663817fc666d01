"""The bytes between DATA and the final dot."""

from mailboxes.core.errors import Scope, TransportError

LONGEST_LINE = 998  # octets without CRLF, RFC 5321 §4.5.3.1.6


def for_data(message: bytes) -> bytes:
    """Return the message dot-stuffed, ending in CRLF, the final dot not included.

    Raises TransportError (began False) for what servers read in two ways: bare CR or LF, NUL, over-long lines.
    """
    ends = message.count(b"\r\n")
    if message.count(b"\r") != ends or message.count(b"\n") != ends or not message.endswith(b"\r\n"):
        raise _unfit("it has line ends other than CRLF")
    if b"\0" in message:
        raise _unfit("it holds a NUL")
    if max(map(len, message.split(b"\r\n"))) > LONGEST_LINE:
        raise _unfit(f"a line is longer than {LONGEST_LINE} octets")
    stuffed = message.replace(b"\r\n.", b"\r\n..")
    return b"." + stuffed if stuffed.startswith(b".") else stuffed


def _unfit(why: str) -> TransportError:
    return TransportError(f"the message cannot go on the wire: {why}", scope=Scope.MESSAGE, permanent=True)
