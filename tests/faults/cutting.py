"""Between a worker and the database: breaks one connection at a statement, before it or after its answer was lost."""

import re
import shutil
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.db import connection

PIECE = 65_536
COMMIT = b"COMMIT\x00"
PREPARED = re.compile(rb"P.{4}([\w-]+)\x00([^\x00]+\x00)", re.DOTALL)  # Parse: the name a statement gets, and its text
RUN = re.compile(rb"B.{4}[^\x00]*\x00([\w-]+)\x00", re.DOTALL)  # Bind: the name of a statement that runs now


class Cutter:
    """A socket of the database. The first statement that holds `then` after one that held `at` breaks the connection.

    `applied`: the statement reaches the database and its answer is lost; else it never gets there.
    """

    def __init__(self, folder: Path, at: bytes, then: bytes, *, applied: bool) -> None:
        """Listen; nothing is cut before `at` was heard."""
        self.host = str(folder)
        self.cut = threading.Event()
        self._at, self._then, self._applied = at, then, applied
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / f".s.PGSQL.{connection.settings_dict['PORT'] or 5432}"))
        self._listening.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        """Take no more connections; those there are end with their workers."""
        _end(self._listening)

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server, last_words = _database(), threading.Event()
                for work in (self._ask, self._answer):
                    threading.Thread(target=work, args=(client, server, last_words), daemon=True).start()

    def _ask(self, client: socket.socket, server: socket.socket, last_words: threading.Event) -> None:
        """Carry what the client says, until the statement that breaks."""
        heard, names = b"", set[bytes]()
        with suppress(OSError):
            while piece := client.recv(PIECE):
                heard = heard[-PIECE:] + piece
                if not self.cut.is_set() and self._runs(piece, names) and self._at in heard:
                    self.cut.set()
                    last_words.set()
                    if not self._applied:
                        break
                server.sendall(piece)
        if not (last_words.is_set() and self._applied):
            _end(server)
            _end(client)

    def _runs(self, piece: bytes, names: set[bytes]) -> bool:
        """Tell whether the statement runs here, by its text or by the name that it was prepared under before."""
        named = {name for name, text in PREPARED.findall(piece) if self._then in text}
        names |= named
        return (self._then in piece and not named) or not names.isdisjoint(RUN.findall(piece))

    def _answer(self, client: socket.socket, server: socket.socket, last_words: threading.Event) -> None:
        """Carry what the database says; its answer to the statement that breaks is swallowed."""
        with suppress(OSError):
            while (piece := server.recv(PIECE)) and not last_words.is_set():
                client.sendall(piece)
        _end(server)
        _end(client)


def _database() -> socket.socket:
    told = connection.settings_dict
    if told["HOST"].startswith("/"):
        found = socket.socket(socket.AF_UNIX)
        found.connect(f"{told['HOST']}/.s.PGSQL.{told['PORT'] or '5432'}")
        return found
    return socket.create_connection((told["HOST"] or "127.0.0.1", int(told["PORT"] or 5432)))


def _end(side: socket.socket) -> None:
    with suppress(OSError):
        side.shutdown(socket.SHUT_RDWR)
    side.close()


@contextmanager
def cutting(at: bytes, then: bytes, *, applied: bool) -> Iterator[Cutter]:
    """Lend such a socket; the path of one must be short."""
    folder = Path(tempfile.mkdtemp(prefix="cut"))
    made = Cutter(folder, at, then, applied=applied)
    try:
        yield made
    finally:
        made.close()
        shutil.rmtree(folder)
