"""Tasks that people do by hand: show the open ones, close one."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import DecidingCommand
from app.models import Workspace
from sequences.actions import tasks
from sequences.management.choosing import all_there, to_each
from sequences.models import Task
from sequences.screens.lists import open_tasks
from sequences.screens.words import STEP

VERBS: dict[str, Callable[..., None]] = {"done": tasks.complete, "skip": tasks.skip, "failed": tasks.fail}


class Command(DecidingCommand):
    """`task`, `task 7 --done`, `task 7 --skip`, `task 7 --failed`."""

    help = "Show the open tasks, the longest due first; close some as done, skipped or impossible."
    action = "close_tasks"

    def add_arguments(self, parser: CommandParser) -> None:
        """Which tasks, and how they ended."""
        super().add_arguments(parser)
        parser.add_argument("tasks", nargs="*", type=int, metavar="NUMBER")
        verbs = parser.add_mutually_exclusive_group()
        verbs.add_argument("--done", action="store_true", help="the next step's clock starts")
        verbs.add_argument("--skip", action="store_true", help="the sequence goes on without it")
        verbs.add_argument("--failed", action="store_true", help="it cannot be done; the sequence goes on without it")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show, or close."""
        verb = next((name for name in VERBS if options[name]), None)
        if verb is None:
            there = [line(task) for task in open_tasks(workspace.id)]
            self.stdout.write("\n".join(there) or "No task is open.")
            return
        if not options["tasks"]:
            raise CommandError("Name tasks by their numbers.")
        known = Task.objects.filter(workspace=workspace, id__in=options["tasks"]).values_list("id", flat=True)
        all_there(options["tasks"], known, "task")
        close = partial(VERBS[verb], by=self.deciding(workspace, options))
        to_each(options["tasks"], close, "closed", self.stdout.write)


def line(task: Task) -> str:
    """Return an open task: its number, what it is, for whom and since when."""
    who = f"contact {task.contact.id}, {task.contact.email}" if task.contact else "contact erased"
    where = f"{task.touch.enrollment.campaign.name!r}, " if task.touch else ""
    return f"{task.id}: {STEP[task.kind].word}, {where}{who}, due {task.due_at:%Y-%m-%d %H:%M} UTC"
