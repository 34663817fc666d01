import socket

import pytest

from app.launch import ports


@pytest.fixture
def taken() -> int:
    return ports.first_free(20_000)


def test_a_taken_port_gives_way_to_the_next_free_one(taken: int) -> None:
    with socket.create_server((ports.LOOPBACK, taken)):
        assert ports.first_free(taken) > taken
    assert ports.first_free(taken) == taken


def test_two_starts_at_the_same_moment_take_two_ports(taken: int) -> None:
    with ports.listen(taken) as first, ports.listen(taken) as second:
        assert ports.port_of(first) == taken
        assert ports.port_of(second) > taken


def test_no_free_port_is_said_by_name(monkeypatch: pytest.MonkeyPatch, taken: int) -> None:
    monkeypatch.setattr(ports, "TRIES", 1)
    with socket.create_server((ports.LOOPBACK, taken)), pytest.raises(ports.NoFreePort, match=str(taken)):
        ports.first_free(taken)


def test_a_server_whose_process_died_is_not_waited_for(taken: int) -> None:
    assert not ports.wait_for_answer(taken, seconds=60, alive=lambda: False)


def test_a_server_that_never_answers_is_given_up(taken: int) -> None:
    assert not ports.wait_for_answer(taken, seconds=0.2, alive=lambda: True)
