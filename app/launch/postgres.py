"""The embedded PostgreSQL: a throw-away server for tests, a durable one for `make run` and `make start`.

It listens on a Unix socket only and trusts whoever reaches it, so its folders belong to one account.
"""

import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

from app.launch import binaries
from app.launch.binaries import Account

START_LIMIT = 60  # seconds; recovery after a crash replays at most one checkpoint of write-ahead log
ADOPT_LIMIT = 10  # seconds for a server found in mid-start or mid-stop
POLL = 0.02  # seconds between two looks
SOCKET_ROOT = "/tmp"  # noqa: S108  folders in it are made by mkdtemp or checked for their owner
LONGEST_SOCKET_FOLDER = 80  # bytes; with the file's name the path must stay under 107

INITDB = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale-provider=builtin"]
INITDB += ["--builtin-locale=C.UTF-8", "--locale=C", "--no-sync"]
SHARED = {"listen_addresses": "", "max_connections": "200", "shared_buffers": "256MB", "log_min_messages": "warning"}
DURABLE = SHARED | {"track_commit_timestamp": "on"}
THROW_AWAY = SHARED | {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "max_wal_size": "4GB",
    "track_commit_timestamp": "on",
}

# Outlives its starter's SIGKILL: the pipe closes, `read` fails, the server ($1) gets a fast shutdown, and a
# throw-away folder ($2) goes too. A line on the pipe means that the server was stopped already.
GUARD = """
read _ && exit
kill -INT "$1"
[ "$2" ] || exit
for _ in $(seq 100); do [ -e "$2/data/postmaster.pid" ] || break; sleep 0.1; done
rm -rf "$2"
"""


class PostgresError(RuntimeError):
    """The server did not start; the text ends with its last words."""


@dataclass(frozen=True, slots=True)
class Server:
    """A running server. `stop` it, or its guard does so when this process dies."""

    pid: int
    sockets: Path
    bin: Path
    guard: subprocess.Popen[bytes]
    process: subprocess.Popen[bytes] | None  # None when adopted: then it is nobody's child
    throw_away: Path | None

    def url(self, database: str) -> str:
        """The DATABASE_URL of one database."""
        return f"postgresql://postgres@/{database}?host={self.sockets}"

    def alive(self) -> bool:
        return self.process.poll() is None if self.process else runs(self.pid)

    def stop(self) -> None:
        """Fast shutdown: open transactions are rolled back, committed ones are on disk. Waits; harmless when dead."""
        if self.alive():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGINT)
        while self.alive():
            time.sleep(POLL)
        with contextlib.suppress(BrokenPipeError):
            self.guard.communicate(b"stopped\n")
        if self.throw_away:
            shutil.rmtree(self.throw_away, ignore_errors=True)


def start_throw_away() -> Server:
    """An empty server without durability; its folder is removed when it stops."""
    account = binaries.server_account()
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir=SOCKET_ROOT))
    os.chown(folder, account.user, account.group)
    programs = binaries.programs(account, folder)
    data = _initialise(programs, folder / "data", account)
    return _start(programs, data, folder, account, THROW_AWAY, throw_away=folder)


def start_durable(folder: Path) -> Server:
    """The server whose data lies in `folder`; one that still runs there is adopted."""
    account = binaries.server_account()
    account.own(folder)
    programs = binaries.programs(account, folder)
    data = folder / "data"
    if not (data / "PG_VERSION").exists():
        shutil.rmtree(data, ignore_errors=True)  # an initdb cut short leaves no PG_VERSION worth keeping
        _initialise(programs, data, account)
    return _adopt(programs, data) or _start(programs, data, _socket_folder(folder, account), account, DURABLE)


def ensure_database(server: Server, name: str) -> None:
    """Create the database `name` unless it exists."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def drop_database(server: Server, name: str) -> None:
    """Drop the database `name`, ending whoever is still connected."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _socket_folder(folder: Path, account: Account) -> Path:
    """Beside the data, or under /tmp when that path is too long; the same at every start, so that a URL stays true."""
    if len(str(folder)) < LONGEST_SOCKET_FOLDER:
        return folder
    digest = hashlib.sha256(str(folder).encode()).hexdigest()[:12]
    return account.own(Path(SOCKET_ROOT, f"pg-{digest}"))


def _initialise(programs: Path, data: Path, account: Account) -> Path:
    command = [str(programs / "initdb"), "-D", str(data), *INITDB]
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False, **account.run_as)
    if done.returncode:
        raise PostgresError(f"initdb failed in {data}:\n{done.stderr}")
    return data


def _start(
    programs: Path,
    data: Path,
    sockets: Path,
    account: Account,
    options: dict[str, str],
    *,
    throw_away: Path | None = None,
) -> Server:
    flags = [f"--{name}={value}" for name, value in (options | {"unix_socket_directories": str(sockets)}).items()]
    log = data.parent / "postgres.log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            [programs / "postgres", "-D", data, *flags],
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            process_group=0,  # Ctrl-C is for the launcher, which stops the database last
            **account.run_as,
        )
    server = Server(process.pid, sockets, programs, _guard(process.pid, throw_away), process, throw_away)
    _wait_until_ready(server, log)
    return server


def _adopt(programs: Path, data: Path) -> Server | None:
    """The server that still answers for `data`. One on its way up or down is waited for.

    The number in postmaster.pid alone proves nothing: after a crash it may be anybody's.
    """
    deadline = time.monotonic() + ADOPT_LIMIT
    while time.monotonic() < deadline:
        lines = _read_lines(data / "postmaster.pid")  # pid, data, start, port, sockets, address, memory, status
        if len(lines) < 5 or not runs(int(lines[0])):
            return None
        if _answers(programs, Path(lines[4])):
            pid = int(lines[0])
            return Server(pid, Path(lines[4]), programs, _guard(pid, None), None, None)
        time.sleep(POLL)
    return None  # PostgreSQL's own look at the file has the last word


def _read_lines(path: Path) -> list[str]:
    try:
        return path.read_text().splitlines()
    except FileNotFoundError:
        return []


def runs(pid: int) -> bool:
    """False for a zombie too: some containers have no init that would bury it."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self").exists()  # without /proc nobody can tell


def _answers(programs: Path, sockets: Path) -> bool:
    return subprocess.run([programs / "pg_isready", "-q", "-h", sockets], check=False).returncode == 0


def _guard(pid: int, throw_away: Path | None) -> subprocess.Popen[bytes]:
    command = ["/bin/sh", "-c", GUARD, "guard", str(pid), str(throw_away or "")]
    return subprocess.Popen(command, stdin=subprocess.PIPE, cwd="/", start_new_session=True)


def _wait_until_ready(server: Server, log: Path) -> None:
    deadline = time.monotonic() + START_LIMIT
    while not _answers(server.bin, server.sockets):
        if not server.alive() or time.monotonic() > deadline:
            last_words = "\n".join(_read_lines(log)[-20:])
            server.stop()
            raise PostgresError(f"PostgreSQL did not start:\n{last_words}")
        time.sleep(POLL)
