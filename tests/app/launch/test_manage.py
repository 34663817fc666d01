"""`make manage` beside a running installation, beside another command, and alone."""

import threading
from collections.abc import Mapping
from pathlib import Path

import pytest

from app.launch import home, manage
from app.launch.plan import Options

BESIDE = {"DATABASE_URL": "postgresql:///beside"}


@pytest.fixture
def options(tmp_path: Path) -> Options:
    return Options("real", home.prepare(tmp_path / "forbear" / "real"), 0, 1.0, 0)


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Mapping[str, str]]]:
    """The commands that would have run, with what they were told; "alone" for one that has the database to itself."""
    done: list[tuple[str, Mapping[str, str]]] = []

    def beside(ours: Mapping[str, str], arguments: list[str]) -> int:
        done.append((arguments[0], ours))
        return 0

    def alone(_: Options, arguments: list[str]) -> int:
        return beside({"alone": "yes"}, arguments)

    monkeypatch.setattr(manage, "_manage", beside)
    monkeypatch.setattr(manage, "_alone", alone)
    return done


def test_a_command_uses_the_database_of_a_running_installation(options: Options, ran: list[object]) -> None:
    home.write_private(options.home / "environment.env", BESIDE)
    with home.only_launcher(options.home) as lock:
        lock.write_text("http://127.0.0.1:8100/")
        assert manage.run(options, ["audit"]) == 0
    assert ran == [("audit", BESIDE)]


def test_a_command_does_not_use_a_database_that_ends_with_another_command(options: Options, ran: list[object]) -> None:
    """What an earlier installation left behind names the same database: it must not be taken for a running one."""
    home.write_private(options.home / "environment.env", BESIDE)
    with home.only_launcher(options.home), pytest.raises(home.HomeError, match="Another command"):
        manage.run(options, ["audit"], patience=0)
    assert ran == []


def test_a_command_waits_for_another_one(options: Options, ran: list[object]) -> None:
    with home.only_launcher(options.home):
        second = threading.Thread(target=manage.run, args=(options, ["audit"]))
        second.start()
        second.join(2 * manage.LOOK_AGAIN)
        assert second.is_alive()
    second.join(30)
    assert ran == [("audit", {"alone": "yes"})]
