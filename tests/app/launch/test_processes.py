import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.launch import processes
from app.launch.postgres import runs
from app.launch.processes import Child

IMPATIENT = 10.0  # seconds until a test gives up waiting

SUICIDE = """
import os, signal, sys
from pathlib import Path
from app.launch.processes import Child
child = Child("victim", ["sleep", "60"], os.environ, Path(sys.argv[1]), grace=5.0)
child.start()
print(child.process.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def child_that(script: str, folder: Path, *, grace: float = 5.0) -> Child:
    return Child("victim", ["/bin/sh", "-c", script], os.environ, folder / "victim.log", grace=grace)


def pid_of(child: Child) -> int:
    assert child.process is not None
    return child.process.pid


def ends(pid: int) -> bool:
    deadline = time.monotonic() + IMPATIENT
    while runs(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not runs(pid)


def test_a_child_that_ends_when_asked_is_not_killed(tmp_path: Path) -> None:
    child = child_that("echo here; exec sleep 60", tmp_path)
    child.start()
    assert child.stop(lambda: False)
    assert not child.alive()


def test_a_child_that_refuses_to_end_is_killed_with_its_group(tmp_path: Path) -> None:
    child = child_that("trap '' TERM; sleep 60 & echo pid $!; wait; wait", tmp_path, grace=0.2)
    child.start()
    line = processes.wait_for_line(child, "pid", seconds=IMPATIENT)
    assert line is not None
    assert not child.stop(lambda: False)
    assert ends(int(line.split()[1]))


def test_hurry_cuts_the_grace_short(tmp_path: Path) -> None:
    child = child_that("trap '' TERM; echo ready; while :; do sleep 1; done", tmp_path, grace=60.0)
    child.start()
    processes.wait_for_line(child, "ready", seconds=IMPATIENT)
    assert not child.stop(lambda: True)


def test_a_dead_child_starts_again_after_a_pause_that_doubles(tmp_path: Path) -> None:
    child, said = child_that("exit 3", tmp_path), list[str]()
    child.start()
    for pause in (1.0, 2.0, 4.0):
        os.waitid(os.P_PID, pid_of(child), os.WEXITED | os.WNOWAIT)
        child.revive(said.append)
        assert child.pause() == pause
        child.revive(said.append)
        assert child.process is None, "its pause is not over"
        child.started_at -= pause
        child.revive(said.append)
        assert child.process is not None
    child.stop(lambda: True)
    assert said[0].startswith("victim ended (3); again in 1 s.")


def test_a_steady_minute_forgets_earlier_deaths(tmp_path: Path) -> None:
    child = child_that("exit 3", tmp_path)
    child.start()
    child.deaths, child.started_at = 5, time.monotonic() - processes.STEADY - 1
    os.waitid(os.P_PID, pid_of(child), os.WEXITED | os.WNOWAIT)
    child.revive(lambda _: None)
    assert child.deaths == 1


def test_children_do_not_outlive_a_killed_launcher(tmp_path: Path) -> None:
    launcher = subprocess.run(
        [sys.executable, "-c", SUICIDE, str(tmp_path / "log")], capture_output=True, text=True, check=False
    )
    assert launcher.returncode == -signal.SIGKILL
    assert ends(int(launcher.stdout))


@pytest.mark.parametrize("script", ["echo unready", "exit 1", "printf '{\"ready\"'"])
def test_a_child_that_dies_first_never_becomes_ready(tmp_path: Path, script: str) -> None:
    child = child_that(script, tmp_path)
    child.start()
    assert processes.wait_for_line(child, '{"ready"', seconds=IMPATIENT) is None
    child.stop(lambda: True)


def test_the_ready_line_of_an_earlier_start_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "victim.log").write_text('{"ready":true}\n')
    child = child_that("exit 0", tmp_path)
    child.start()
    assert processes.wait_for_line(child, '{"ready"', seconds=IMPATIENT) is None
    child.stop(lambda: True)
