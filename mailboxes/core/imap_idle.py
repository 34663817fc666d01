"""What a server says to somebody who waits for news (IDLE, RFC 2177)."""

import re
from dataclasses import dataclass
from enum import Enum

LONGEST = 65_536  # octets kept of a line that does not end
ARRIVED = re.compile(rb"\* \d{1,10} (?:EXISTS|RECENT)\Z", re.IGNORECASE)


class Said(Enum):
    """What a line means to us."""

    NEWS = "news"  # something came, or may have
    WAITING = "waiting"  # the server waits with us
    ENDED = "ended"  # our waiting is over, as we asked
    OVER = "over"  # the connection is of no more use


@dataclass(frozen=True, slots=True)
class Heard:
    """What was said, and the beginning of a line that has not ended yet."""

    said: frozenset[Said]
    rest: bytes


def heard(data: bytes, tag: bytes) -> Heard:
    """Read what came on a connection that waits under this tag; data begins with the rest of before."""
    *lines, rest = data.split(b"\n")
    said = {meant for line in lines if (meant := _meaning(line.rstrip(b"\r"), tag)) is not None}
    if len(rest) > LONGEST:
        said.add(Said.OVER)
    return Heard(frozenset(said), rest)


def _meaning(line: bytes, tag: bytes) -> Said | None:
    if ARRIVED.match(line):
        return Said.NEWS
    if line.startswith(b"+"):
        return Said.WAITING
    if line[:5].upper() == b"* BYE":
        return Said.OVER
    if line.startswith(tag + b" "):
        return Said.ENDED if line[len(tag) :].upper().startswith(b" OK") else Said.OVER
    return None if line.startswith(b"* ") else Said.OVER
