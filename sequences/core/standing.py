"""What is known of an address and of why its owner is written to: where it comes from, whether it was verified."""

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
    Verification.VALID: ("valid", "verified", "deliverable", "ok", "good", "safe", "validemail", "1", "accessible"),
    Verification.RISKY: (
        "risky", "catchall", "acceptall", "extrapolated", "guessed", "unknown", "unverified", "likely",
        "likelytoengage", "probable", "unverifiable", "role", "webmail", "disposable", "lowconfidence",
        "unavailable", "yes",
    ),
    Verification.INVALID: ("invalid", "undeliverable", "bad", "bounced", "notfound", "spamtrap", "donotmail"),
}  # fmt: skip
"""What other tools write in their columns, folded like names; `yes` stands under a heading such as "catch-all"."""

KNOWN = {word: verification for verification, words in WORDS.items() for word in words}
ANSWERED = frozenset({"true", "yes", "y", "1", "replied", "demoed", "interested", "meetingbooked", "meetingcompleted"})
PROTECTED = frozenset(
    {"customer", "opportunity", "evangelist", "salesqualifiedlead", "opendeal", "currentclient", "client", "partner"}
)


def verification_of(text: str) -> Verification | None:
    """Return what a cell says of an address; what nobody knows is risky, an empty cell says nothing."""
    plain = folded(text)
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
