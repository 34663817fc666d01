"""The first people of a campaign: how they took its mail, and a person's word whether it goes on."""

from typing import Any

from django.core.management.base import CommandParser

from app.management.asking import DecidingCommand
from app.models import Workspace
from sequences.actions import canary
from sequences.management.choosing import campaign_called
from sequences.models import Campaign
from sequences.screens.words import CANARY


class Command(DecidingCommand):
    """`canary Spring`, `canary Spring --go-on --by eva@example.com`, `canary Spring --hold --by eva@example.com`."""

    help = "Show how a campaign's first people took its mail; let it go on to others, or hold those back."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which campaign, and what to do."""
        super().add_arguments(parser)
        parser.add_argument("name")
        verbs = parser.add_mutually_exclusive_group()
        verbs.add_argument("--go-on", action="store_true", help="it writes to new people from now on")
        verbs.add_argument("--hold", action="store_true", help="it writes to nobody new; follow-ups go on")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show, or decide."""
        campaign = campaign_called(workspace, options["name"])
        event = "go_on" if options["go_on"] else "hold" if options["hold"] else ""
        if event:
            canary.decide(campaign, event, by_id=self.deciding(workspace, options))
        self.stdout.write(line(campaign))


def line(campaign: Campaign) -> str:
    """Return where a campaign stands with its first people."""
    bounced, complained = canary.came_back(campaign.id)
    until = f", until {campaign.canary_until:%Y-%m-%d %H:%M} UTC" if campaign.canary_until else ""
    state = CANARY[campaign.canary].word
    came = f"{bounced} bounced, {complained} complained"
    return f"{campaign.name!r}, first {campaign.canary_size} people: {state}{until}; {came}."
