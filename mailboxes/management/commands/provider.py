"""`provider`: mail providers that are left alone, and saying that one of them works again."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.actions import clock
from app.management.asking import RefusingCommand
from mailboxes.actions import breakers
from mailboxes.core.breaker import WORDS, Cause
from mailboxes.models import ProviderBreaker


class Command(RefusingCommand):
    """List or end what every process keeps away from."""

    help = "Mail providers that are left alone because they do not answer; `close` says that one works again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take a provider to close."""
        parser.add_argument("action", nargs="?", choices=["list", "close"], default="list")
        parser.add_argument("provider", nargs="?", help="as the list names it")

    def handle(self, *_: Any, **options: Any) -> None:
        """Print a line for each, or close one."""
        if options["action"] == "close":
            self._close(options["provider"] or "")
            return
        found = breakers.not_closed()
        for row in found:
            self.stdout.write(_line(row))
        if not found:
            self.stdout.write("Every provider is asked.")

    def _close(self, provider: str) -> None:
        if not breakers.close(provider):
            raise CommandError(f"No provider called {provider!r} is left alone.")
        self.stdout.write(f"{provider} is asked again.")


def _line(row: ProviderBreaker) -> str:
    until = row.until or clock.now()
    wait = max(0, round((until - clock.now()).total_seconds()))
    when = "one mail tries it now" if row.state == "half_open" else f"tried again in {wait} s"
    return f"{row.provider}: {WORDS[Cause(row.cause)]} since {row.changed_at:%Y-%m-%d %H:%M} UTC; {when}"
