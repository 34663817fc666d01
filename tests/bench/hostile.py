"""read_hostile: what the process that reads costs a message, and what the worst mail costs it."""

import os
import random
from datetime import UTC, datetime
from pathlib import Path
from time import process_time

from bounces.core.mail.salvage import broken_limit, unreadable
from bounces.core.read import read_message
from bounces.core.reading import Ours
from bounces.reader.frames import Known
from bounces.reader.process import Child, Limits
from tests.bench.report import Figure, figure
from tests.bounces.reader.test_bombs import READ, SET_ASIDE

DATA = Path(__file__).parents[1] / "data"
KNOWN = Known(datetime(2027, 3, 9, tzinfo=UTC), Ours("nora@seller.example"))
LIMITS = Limits(memory=256 * 1024 * 1024, cpu=1.5, within=60)
SHARE = 0.5  # of the speed of the reader alone, that is left when a child reads: worker and child together
ROUNDS = 8
BOMB = 2.0  # seconds of processor time that a bomb may cost
DAMAGED = 1_000  # messages
PER_100_KB = 1.0  # seconds of processor time


def read_hostile() -> list[Figure]:
    """Speed through the child beside that of the reader alone, and the dearest of known bombs and of damaged mail."""
    bombs = max(_seconds(make()) for make in [*SET_ASIDE.values(), *READ.values()])
    damaged = max(_seconds(raw) / max(1.0, len(raw) / 100_000) for raw in _damaged())
    return [
        figure("reading_process/speed", _through_a_child(), "messages/s", _alone(), SHARE),
        figure("reading_process/bombs", 1 / bombs, "/s", 1 / BOMB, 1.0),
        figure("reading_process/damaged", 1 / damaged, "/s of 100 KB", 1 / PER_100_KB, 1.0),
    ]


def _messages() -> list[bytes]:
    return [path.read_bytes() for folder in ("bounces", "replies") for path in sorted((DATA / folder).rglob("*.eml"))]


def _alone() -> float:
    mails = _messages()
    began = process_time()
    for _ in range(ROUNDS):
        for raw in mails:
            read_message(raw, received_at=KNOWN.received_at, ours=KNOWN.ours)
    return ROUNDS * len(mails) / (process_time() - began)


def _through_a_child() -> float:
    """Read all labelled mail through one child; the processor time is ours and the child's, its start included."""
    mails = _messages()
    began, children = process_time(), sum(os.times()[2:4])
    child = Child(LIMITS)
    for _ in range(ROUNDS):
        for raw in mails:
            child.read(raw, KNOWN)
    child.end()
    return ROUNDS * len(mails) / (process_time() - began + sum(os.times()[2:4]) - children)


def _damaged() -> list[bytes]:
    """True messages from which pieces were cut and put elsewhere, many times over; the same in each run."""
    chance = random.Random(4)
    mails = _messages()
    made = []
    for _ in range(DAMAGED):
        raw = chance.choice(mails)
        for _ in range(chance.randrange(1, 12)):
            first, second = sorted(chance.randrange(len(raw) + 1) for _ in range(2))
            raw = raw[:second] + raw[first : first + 5_000] * chance.choice((0, 1, 20)) + raw[second:]
        made.append(raw[:1_000_000])
    return made


def _seconds(raw: bytes) -> float:
    began = process_time()
    if limit := broken_limit(raw):
        unreadable(raw, "limit", limit, KNOWN.received_at)
    else:
        read_message(raw, received_at=KNOWN.received_at, ours=KNOWN.ours)
    return process_time() - began
