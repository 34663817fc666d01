"""Children that misbehave: the true child, in which what reads or what answers was replaced.

Only WHOLE imports the true reader: its patterns take longer to compile than everything else that these tests do.
"""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import Any

from bounces.core.reading import Kind, Reading
from bounces.reader import forms
from bounces.reader.frames import ANSWER_LIMIT

ENTRY = "import sys; sys.path.insert(0, sys.argv[1]); from tests.bounces.reader.plants import run; run()"
WHOLE = ENTRY.replace("import run; run()", "import run_whole; run_whole()")
STALE = ENTRY.replace("import run; run()", "import stale; stale()")

seen: list[bytes] = []


def plain_read(raw: bytes, **_: Any) -> Reading:
    return Reading(Kind.HUMAN_REPLY, "planted", text=raw.partition(b"\n\n")[2].decode().strip())


def planted_child() -> Any:
    """The child's module, with a reader that knows plain letters only."""
    reader: Any = ModuleType("bounces.core.read")
    reader.read_message = plain_read
    sys.modules["bounces.core.read"] = reader
    return import_module("bounces.reader.child")


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


def read_message(raw: bytes, **_: Any) -> Any:
    seen.append(raw)
    for word, deed in DEEDS.items():
        if raw.endswith(b"please " + word):
            deed()
    if raw.endswith(b"die when old") and len(seen) > 1:
        os._exit(3)
    if raw.endswith(b"environment"):
        return replace(plain_read(raw), evidence=" ".join(sorted(os.environ)))
    return plain_read(raw)


def packed(reading: Any) -> Any:
    return next((told for word, told in ANSWERS.items() if reading.text == f"answer {word}"), forms.packed(reading))


def run() -> None:
    child = planted_child()
    child.read_message, child.packed = read_message, packed
    child.run()


def run_whole() -> None:
    """The true reader, that hangs at one message."""
    child: Any = import_module("bounces.reader.child")
    whole_read = child.read_message
    child.read_message = lambda raw, **known: spin() if raw.endswith(b"please spin") else whole_read(raw, **known)
    child.run()


def stale() -> None:
    """A child of another version of the program."""
    child = planted_child()
    child.greeting = lambda: bytes(32)
    child.run()
