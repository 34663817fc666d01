"""What an IMAP server's refusal means. Its own words are read for a sign and never passed on: they may name anybody."""

import re

CODE = re.compile(r"\[([A-Z][A-Z0-9-]{0,40})(?: [^\]\r\n]{0,200})?\]", re.IGNORECASE)
FOR_NOW = frozenset({"UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG", "CONTACTADMIN", "THROTTLED", "OVERQUOTA"})
FOR_GOOD = frozenset({"AUTHENTICATIONFAILED", "AUTHORIZATIONFAILED", "EXPIRED", "PRIVACYREQUIRED"})
LATER = re.compile(
    r"temporar|try again|later|too many|simultaneous|unavailable|busy|overload|rate|limit|internal error|backend"
    r"|time-?out|maintenance|in use",
    re.IGNORECASE,
)
GONE = frozenset({"NONEXISTENT", "TRYCREATE"})
FORBIDDEN = frozenset({"NOPERM", "ACL"})
PASSING = frozenset({"UNAVAILABLE", "INUSE", "LIMIT", "THROTTLED"})
"""The server is busy or away: that says nothing of the message that was asked for (RFC 5530; THROTTLED is Google's)."""


def code_of(words: str) -> str:
    """Return the response code of a refusal (RFC 5530) in upper case, "" where there is none."""
    found = CODE.search(words[:1000])
    return found[1].upper() if found else ""


def is_final(words: str) -> bool:
    """Tell whether a refused login stays refused until a person acts.

    A code decides. Without one, words of a passing trouble mean later: to ask again costs little, to call a living
    mailbox dead stops its people.
    """
    code = code_of(words)
    if code in FOR_NOW:
        return False
    return code in FOR_GOOD or LATER.search(words[:1000]) is None
