"""A feed in memory: what lies in a mailbox, read by the product's own poll."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

import pytest

from app.actions import clock
from mailboxes.actions import pool
from mailboxes.inbound.base import Batch, Cursor, Head


@dataclass(frozen=True, slots=True)
class Lying:
    """One message of the mailbox."""

    raw: bytes
    thread: str = ""
    own: bool = False
    at: datetime | None = None


@dataclass
class Shelf:
    """Shows all that lies there at each fetch; `read` are the messages whose bodies were asked for.

    `fails`: what reading a body raises; `down`: what reading anything raises.
    """

    lying: dict[str, Lying] = field(default_factory=dict)
    read: list[str] = field(default_factory=list)
    fails: dict[str, Exception] = field(default_factory=dict)
    down: Exception | None = None

    def put(self, name: str, raw: bytes, *, thread: str = "", own: bool = False, at: datetime | None = None) -> str:
        self.lying[name] = Lying(raw, thread, own, at)
        return name

    def fetch(self, cursor: Cursor) -> Batch:
        self._require_up()
        heads = tuple(self.head(name) for name in self.lying)
        return Batch(heads, {"seen": len(heads)}, complete=True)

    def head(self, name: str) -> Head:
        one = self.lying[name]
        headers = one.raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
        received = one.at or clock.world_now()
        return Head(name, one.thread, frozenset({"INBOX"}), headers, len(one.raw), own=one.own, received_at=received)

    def whole(self, head: Head) -> bytes | None:
        self._require_up()
        self.read.append(head.provider_id)
        if head.provider_id in self.fails:
            raise self.fails[head.provider_id]
        one = self.lying.get(head.provider_id)
        return one.raw if one else None

    def headers(self, head: Head) -> bytes | None:
        return self.head(head.provider_id).headers if head.provider_id in self.lying else None

    def close(self) -> None:
        pass

    def _require_up(self) -> None:
        if self.down is not None:
            raise self.down


@contextmanager
def shelved(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    """Let every mailbox of the test be this shelf."""
    shelf = Shelf()
    monkeypatch.setattr(pool, "open_feed", lambda *_, **__: shelf)
    yield shelf
