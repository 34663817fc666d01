"""The database of one installation: the embedded server, or the one that DATABASE_URL names."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.launch import postgres
from app.launch.plan import Options
from app.launch.postgres import PostgresError, Server


@dataclass(slots=True)
class Database:
    """`server` is None when somebody else runs it."""

    url: str
    server: Server | None
    folder: Path

    def revive(self, say: Callable[[str], None]) -> None:
        """Start the server again when it died; it answers at the same URL."""
        if self.server is None or self.server.alive():
            return
        say("The database ended; starting it again.")
        self.server.stop()  # only releases its guard
        try:
            self.server = postgres.start_durable(self.folder)
        except PostgresError as error:
            say(str(error))  # the next look tries again


@contextlib.contextmanager
def open_database(
    options: Options, shell: Mapping[str, str], say: Callable[[str], None], *, afresh: bool
) -> Iterator[Database]:
    """The installation's database, emptied when `afresh`. An embedded server stops at the end."""
    folder = options.home / "postgres"
    if not options.rehearsal and (given := shell.get("DATABASE_URL")):
        say("Using the database that DATABASE_URL names.")
        yield Database(given, None, folder)
        return
    say("Starting PostgreSQL…")
    server = postgres.start_durable(folder)
    database = Database(server.url(options.database), server, folder)
    try:
        if afresh:
            postgres.drop_database(server, options.database)
        postgres.ensure_database(server, options.database)
        yield database
    finally:
        if database.server is not None:
            database.server.stop()
        say("Stopped: database.")
