"""Start a campaign."""

from typing import Any

from django.core.management.base import CommandParser

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from sequences.actions import campaigns, launch, launch_hours, resume
from sequences.actions.forecast import forecast
from sequences.core.states import CampaignState
from sequences.management.choosing import campaign_called
from sequences.management.forecast_text import summary
from sequences.models import Campaign


class Command(WorkspaceCommand):
    help = "Start a campaign, or let a paused one go on."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("name")
        parser.add_argument("--check", action="store_true", help="only say what is missing, and for how many people")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        campaign = campaign_called(workspace, options["name"])
        for lack in launch.lacking(campaign):
            people = "1 person has" if lack.people == 1 else f"{lack.people} people have"
            self.stdout.write(f"Step {lack.position}: {people} no {lack.field}; it is held for them until it is there.")
        for apart in launch_hours.never_together(campaign):
            people = "1 person" if apart.people == 1 else f"{apart.people} people"
            self.stdout.write(f"Nothing could leave to {people} in {apart.zone}. {apart.sentence}")
        if options["check"]:
            launch.check_fields(campaign)
            launch_hours.check_hours(campaign)
            launch.check(campaign)
            self.stdout.write(f"Nothing else keeps campaign {campaign.name!r} from starting.")
            self._foretell(campaign)
            return
        act = resume.resume if campaign.state == CampaignState.PAUSED else campaigns.start
        act(campaign)
        self.stdout.write(f"Campaign {campaign.name!r} is {campaign.state}.")
        self._foretell(campaign)

    def _foretell(self, campaign: Campaign) -> None:
        """Say when the first mail leaves, how many follow and who is held: what was told above is not told again."""
        for line in summary(forecast(campaign), lacking=False):
            self.stdout.write(line)
