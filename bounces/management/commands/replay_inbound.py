"""Read stored messages again with today's reader; exit code 1 when something would differ."""

import sys
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from bounces.actions.replay import Replayed, Wish, replay


class Command(WorkspaceCommand):
    """`replay_inbound --since 30`, `replay_inbound --id 812`."""

    help = "Read stored messages again and show what would differ; changes nothing; exit code 1 when something would."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which messages."""
        super().add_arguments(parser)
        parser.add_argument("--since", type=int, metavar="DAYS", help="only what came in so many days")
        parser.add_argument("--limit", type=int, default=1_000, help="the newest so many; 1000 when left out")
        parser.add_argument("--id", type=int, action="append", default=[], help="only this message; may be repeated")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Print a line for each message that would be read otherwise, and how many there were."""
        if (options["since"] or 1) < 1 or options["limit"] < 1:
            raise CommandError("--since and --limit take whole numbers from 1 on.")
        since = None if options["since"] is None else timedelta(days=options["since"])
        read = differ = gone = 0
        missing = set(options["id"])
        for one in replay(Wish(workspace.id, tuple(options["id"]), since, options["limit"])):
            missing.discard(one.inbound_id)
            read += not one.bytes_gone
            gone += one.bytes_gone
            if one.differs:
                differ += 1
                self.stdout.write(line(one))
        self.stdout.write(f"{read} read again, {differ} would differ, {gone} have no bytes any more.")
        if missing:
            raise CommandError(f"No stored message has the number {', '.join(map(str, sorted(missing)))}.")
        if differ:
            sys.exit(1)


def line(one: Replayed) -> str:
    """Return what would differ in one message: ids and states only."""
    names = sorted(one.before.keys() | one.now.keys())
    changes = (f"{name} {one.before.get(name) or 'none'} -> {one.now.get(name) or 'none'}" for name in names)
    return f"message {one.inbound_id}: {'; '.join(changes)}"
