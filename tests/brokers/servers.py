"""Redis and RabbitMQ for one test run: own folder, own ports, nothing kept, ended by id."""

import os
import shutil
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.faults.processes import Guarded, until

RABBITMQ = "/usr/lib/rabbitmq/bin/rabbitmq-server"  # the package's own wrapper insists on the user rabbitmq


@dataclass(frozen=True, slots=True)
class Server:
    """A running broker and its processes."""

    url: str
    processes: tuple[Guarded, ...]

    def end(self) -> None:
        for process in self.processes:
            process.end()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def answers(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def start_redis(folder: Path) -> Server:
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    server = Guarded(command, folder / "redis.log", dict(os.environ), cwd=folder)
    until(lambda: server.alive() and answers(port), why="Redis does not start")
    return Server(f"redis://127.0.0.1:{port}/0", (server,))


def start_rabbitmq(folder: Path) -> Server:
    port, epmd_port = free_port(), free_port()
    epmd = ["epmd", "-address", "127.0.0.1", "-port", str(epmd_port)]  # ours, or RabbitMQ leaves one behind
    names = Guarded(epmd, folder / "epmd.log", dict(os.environ), cwd=folder)
    (folder / "enabled_plugins").touch()
    settings = {
        "HOME": str(folder),
        "ERL_EPMD_PORT": str(epmd_port),
        "RABBITMQ_NODENAME": f"forbear{port}@localhost",
        "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
        "RABBITMQ_NODE_PORT": str(port),
        "RABBITMQ_DIST_PORT": str(free_port()),
        "RABBITMQ_MNESIA_BASE": str(folder / "rabbitmq"),
        "RABBITMQ_LOG_BASE": str(folder / "log"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "enabled_plugins"),
    }
    server = Guarded([RABBITMQ], folder / "rabbitmq.log", {**os.environ, **settings}, cwd=folder)
    until(lambda: server.alive() and answers(port), patience=60, why="RabbitMQ does not start")
    return Server(f"amqp://guest:guest@127.0.0.1:{port}/", (server, names))


STARTERS: dict[str, tuple[str, str, Callable[[Path], Server]]] = {
    "rabbitmq": ("TEST_RABBITMQ_URL", RABBITMQ, start_rabbitmq),
    "redis": ("TEST_REDIS_URL", "redis-server", start_redis),
}


def installed(program: str) -> bool:
    return shutil.which(program) is not None
