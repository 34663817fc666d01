"""The mailboxes of the world: messages, labels, threads and their history."""

import random
from dataclasses import dataclass, field
from datetime import datetime

from simulator.chance import chance_for
from simulator.mail import Mail, base_subject

HISTORY_GAP = 40  # ids rise by 1 to this many, since the real ones are not contiguous either


@dataclass(slots=True)
class StoredMessage:
    """A message in one mailbox; `seq` orders arrivals, `history_id` is its last change."""

    id: str
    thread_id: str
    seq: int
    mail: Mail
    labels: set[str]
    internal_date: datetime
    history_id: int


@dataclass(frozen=True, slots=True)
class Change:
    """One history entry; `labels` are those the message had after the change."""

    id: int
    kind: str  # messageAdded | messageDeleted | labelAdded | labelRemoved
    message_id: str
    thread_id: str
    labels: tuple[str, ...]
    changed: tuple[str, ...] = ()


class CannotThread(LookupError):
    """The thread that was asked for does not exist in this mailbox."""


@dataclass(slots=True)
class Account:
    """One mailbox. `history_floor`: start ids below it have expired and answer 404."""

    address: str
    seed: int
    message_ids: str = "keep"  # keep | rewrite | rewrite-and-drop
    keeps_submitted: bool = False  # whether SMTP submissions land in Sent
    stamps: str = ""  # the domain with which SMTP submissions get the server's own Message-ID
    revoked: bool = False
    scope: str = "https://mail.google.com/"  # what its grant allows
    rotates: bool = False  # each refresh gives a new refresh token, and the old one dies
    refresh_number: int = 0
    history_floor: int = 0
    history_id: int = 0
    messages: dict[str, StoredMessage] = field(default_factory=dict)
    threads: dict[str, list[StoredMessage]] = field(default_factory=dict)
    by_message_id: dict[str, list[StoredMessage]] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    _seq: int = 0
    _last_id: int = 0
    _chance: random.Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Start the ids at a place that depends on seed and address."""
        self._chance = chance_for(self.seed, "account", self.address)
        self.history_id = self._chance.randint(10_000, 90_000)
        self.history_floor = self.history_id
        self._last_id = self._chance.randint(0x1800000000000000, 0x18FFFFFFFFFFFFFF)

    def add(self, mail: Mail, labels: set[str], at: datetime, thread_id: str | None) -> StoredMessage:
        """Store a message in `thread_id`, or in a thread of its own."""
        self._seq += 1
        self._last_id += self._chance.randint(1, 1 << 20)
        name = f"{self._last_id:016x}"
        message = StoredMessage(name, thread_id or name, self._seq, mail, set(labels), at, 0)
        self.messages[name] = message
        self.threads.setdefault(message.thread_id, []).append(message)
        if mail.message_id:
            self.by_message_id.setdefault(mail.message_id, []).append(message)
        self._record("messageAdded", message)
        return message

    def thread_asked_for(self, mail: Mail, thread_id: str) -> str | None:
        """Give `thread_id` only if the mail also cites it and has its subject; else None.

        Raises CannotThread when there is no such thread.
        """
        thread = self.threads.get(thread_id)
        if not thread:
            raise CannotThread(thread_id)
        known = {message.mail.message_id for message in thread}
        same = base_subject(mail.subject) == base_subject(thread[0].mail.subject)
        return thread_id if same and not known.isdisjoint(mail.cited) else None

    def thread_cited(self, mail: Mail) -> str | None:
        """Give the thread an incoming mail belongs to by what it cites, or None."""
        cited = [message for name in mail.cited for message in self.by_message_id.get(name, ())]
        return max(cited, key=lambda message: message.seq).thread_id if cited else None

    def relabel(self, message: StoredMessage, *, add: set[str], remove: set[str]) -> None:
        """Change labels as the mailbox's owner would, with history."""
        added, removed = add - message.labels, remove & message.labels
        message.labels = (message.labels | added) - removed
        if added:
            self._record("labelAdded", message, tuple(sorted(added)))
        if removed:
            self._record("labelRemoved", message, tuple(sorted(removed)))

    def delete(self, message: StoredMessage) -> None:
        """Delete for good, with history."""
        del self.messages[message.id]
        self.threads[message.thread_id].remove(message)
        if message.mail.message_id:
            self.by_message_id[message.mail.message_id].remove(message)
        self._record("messageDeleted", message)

    def expire_history(self) -> None:
        """Let every id given out so far expire."""
        self._advance()
        self.history_floor = self.history_id
        self.changes.clear()

    def newest_first(self) -> list[StoredMessage]:
        """Give all messages, the last arrival first."""
        return list(reversed(self.messages.values()))

    def _advance(self) -> int:
        self.history_id += self._chance.randint(1, HISTORY_GAP)
        return self.history_id

    def _record(self, kind: str, message: StoredMessage, changed: tuple[str, ...] = ()) -> None:
        message.history_id = self._advance()
        self.changes.append(
            Change(message.history_id, kind, message.id, message.thread_id, tuple(sorted(message.labels)), changed)
        )
