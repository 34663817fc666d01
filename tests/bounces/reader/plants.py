"""Children that misbehave: the true child, in which what reads or what answers was replaced."""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bounces.reader import child
from bounces.reader.frames import ANSWER_LIMIT

ENTRY = "import sys; sys.path.insert(0, sys.argv[1]); from tests.bounces.reader.plants import run; run()"
STALE = ENTRY.replace("import run; run()", "import stale; stale()")

CHILD: Any = child
whole_read, whole_packed = CHILD.read_message, CHILD.packed
seen: list[bytes] = []


def spin() -> None:
    while True:
        pass


def eat() -> None:
    hoard = []
    while True:
        hoard.append(bytearray(8 * 1024 * 1024))


DEEDS: dict[bytes, Callable[[], object]] = {
    b"spin": spin,
    b"sleep": lambda: time.sleep(600),
    b"eat": eat,
    b"die": lambda: os._exit(3),
    b"write": lambda: os.write(os.open("/tmp/planted", os.O_CREAT | os.O_WRONLY), b"x"),
    b"fork": os.fork,
    b"print": lambda: sys.stdout.write("x" * 100_000) and sys.stdout.flush(),
}
ANSWERS = {
    "garbage": b"\xff\xfe{",
    "too much": b" " * (ANSWER_LIMIT + 1),
}


def read_message(raw: bytes, **known: Any) -> Any:
    seen.append(raw)
    for word, deed in DEEDS.items():
        if raw.endswith(b"please " + word):
            deed()
    if raw.endswith(b"die when old") and len(seen) > 1:
        os._exit(3)
    if raw.endswith(b"environment"):
        return replace(whole_read(raw, **known), evidence=" ".join(sorted(os.environ)))
    return whole_read(raw, **known)


def packed(reading: Any) -> Any:
    return next((told for word, told in ANSWERS.items() if reading.text == f"answer {word}"), whole_packed(reading))


def run() -> None:
    CHILD.read_message, CHILD.packed = read_message, packed
    child.run()


def stale() -> None:
    """A child of another version of the program."""
    CHILD.greeting = lambda: bytes(32)
    child.run()
