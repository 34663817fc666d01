import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.launch import ports
from app.launch.home import REPOSITORY
from app.launch.postgres import SOCKET_ROOT

START_LIMIT = 120.0  # seconds; two cores shared with the rest of the suite
OWN = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "BROKER_URL"}}

pytestmark = pytest.mark.slow


class Launcher:
    """`make start` without make, in a folder of its own, its words in a file."""

    def __init__(self, folder: Path) -> None:
        self.words = folder / "words"
        port = ports.first_free(21_000 + os.getpid() % 10_000)
        command = [sys.executable, "-m", "app.launch", "real", "--data", str(folder / "real"), "--port", str(port)]
        with self.words.open("w") as output:
            self.process = subprocess.Popen(command, cwd=REPOSITORY, env=OWN, stdout=output, stderr=output)

    def said(self, text: str) -> str:
        """Everything said so far, once `text` is among it."""
        deadline = time.monotonic() + START_LIMIT
        while text not in (words := self.words.read_text()):
            assert self.process.poll() is None, words
            assert time.monotonic() < deadline, words
            time.sleep(0.1)
        return words

    def end(self, number: int) -> str:
        self.process.send_signal(number)
        self.process.wait(START_LIMIT)
        return self.words.read_text()


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="forbear-test-", dir=SOCKET_ROOT) as name:
        Path(name).chmod(0o711)
        yield Path(name)


@pytest.fixture
def launcher(folder: Path) -> Iterator[Launcher]:
    started = Launcher(folder)
    yield started
    if started.process.poll() is None:
        started.end(signal.SIGTERM)


def still_running(folder: Path) -> list[str]:
    """Command lines or environments of living processes that name the folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            about = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
        except OSError:
            continue
        if str(folder).encode() in about:
            found.append(about.decode(errors="replace"))
    return found


def test_make_start_answers_and_ends_cleanly_on_ctrl_c(launcher: Launcher, folder: Path) -> None:
    words = launcher.said("Ctrl-C stops everything.")
    url = next(line.split()[1] for line in words.splitlines() if line.startswith("  open"))
    with urllib.request.urlopen(url + "accounts/login/", timeout=30) as answer:
        assert answer.status == 200
    words = launcher.end(signal.SIGINT)
    assert launcher.process.returncode == 0, words
    stopped = [line for line in words.splitlines() if line.startswith("Stopped")]
    assert stopped == [f"Stopped: {name}." for name in ("clock", "worker", "web", "database")]
    assert not still_running(folder)


def test_a_second_start_is_told_where_the_first_one_answers(launcher: Launcher, folder: Path) -> None:
    words = launcher.said("Ctrl-C stops everything.")
    url = next(line.split()[1] for line in words.splitlines() if line.startswith("  open"))
    command = [sys.executable, "-m", "app.launch", "real", "--data", str(folder / "real")]
    second = subprocess.run(command, cwd=REPOSITORY, env=OWN, capture_output=True, text=True, check=False)
    assert second.returncode == 1
    assert f"Already running: {url}" in second.stdout


def test_ctrl_c_while_starting_leaves_nothing_behind(launcher: Launcher, folder: Path) -> None:
    launcher.said("Migrating the database")
    words = launcher.end(signal.SIGINT)
    assert launcher.process.returncode == 0, words
    assert words.endswith("Stopped: database.\n")
    assert not still_running(folder)
