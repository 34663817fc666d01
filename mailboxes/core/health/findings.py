"""What a check of a mailbox's health may find: three answers, a code, and facts without addresses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

type Answer = tuple[str, ...] | None
"""What the name servers say: the records as texts, () when there is none, None when nobody knows."""

type Ask = Callable[[str, str], Answer]
"""Asks for the records of a name, of one kind: TXT, MX, A or AAAA. The caller decides who is asked, and how long."""


class Check(StrEnum):
    """What is looked at. A score that somebody pushes has a name of its own."""

    SPF = "spf"
    DKIM = "dkim"
    DMARC = "dmarc"
    MX = "mx"
    ARRIVAL = "arrival"  # of a probe


class Source(StrEnum):
    """Where an answer comes from."""

    DNS = "dns"
    PROBE = "probe"
    PUSHED = "pushed"


class Result(StrEnum):
    """Three answers: what nobody knows is neither good nor bad."""

    PASS = "pass"  # noqa: S105 - no password
    FAIL = "fail"
    UNKNOWN = "unknown"


class Code(StrEnum):
    """What exactly was found; mailboxes.screens.health_words has the words and the fix of each."""

    # of any record
    GOOD = "good"
    UNANSWERED = "unanswered"
    # SPF
    SPF_MISSING = "spf_missing"
    SPF_TWO = "spf_two"
    SPF_SYNTAX = "spf_syntax"
    SPF_LOOKUPS = "spf_lookups"
    SPF_VOID = "spf_void"
    SPF_INCLUDE = "spf_include"
    SPF_ANYBODY = "spf_anybody"
    SPF_OPEN_END = "spf_open_end"
    # DKIM
    DKIM_NO_SELECTOR = "dkim_no_selector"
    DKIM_MISSING = "dkim_missing"
    DKIM_TWO = "dkim_two"
    DKIM_SYNTAX = "dkim_syntax"
    DKIM_REVOKED = "dkim_revoked"
    DKIM_WEAK = "dkim_weak"
    DKIM_SHORT = "dkim_short"
    DKIM_USUAL = "dkim_usual"
    # DMARC
    DMARC_MISSING = "dmarc_missing"
    DMARC_TWO = "dmarc_two"
    DMARC_SYNTAX = "dmarc_syntax"
    # MX
    MX_MISSING = "mx_missing"
    MX_NULL = "mx_null"
    MX_NO_HOST = "mx_no_host"
    MX_IMPLICIT = "mx_implicit"
    # probe
    REFUSED_BY_RECEIVER = "refused_by_receiver"
    NOT_ALIGNED = "not_aligned"
    NOT_SIGNED = "not_signed"
    UNSTAMPED = "unstamped"
    OWN_CHECK = "own_check"
    SELF_ADDRESSED = "self_addressed"
    IN_SPAM = "in_spam"
    LOST = "lost"
    RETURNED = "returned"
    NOT_SENT = "not_sent"
    NO_RECEIVER = "no_receiver"
    # pushed
    BELOW = "below"
    NO_THRESHOLD = "no_threshold"
    WITHDRAWN = "withdrawn"
    # of age
    NEVER = "never"
    TOO_OLD = "too_old"


@dataclass(frozen=True, slots=True)
class Finding:
    """One answer. `data` holds numbers, domains and selectors, never an address."""

    check: str
    result: Result
    code: Code
    data: Mapping[str, object] = field(default_factory=dict)


def unanswered(check: Check) -> Finding:
    """The name servers did not answer, or not alike: a hiccup, and no fault of the domain."""
    return Finding(check, Result.UNKNOWN, Code.UNANSWERED)


def failed(check: Check, code: Code, **data: object) -> Finding:
    return Finding(check, Result.FAIL, code, data)


def passed(check: Check, code: Code = Code.GOOD, **data: object) -> Finding:
    return Finding(check, Result.PASS, code, data)


def unknown(check: Check, code: Code, **data: object) -> Finding:
    return Finding(check, Result.UNKNOWN, code, data)
