"""Print what is new in the event log, one JSON object a line, each event once for a reader of this name."""

import json
import signal
import threading
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from app.actions import readers
from app.actions.events import EventRow

POLL = 1.0  # true seconds between two looks of --follow


def line(event: EventRow) -> str:
    """Return an event as one line of JSON; it holds no address, name or text."""
    return json.dumps(asdict(event), default=lambda instant: instant.isoformat())


class Command(BaseCommand):
    """Read as a named reader; the cursor moves on behind each batch that was written out."""

    help = "Print new events as JSON lines; each reader has its own place in the log."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who reads, and whether to stay."""
        parser.add_argument("--reader", required=True, metavar="NAME", help="whose place in the log to go on from")
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--once", action="store_true", help="print what is there and end (the default)")
        how.add_argument("--follow", action="store_true", help="go on until SIGTERM or Ctrl-C")

    def handle(self, *_: object, **options: Any) -> None:
        """Print until nothing is new; with --follow look again each second."""
        stop = threading.Event()
        if options["follow"]:
            for name in (signal.SIGTERM, signal.SIGINT):
                signal.signal(name, lambda *_: stop.set())
        while True:
            while self._print(options["reader"]) and not stop.is_set():
                pass
            if not options["follow"] or stop.wait(POLL):
                return
            connection.close_if_unusable_or_obsolete()

    def _print(self, reader: str) -> int:
        """Write one batch; the reader's place moves only after the last line left this process."""
        printed = 0
        for event in readers.read_new(reader):
            self.stdout.write(line(event))
            self.stdout.flush()
            printed += 1
        return printed
