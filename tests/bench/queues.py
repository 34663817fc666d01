"""send_vs_queues: our worker beside the queues that Django projects use, whole systems on the same cores and sink.

They take ready mails from a table and send them; ours composes each, asks for its permit, marks, settles and writes the
next step besides. Each runs as it is deployed: ours in the processes of the Procfile, they in the one they come with.
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
PROCESSES = 2  # of ours, as in the Procfile
FORKED = f"post_office in {PROCESSES} processes"  # its own option, which nobody gets without asking for it


def send_vs_queues() -> list[Figure]:
    """Take turns on one sink and the same cores, all with eight threads a process where they know how to use them.

    What django-post_office does when it is told to fork is printed beside, without a bar.
    """
    with a_sink() as sink:
        field = sending_field(
            sink.port, "smtp", {"smtp": {"host": "127.0.0.1", "port": sink.port, "security": "plain"}}
        )
        took = dict.fromkeys((*RIVALS, FORKED), 0.0)
        ours = 0.0
        first = 1
        for _ in range(ROUNDS):
            for rival in took:
                took[rival] += _rival(rival, sink)
            ours += worker_takes(field, sink, first, processes=PROCESSES)
            first += SENDS + WARM
    sends = SENDS * ROUNDS / ours
    return [
        figure(f"send_vs_queues/{rival}", sends, "sends/s", SENDS * ROUNDS / seconds, 1.0 if rival in RIVALS else 0.0)
        for rival, seconds in took.items()
    ]


def _rival(rival: str, sink: RunningSink) -> float:
    """Return the seconds in which a queue's sender sends, counted at the sink after its first mails, as ours."""
    kind = rival.partition(" ")[0]
    processes = PROCESSES if rival == FORKED else 1
    url = empty_database(f"rival_{kind}")
    command = [sys.executable, "-m", "tests.bench.queue_sender", kind, url, str(sink.port)]
    command += [str(SENDS + WARM), str(processes)]
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
