"""send_smtp: end-to-end sends of one worker process against a bare loop to the same sink."""

import os
import signal
import smtplib
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from django.db import connection

from app.actions import clock
from app.models import Installation
from sequences.actions.handover import hand_over
from sequences.actions.plan import Due
from tests.bench.mail import HTML, TEXT, same_mail
from tests.bench.report import Figure, figure
from tests.bench.seed import Field, a_field, a_past, touches
from tests.factories import a_mailbox

MAILBOXES = 8
THREADS = "8"
SENDS = 1200  # of each side in one round
ROUNDS = 2
WARM = 400  # sends before the clock starts: process start and each connection's first plans are not a system's speed


def send_smtp() -> list[Figure]:
    """Compose, prepare, permit, mark, SMTP, settle and next step, all committed; the bare loop does SMTP only."""
    with a_sink() as sink:
        smtp = {"host": "127.0.0.1", "port": sink.port, "security": "plain"}
        field = sending_field(sink.port, "smtp", {"smtp": smtp})
        ours = bare = 0.0
        first = 1
        for _ in range(ROUNDS):
            bare += _bare(sink.port)
            ours += worker_takes(field, sink, first)
            first += SENDS + WARM
    return [figure("send_smtp", SENDS * ROUNDS / ours, "sends/s", SENDS * ROUNDS / bare, 0.5)]


class RunningSink:
    """A sink process: its port and how much it has taken."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        """Read the port it listens on."""
        self.process = process
        assert process.stdout is not None
        self.port = int(process.stdout.readline())

    def accepted(self) -> int:
        """Ask how many mails came."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("?\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())


@contextmanager
def a_sink(module: str = "tests.bench.sink") -> Iterator[RunningSink]:
    """Start a sink and end it."""
    command = [sys.executable, "-m", module]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield RunningSink(process)
        assert process.stdin is not None
        process.stdin.close()


def sending_field(port: int, kind: str, endpoints: dict[str, Any]) -> Field:
    """Return a campaign with eight mailboxes on the sink, and a step with a text of usual length."""
    made = a_field(0)
    Installation.objects.filter(id=1).update(simulator_endpoints=[f"127.0.0.1:{port}"])
    ids = tuple(
        a_mailbox(made.workspace, kind=kind, cap=10**6, gap=0, rolling_cap=10**6, endpoints=endpoints).id
        for _ in range(MAILBOXES)
    )
    with connection.cursor() as cursor:
        cursor.execute("UPDATE sequences_variant SET text = %s, html = %s WHERE id = %s", [TEXT, HTML, made.variant_id])
    field = Field(made.workspace, made.campaign_id, made.step_id, made.variant_id, ids)
    a_past(field)
    return field


def _bare(port: int) -> float:
    """Return the seconds of a plain loop: build with EmailMessage, send over one kept connection."""
    with smtplib.SMTP("127.0.0.1", port) as server:
        server.ehlo()
        server.login("user", "password")
        began = perf_counter()
        for number in range(SENDS):
            server.send_message(same_mail(number))
        return perf_counter() - began


def worker_takes(field: Field, sink: RunningSink, first: int, *, processes: int = 1) -> float:
    """Return the seconds in which processes of eight threads each send, counted at the sink after their first mails."""
    from sequences.actors import send_touch  # noqa: PLC0415 - its broker is chosen by then

    last = first + SENDS + WARM - 1
    touches(field, first, last)
    before = sink.accepted()
    slot = clock.world_now()
    hand_over([Due(number, slot) for number in range(first, last + 1)], send_touch)
    environment = os.environ | {"WORKER_THREADS": THREADS, "SENDING_PROCESSES": str(processes), "POOL_SIZE": "16"}
    command = [sys.executable, "-m", "dramatiq", "app.worker", "--processes", str(processes), "--threads", THREADS]
    command += ["--queues", "send"]
    worker = subprocess.Popen(command, env=environment, start_new_session=True, stderr=subprocess.DEVNULL)
    try:
        until(sink, before + WARM)
        began = perf_counter()
        until(sink, before + WARM + SENDS)
        return perf_counter() - began
    finally:
        os.killpg(worker.pid, signal.SIGTERM)
        worker.wait(30)


def until(sink: RunningSink, count: int) -> None:
    """Ask the sink until it has so many; the benches may wait by the clock, tests may not."""
    limit = perf_counter() + 120
    while sink.accepted() < count:
        assert perf_counter() < limit, f"{sink.accepted()} of {count} mails came in two minutes"
        time.sleep(0.005)
