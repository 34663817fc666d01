"""Replay recorded or generated days through every allocator, and tell how even the shares were."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.actions.workspaces import workspace_called
from app.management.asking import RefusingCommand
from sequences.actions.compare import recorded
from sequences.core.planner.demand import CampaignTurns
from sequences.core.planner.fairness import Fairness, compare
from sequences.core.planner.generated import generated

MONTH = 30
MOST_DAYS = 366


class Command(RefusingCommand):
    help = "Who would have got which places: weighted round-robin beside priority first, on the same days."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--workspace", metavar="NAME", help="its short name; not needed while there is only one")
        parser.add_argument(
            "--days", type=int, default=MONTH, help=f"how many days up to now, at most {MOST_DAYS}; a month"
        )
        parser.add_argument("--generated", type=int, metavar="SEED", help="days made from a seed, not recorded ones")

    def handle(self, *_: Any, **options: Any) -> None:
        days = options["days"]
        if not 1 <= days <= MOST_DAYS:
            raise CommandError(f"1 to {MOST_DAYS} days are compared.")
        if options["generated"] is not None:
            campaigns, found = generated(options["generated"], days)
            names = {number: f"campaign {number}" for number in campaigns}
        else:
            campaigns, found, names = recorded(workspace_called(options["workspace"]), days)
        if not any(day.places for day in found):
            raise CommandError("Nothing was sent in these days: there is nothing to compare.")
        for allocator, fairness in compare(campaigns, found).items():
            self._tell(allocator, fairness, campaigns, names)

    def _tell(
        self, allocator: str, found: Fairness, campaigns: Mapping[int, CampaignTurns], names: Mapping[int, str]
    ) -> None:
        starved = ", ".join(names[number] for number in found.starved) or "none"
        self.stdout.write(f"{allocator}: Jain's index {found.evenness:.3f}, longest wait {_told(found.longest_wait)}")
        self.stdout.write(f"  starved campaigns: {starved}")
        for one in found.campaigns:
            turns = campaigns[one.campaign_id].turns
            self.stdout.write(
                f"  {names[one.campaign_id]}: turns {turns}, sent {one.sent}, unsent {one.unsent}, "
                f"share of contested places {one.share:.1%} (by its turns {one.fair_share:.1%}), "
                f"longest wait {_told(one.longest_wait)}"
            )


def _told(wait: timedelta) -> str:
    """Return a span without its seconds."""
    days, minutes = wait.days, wait.seconds // 60
    return f"{days} d {minutes // 60} h {minutes % 60} min"
