"""`make run` and `make start` without make, in a folder of their own, for tests of whole installations."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.launch import ports
from app.launch.home import REPOSITORY
from app.launch.postgres import SOCKET_ROOT

START_LIMIT = 120.0  # seconds; two cores shared with the rest of the suite
OWN = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "BROKER_URL"}}
STARTED = "Ctrl-C stops everything."


class Launcher:
    """A launcher in `folder`/KIND, its words in a file."""

    def __init__(self, folder: Path, kind: str, *options: str) -> None:
        self.home = folder / kind
        self.words = folder / "words"
        port = ports.first_free(21_000 + os.getpid() % 10_000)
        command = [sys.executable, "-m", "app.launch", kind, "--data", str(self.home), "--port", str(port), *options]
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

    def url(self) -> str:
        """Where it answers, once it does; ends with a slash."""
        words = self.said(STARTED)
        return next(line.split()[1] for line in words.splitlines() if line.startswith("  open"))

    def end(self, number: int) -> str:
        self.process.send_signal(number)
        self.process.wait(START_LIMIT)
        return self.words.read_text()


@contextmanager
def throw_away_folder() -> Iterator[Path]:
    """A folder that the database's account may walk through, with a short name: a socket will lie in it."""
    with tempfile.TemporaryDirectory(prefix="forbear-test-", dir=SOCKET_ROOT) as name:
        Path(name).chmod(0o711)
        yield Path(name)


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


def stopped(words: str) -> list[str]:
    """What was stopped by itself, in this order."""
    return [line.removeprefix("Stopped: ").removesuffix(".") for line in words.splitlines() if line.startswith("Stop")]
