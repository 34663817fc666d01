"""`manage.py demo`: fill this run's rehearsal with the people of a CSV. `make run` calls it; real databases refuse."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from app import env
from app.core.errors import ForbearError
from mailboxes.core.csv_sheet import SheetError
from sequences.actions.demo import Rehearsal, fill
from sequences.actions.import_report import rejected_lines, summary
from sequences.core.columns import MappingError
from sequences.management.commands.create_campaign import plan_in

SHIPPED = Path(__file__).resolve().parents[3] / "docs" / "examples" / "demo"


class Command(BaseCommand):
    """Read what the launcher put into the environment and fill the database."""

    help = "Fill a rehearsal's empty database: owner, mailboxes, campaigns, people."

    def add_arguments(self, parser: CommandParser) -> None:
        """Offer a user's own files in place of the shipped ones."""
        parser.add_argument("--people", type=Path, default=SHIPPED / "people.csv", metavar="CSV")
        parser.add_argument("--campaign", type=Path, action="append", metavar="YAML")

    def handle(self, *args: object, **options: Any) -> None:  # noqa: ARG002 - Django's signature
        """Say in numbers what was imported. Raises CommandError naming file, line and column."""
        people: Path = options["people"]
        wanted = Rehearsal(
            owner=env.text("OWNER_EMAIL"),
            password=env.text("OWNER_PASSWORD"),
            gmail=env.text("SIMULATOR_HTTP"),
            smtp=env.text("SIMULATOR_SMTP"),
            names=env.text("SIMULATOR_DNS"),
            people=people,
            campaigns=[plan_in(file) for file in options["campaign"] or sorted(SHIPPED.glob("*.yaml"))],
        )
        try:
            done = fill(wanted)
        except SheetError as error:
            raise CommandError(f"{people}:{error.line or 1}:{error.column or 1}: {error}") from error
        except MappingError as error:
            raise CommandError(f"{people}:1:1: {error}") from error
        except (ForbearError, OSError) as error:
            raise CommandError(str(error)) from error
        for line in (*rejected_lines(done), summary(done)):
            self.stdout.write(line)
