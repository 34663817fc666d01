"""`python -m tests.months MAILBOXES CAMPAIGNS PEOPLE DAYS`: a month in this process; its figures as one JSON object.

The database of DATABASE_URL is empty, BASE_URL is a free port of this machine, BROKER_URL is stub://.
"""

import json
import os
import resource
import sys
import tempfile
import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import django

from tests.months import crew

PROCESSES = 4  # of one thread each: two cores and somebody to wait for


def main(mailboxes: int, campaigns: int, people: int, days: int) -> dict[str, Any]:
    """Fill, go through the days, audit."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "app.settings")
    workers = crew.Processes(PROCESSES)
    django.setup()
    from django.conf import settings  # noqa: PLC0415 - needs the settings, as the next ones do
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415
    from django.utils.module_loading import autodiscover_modules  # noqa: PLC0415

    from tests.months import cast, figures, processor  # noqa: PLC0415
    from tests.months.course import Course  # noqa: PLC0415
    from tests.plugins.simulator import start_simulator, stop_simulator  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    autodiscover_modules("actors")
    serve_pages()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        postmaster = processor.parent_of(cursor.fetchone()[0])
    journal = Path(tempfile.mkdtemp()) / "journal.jsonl"
    process, simulator = start_simulator(journal, "--people", "auto", "--seed", str(cast.SEED))

    def processor_seconds() -> dict[str, float]:
        people = processor.seconds_of(process.pid)
        ours = processor.seconds_of(os.getpid()) - people
        return {"ours": ours, "database": processor.seconds_of(postmaster), "people": people}

    try:
        settings.HEALTH_RESOLVERS = (simulator.dns,)
        workers.tell(crew.Place(settings.HEALTH_RESOLVERS))
        began = time.perf_counter()
        before = processor_seconds()
        wanted = cast.Cast(mailboxes, campaigns, people)
        started = cast.enter(wanted, simulator)
        course = Course(simulator, workers)
        enrolled = 0
        for day in range(days):
            if day % 7 == 0 and day // 7 < wanted.waves:
                enrolled += cast.import_wave(wanted, started, day // 7)
            course.until(cast.A_MONDAY + timedelta(days=day + 1))
            used = {name: round(used - before[name], 1) for name, used in processor_seconds().items()}
            sys.stderr.write(f"day {day + 1}: {course.done['accepted']} mails, {used}\n")
        took = time.perf_counter() - began
        return {
            "seconds": round(took, 1),
            "processor": used,
            "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            "costs": course.costs.table(),
            "enrolled": enrolled,
            "done": dict(sorted(course.done.items())),
            **figures.counted(),
            "violations": simulator.violations(),
            "broken": figures.broken(journal),
        }
    finally:
        workers.close()
        stop_simulator(process)


def serve_pages() -> None:
    """Answer under BASE_URL, where people press the opt-out links."""
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler  # noqa: PLC0415
    from django.core.wsgi import get_wsgi_application  # noqa: PLC0415

    where = urlsplit(os.environ["BASE_URL"])
    server = ThreadedWSGIServer((where.hostname, where.port), WSGIRequestHandler)
    server.set_app(get_wsgi_application())
    threading.Thread(target=server.serve_forever, daemon=True).start()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(*map(int, sys.argv[1:])), default=str) + "\n")
