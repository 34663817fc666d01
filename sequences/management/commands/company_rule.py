"""What a person's answer does to the others whom the workspace writes to at the same company."""

from typing import Any

from django.core.management.base import CommandParser

from app.management.asking import DecidingCommand
from app.models import Workspace
from sequences.actions.companies import set_rule
from sequences.management.choosing import campaign_called

AS_WORKSPACE = "as-workspace"


class Command(DecidingCommand):
    """`company_rule`, `company_rule stop`, `company_rule nothing --campaign Spring`."""

    help = "Show or choose what an answer does to the others at its company: nothing, a hold of a week, or a stop."

    def add_arguments(self, parser: CommandParser) -> None:
        """The rule, and for which campaign."""
        super().add_arguments(parser)
        words = [*Workspace.CompanyRule.values, AS_WORKSPACE]
        parser.add_argument("rule", nargs="?", choices=words, metavar="|".join(words))
        parser.add_argument("--campaign", metavar="NAME", help="only of this campaign")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show, or choose."""
        campaign = campaign_called(workspace, options["campaign"]) if options["campaign"] else None
        if options["rule"] is not None:
            rule = "" if options["rule"] == AS_WORKSPACE else options["rule"]
            set_rule(workspace, rule, campaign=campaign, by_id=self.deciding(workspace, options))
            workspace.refresh_from_db()
            if campaign is not None:
                campaign.refresh_from_db()
        own = campaign.company_rule if campaign is not None else ""
        where = f"{campaign.name!r}" if campaign is not None else workspace.slug
        self.stdout.write(f"An answer to {where} does to its company: {own or workspace.company_rule}.")
