"""Let a paused campaign go on, and say what becomes of what is overdue."""

from typing import Any

from django.core.management.base import CommandParser

from app.management.asking import DecidingCommand
from app.models import Workspace
from sequences.actions import resume
from sequences.core.resuming import Overdue
from sequences.core.states import CampaignState
from sequences.management.choosing import campaign_called

WAYS = {
    Overdue.SPREAD: "they stay due and get places over the coming days, as many a day as there is room for",
    Overdue.SHIFT: "every open step moves by as long as the campaign was paused, what is due later too",
    Overdue.SKIP: "they are passed over; the step after each follows from now by its delay",
}


class Command(DecidingCommand):
    help = "Let a paused campaign go on. Without --overdue it only says what is overdue."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("name")
        parser.add_argument("--overdue", choices=[way.value for way in Overdue], help="what becomes of overdue steps")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        campaign = campaign_called(workspace, options["name"])
        if options["overdue"] is None and campaign.state == CampaignState.PAUSED:
            found = resume.backlog(campaign)
            self.stdout.write(
                f"Campaign {campaign.name!r} is paused, for {found.pause} so far: {found.overdue} steps are overdue, "
                f"{found.later} are due later, {found.held} are held.\nNothing was changed. What becomes of them?"
            )
            for way, says in WAYS.items():
                self.stdout.write(f"  --overdue {way}: {says}")
            return
        way = Overdue(options["overdue"] or Overdue.SPREAD)
        found = resume.resume(campaign, self.deciding(workspace, options), overdue=way)
        self.stdout.write(f"Campaign {campaign.name!r} is {campaign.state}; {found.overdue} steps were overdue: {way}.")
