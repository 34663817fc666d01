"""Tick the schedule. Only one clock ticks at a time; a second one waits for the first to end."""

import signal
import threading
from typing import Any

from apscheduler.schedulers.background import BackgroundScheduler
from django.core.management.base import BaseCommand
from django.db import connection
from django.utils.module_loading import autodiscover_modules, import_string

from app.actions import clock
from app.crypto import require_own_secrets
from app.gates import number
from app.models import Installation
from app.queries import born

ALIVE_CHECK = 5.0  # seconds between looks at the connection that holds the lock


def interval(every: Any, speed: float) -> float:
    """Return the true seconds between two ticks of one line."""
    return max(every.least, every.seconds / speed) if every.world else float(every.seconds)


class Command(BaseCommand):
    """Hold the clock's lock and send the actors of the schedule."""

    help = "Tick the schedule (Procfile: clock)."

    def handle(self, *args: object, **options: object) -> None:  # noqa: ARG002 - Django's signature
        """Wait for the lock, tick until SIGTERM or until the database is lost."""
        require_own_secrets()
        require_own_secrets(born())  # whatever the environment says it is
        autodiscover_modules("actors")
        stop = threading.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: stop.set())
        while not self._locked():
            if stop.wait(1.0):
                return
        scheduler = BackgroundScheduler(timezone="UTC", job_defaults={"coalesce": True, "misfire_grace_time": 5})
        speed = clock.world_clock().speed
        rehearsal = born() == Installation.Kind.REHEARSAL
        for every in import_string("app.schedule.SCHEDULE"):
            if every.rehearsal and not rehearsal:
                continue
            scheduler.add_job(import_string(every.actor).send, "interval", seconds=interval(every, speed))
        scheduler.start()
        self.stdout.write(f"clock: ticking {len(scheduler.get_jobs())} lines, world speed {speed:g}")
        for name in import_string("app.schedule.BESIDE"):
            threading.Thread(target=import_string(name), args=(stop,), name=name, daemon=True).start()
        while not stop.wait(ALIVE_CHECK):
            self._still_connected()
        scheduler.shutdown(wait=False)

    def _locked(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [number("clock")])
            return bool(cursor.fetchone()[0])

    def _still_connected(self) -> None:
        """Raise when the connection is gone and with it the lock: the supervisor starts a fresh clock."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
