"""Check the ledger against every promise; exit code 1 when one is broken."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sequences.actions import audit

SHOWN = 20  # rows of one invariant; --json prints all


class Command(BaseCommand):
    """Print each invariant with "ok", or with the rows that break it."""

    help = "Prove from the ledger that every promise was kept; exit code 1 and the rows when one was not."

    def add_arguments(self, parser: CommandParser) -> None:
        """The world's own record, and how to print."""
        parser.add_argument("--journal", type=Path, metavar="PATH", help="the simulator's journal, as a second witness")
        parser.add_argument("--json", action="store_true", help="one JSON object: invariant -> rows")

    def handle(self, *_: object, **options: Any) -> None:
        """Run the audit and end the process with its verdict."""
        journal: Path | None = options["journal"]
        try:
            found = audit.violations(journal)
        except (OSError, ValueError) as error:
            raise CommandError(f"{journal}: {error}") from error
        if options["json"]:
            self.stdout.write(json.dumps(found, default=str))
        else:
            self.stdout.write("\n".join(told(found)))
        if any(found.values()):
            sys.exit(1)


def told(found: audit.Found) -> list[str]:
    """Return the audit as lines: one for each invariant, the rows that break it below."""
    lines = []
    for one in audit.INVARIANTS:
        if one.key not in found:
            lines.append(f"{one.key:<4}{one.promise}: not checked, needs --journal")
            continue
        rows = found[one.key]
        lines.append(f"{one.key:<4}{one.promise}: {f'{len(rows)} rows break it' if rows else 'ok'}")
        lines += [f"      {_shown(row)}" for row in rows[:SHOWN]]
        if len(rows) > SHOWN:
            lines.append(f"      and {len(rows) - SHOWN} more")
    return lines


def _shown(row: audit.Row) -> str:
    return " ".join(f"{name}={value}" for name, value in row.items() if value is not None)
