"""Whatever a message does to the process that reads it, the answer comes in time and the next message is read."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bounces.core.mail.parsing import MESSAGE_LIMIT
from bounces.core.reading import Kind, Ours, Reading
from bounces.reader.frames import Known
from bounces.reader.pool import NoChild, Readers
from bounces.reader.process import Child, Limits
from tests.bounces.core.mails import mail
from tests.bounces.reader import plants

LIMITS = Limits(memory=128 * 1024 * 1024, cpu=0.3, within=3)
HASTY = Limits(memory=128 * 1024 * 1024, cpu=0.3, within=0.3)
KNOWN = Known(datetime(2027, 3, 9, tzinfo=UTC), Ours("nora@seller.example"))

type Make = Callable[..., Readers]


@pytest.fixture
def make() -> Iterator[Make]:
    made: list[Readers] = []

    def readers(entry: str = plants.ENTRY, *, limits: Limits = LIMITS, most: int = 1) -> Readers:
        made.append(Readers(lambda: Child(limits, entry), most))
        return made[-1]

    yield readers
    for one in made:
        one.close()


def read(readers: Readers, text: str) -> Reading:
    return readers.read(mail(text).rstrip(), KNOWN)


def assert_reads_on(readers: Readers) -> None:
    assert read(readers, "Yes, gladly.").text == "Yes, gladly."


@pytest.mark.parametrize(
    ("deed", "reason"),
    [("spin", "time"), ("eat", "memory"), ("die", "crashed")],
)
def test_a_message_that_ends_its_reader_is_set_aside_and_the_next_one_is_read(
    make: Make, deed: str, reason: str
) -> None:
    readers = make()
    assert_reads_on(readers)
    found = read(readers, f"please {deed}")
    assert (found.kind, found.rule, found.evidence) == (Kind.UNREADABLE, "reader", reason)
    assert (found.from_address, found.in_reply_to) == ("pat@birch.example", "step-1@seller.example")
    assert_reads_on(readers)


def test_a_reader_that_sleeps_is_not_waited_for(make: Make) -> None:
    readers = make(limits=HASTY)
    assert read(readers, "please sleep").evidence == "time"
    assert_reads_on(make())


@pytest.mark.parametrize("answer", plants.ANSWERS)
def test_an_answer_that_is_none_is_believed_by_nobody(make: Make, answer: str) -> None:
    readers = make()
    found = read(readers, f"answer {answer}")
    assert (found.kind, found.rule, found.evidence) == (Kind.UNREADABLE, "reader", "answer")
    assert_reads_on(readers)


@pytest.mark.parametrize("deed", ["write", "fork"])
def test_a_reader_can_neither_write_a_file_nor_start_a_process(make: Make, deed: str) -> None:
    if deed == "fork" and os.getuid() == 0:
        pytest.skip("the superuser may start as many as it likes")
    assert read(make(), f"please {deed}").evidence == "crashed"


def test_what_a_reader_prints_is_no_part_of_its_answer(make: Make) -> None:
    assert read(make(), "please print").text == "please print"


def test_a_reader_knows_no_secret(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "of this process")
    assert set(read(make(), "environment").evidence.split()) <= {"LC_CTYPE", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"}


def test_one_that_had_read_before_is_not_believed_when_it_dies(make: Make) -> None:
    readers = make()
    assert_reads_on(readers)
    assert read(readers, "die when old").kind is Kind.HUMAN_REPLY


def test_a_child_reads_many_messages_and_then_makes_room_for_another(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Child] = []

    def start() -> Child:
        started.append(Child(LIMITS, plants.ENTRY))
        return started[-1]

    monkeypatch.setattr("bounces.reader.pool.MOST_MESSAGES", 2)
    readers = Readers(start, most=1)
    for _ in range(4):
        assert_reads_on(readers)
    readers.close()
    assert [child.messages for child in started] == [2, 2]
    assert not any(alive(child) for child in started)


def alive(child: Child) -> bool:
    return child._process.poll() is None


def test_threads_share_a_few_children_and_each_gets_its_own_answer(make: Make) -> None:
    readers = make(most=2)
    with ThreadPoolExecutor(6) as threads:
        found = list(threads.map(lambda number: read(readers, f"Number {number}, please.").text, range(12)))
    assert found == [f"Number {number}, please." for number in range(12)]


def test_a_child_of_another_version_of_the_program_says_nothing_of_a_message(make: Make) -> None:
    with pytest.raises(NoChild, match="version"):
        read(make(plants.STALE), "Yes")


def test_where_no_child_can_be_started_no_message_is_guilty(make: Make) -> None:
    with pytest.raises(NoChild):
        read(make("raise SystemExit(1)"), "Yes")


def test_whoever_is_interrupted_leaves_no_answer_for_the_next(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    readers = make()
    assert_reads_on(readers)
    with monkeypatch.context() as patched:
        patched.setattr(Child, "_answer", interrupted)
        with pytest.raises(KeyboardInterrupt):
            read(readers, "Mine")
    assert_reads_on(readers)


def interrupted(*_: object) -> bytes:
    raise KeyboardInterrupt


def test_more_than_anybody_reads_is_refused_before_a_child_sees_it() -> None:
    readers = Readers(no_child, most=1)
    found = readers.read(mail("Yes") + bytes(MESSAGE_LIMIT), KNOWN)
    assert (found.rule, found.evidence, found.from_address) == ("limit", "message-bytes", "pat@birch.example")
    found = readers.read(b"X: " + b"a" * 300_000 + b"\r\n" + mail("Yes"), KNOWN)
    assert (found.rule, found.evidence, found.in_reply_to) == ("limit", "header-bytes", "step-1@seller.example")


def no_child() -> Child:
    raise AssertionError("a child was started")


ORPHAN = """
import sys, time
sys.path.insert(0, sys.argv[1])
from bounces.reader.process import Child, Limits
child = Child(Limits(128 * 1024 * 1024, 0.3, 3))
print(child._process.pid, flush=True)
time.sleep(600)
"""


def test_nothing_survives_the_worker() -> None:
    worker = subprocess.Popen([sys.executable, "-c", ORPHAN, Path.cwd()], stdout=subprocess.PIPE, text=True)
    assert worker.stdout is not None
    pid = int(worker.stdout.readline())
    assert command_of(pid)
    worker.kill()
    worker.wait()
    worker.stdout.close()
    gone = threading.Event()
    for _ in range(200):
        if not command_of(pid):
            break
        gone.wait(0.02)
    assert not command_of(pid)


FORKING = """
import os, sys
sys.path.insert(0, sys.argv[1])
from django.conf import settings
settings.configure(READ_MILLISECONDS=1500, READ_MEGABYTES=256)
from datetime import UTC, datetime
from bounces.core.reading import Ours
from bounces.reader import pool
def read():
    raw = b"From: a@b.example\\n\\nYes"
    text = pool.read_message(raw, received_at=datetime(2027, 3, 9, tzinfo=UTC), ours=Ours("n@c.example")).text
    return text, pool.readers._free[0]._process.pid
first = read()
if (forked := os.fork()) == 0:
    print(read()[1] != first[1], flush=True)
    sys.exit()
os.waitpid(forked, 0)
print(read() == first, first[0], flush=True)
"""


def test_a_process_that_was_forked_has_children_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORKING, Path.cwd()], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["True", "True", "Yes"]


def command_of(pid: int) -> str:
    """What a process runs; "" when it has ended."""
    done = subprocess.run(["ps", "-o", "stat=,args=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return "" if done.stdout.startswith("Z") else done.stdout.strip()


def test_the_true_child_is_started_where_no_other_is_named() -> None:
    child = Child(LIMITS)
    assert child.read(mail("Yes"), KNOWN).kind is Kind.HUMAN_REPLY
    child.end()
    assert not alive(child)
