"""Show a step as one contact would get it."""

from typing import Any

from django.core.management.base import CommandParser

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from sequences.actions.previews import Sample, contact_at, preview, step_at
from sequences.management.choosing import campaign_called


class Command(WorkspaceCommand):
    help = "Show a step as one contact would get it, by the renderer that sends. Sends and stores nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("campaign")
        parser.add_argument("--step", type=int, required=True, metavar="N", help="its place in the campaign, from 1")
        parser.add_argument("--contact", required=True, metavar="ADDRESS", help="whose values are filled in")
        parser.add_argument("--variant", default="", metavar="NAME", help="the first one, if left out")
        parser.add_argument("--raw", action="store_true", help="print the mail as it would go on the wire")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        step = step_at(campaign_called(workspace, options["campaign"]), options["step"])
        sample = preview(step, contact_at(workspace, options["contact"]), variant=options["variant"])
        self.stdout.write(sample.letter.octets.decode("ascii") if options["raw"] else shown(sample), ending="")


def shown(sample: Sample) -> str:
    """Return the mail as a person reads it: who, to whom, subject, text, and the HTML where there is one."""
    job, composed = sample.job, sample.letter.composed
    head = [
        f"From: {job.from_name} <{job.from_address}>".replace("From:  <", "From: <"),
        f"To: {f'{job.first_name} {job.last_name}'.strip()} <{job.email}>".replace("To:  <", "To: <"),
        f"Subject: {composed.subject}",
    ]
    parts = ["\n".join(head), composed.text.rstrip()]
    if composed.html is not None:
        parts += ["--- HTML ---", composed.html.rstrip()]
    return "\n\n".join(parts) + "\n"
