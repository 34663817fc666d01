"""Never mail an address or a domain again."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from bounces.actions.suppression_lists import Report, take_in
from bounces.actions.suppressions import Entry, parse_entry, suppress_addresses, suppress_domain
from mailboxes.core.address import AddressError
from mailboxes.core.csv_sheet import SheetError

REASON = "by_person"
SHOWN = 50  # bad rows that are printed


class Command(WorkspaceCommand):
    """`suppress vera@example.com *.example.com`, `suppress --file list.csv`."""

    help = (
        "Suppress addresses (vera@example.com) and domains (example.com, *.example.com); `-` reads lines from stdin. "
        "--file takes a CSV, of another tool or of export_suppressions, or plain lines: every row gets a result."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """What to suppress."""
        super().add_arguments(parser)
        parser.add_argument("entries", nargs="*", metavar="ADDRESS|DOMAIN|-")
        parser.add_argument("--file", type=Path, metavar="FILE")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Take the entries in; of those typed, a bad one ends the command before anything is stored."""
        if bool(options["entries"]) == bool(options["file"]):
            raise CommandError("Name addresses or domains, or a file.")
        if options["file"]:
            self._told(taken(workspace, options["file"]))
            return
        entries = [parsed(place, text) for place, text in written(options["entries"])]
        addresses = [entry.address for entry in entries if entry.address is not None]
        domains = [entry.domain for entry in entries if entry.domain is not None]
        new = suppress_addresses(workspace.id, addresses, reason=REASON)
        new += sum(suppress_domain(workspace.id, domain, reason=REASON) for domain in domains)
        self.stdout.write(f"{new} of {len(entries)} entries are new.")

    def _told(self, report: Report) -> None:
        for error in report.errors[:SHOWN]:
            self.stderr.write(f"line {error.line}: {error.reason}")
        if report.bad > SHOWN:
            self.stderr.write(f"… and {report.bad - SHOWN} more.")
        self.stdout.write(
            f"{report.rows} rows: {report.new} new, {report.known} on the list before, {report.bad} not understood."
        )


def taken(workspace: Workspace, path: Path) -> Report:
    """Take a file in; one that is no list at all is a CommandError."""
    try:
        with path.open("rb") as source:
            return take_in(workspace.id, source)
    except (OSError, SheetError) as error:
        raise CommandError(f"{path.name}: {error if isinstance(error, SheetError) else error.strerror}") from error


def written(given: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each entry with where it stands: an argument, or a line of standard input for `-`."""
    for number, text in enumerate(given, start=1):
        if text == "-":
            lines = enumerate(sys.stdin, start=1)
            yield from ((f"stdin:{line}:1", content) for line, content in lines if content.strip())
        else:
            yield f"argument {number}", text


def parsed(place: str, text: str) -> Entry:
    """Read one entry; a bad one ends the command before anything is stored."""
    try:
        return parse_entry(text)
    except AddressError as error:
        raise CommandError(f"{place}: {error}") from error
