"""Children of the launcher: each in its own process group, with a log, a guard and a second chance."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.launch.home import REPOSITORY

POLL = 0.05  # seconds
LONGEST_PAUSE = 30.0  # seconds between a death and the next start
STEADY = 60.0  # seconds a child must live for its earlier deaths to be forgotten

# When the launcher itself is killed the pipe closes: the child gets ten seconds to end, then its whole group goes.
GUARD = """
read _ && exit
kill -TERM "$1"
for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" || exit; sleep 1; done
kill -KILL "-$1"
"""


@dataclass(slots=True)
class Child:
    """One supervised program. `grace`: seconds it may take to end when asked; `keeps`: open files handed to it."""

    name: str
    command: list[str]
    environment: Mapping[str, str]
    log: Path
    grace: float
    keeps: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    guard: subprocess.Popen[bytes] | None = None
    deaths: int = 0
    started_at: float = 0.0  # time.monotonic()
    log_start: int = field(default=0)  # bytes in the log before this start

    def start(self) -> None:
        with self.log.open("ab") as output:
            self.log_start = output.tell()
            self.process = subprocess.Popen(
                self.command,
                env=self.environment,
                cwd=REPOSITORY,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=self.keeps,
                process_group=0,  # Ctrl-C is for the launcher, which stops its children in order
            )
        self.guard = subprocess.Popen(
            ["/bin/sh", "-c", GUARD, "guard", str(self.process.pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.started_at = time.monotonic()

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def output(self) -> str:
        """What it wrote since its last start."""
        with self.log.open("rb") as file:
            file.seek(self.log_start)
            return file.read().decode(errors="replace")

    def stop(self, hurry: Callable[[], bool]) -> bool:
        """SIGTERM, then SIGKILL for the group once `grace` is over or `hurry` says so. True when it ended by itself."""
        if self.process is None:
            return True
        deadline = time.monotonic() + self.grace
        self.process.terminate()
        while self.alive() and time.monotonic() < deadline and not hurry():
            time.sleep(POLL)
        by_itself = not self.alive()
        self._bury()
        return by_itself

    def revive(self, say: Callable[[str], None]) -> None:
        """Start again if it is dead and its pause is over: 1 s, 2 s, 4 s … 30 s, forgotten after a steady minute."""
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            self.deaths = 1 if now - self.started_at > STEADY else self.deaths + 1
            say(f"{self.name} ended ({self.process.returncode}); again in {self.pause():.0f} s. Its log: {self.log}")
            self._bury()
            self.started_at = now
        elif self.process is None and now - self.started_at >= self.pause():
            self.start()

    def pause(self) -> float:
        return min(2.0 ** (self.deaths - 1), LONGEST_PAUSE)

    def _bury(self) -> None:
        """Release the guard and end whatever the child left in its group."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.guard is not None:
            with contextlib.suppress(BrokenPipeError):
                self.guard.communicate(b"ended\n")
        self.process = self.guard = None


def wait_for_line(child: Child, start: str, *, seconds: float) -> str | None:
    """The first whole line of the child's output that begins with `start`; None when it dies or time is up."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        alive = child.alive()
        for line in child.output().splitlines(keepends=True):
            if line.startswith(start) and line.endswith("\n"):
                return line
        if not alive:
            return None
        time.sleep(POLL)
    return None
