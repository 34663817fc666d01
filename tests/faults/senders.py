"""Ask for one-shot workers, and hear how they ended."""

import json
import os
import select
import signal
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from tests.faults.processes import PATIENCE, ROOT, environment

START_PATIENCE = 4 * PATIENCE  # it loads all of the product, beside other workers that do the same


@dataclass(frozen=True, slots=True)
class End:
    """How a worker's run ended, or that it was stopped; words: one for each touch it came to."""

    pid: int
    how: str
    words: tuple[str, ...] = ()


class Senders:
    """A process that forks workers (tests.faults.sender), spoken to over its pipes."""

    def __init__(self) -> None:
        """Start it on the test database; it ends with us, because its stdin does."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.sender"],
            cwd=ROOT,
            env=environment(BROKER_URL="stub://", LOG_LEVEL="CRITICAL"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,  # or a line that was read ahead would be waited for
        )
        self._stopped: set[int] = set()
        self._heard(START_PATIENCE)

    def send(self, *touch_ids: int, failpoints: str = "", **wishes: Any) -> End:
        """Let a worker send these touches and wait for its end; `wishes` as in tests.faults.sender."""
        return self.ended(self.start(*touch_ids, failpoints=failpoints, **wishes))

    def plan(self, failpoints: str = "") -> End:
        """Let a process plan once."""
        return self.ended(self._begun(plan=True, failpoints=failpoints))

    def start(self, *touch_ids: int, failpoints: str = "", **wishes: Any) -> int:
        """Let a worker begin and return its pid; `ended` must be asked before anything else is wished."""
        return self._begun(touches=touch_ids, failpoints=failpoints, **wishes)

    def resume(self, pid: int) -> End:
        """Let a stopped worker go on (SIGCONT) and wait for its end."""
        return self.ended(self._begun(stopped=pid, signal=signal.SIGCONT))

    def kill_stopped(self, pid: int) -> End:
        """SIGKILL to a stopped worker."""
        return self.ended(self._begun(stopped=pid, signal=signal.SIGKILL))

    def kill_running(self, pid: int) -> End:
        """SIGKILL to a worker that was started and is at work."""
        os.kill(pid, signal.SIGKILL)
        return self.ended(pid)

    def ended(self, pid: int) -> End:
        """Wait until the worker ended or stopped."""
        told = self._heard()
        assert told["pid"] == pid
        self._stopped.discard(pid)
        if told["end"] == "stopped":
            self._stopped.add(pid)
        return End(pid, told["end"], tuple(told["words"]))

    def forget(self) -> None:
        """End the workers that are still stopped: they may hold locks that nobody else gets over."""
        for pid in list(self._stopped):
            self.kill_stopped(pid)

    def close(self) -> None:
        """End it and the workers it left stopped."""
        self._process.communicate()

    def _begun(self, **wish: Any) -> int:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(wish).encode() + b"\n")
        return int(self._heard()["pid"])

    def _heard(self, patience: float = PATIENCE) -> dict[str, Any]:
        assert self._process.stdout is not None
        assert select.select([self._process.stdout], [], [], patience)[0], "no word from the senders' process"
        line = self._process.stdout.readline()
        assert line, f"the senders' process is gone, exit code {self._process.wait(10)}"
        return dict(json.loads(line))
