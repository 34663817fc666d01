"""Why a mail was refused: the refusing server's own words first, its codes only when the words say nothing.

Codes mislead (BOUNCES.md 4): "550 5.1.1 IP address blacklisted" is about the sender. So the order of trust is: marks
with one meaning, words that name a mechanism, exact codes, words that merely refuse, the notice's prose, any code.
"""

import re
from functools import lru_cache

from bounces.core.reading import Category
from bounces.core.reports.blame import HOSTS_LINKED, LINK, told_by_link
from bounces.core.reports.causes import MOODS, PHASES, WORDS
from bounces.core.reports.marks import MARKS

TOO_MANY = 3  # causes at once: a list of what may have happened
SCAN_LIMIT = 4_000  # characters of a diagnostic that are read

Rules = tuple[tuple[re.Pattern[str], Category], ...]

# A gateway's own verdict around the reply of the server behind it.
WRAPPED = re.compile(r"\b[45]\.\d\.\d - [a-z ]{3,40} [45]\d\d[ -]'(.{3,2000})'")
CONTINUED = re.compile(r"(?<=\s)[245]\d\d-(?:[245]\.\d{1,3}\.\d{1,3} )?")  # codes that open the lines of a long reply
CODES = re.compile(
    r"(?<![\d.])#?[245]\d\d(?: [245]\.\d{1,3}\.\d{1,3}\b)?(?![\d.])|(?<![\d.])#?[245]\.\d{1,3}\.\d{1,3}(?![\d.])"
)
ADDRESS = re.compile(r"[\w!#$%&'*+/=?^`{|}~.-]{1,128}@(?:[a-z0-9-]|\.(?!\.)){1,255}", re.ASCII)
PASSED = re.compile(r"\b(?:spf|dkim|dmarc|arc) ?(?:=|:) ?pass\b")
HOST = re.compile(r"\b(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}\b")
IP = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?(?![\d.])|\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f:]{1,5}")
SAID_BY = re.compile(r"\b(?:host|server) ~ ?(?:\[[0-9a-f.:]{3,45}\])?(?::\d+)?(?: (?:said|refused to talk to me))?:?")
LOCAL = "x-unix;"
CODE_TEMPORARY = re.compile(r"(?:^|[\s:(])4[25]\d[ -]")

# Status codes that mean one thing (RFC 3463); and what their classes hint at, for reports whose words say nothing.
EXACT: dict[str, Category] = {
    "1.1": Category.INVALID_RECIPIENT, "1.2": Category.INVALID_RECIPIENT, "1.3": Category.INVALID_RECIPIENT,
    "1.4": Category.INVALID_RECIPIENT, "1.6": Category.INVALID_RECIPIENT, "1.10": Category.INVALID_RECIPIENT,
    "1.7": Category.POLICY_BLOCK, "1.8": Category.POLICY_BLOCK, "2.1": Category.INVALID_RECIPIENT,
    "2.2": Category.MAILBOX_FULL, "2.3": Category.POLICY_BLOCK, "3.4": Category.POLICY_BLOCK,
    "4.6": Category.TEMPORARY, "4.7": Category.TEMPORARY,
}  # fmt: skip
HINTS: dict[str, Category] = {
    "1": Category.INVALID_RECIPIENT, "2.0": Category.UNKNOWN, "3": Category.TEMPORARY, "4.1": Category.TEMPORARY,
    "4.4": Category.INVALID_RECIPIENT, "4": Category.TEMPORARY, "5": Category.POLICY_BLOCK,
    "6": Category.POLICY_BLOCK, "7": Category.POLICY_BLOCK,
}  # fmt: skip


def categorise(diagnostic: str, status: str | None, prose: str) -> Category:
    """The category of a final failure: from the server's words, its code, and the notice's prose."""
    folded, words = _read(diagnostic)
    found = _mechanism(folded, words) or _coded(status, EXACT) or _first(PHASES, folded)
    found = found or _mood(folded, words)
    if found is not None:
        return found
    if folded.startswith(LOCAL):  # and nothing but an exit code
        return by_prose(prose) or Category.TEMPORARY
    hinted = by_code(status)
    return (by_prose(prose) if hinted in {None, Category.UNKNOWN} else hinted) or hinted or Category.UNKNOWN


def _mood(folded: str, words: str) -> Category | None:
    """What words that merely refuse hint at. An address that is refused for now is no missing one."""
    mood = _first(MOODS, words)
    for_now = mood in {None, Category.INVALID_RECIPIENT} and CODE_TEMPORARY.search(f" {folded}")
    return Category.TEMPORARY if for_now else mood


def _mechanism(folded: str, words: str) -> Category | None:
    """The cause that is named. A link to a list of hosts says more than "spam", and less than "no such user"."""
    found = _first(MARKS, folded) or _first(WORDS, words)
    linked = HOSTS_LINKED in words and found in {None, Category.POLICY_BLOCK}
    return Category.REPUTATION_BLOCK if linked else found


@lru_cache(maxsize=4)  # the recipients of one notice share its prose
def by_prose(text: str) -> Category | None:
    """The cause that a notice tells in its own words, None when it tells none or lists all that could be."""
    folded, words = _read(text)
    named = {category for pattern, category in WORDS if pattern.search(words)}
    if len(named) >= TOO_MANY:
        return None
    return _mechanism(folded, words) or _first(MOODS, words)


def by_code(status: str | None) -> Category | None:
    """The cause that an enhanced status code names by itself."""
    found = _coded(status, EXACT) or _coded(status, HINTS)
    return Category.TEMPORARY if found is None and status and status[0] == "4" else found


def _coded(status: str | None, codes: dict[str, Category]) -> Category | None:
    detail = (status or "").partition(".")[2]
    return codes.get(detail) or codes.get(detail.partition(".")[0])


def _first(rules: Rules, text: str) -> Category | None:
    return next((category for pattern, category in rules if pattern.search(text)), None) if text else None


def _read(text: str) -> tuple[str, str]:
    """The words as the server wrote them, and cleaned ones."""
    folded = " ".join(text[:SCAN_LIMIT].lower().split())
    inner = WRAPPED.search(folded)
    folded = inner[1] if inner else folded
    return folded.replace("_", " "), _cleaned(folded)


def _cleaned(text: str) -> str:
    """The words without names: addresses, hosts and links hold words such as spam or quota and mean nothing by them.

    A link that is evidence leaves a word of its own, and an IP address a sign that ends no sentence.
    """
    text = LINK.sub(told_by_link, CONTINUED.sub("", text)).replace("_", " ")
    if "@" in text:
        text = ADDRESS.sub("@", text)
    text = SAID_BY.sub("", HOST.sub("~", CODES.sub("", PASSED.sub("", text))))
    return IP.sub("¤", text)
