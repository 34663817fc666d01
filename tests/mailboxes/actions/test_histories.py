"""Whatever happens to a Gmail mailbox and on the way to it: every message is stored once, and freshness is true."""

from collections.abc import Callable
from random import Random

import pytest

from app.actions import clock
from mailboxes.actions import inbound
from mailboxes.core.errors import InboundError
from mailboxes.inbound import gmail_history, gmail_pages
from mailboxes.inbound.base import Feed
from mailboxes.inbound.registry import open_feed
from mailboxes.models import InboundCursor, InboundMessage, InboundRaw, Mailbox
from tests.factories import a_mailbox, a_workspace
from tests.mailboxes.accounts import ADA, gmail_account
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
STEPS = 40
FAULTS = [("status", 400), ("status", 404), ("status", 429), ("status", 503), ("close", 0), ("truncate", 0)]
FOLDERS = [("INBOX",), ("SPAM",), ("TRASH",), ("INBOX", "IMPORTANT"), ("CATEGORY_UPDATES",), ()]


class History:
    """One mailbox, what was put into it and taken out of it, and how far the product has read."""

    def __init__(self, mailbox: Mailbox, feed: Feed, simulator: Simulator, chance: Random) -> None:
        self.mailbox = mailbox
        self.feed = feed
        self.simulator = simulator
        self.chance = chance
        self.there: list[str] = []
        self.gone: set[str] = set()

    def receive(self) -> None:
        number = len(self.there) + len(self.gone)
        ours = self.chance.random() < 0.4
        sender = "boss@acme.example" if ours else f"aunt{number}@family.example"
        subject = "unsubscribe" if ours else "Sunday"
        raw = f"From: {sender}\r\nSubject: {subject}\r\nMessage-ID: <m{number}@x.example>\r\n\r\nHello {number}"
        labels = self.chance.choice(FOLDERS)
        self.there.append(self.simulator.deliver(ADA, raw.encode(), labels=labels)["id"])

    def several(self) -> None:
        for _ in range(self.chance.randrange(2, 8)):
            self.receive()

    def move(self) -> None:
        if self.there:
            name = self.chance.choice(self.there)
            self.simulator.message(ADA, name, add=["STARRED"], remove=["INBOX"])

    def delete(self) -> None:
        if self.there:
            name = self.there.pop(self.chance.randrange(len(self.there)))
            self.gone.add(name)
            self.simulator.message(ADA, name, delete=True)

    def expire(self) -> None:
        self.simulator.account(ADA, expire_history=True)

    def expire_in_the_middle(self) -> None:
        """Expire the history, and refuse the next page of the listing that makes up for it."""
        self.simulator.clear_faults()
        self.read()
        for _ in range(12):  # more than one reading takes
            self.receive()
        self.expire()
        self.read()
        self.simulator.fault("status", "list", status=400)

    def expire_token(self) -> None:
        self.simulator.account(ADA, expire_tokens=True)

    def break_something(self) -> None:
        kind, status = self.chance.choice(FAULTS)
        op = self.chance.choice(["history", "list", "get", "profile"])
        if (op, status) != ("get", 404):  # that is a message which is gone
            self.simulator.fault(kind, op, status=status or 500)

    def read(self) -> None:
        """Read as a poll does; what was there before is stored if the reading says that it is complete."""
        there, before = set(self.there), self.listed_at()
        try:
            inbound.read(self.mailbox, self.feed)
        except InboundError:
            return
        if self.listed_at() != before:
            assert there <= self.stored()

    def listed_at(self) -> object:
        return InboundCursor.objects.values_list("listed_at", flat=True).get(mailbox=self.mailbox)

    def stored(self) -> set[str]:
        names = list(InboundMessage.objects.values_list("provider_id", flat=True))
        assert len(names) == len(set(names))
        return set(names)


def live(history: History) -> None:
    """Let some forty things happen, then read in peace."""
    acts: list[Callable[[], None]] = [history.receive, history.several, history.read, history.read, history.move]
    acts += [
        history.expire_in_the_middle,
        history.delete,
        history.expire,
        history.expire_token,
        history.break_something,
        history.break_something,
    ]
    for _ in range(STEPS):
        history.chance.choice(acts)()
    history.simulator.clear_faults()
    before = history.listed_at()
    while history.listed_at() == before:
        history.read()


@pytest.mark.parametrize("seed", range(6))
def test_every_message_is_stored_once_whatever_happens(
    world: World, simulator: Simulator, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(gmail_pages, "LISTED", 3)
    monkeypatch.setattr(gmail_history, "MOST_MESSAGES", 4)
    monkeypatch.setattr(inbound, "MOST_BATCHES", 1)
    world.allow(simulator.endpoints)
    mailbox = a_mailbox(a_workspace(), address=ADA, purpose=Mailbox.Purpose.PERSONAL, read_at=clock.now())
    feed = open_feed(gmail_account(simulator.http, simulator.token_url), only=simulator.endpoints)
    history = History(mailbox, feed, simulator, Random(seed))
    inbound.read(mailbox, feed)
    live(history)
    feed.close()
    assert set(history.there) <= history.stored() <= {*history.there, *history.gone}
    ours = InboundMessage.objects.exclude(state="not_ours")
    assert {row.concern for row in ours} <= {"wish"}
    assert ours.count() == InboundRaw.objects.count()
