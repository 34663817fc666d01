"""One child as its worker holds it: what goes in is bounded, what comes out is believed only if it fits its form."""

import os
import select
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from app import env
from bounces.core.reading import Reading
from bounces.reader.forms import BadForm, packed, unpacked
from bounces.reader.frames import ANSWER, ANSWER_LIMIT, OUT_OF_MEMORY, REQUEST, Known, greeting

ROOT = Path(__file__).resolve().parents[2]
ENTRY = "import sys; sys.path.insert(0, sys.argv[1]); from bounces.reader.child import run; run()"
PASSED_ON = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # where an interpreter may need to find itself
PIECE = 65_536  # bytes handed to a pipe, or taken from it, at a time
START_WITHIN = 30.0  # seconds, on a machine that does much else
OVER_TIME = frozenset({-signal.SIGPROF, -signal.SIGALRM, -signal.SIGXCPU})


@dataclass(frozen=True, slots=True)
class Limits:
    """For one message: bytes of address space, seconds of CPU, and seconds by the clock (more, machines are busy)."""

    memory: int
    cpu: float
    within: float


class ChildLost(Exception):
    """The child is of no more use; its reason is one word: time, memory, crashed, answer."""


class NoChild(Exception):
    """No child could be started, or it is of another version of the program: that says nothing of any message."""


class Child:
    """A running child. Used by one thread at a time; whatever is raised, it has ended."""

    def __init__(self, limits: Limits, entry: str = ENTRY) -> None:
        self.fresh = True
        self.messages = 0
        self._limits = limits
        self._process = _started(limits, entry)
        assert self._process.stdin is not None  # noqa: S101 - both are pipes
        assert self._process.stdout is not None  # noqa: S101
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        self._unread = bytearray()
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(self._out, select.POLLIN)
        self._writable.register(self._in, select.POLLOUT)
        self._greet()

    def read(self, raw: bytes, known: Known) -> Reading:
        """Read one message. Raises ChildLost."""
        told = packed(known)
        ends = time.monotonic() + self._limits.within
        try:
            self._write(REQUEST.pack(len(told), len(raw)) + told + raw, ends)
            reading = unpacked(Reading, self._answer(ends))
        except BadForm as error:
            self.end()
            raise ChildLost("answer") from error
        except BaseException:
            self.end()
            raise
        self.fresh, self.messages = False, self.messages + 1
        return reading

    def end(self) -> None:
        """Kill it, whatever it does; harmless when it has ended."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def let_go(self) -> None:
        """Close this process's ends only: the child belongs to the process that this one was forked from."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.returncode = 0  # nobody here waits for it

    def _greet(self) -> None:
        expected = greeting()
        try:
            said = self._take(len(expected), time.monotonic() + START_WITHIN)
        except BaseException as error:
            self.end()
            if isinstance(error, ChildLost):
                raise NoChild(str(error)) from error
            raise
        if said != expected:
            self.end()
            raise NoChild("another version of the program")

    def _answer(self, ends: float) -> bytes:
        (size,) = ANSWER.unpack(self._take(ANSWER.size, ends))
        if size > ANSWER_LIMIT:
            raise BadForm("longer than any reading")
        return self._take(size, ends)

    def _write(self, data: bytes, ends: float) -> None:
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._in, rest[:PIECE]) :]
            except BlockingIOError:
                _wait(self._writable, ends)
            except BrokenPipeError as error:
                raise self._lost() from error

    def _take(self, size: int, ends: float) -> bytes:
        while len(self._unread) < size:
            _wait(self._readable, ends)
            piece = os.read(self._out, PIECE)
            if not piece:
                raise self._lost()
            self._unread += piece
        taken = bytes(self._unread[:size])
        del self._unread[:size]
        return taken

    def _lost(self) -> ChildLost:
        """Tell why it ended by how it ended; one that closed its pipe and lives is no better."""
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return ChildLost("crashed")
        return ChildLost("time" if code in OVER_TIME else "memory" if code == OUT_OF_MEMORY else "crashed")


def _wait(pipe: select.poll, ends: float) -> None:
    left = ends - time.monotonic()
    if left <= 0 or not pipe.poll(left * 1000):
        raise ChildLost("time")


def _started(limits: Limits, entry: str) -> "subprocess.Popen[bytes]":
    """Start a child with nothing of ours: no environment, no files, a session of its own. Raises NoChild."""
    command = [sys.executable, "-I", "-c", entry, str(ROOT)]
    try:
        return subprocess.Popen(  # noqa: S603 - our own program
            [*command, str(limits.memory), str(limits.cpu), str(limits.within)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd="/",
            env=env.present(*PASSED_ON),
            start_new_session=True,
        )
    except OSError as error:
        raise NoChild(type(error).__name__) from error
