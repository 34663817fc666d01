import os
import sys
import urllib.request
from pathlib import Path

import pytest

from app.launch import __main__ as launcher
from app.launch import plan, ports
from app.launch.database import Database
from app.launch.processes import Child

SERVE = """
import socket, sys
with socket.socket(fileno=int(sys.argv[1])) as listener:
    while True:
        with listener.accept()[0] as client:
            client.recv(1000)
            client.sendall(b"HTTP/1.0 200 OK\\r\\n\\r\\nours")
"""


def test_a_rehearsal_ends_with_its_simulator(tmp_path: Path) -> None:
    dead = Child("simulator", ["/bin/true"], os.environ, tmp_path / "simulator.log", grace=5.0)
    dead.start()
    assert dead.process is not None
    dead.process.wait()
    with pytest.raises(launcher.LaunchError, match=r"The simulator ended, and so does this rehearsal\."):
        launcher.watch(Database("", None, tmp_path), [dead], [])
    dead.stop(lambda: True)


def test_the_program_that_was_handed_the_socket_answers_at_its_port(tmp_path: Path) -> None:
    with ports.listen(20_000) as listener:
        file = listener.fileno()
        command = [sys.executable, "-c", SERVE, str(file)]
        web = Child("web", command, os.environ, tmp_path / "web.log", grace=5.0, keeps=(file,))
        web.start()
        launcher.wait_for_web(web, ports.port_of(listener))
        with urllib.request.urlopen(f"http://{ports.LOOPBACK}:{ports.port_of(listener)}/", timeout=10) as answer:
            assert answer.read() == b"ours"
        web.stop(lambda: True)


def test_the_web_is_given_the_socket_that_the_launcher_keeps() -> None:
    web = plan.services(plan.Options("real", Path("/data"), 8000, 1.0, 7), 9, {})[0]
    assert "fd://9" in web.command
    assert web.keeps == (9,)
