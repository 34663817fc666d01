"""The process that reads: one message after the other from its standard input, until that ends.

It gives itself its limits before the first message. It imports the core alone, has an empty environment, opens no file
and starts nothing; what it prints goes nowhere. Timers of the kernel end it, whatever its code is doing then.
"""

import os
import resource
import signal
import sys
from contextlib import suppress
from typing import BinaryIO

from bounces.core.read import read_message
from bounces.core.reading import Kind, Reading
from bounces.reader.forms import packed, unpacked
from bounces.reader.frames import ANSWER, OUT_OF_MEMORY, REQUEST, Known, greeting

LIFETIME = 600  # seconds of CPU of all messages together: a wall behind the timer of each
FILES = 32  # open at once: codecs are imported when a message names them
LIMITS = {
    resource.RLIMIT_CPU: LIFETIME,
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_FSIZE: 0,
    resource.RLIMIT_NOFILE: FILES,
    resource.RLIMIT_NPROC: 0,
}


def main(memory: int, cpu: float, within: float) -> None:
    """Read until the input ends. memory: bytes of address space; cpu, within: seconds for one message."""
    requests, answers = _pipes()
    _limit(memory)
    answers.write(greeting())
    while request := _request(requests):
        signal.setitimer(signal.ITIMER_PROF, cpu)
        signal.setitimer(signal.ITIMER_REAL, within)
        answer = packed(_reading(*request))
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        answers.write(ANSWER.pack(len(answer)) + answer)


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep the pipes to ourselves: whoever prints must not write into an answer."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    return os.fdopen(os.dup(0), "rb"), answers


def _limit(memory: int) -> None:
    for what, most in LIMITS.items():
        resource.setrlimit(what, (most, most))
    with suppress(ValueError, OSError):  # not every system limits addresses
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _request(requests: BinaryIO) -> tuple[Known, bytes] | None:
    sizes = requests.read(REQUEST.size)
    if len(sizes) < REQUEST.size:
        return None
    of_known, of_message = REQUEST.unpack(sizes)
    known, message = requests.read(of_known), requests.read(of_message)
    return (unpacked(Known, known), message) if len(message) == of_message else None


def _reading(known: Known, message: bytes) -> Reading:
    reading = read_message(message, received_at=known.received_at, ours=known.ours)
    if reading.kind is Kind.UNREADABLE and reading.evidence == MemoryError.__name__:
        raise MemoryError
    return reading


def run() -> None:
    """Enter the process; `bounces.reader.process` writes the arguments."""
    memory, cpu, within = sys.argv[-3:]
    try:
        main(int(memory), float(cpu), float(within))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)
