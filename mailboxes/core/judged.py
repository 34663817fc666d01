"""What one look at a message's headers found: whether it concerns us, and what little is kept of it if not."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ByHand:
    """A mail of the mailbox that this installation did not send. receivers: how many it is addressed to.

    people: recipient ids of whom we know among them, unless an answer of a person explains it. by_tool: a program wrote
    it. sent_at: world time, which may be long before it was seen.
    """

    sent_at: datetime
    receivers: int = 1
    people: tuple[int, ...] = ()
    by_tool: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """reason: why its body is read, one word; empty for other people's mail.

    kind: its own type where the headers alone tell it, by `rule`; such a message is read no further. about: the
    recipient whom a mail of our own answers.

    names: the Message-IDs that the message answers; sender: the address it is from, normalised. Both are kept as keyed
    hashes only, and for days only.
    """

    reason: str = ""
    from_domain: str = ""
    names: tuple[str, ...] = ()
    sender: str = ""
    kind: str = ""
    rule: str = "headers"
    about: int | None = None
    hand: ByHand | None = None
