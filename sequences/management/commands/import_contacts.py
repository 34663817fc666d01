"""Import people from a CSV file."""

from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import CommandError, CommandParser

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from mailboxes.core.csv_sheet import SheetError
from sequences.actions import imports
from sequences.actions.import_report import reasons, rejected_lines, summary
from sequences.actions.imports import Preview
from sequences.core.columns import Mapping, MappingError, check_mapping
from sequences.core.mapping_words import remapped
from sequences.management.choosing import campaign_called
from sequences.models import Campaign, Import


class Command(WorkspaceCommand):
    help = "Import people from a CSV file, into a campaign if one is named."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("file", type=Path, nargs="?")
        what.add_argument("--resume", action="store_true", help="go on with the imports that were interrupted")
        parser.add_argument("--campaign", metavar="NAME", help="enrol them in this campaign")
        parser.add_argument(
            "--mapping",
            action="append",
            default=[],
            metavar="COLUMN=FIELD",
            help="correct what a column was taken for, by position or name: 3=company, Motto=custom:motto, 5=ignore",
        )
        parser.add_argument("--encoding", help="if it was not recognised, such as cp1252")
        parser.add_argument("--preview", action="store_true", help="show how the file is read, and store nothing")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        if options["resume"]:
            self._resume(workspace)
            return
        file: Path = options["file"]
        campaign = campaign_called(workspace, options["campaign"]) if options["campaign"] else None
        try:
            with file.open("rb") as source:
                seen = imports.preview(source, encoding=options["encoding"])
                mapping = chosen_mapping(file, seen, options["mapping"])
                if options["preview"]:
                    self._show(seen, mapping)
                    return
                done = self._import(workspace, file.name, source, seen, mapping, campaign)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}.") from error
        except SheetError as error:
            raise CommandError(f"{file}:{error.line or 1}:{error.column or 1}: {error}") from error
        self._report(done)

    def _import(
        self,
        workspace: Workspace,
        name: str,
        source: BinaryIO,
        seen: Preview,
        mapping: Mapping,
        campaign: Campaign | None,
    ) -> Import:
        staged = imports.stage(
            workspace, name, source, mapping=mapping, campaign=campaign, encoding=seen.sheet.encoding
        )
        return imports.run(staged.id)

    def _resume(self, workspace: Workspace) -> None:
        for one in Import.objects.filter(workspace=workspace, id__in=imports.unfinished()).order_by("id"):
            self.stdout.write(f"{one.name}, from row {one.mark + 1} on:")
            self._report(imports.run(one.id))

    def _show(self, seen: Preview, mapping: Mapping) -> None:
        sure = "" if seen.sheet.certain else " (a guess: look at the values)"
        self.stdout.write(f"Read as {seen.sheet.encoding}{sure}, separated by {seen.sheet.separator!r}.")
        first = seen.sample[0] if seen.sample else ("",) * len(seen.sheet.columns)
        for position, (name, column, value) in enumerate(
            zip(seen.sheet.columns, mapping.columns, first, strict=True), start=1
        ):
            field = f"{column.target}:{column.field}" if column.field else str(column.target)
            self.stdout.write(f"{position:3} {name!r} -> {field}   {value[:60]!r}")

    def _report(self, done: Import) -> None:
        for line in rejected_lines(done):
            self.stdout.write(line)
        for line in reasons(done):
            self.stdout.write(line)
        if done.state == Import.State.FAILED:
            raise CommandError(summary(done))
        self.stdout.write(summary(done))
        if done.state != Import.State.DONE:
            self.stdout.write("Another process is writing this import.")


def chosen_mapping(file: Path, seen: Preview, words: list[str]) -> Mapping:
    """Return the guessed mapping with the person's corrections; a fault is told at the line of the column names."""
    try:
        mapping = remapped(seen.mapping, seen.sheet.columns, words)
        check_mapping(mapping, seen.sheet.columns)
    except MappingError as error:
        raise CommandError(f"{file}:{max(1, seen.sheet.first_line - 1)}:1: {error}") from error
    return mapping
