"""What comes back."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Answer:
    """A mail on its way to the inbox that reads `mailbox`; `kind` is the truth a classifier is measured against."""

    mailbox: str
    raw: bytes
    kind: str
    behaviour: str
    person: str
    token: str | None
    return_date: date | None = None
    labels: tuple[str, ...] = ("INBOX", "UNREAD")

    @classmethod
    def plain(cls, mailbox: str, raw: bytes, *, token: str | None, labels: tuple[str, ...] = ()) -> "Answer":
        """Mail that is no person's answer: injected by a test, or sent between mailboxes of this world."""
        return cls(mailbox, raw, "injected", "none", "", token, labels=labels or ("INBOX", "UNREAD"))
