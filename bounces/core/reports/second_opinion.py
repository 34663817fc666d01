"""flufl.bounce as one voice among several: asked about notices without a usable report, and never trusted with time.

It raises on some raw headers and its time grows with the square of a line's length, so it gets a small copy:
clean ASCII headers, a bounded number of short lines.
"""

import email
from dataclasses import dataclass

from flufl.bounce import all_failures

from bounces.core.mail.headers import ADDRESS
from bounces.core.mail.parsing import Part

LINE_LIMIT = 200  # characters; every known form fits, and patterns stay cheap
LINES_LIMIT = 400
HEADERS = ("from", "subject", "return-path", "x-failed-recipients", "to")


@dataclass(frozen=True, slots=True)
class Opinion:
    """The addresses that flufl.bounce sees failing for now and for good."""

    temporary: frozenset[str] = frozenset()
    permanent: frozenset[str] = frozenset()

    @property
    def recipients(self) -> tuple[str, ...]:
        """All of them in a stable order."""
        return tuple(sorted(self.permanent) or sorted(self.temporary))


def ask(message: Part, text: str) -> Opinion:
    """What flufl.bounce makes of the notice's own text. Never raises."""
    try:
        temporary, permanent = all_failures(email.message_from_bytes(_copy(message, text)))
    except Exception:  # noqa: BLE001 - its failure is an empty answer
        return Opinion()
    return Opinion(_usable(temporary), _usable(permanent))


def _copy(message: Part, text: str) -> bytes:
    values = ((name, " ".join(message.headers.get(name).split())[:300]) for name in HEADERS)
    fields = "".join(f"{name}: {value}\n" for name, value in values if value)  # an empty field is an empty answer
    body = "\n".join(line[:LINE_LIMIT] for line in text.split("\n")[:LINES_LIMIT])
    return (fields + "\n" + body).encode("ascii", "replace")


def _usable(found: object) -> frozenset[str]:
    texts = (one.decode("ascii", "replace") if isinstance(one, bytes) else str(one) for one in _iterable(found))
    return frozenset(text for text in texts if ADDRESS.fullmatch(text))


def _iterable(found: object) -> list[object]:
    return list(found) if isinstance(found, set | frozenset | list | tuple) else []
