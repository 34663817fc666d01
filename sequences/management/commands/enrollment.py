"""People in campaigns: take one out, or take a sequence up again."""

from functools import partial
from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.core.errors import Refused
from app.management.asking import DecidingCommand
from app.models import Workspace
from sequences.actions import enrollments
from sequences.core.states import EnrollmentState
from sequences.management.choosing import all_there, campaign_called, standing, to_each
from sequences.models import Enrollment


class Command(DecidingCommand):
    """`enrollment 5 --stop`, `enrollment 5 --reopen`, `enrollment --campaign Spring --failed --reopen`."""

    help = "Show where people stand in their campaigns; stop one, or take a stopped, answered or failed one up again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whom, and what to do."""
        super().add_arguments(parser)
        parser.add_argument("enrollments", nargs="*", type=int, metavar="NUMBER")
        parser.add_argument("--campaign", metavar="NAME", help="with --failed: all of this campaign")
        parser.add_argument("--failed", nargs="?", const="", metavar="REASON", help="that failed on our side")
        verbs = parser.add_mutually_exclusive_group()
        verbs.add_argument("--stop", action="store_true", help="no more mail of this campaign")
        verbs.add_argument("--reopen", action="store_true", help="go on at the step where it stopped")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show, stop or reopen."""
        if options["failed"] is not None:
            self._failed(workspace, options)
            return
        numbers = options["enrollments"]
        if not numbers:
            raise CommandError(
                "Name enrollments by their numbers (`contact ADDRESS` shows them), or all that failed with"
                " --campaign NAME --failed."
            )
        known = Enrollment.objects.filter(workspace=workspace, id__in=numbers)
        all_there(numbers, known.values_list("id", flat=True), "enrollment")
        if options["stop"]:
            to_each(numbers, partial(stopped, by_id=self.deciding(workspace, options)), "stopped", self.stdout.write)
        elif options["reopen"]:
            again = partial(enrollments.reopen, by_id=self.deciding(workspace, options))
            to_each(numbers, again, "goes on", self.stdout.write)
        else:
            for one in known.select_related("campaign", "contact").order_by("id"):
                self.stdout.write(standing(one))

    def _failed(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show or reopen all that failed in one campaign."""
        if not options["campaign"] or options["enrollments"] or options["stop"]:
            raise CommandError("--failed goes with --campaign NAME, and with --reopen.")
        campaign, reason = campaign_called(workspace, options["campaign"]), options["failed"]
        if options["reopen"]:
            by_id = self.deciding(workspace, options)
            reopened = enrollments.reopen_failed(campaign.id, reason=reason, by_id=by_id)
            self.stdout.write(f"{reopened} people go on in {campaign.name!r}.")
            return
        failed = Enrollment.objects.filter(campaign=campaign, state=EnrollmentState.FAILED)
        found = failed.filter(reason=reason) if reason else failed
        for one in found.select_related("campaign", "contact").order_by("id"):
            self.stdout.write(standing(one))


def stopped(enrollment_id: int, by_id: int) -> None:
    """Stop one that is active. Raises Refused."""
    if not enrollments.stop_enrollment(enrollment_id, by_id=by_id):
        raise Refused("The sequence had ended already.")
