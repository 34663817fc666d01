"""What a campaign will send in the next days, what binds, and when it is done."""

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandParser
from django.core.serializers.json import DjangoJSONEncoder

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from sequences.actions.forecast import MOST_DAYS, forecast
from sequences.management.choosing import campaign_called
from sequences.management.forecast_text import whole


class Command(WorkspaceCommand):
    """`forecast Spring`, `forecast Spring --days 60 --leave 0.1`, `forecast Spring --json`."""

    help = "Play the next days of a campaign by the planner's own rules; nothing is written."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which campaign, how far, and what is assumed of people."""
        super().add_arguments(parser)
        parser.add_argument("name")
        parser.add_argument("--days", type=int, default=30, help=f"how far to look, at most {MOST_DAYS}")
        parser.add_argument(
            "--leave", type=float, default=0.0, metavar="SHARE", help="who leaves after each mail, 0 to 1"
        )
        parser.add_argument("--json", action="store_true", help="the same as data")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Print the forecast."""
        campaign = campaign_called(workspace, options["name"])
        found = forecast(campaign, days=options["days"], leave_share=options["leave"])
        if options["json"]:
            self.stdout.write(json.dumps(asdict(found), cls=DjangoJSONEncoder, indent=2, ensure_ascii=False))
            return
        self.stdout.write("\n".join(whole(found)))
