"""Pause a campaign."""

from typing import Any

from django.core.management.base import CommandParser

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from sequences.actions import campaigns
from sequences.management.choosing import campaign_called


class Command(WorkspaceCommand):
    help = "Pause a campaign: no mail of it leaves from now on."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("name")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        campaign = campaign_called(workspace, options["name"])
        campaigns.pause(campaign)
        self.stdout.write(f"Campaign {campaign.name!r} is {campaign.state}.")
