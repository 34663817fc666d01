"""Show how a mailbox's ramp climbed, day by day, and what its Sent folder gave it to begin with."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from admission.actions import credit, ramp
from admission.core.ramp import NotCounted, Stair
from admission.models import SentDay, SentPast
from app.management.asking import DecidingCommand
from app.models import Workspace
from mailboxes.models import Mailbox

WHY = {
    NotCounted.NO_SEND: "no step: nothing was sent",
    NotCounted.NOT_HEALTHY: "no step: its health was not measured as good that day",
    NotCounted.NOT_OVER: "not over",
}


class Command(DecidingCommand):
    """`ramp nora@example.org`, `ramp nora@example.org --read-past --by eva@example.com`."""

    help = "Show a mailbox's ramp by days, and the past that it begins with; read that past again."
    action = "connect_mailboxes"

    def add_arguments(self, parser: CommandParser) -> None:
        """Which mailbox."""
        super().add_arguments(parser)
        parser.add_argument("address")
        parser.add_argument("--read-past", action="store_true", help="read its Sent folder again, headers only")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Read its past if that is wanted, and show."""
        address = options["address"].strip().lower()
        mailbox = Mailbox.objects.filter(workspace=workspace, address=address).order_by("-id").first()
        if mailbox is None:
            raise CommandError(f"There is no mailbox {address} in {workspace.slug}.")
        if options["read_past"]:
            self.deciding(workspace, options)
            if credit.read(mailbox.id) is None:
                raise CommandError("Its Sent folder could not be read now; it is tried again by itself.")
            mailbox.refresh_from_db()
        self._show(mailbox)

    def _show(self, mailbox: Mailbox) -> None:
        self.stdout.write(past_of(mailbox))
        if mailbox.ramp_start is None:
            self.stdout.write("It has no ramp: its cap alone counts.")
        for day in SentDay.objects.filter(mailbox=mailbox).order_by("day"):
            out = f" ({day.left_out} left out: warm-up, within the house, or counted as a proven day)"
            self.stdout.write(f"{day.day}: {day.counted} sent before{out if day.left_out else ''}")
        for stair in ramp.stairs_of(mailbox):
            self.stdout.write(line(stair, mailbox))


def past_of(mailbox: Mailbox) -> str:
    """Return what a mailbox's past gave its ramp, as a sentence."""
    past = SentPast.objects.filter(mailbox=mailbox).first()
    begins = f"starting at {mailbox.ramp_start} a day"
    if past is None or past.read_at is None:
        return f"What it sent before was not read yet: {begins}."
    if past.low is None:
        return f"It has sent nothing here in 60 days: {begins}."
    sample = f" (told from {past.looked_at} of {past.mails} mails)" if past.looked_at < past.mails else ""
    return f"You have sent {past.low}-{past.high} a day here{sample}: {begins}."


def line(stair: Stair, mailbox: Mailbox) -> str:
    """Return one day of a ramp: what was sent of which limit, and what it earned."""
    limit = min(stair.limit, mailbox.daily_cap)
    said = WHY[stair.why] if stair.why else f"counted: {min(stair.earned, mailbox.daily_cap)} from the next day on"
    return f"{stair.day}: {stair.sent} of {limit} sent; {said}"
