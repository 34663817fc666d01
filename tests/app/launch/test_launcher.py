import contextlib
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.launch.home import REPOSITORY
from tests.app.launch.running import OWN, Launcher, still_running, stopped, throw_away_folder

pytestmark = pytest.mark.slow


@pytest.fixture
def folder() -> Iterator[Path]:
    with throw_away_folder() as folder:
        yield folder


@pytest.fixture
def launcher(folder: Path) -> Iterator[Launcher]:
    started = Launcher(folder, "real")
    yield started
    if started.process.poll() is None:
        started.end(signal.SIGTERM)


def test_make_start_answers_and_ends_cleanly_on_ctrl_c(launcher: Launcher, folder: Path) -> None:
    with urllib.request.urlopen(launcher.url() + "accounts/login/", timeout=30) as answer:
        assert answer.status == 200
    words = launcher.end(signal.SIGINT)
    assert launcher.process.returncode == 0, words
    assert stopped(words) == ["clock", "worker", "sender", "web", "database"]
    assert not still_running(folder)


def test_a_second_start_is_told_where_the_first_one_answers(launcher: Launcher, folder: Path) -> None:
    url = launcher.url()
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


def test_a_rehearsal_whose_simulator_dies_stops_everything_and_says_so(folder: Path) -> None:
    rehearsal = Launcher(folder, "rehearsal")
    rehearsal.url()
    os.kill(simulator_of(folder), signal.SIGKILL)
    rehearsal.process.wait(30)
    words = rehearsal.words.read_text()
    assert rehearsal.process.returncode == 1, words
    assert stopped(words) == ["clock", "worker", "web", "simulator", "database"]
    assert "The simulator ended, and so does this rehearsal." in words.splitlines()[-1]
    assert not still_running(folder)


def simulator_of(folder: Path) -> int:
    """Its process number."""
    journal = str(folder / "rehearsal" / "journal.jsonl").encode()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # others end while we look
            if {journal, b"simulator"} <= set((process / "cmdline").read_bytes().split(b"\0")):
                return int(process.name)
    raise AssertionError("no simulator runs")
