from dataclasses import replace
from pathlib import Path

import pytest

from app import broker
from app.launch import plan
from app.launch.plan import Options, Ports

SHELL = {"PATH": "/bin", "DATABASE_URL": "postgresql://prod", "BROKER_URL": "amqp://prod", "SECRET_KEY": "prod"}
KEYS = {"SECRET_KEY": "made"}
PORTS = Ports(8001, 8026, 2526, 8054)


def options(kind: str) -> Options:
    return Options(kind, Path("/data"), 8000, 4320.0, 7)


def test_a_rehearsal_inherits_nothing_of_the_real_installation() -> None:
    environment = plan.environment(options("rehearsal"), PORTS, KEYS, SHELL)
    assert "prod" not in " ".join(environment.values())
    assert environment["PATH"] == "/bin"


def test_a_rehearsal_is_told_its_own_simulator() -> None:
    environment = plan.environment(options("rehearsal"), PORTS, KEYS, SHELL)
    assert (environment["SIMULATOR_HTTP"], environment["SIMULATOR_SMTP"]) == ("127.0.0.1:8026", "127.0.0.1:2526")
    assert environment["HEALTH_RESOLVERS"] == environment["SIMULATOR_DNS"] == "127.0.0.1:8054"
    assert (environment["FORBEAR_KIND"], environment["BASE_URL"]) == ("rehearsal", "http://127.0.0.1:8001")


def test_one_variable_each_moves_the_real_one_to_real_parts() -> None:
    environment = plan.environment(options("real"), PORTS, KEYS, SHELL)
    assert {name: environment[name] for name in SHELL} == SHELL
    assert environment["FORBEAR_KIND"] == "real"


def test_the_public_address_of_an_earlier_start_is_kept() -> None:
    kept = {"BASE_URL": "https://forbear.example.com"}
    own = {"BASE_URL": "https://other.example.com"}
    assert plan.public_address(options("real"), kept, SHELL) == kept
    assert plan.public_address(options("real"), kept, own) == own
    assert plan.public_address(options("real"), {"BASE_URL": "http://127.0.0.1:8001"}, SHELL) == {}
    assert plan.public_address(options("real"), {}, SHELL) == {}
    assert plan.public_address(options("rehearsal"), kept, own) == {}
    assert plan.environment(options("real"), PORTS, KEYS | kept, SHELL)["BASE_URL"] == kept["BASE_URL"]


def test_the_real_one_knows_no_simulator() -> None:
    assert not set(plan.REHEARSAL_ONLY) & plan.environment(options("real"), PORTS, KEYS, SHELL).keys()
    assert plan.world(options("real"), PORTS) == []


def test_a_users_own_files_are_rehearsed_instead_of_the_demo() -> None:
    own = replace(options("rehearsal"), people=Path("/mine.csv"), campaigns=(Path("/a.yaml"), Path("/b.yaml")))
    assert plan.filling(options("rehearsal")) == ["demo"]
    assert plan.filling(own) == ["demo", "--people", "/mine.csv", "--campaign", "/a.yaml", "--campaign", "/b.yaml"]


@pytest.mark.parametrize("kind", plan.KINDS)
def test_the_clock_starts_last_and_so_stops_first(kind: str) -> None:
    names = [child.name for child in plan.services(options(kind), 3, {})]
    assert names == ["web", "worker", "clock"]


def test_several_processes_send_and_another_one_does_all_other_work() -> None:
    environment = plan.environment(options("real"), PORTS, KEYS, SHELL | {"SENDING_PROCESSES": "3"})
    web, sender, worker, clock = plan.services(options("real"), 3, environment)
    assert [child.name for child in (web, sender, worker, clock)] == ["web", "sender", "worker", "clock"]
    assert sender.command[sender.command.index("--processes") + 1] == environment["SENDING_PROCESSES"] == "3"
    assert sender.command[-2:] == ["--queues", "send"]
    assert set(worker.command[-3:]) == set(broker.QUEUES) - {"send"}
    assert "--processes 1 " in " ".join(worker.command)


def test_the_real_one_sends_by_as_many_processes_as_the_machine_bears_and_a_rehearsal_by_one() -> None:
    assert plan.environment(options("rehearsal"), PORTS, KEYS, SHELL)["SENDING_PROCESSES"] == "1"
    assert 1 <= int(plan.environment(options("real"), PORTS, KEYS, SHELL)["SENDING_PROCESSES"]) <= plan.MOST_SENDERS
