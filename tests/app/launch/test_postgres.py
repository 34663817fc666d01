import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from app.launch import binaries, postgres
from app.launch.postgres import Server

LEAVE_BEHIND = """
import os, signal
from app.launch import postgres
server = postgres.start_throw_away()
print(server.pid, server.sockets, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where `nobody` can walk; pytest's own folders are closed to it."""
    place = Path(tempfile.mkdtemp(prefix="forbear-test-", dir=postgres.SOCKET_ROOT))
    place.chmod(0o711)
    yield place
    shutil.rmtree(place)


def query(server: Server, statement: str) -> object:
    with psycopg.connect(server.url("forbear_real"), autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchall()[0][0] if cursor.description else None


def becomes(wished: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 10
    while not wished() and time.monotonic() < deadline:
        time.sleep(0.05)
    return wished()


@pytest.mark.slow
def test_a_durable_server_keeps_its_data_and_knows_when_rows_were_committed(folder: Path) -> None:
    server = postgres.start_durable(folder / "postgres")
    postgres.ensure_database(server, "forbear_real")
    postgres.ensure_database(server, "forbear_real")
    query(server, "CREATE TABLE kept AS SELECT 7 AS number")
    server.stop()
    again = postgres.start_durable(folder / "postgres")
    assert query(again, "SELECT number FROM kept") == 7
    assert (query(again, "SHOW track_commit_timestamp"), query(again, "SHOW fsync")) == ("on", "on")
    assert again.url("x") == server.url("x"), "a URL stays true over restarts"
    again.stop()


@pytest.mark.slow
def test_a_server_that_still_runs_is_adopted(folder: Path) -> None:
    first = postgres.start_durable(folder / "postgres")
    second = postgres.start_durable(folder / "postgres")
    assert second.pid == first.pid
    second.stop()
    assert not first.alive()
    first.stop()


@pytest.mark.slow
def test_dropping_a_database_ends_its_guests(folder: Path) -> None:
    server = postgres.start_durable(folder / "postgres")
    postgres.ensure_database(server, "forbear_real")
    with psycopg.connect(server.url("forbear_real")) as guest:
        postgres.drop_database(server, "forbear_real")
        with pytest.raises(psycopg.OperationalError):
            guest.execute("SELECT 1")
    server.stop()


def test_a_killed_starter_leaves_neither_server_nor_folder() -> None:
    starter = subprocess.run([sys.executable, "-c", LEAVE_BEHIND], capture_output=True, text=True, check=False)
    assert starter.returncode == -signal.SIGKILL
    pid, sockets = starter.stdout.split()
    assert becomes(lambda: not Path(sockets).exists())
    assert becomes(lambda: not postgres.runs(int(pid)))


def test_a_server_that_cannot_start_says_its_last_words(folder: Path) -> None:
    account = binaries.server_account()
    data = account.own(account.own(folder / "postgres") / "data")
    (data / "PG_VERSION").write_text("9.6\n")
    with pytest.raises(postgres.PostgresError, match=r"did not start:\n.*\w"):
        postgres.start_durable(folder / "postgres")


def test_a_long_path_moves_the_socket_elsewhere(tmp_path: Path) -> None:
    far = tmp_path / ("x" * 100)
    account = binaries.server_account()
    sockets = postgres._socket_folder(far, account)
    assert len(str(sockets)) < postgres.LONGEST_SOCKET_FOLDER
    assert postgres._socket_folder(far, account) == sockets
    sockets.rmdir()


def test_a_socket_folder_of_another_account_is_refused(folder: Path) -> None:
    account = binaries.Account(os.geteuid() + 1, os.getegid())
    with pytest.raises(PermissionError, match="another account"):
        account.own(folder)


@pytest.mark.slow
def test_programs_that_cannot_be_walked_to_are_copied(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    account = binaries.server_account()
    installed = binaries._installed()
    monkeypatch.setattr(binaries.Account, "can_walk", lambda _self, path: installed not in path.parents)
    programs = binaries.programs(account, folder)
    assert programs.is_relative_to(folder)
    done = subprocess.run(
        [programs / "postgres", "--version"], capture_output=True, text=True, check=True, **account.run_as
    )
    assert done.stdout.startswith("postgres (PostgreSQL)")
