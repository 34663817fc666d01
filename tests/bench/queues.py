"""send_vs_queues: our worker beside the queues that Django projects use, whole systems on the same cores and sink.

They take ready mails from a table and send them; ours composes each, asks for its permit, marks, settles and writes the
next step besides.
"""

import os
import subprocess
import sys
from time import perf_counter
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.bench.report import Figure, figure
from tests.bench.sends import ROUNDS, SENDS, WARM, RunningSink, a_sink, sending_field, until, worker_takes

RIVALS = ("post_office", "mailer")


def send_vs_queues() -> list[Figure]:
    """Take turns on one sink, each in one process, which has eight threads where it knows how to use them."""
    with a_sink() as sink:
        field = sending_field(
            sink.port, "smtp", {"smtp": {"host": "127.0.0.1", "port": sink.port, "security": "plain"}}
        )
        took = dict.fromkeys(RIVALS, 0.0)
        ours = 0.0
        first = 1
        for _ in range(ROUNDS):
            for rival in RIVALS:
                took[rival] += _rival(rival, sink)
            ours += worker_takes(field, sink, first)
            first += SENDS + WARM
    sends = SENDS * ROUNDS / ours
    return [
        figure(f"send_vs_queues/{rival}", sends, "sends/s", SENDS * ROUNDS / seconds, 1.0)
        for rival, seconds in took.items()
    ]


def _rival(kind: str, sink: RunningSink) -> float:
    """Return the seconds in which a queue's sender sends, counted at the sink after its first mails, as ours."""
    url = empty_database(f"rival_{kind}")
    command = [sys.executable, "-m", "tests.bench.queue_sender", kind, url, str(sink.port)]
    command += [str(SENDS + WARM)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, stderr=subprocess.DEVNULL) as sender:
        assert sender.stdin is not None
        assert sender.stdout is not None
        assert sender.stdout.readline() == "queued\n", f"{kind} cannot queue"
        before = sink.accepted()
        sender.stdin.write("go\n")
        sender.stdin.flush()
        until(sink, before + WARM)
        began = perf_counter()
        until(sink, before + WARM + SENDS)
        return perf_counter() - began


def empty_database(name: str) -> str:
    """Make a database of its own on the same server; return its URL."""
    url = os.environ["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}"')
        connection.execute(f'CREATE DATABASE "{name}"')
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
