"""Connect a list of mailboxes from a CSV: each is tried first, and told row by row."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from mailboxes.actions.list_saving import save
from mailboxes.actions.list_trials import try_all
from mailboxes.actions.lists import read_file
from mailboxes.models import Mailbox, MailboxList
from mailboxes.screens.list_words import lines_of, notes_of


class Command(WorkspaceCommand):
    help = "Try a list of mailboxes (own columns, or an export of Instantly or Smartlead) and, with --save, connect it."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)
        parser.add_argument("--save", action="store_true", help="connect those that work; else nothing is stored")
        parser.add_argument("--outreach", action="store_true", help="used for outreach only; else people's own")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        purpose = Mailbox.Purpose.OUTREACH.value if options["outreach"] else ""
        try:
            with options["file"].open("rb") as source:
                made = read_file(workspace, source, by_id=None, purpose=purpose)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}.") from error
        try:
            self._go(made, save_them=options["save"])
        finally:
            made.delete()

    def _go(self, made: MailboxList, *, save_them: bool) -> None:
        for words, columns in notes_of(made):
            self.stdout.write(f"{words} {columns}")
        try_all(made)
        for line in lines_of(made):
            self.stdout.write(f"{line.row.line}: {line.row.address} {line.state.word}. {line.told}".rstrip())
        if not save_them:
            self.stdout.write("Nothing was stored; --save connects those that work.")
            return
        saved, refused = save(made, by_id=None)
        for words in refused:
            self.stdout.write(words)
        self.stdout.write(f"{saved} connected.")
