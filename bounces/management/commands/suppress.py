"""Never mail an address or a domain again."""

import sys
from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from bounces.actions.suppressions import Entry, parse_entry, suppress_addresses, suppress_domain
from mailboxes.core.address import AddressError

REASON = "by_person"


class Command(WorkspaceCommand):
    help = "Suppress addresses (vera@example.com) and domains (example.com, *.example.com); `-` reads lines from stdin."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("entries", nargs="+", metavar="ADDRESS|DOMAIN|-")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        entries = [parsed(place, text) for place, text in written(options["entries"])]
        addresses = [entry.address for entry in entries if entry.address is not None]
        domains = [entry.domain for entry in entries if entry.domain is not None]
        new = suppress_addresses(workspace.id, addresses, reason=REASON)
        new += sum(suppress_domain(workspace.id, domain, reason=REASON) for domain in domains)
        self.stdout.write(f"{new} of {len(entries)} entries are new.")


def written(given: list[str]) -> list[tuple[str, str]]:
    """Return each entry with where it stands: an argument, or a line of standard input for `-`."""
    found: list[tuple[str, str]] = []
    for number, text in enumerate(given, start=1):
        if text == "-":
            lines = enumerate(sys.stdin, start=1)
            found += [(f"stdin:{line}:1", content) for line, content in lines if content.strip()]
        else:
            found.append((f"argument {number}", text))
    return found


def parsed(place: str, text: str) -> Entry:
    """Read one entry; a bad one ends the command before anything is stored."""
    try:
        return parse_entry(text)
    except AddressError as error:
        raise CommandError(f"{place}: {error}") from error
