"""What is known of an address and of why its owner is written to: where it comes from, whether it was verified."""

import re
from datetime import date
from enum import StrEnum

from sequences.core.column_names import folded


class Basis(StrEnum):
    """The ground on which somebody is written to; the law asks for one."""

    INTEREST = "interest"
    CONSENT = "consent"
    CUSTOMER = "customer"
    PUBLIC = "public"


class Verification(StrEnum):
    """What a checker of addresses said, another program's or ours."""

    VALID = "valid"
    RISKY = "risky"
    INVALID = "invalid"


class Caution(StrEnum):
    """Why a person has to decide before anything leaves to somebody; each is a reason to hold a step."""

    RISKY = "risky_address"
    ANSWERED = "answered_elsewhere"
    PROTECTED = "protected"


WORDS: dict[Verification, tuple[str, ...]] = {
    Verification.VALID: (
        "valid", "verified", "deliverable", "ok", "good", "safe", "validemail", "accessible", "notcatchall", "no",
    ),
    Verification.RISKY: (
        "risky", "catchall", "acceptall", "extrapolated", "guessed", "unknown", "unverified", "likely",
        "likelytoengage", "probable", "unverifiable", "role", "webmail", "disposable", "lowconfidence",
        "unavailable", "yes",
    ),
    Verification.INVALID: ("invalid", "undeliverable", "bad", "bounced", "notfound", "spamtrap", "donotmail"),
}  # fmt: skip
"""What other tools write, folded like names; `yes` and `no` stand under a heading such as "catch-all"."""

KNOWN = {word: verification for verification, words in WORDS.items() for word in words}
NUMBER = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,4})?%?")
DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ].{0,40})?", re.DOTALL)


def verification_of(text: str) -> Verification | None:
    """Return what a cell says of an address; what nobody knows is risky, an empty cell says nothing."""
    plain = folded(text)
    if NUMBER.fullmatch(text.strip()):  # a score: what it means is the other tool's secret
        return None
    return KNOWN.get(plain, Verification.RISKY) if plain else None


def graver(one: Verification | None, other: Verification | None) -> Verification | None:
    """Return the worse of two; several columns may speak of one address."""
    order = list(Verification)
    known = [found for found in (one, other) if found is not None]
    return max(known, key=order.index) if known else None


def caution_for(verification: Verification | None, *, answered: bool, protected: bool) -> str:
    """Return why somebody is held, the gravest reason first; "" when nobody has to decide."""
    if protected:
        return Caution.PROTECTED
    if answered:
        return Caution.ANSWERED
    return Caution.RISKY if verification in {Verification.RISKY, Verification.INVALID} else ""


def day_of(text: str) -> str:
    """Return the ISO day at the beginning of a cell, "" where there is none."""
    found = DAY.fullmatch(text.strip())
    if not found:
        return ""
    year, month, day = map(int, found.groups())
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
