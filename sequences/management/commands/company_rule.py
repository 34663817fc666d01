"""What a person's answer does to the others whom the workspace writes to at the same company."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import DecidingCommand
from app.models import Workspace
from sequences.actions.companies import set_rule
from sequences.management.choosing import campaign_called

AS_WORKSPACE = "as-workspace"
MEANS = {
    Workspace.CompanyRule.NOTHING: "nothing happens to the others at its company",
    Workspace.CompanyRule.HOLD: "the others at its company are held for a week",
    Workspace.CompanyRule.STOP: "the others at its company are stopped",
}


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
        if options["rule"] == AS_WORKSPACE and campaign is None:
            raise CommandError(f"{AS_WORKSPACE} is said of one campaign: name it with --campaign.")
        if options["rule"] is not None:
            rule = "" if options["rule"] == AS_WORKSPACE else options["rule"]
            set_rule(workspace, rule, campaign=campaign, by_id=self.deciding(workspace, options))
            workspace.refresh_from_db()
            if campaign is not None:
                campaign.refresh_from_db()
        own = campaign.company_rule if campaign is not None else ""
        where = f"{campaign.name!r}" if campaign is not None else f"workspace {workspace.slug}"
        rule = Workspace.CompanyRule(own or workspace.company_rule)
        self.stdout.write(f"After an answer in {where} {MEANS[rule]} ({rule}).")
