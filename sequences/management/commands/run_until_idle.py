"""Plan and send in this process until nothing is due."""

from datetime import timedelta
from typing import Any

from django.core.management.base import CommandParser

from app.management.asking import RefusingCommand
from sequences.actions.idle import run_until_idle


class Command(RefusingCommand):
    help = "Read inboxes, plan and send in this process, without broker or workers, until nothing is due."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--wait", type=float, default=0.0, metavar="SECONDS", help="also wait for slots this far off"
        )

    def handle(self, *_: Any, **options: Any) -> None:
        done = run_until_idle(patience=timedelta(seconds=options["wait"]))
        for what, count in sorted(done.items()):
            self.stdout.write(f"{what}: {count}")
        self.stdout.write("Nothing is due.")
