"""Create a campaign from a file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from sequences.actions import campaigns
from sequences.actions.campaigns import PlanRefused
from sequences.core.campaign_file.nodes import CampaignFileError, Place
from sequences.core.campaign_file.plan import CampaignPlan
from sequences.core.campaign_file.reading import FORMATS, parse_campaign


class Command(WorkspaceCommand):
    help = "Create a campaign from a YAML or TOML file, as a draft; docs/examples/campaign.yaml shows every key."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)
        parser.add_argument("--start", action="store_true", help="start it at once")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        file: Path = options["file"]
        plan = plan_in(file)
        try:
            campaign = campaigns.create(workspace, plan)
        except PlanRefused as refusal:
            place = refusal.place or Place(1, 1)
            raise CommandError(f"{file}:{place.line}:{place.column}: {refusal}") from refusal
        if options["start"]:
            campaigns.start(campaign)
        self.stdout.write(f"Campaign {campaign.name!r} with {len(plan.steps)} steps is {campaign.state}.")


def plan_in(file: Path) -> CampaignPlan:
    """Read the file; every problem becomes a line `file:line:column: sentence`."""
    ending = file.suffix.removeprefix(".").lower()
    if ending not in FORMATS:
        raise CommandError(f"{file}: the name must end in .yaml, .yml or .toml.")
    try:
        return parse_campaign(file.read_text(encoding="utf-8-sig"), ending)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{file}:{place_of_byte(file, error.start)}: The file is not UTF-8.") from error
    except CampaignFileError as error:
        raise CommandError("\n".join(f"{file}:{problem}" for problem in error.problems)) from error


def place_of_byte(file: Path, offset: int) -> str:
    """Return line:column of a byte of a file that cannot be decoded."""
    before = file.read_bytes()[:offset]
    return f"{before.count(b'\n') + 1}:{offset - (before.rfind(b'\n') + 1) + 1}"
