"""Steps that are held: show why, and let them go on."""

from functools import partial
from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import DecidingCommand
from app.models import Workspace
from sequences.actions import holds
from sequences.management.choosing import all_there, campaign_called, to_each
from sequences.models import Step, Touch
from sequences.screens.words import held_with

MOST_SHOWN = 200


class Command(DecidingCommand):
    """`held`, `held 12 --release`, `held --campaign Spring --step 2 --reason missing_field --release`."""

    help = "Show the steps that are held and why; release one after looking, or all that a mended cause held."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which steps, and whether to let them go on."""
        super().add_arguments(parser)
        parser.add_argument("touches", nargs="*", type=int, metavar="NUMBER", help="numbers of held steps")
        parser.add_argument("--campaign", metavar="NAME", help="only of this campaign")
        parser.add_argument("--step", type=int, metavar="POSITION", help="only of this step of it")
        parser.add_argument("--reason", help="only those held for this reason")
        parser.add_argument("--release", action="store_true", help="let them go on")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show, or release."""
        if not options["release"]:
            self._show(workspace, options)
        elif options["touches"]:
            known = Touch.objects.filter(workspace=workspace, id__in=options["touches"])
            all_there(options["touches"], known.values_list("id", flat=True), "step")
            by_id = self.deciding(workspace, options)
            release = partial(holds.release, by_id=by_id)
            to_each(options["touches"], release, "released", self.stdout.write)
        else:
            self._release_step(workspace, options)

    def _release_step(self, workspace: Workspace, options: dict[str, Any]) -> None:
        name, position, reason = options["campaign"], options["step"], options["reason"]
        if not (name and position and reason):
            raise CommandError("Name held steps by their numbers, or all of them with --campaign, --step and --reason.")
        campaign = campaign_called(workspace, name)
        step = Step.objects.filter(campaign=campaign, position=position, removed_at=None).first()
        if step is None:
            raise CommandError(f"Campaign {name!r} has no step {position}.")
        freed = holds.release_step(step.id, reason, by_id=self.deciding(workspace, options))
        self.stdout.write(f"{freed} people go on at step {position} of {name!r}.")

    def _show(self, workspace: Workspace, options: dict[str, Any]) -> None:
        found = Touch.objects.filter(holds.DECIDED, workspace=workspace)
        if options["touches"]:
            found = found.filter(id__in=options["touches"])
            all_there(options["touches"], found.values_list("id", flat=True), "held step")
        if options["campaign"]:
            found = found.filter(campaign_id=campaign_called(workspace, options["campaign"]).id)
        if options["step"]:
            found = found.filter(position=options["step"])
        if options["reason"]:
            found = found.filter(hold_reason=options["reason"])
        shown = found.select_related("enrollment__contact", "enrollment__campaign").order_by("due_at", "id")
        for touch in shown[:MOST_SHOWN]:
            self.stdout.write(line(touch))
        total = found.count()
        self.stdout.write(f"{total} held." if total <= MOST_SHOWN else f"{total} held; the first {MOST_SHOWN} shown.")


def line(touch: Touch) -> str:
    """Return one held step: its number, whose it is, and what it waits for."""
    why, rest = held_with(touch.hold_reason, touch.hold_detail)
    contact = touch.enrollment.contact
    who = f"contact {contact.id}, {contact.email}" if contact else "contact erased"
    detail = f" ({rest})" if rest else ""
    where = f"{touch.enrollment.campaign.name!r}, step {touch.position}"
    return f"{touch.id}: {where}, {who}: {touch.hold_reason}: {why.because}{detail}. {why.act}."
