from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from mailboxes import oauth
from mailboxes.inbound.base import Batch, Cursor, Feed
from mailboxes.inbound.registry import open_feed
from tests.mailboxes.accounts import ADA, gmail_account
from tests.plugins.simulator import Simulator, simulator, simulator_process

__all__ = ["simulator", "simulator_process"]


def a_letter(number: int, *, sender: str = "bob@prospect.example", text: str = "Yes, gladly.") -> bytes:
    head = f"From: {sender}\r\nTo: {ADA}\r\nSubject: Re: {number}\r\nMessage-ID: <letter-{number}@prospect.example>\r\n"
    return f"{head}\r\n{text}\r\n".encode()


@dataclass
class Inbox:
    """Ada's mailbox: the feed that reads it, the simulator that fills it, and the ids read so far."""

    feed: Feed
    simulator: Simulator

    def receive(self, number: int, *, labels: tuple[str, ...] = (), sender: str = "bob@prospect.example") -> str:
        return self.simulator.deliver(ADA, a_letter(number, sender=sender), labels=labels)["id"]

    def read(self, cursor: Cursor) -> tuple[list[str], Cursor]:
        """Fetch until the feed says it is complete, as a poller does; the ids come with their doubles."""
        ids: list[str] = []
        for _ in range(50):
            batch = self.feed.fetch(cursor)
            ids += [head.provider_id for head in batch.heads]
            cursor = batch.cursor
            if batch.complete:
                return ids, cursor
        raise AssertionError("the feed never completes")

    def started(self) -> Cursor:
        return self.read({})[1]

    def one(self, cursor: Cursor) -> Batch:
        return self.feed.fetch(cursor)


@pytest.fixture
def inbox(simulator: Simulator, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inbox]:
    oauth.ACCESS_TOKENS.forget()
    feed = open_feed(gmail_account(simulator.http, simulator.token_url), only=simulator.endpoints)
    yield Inbox(feed, simulator)
    feed.close()
