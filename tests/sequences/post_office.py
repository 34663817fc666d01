"""A transport that keeps what it is given instead of sending it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from mailboxes.core.message import Envelope, PermitToken, Receipt, SentPosition, Thread


@dataclass
class PostOffice:
    """Stands in for every mailbox's transport; `fails` is raised in place of a receipt, after the mark."""

    letters: list[bytes] = field(default_factory=list)
    fails: Exception | None = None

    @contextmanager
    def transport_for(self, _: int) -> Iterator["PostOffice"]:
        yield self

    def ready(self) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to do."""

    def position(self) -> SentPosition:
        return {"history_id": "1"}

    def deliver(self, token: PermitToken, _: Envelope, octets: bytes, thread: Thread) -> Receipt:
        token.begin_call()
        self.letters.append(octets)
        if self.fails is not None:
            raise self.fails
        return Receipt(f"provider-{token.delivery_id}", thread.provider_thread_id or "", None, "250")
