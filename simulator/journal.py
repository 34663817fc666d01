"""The append-only record of what the world saw, on disk before anybody is answered."""

import json
import os
from collections.abc import Iterable
from pathlib import Path

from simulator.clock import machine_now

type JSON = str | int | float | bool | list["JSON"] | dict[str, "JSON"] | None
type Record = dict[str, JSON]


class Journal:
    """One JSON object a line; every record has `n` (rising), `type` and `at` (machine time).

    The file only ever grows; `forget` empties what `read` gives, never the file.
    """

    def __init__(self, path: Path, *, fsync: bool = False) -> None:
        """Open `path` for appending; with `fsync` each write also survives a power cut."""
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self._fsync = fsync
        self._records: list[Record] = []
        self._count = 0

    def write(self, kind: str, /, **fields: JSON) -> None:
        """Append one record; it is in the file when this returns."""
        self.write_all([(kind, fields)])

    def write_all(self, entries: Iterable[tuple[str, Record]]) -> None:
        """Append several records in one system call."""
        at = machine_now().isoformat()
        fresh: list[Record] = []
        for kind, fields in entries:
            self._count += 1
            fresh.append({"n": self._count, "type": kind, "at": at, **fields})
        self._append("".join(f"{json.dumps(record)}\n" for record in fresh).encode())
        self._records += fresh

    def read(self, kind: str | None = None, since: int = 0) -> list[Record]:
        """Give the records after number `since`, oldest first."""
        if kind is None and not since:
            return list(self._records)
        return [r for r in self._records if r["n"] > since and kind in (None, r["type"])]  # type: ignore[operator]

    def forget(self) -> None:
        """Start reading afresh; the file keeps everything and says where."""
        self.write("reset")
        self._records.clear()

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _append(self, data: bytes) -> None:
        while data:  # a short write (disk filling up) must not tear a line
            data = data[os.write(self._file, data) :]
        if self._fsync:
            os.fsync(self._file)
