"""Processes of our own that run against the test database; each is ended by its id and outlives no test run."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote, urlencode

from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0  # seconds; only a failing test waits so long
LOOK = 0.02  # seconds between two looks

# Ends the process group ($1) when the pipe closes, which it also does when the test run is killed.
GUARD = """
read _ && exit
kill -KILL -- "-$1"
"""


def database_url() -> str:
    """Name the test database to another process."""
    told = connection.settings_dict
    query = {key: value for key, value in (("host", told["HOST"]), ("port", told["PORT"])) if value}
    login = quote(told["USER"]) + (f":{quote(told['PASSWORD'])}" if told["PASSWORD"] else "")
    return f"postgresql://{login}@/{quote(told['NAME'])}?{urlencode(query)}"


def environment(**changes: str) -> dict[str, str]:
    """What such a process finds in its environment: ours, and the test database, which is a rehearsal."""
    return {**os.environ, "DATABASE_URL": database_url(), "FORBEAR_KIND": "rehearsal", **changes}


def until[T](look: Callable[[], T], *, patience: float = PATIENCE, every: float = LOOK, why: str = "") -> T:
    """Look again and again until something true is seen; fail after `patience` seconds."""
    ends_at = time.monotonic() + patience
    pause = threading.Event()
    while not (seen := look()):
        assert time.monotonic() < ends_at, f"waited {patience:.0f} s: {why or look}"
        pause.wait(every)
    return seen


class Guarded:
    """A process with a group of its own. `end` kills what is left of the group; a guard does so when we are killed."""

    def __init__(self, command: list[str], log: Path, env: dict[str, str], *, cwd: Path = ROOT) -> None:
        """Start it; both outputs go to `log`."""
        self.log = log
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=output, process_group=0
            )
        self.pid = self.process.pid
        guard = ["/bin/sh", "-c", GUARD, "guard", str(self.pid)]
        self._guard = subprocess.Popen(guard, stdin=subprocess.PIPE, start_new_session=True)

    def alive(self) -> bool:
        """True; fails with its last words when it is gone."""
        assert self.process.poll() is None, f"it ended with {self.process.returncode}:\n{self.log.read_text()[-2000:]}"
        return True

    def said(self, words: str) -> bool:
        """Tell whether its log holds these words; fails when it is gone."""
        return self.alive() and words in self.log.read_text()

    def end(self) -> int:
        """SIGKILL to the whole group; wait, and return the exit code."""
        os.killpg(self.pid, signal.SIGKILL)
        return self._waited()

    def ask_to_end(self) -> int:
        """SIGTERM to the process that was started, as a supervisor does; wait, and return the exit code.

        Not to the group: dramatiq's parent hands the signal on, and a worker that gets it twice drops its calls.
        """
        self.process.terminate()
        return self._waited()

    def _waited(self) -> int:
        """Wait for the end; who does not end in time is killed."""
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(self.pid, signal.SIGKILL)
            self.process.wait()
            raise
        finally:
            self._guard.communicate(b"ended\n")


@contextlib.contextmanager
def dramatiq(module: str, log: Path, *options: str, **changes: str) -> Iterator[Guarded]:
    """A real worker, ready for action."""
    command = [sys.executable, "-m", "dramatiq", module, *options]
    worker = Guarded(command, log, environment(**changes))
    try:
        ready = "Worker process is ready for action"
        until(lambda: worker.said(ready), patience=4 * PATIENCE, why="the worker does not start")
        yield worker
    finally:
        if worker.process.poll() is None:
            worker.end()
