"""What a refusal of an SMTP server says, about whom, and whether it is worth another try.

The first digit decides permanent or later (RFC 5321 §4.2.1), with two exceptions: 421 means later wherever it
comes, and a full mailbox (x.2.2) is later even as 552. The enhanced code (RFC 3463, 5248, 7505 and what Google and
Microsoft added) decides about whom; without one, the verb and a few plain words of the text. An address is called
dead by codes and words that can mean nothing else: a vague 550 ends the sequence, it kills no address, and 5.7.x
never speaks about the recipient.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from mailboxes.core.errors import Scope, TransportError
from mailboxes.core.smtp_codes import meaning_of

LONGEST_TEXT = 500
"""Characters of a server's words that are kept and shown."""

_PREFIX = re.compile(r"^\d{3}[ -]")
_ENHANCED = re.compile(r"([245]\.\d{1,3}\.\d{1,3})(?!\S)")
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffd]+")


class Verb(StrEnum):
    """What the reply answered."""

    GREETING = "greeting"
    EHLO = "ehlo"
    STARTTLS = "starttls"
    AUTH = "auth"
    MAIL = "mail"
    RCPT = "rcpt"
    DATA = "data"
    BODY = "body"  # the final dot
    RSET = "rset"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refused command, classified; reason is a machine word, text the server's own words on one line."""

    scope: Scope
    permanent: bool
    address_dead: bool
    reason: str
    code: int
    enhanced: str | None
    text: str

    def error(self, *, began: bool) -> TransportError:
        """As the error a transport raises; began: the mark was set."""
        error = TransportError(
            " ".join(part for part in (str(self.code), self.enhanced) if part),
            scope=self.scope,
            permanent=self.permanent,
            code=self.code,
            enhanced=self.enhanced,
            began=began,
        )
        return error.saying(self.words, address_dead=self.address_dead)

    @property
    def words(self) -> str:
        """Codes and text as the server said them; they may quote an address."""
        return " ".join(part for part in (str(self.code), self.enhanced, self.text) if part)


def classify(code: int, text: str | bytes, verb: Verb) -> Refusal:
    """The meaning of a reply that did not grant verb. text may hold several lines, with or without their codes."""
    enhanced, words = read_text(text)
    reason, scope = meaning_of(code, enhanced, words, verb)
    permanent = 500 <= code <= 599 and reason != "mailbox_full"
    return Refusal(
        scope=scope,
        permanent=permanent,
        address_dead=permanent and reason in {"no_such_user", "no_such_domain", "bad_address"},
        reason=reason,
        code=code,
        enhanced=enhanced,
        text=words,
    )


def read_text(text: str | bytes) -> tuple[str | None, str]:
    """The enhanced code and the words of a reply, the codes that each line repeats taken off."""
    if isinstance(text, bytes):
        text = text[: 4 * LONGEST_TEXT].decode("utf-8", "replace")
    enhanced, words = None, []
    for line in text[: 4 * LONGEST_TEXT].splitlines():
        rest = _PREFIX.sub("", line.strip())
        if found := _ENHANCED.match(rest):
            enhanced = enhanced or found[1]
            rest = rest[found.end() :]
        words.append(rest.strip())
    return enhanced, _UNPRINTABLE.sub(" ", " ".join(filter(None, words)))[:LONGEST_TEXT].strip()
