"""The numbers of a mailbox that a person sets: their bounds, their names, and what a new mailbox begins with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mailboxes.core.bulk_rows import MOST_A_DAY
from mailboxes.core.mail_hosts import by_server

GOOGLE_A_DAY, MICROSOFT_A_DAY, OTHERS_A_DAY = 30, 15, 20
OF_PROVIDER = {"google": GOOGLE_A_DAY, "microsoft": MICROSOFT_A_DAY}
NONE = "none"


class NumberError(ValueError):
    """A number that no mailbox can have; the message is for a person."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The column behind a name, its least and greatest number, and whether it can be switched off."""

    column: str
    least: int
    most: int
    optional: bool = False


NUMBERS: dict[str, Bounds] = {
    "cap": Bounds("daily_cap", 0, MOST_A_DAY),
    "hour": Bounds("hourly_cap", 1, MOST_A_DAY, optional=True),
    "rolling": Bounds("rolling_cap", 0, 10_000),
    "gap": Bounds("gap_seconds", 0, 86_400),
    "jitter": Bounds("gap_jitter", 0, 200),
    "reserved": Bounds("reserved", 0, MOST_A_DAY),
    "ramp": Bounds("ramp_start", 1, MOST_A_DAY, optional=True),
    "step": Bounds("ramp_step", 1, 50),
}


def typed_number(text: str) -> tuple[str, int | None]:
    """Return name and number of "cap=30" or "ramp=none"; None: no such limit. Raises NumberError."""
    name, found, value = text.strip().lower().partition("=")
    bounds = NUMBERS.get(name.strip())
    if not found or bounds is None:
        raise NumberError(f"{text!r} is no number of a mailbox: write NAME=NUMBER with one of {', '.join(NUMBERS)}.")
    if value.strip() == NONE and bounds.optional:
        return name.strip(), None
    if not value.strip().isdecimal() or not bounds.least <= int(value) <= bounds.most:
        off = " or none" if bounds.optional else ""
        raise NumberError(f"{name.strip()} is a whole number from {bounds.least} to {bounds.most}{off}.")
    return name.strip(), int(value)


def usual_cap(kind: str, endpoints: Mapping[str, Any]) -> int:
    """Return how many automated mails a day a new mailbox may send: by the provider whose server takes its mail."""
    if kind == "gmail":
        return GOOGLE_A_DAY
    host = by_server(str((endpoints.get("smtp") or {}).get("host", "")))
    return OF_PROVIDER.get(host.key, OTHERS_A_DAY) if host else OTHERS_A_DAY
