"""The stop button, of a workspace or of one mailbox."""

import json
from typing import Any

from django.core.management.base import CommandParser
from django.core.serializers.json import DjangoJSONEncoder

from app.actions import clock
from app.core.zones import wall_time
from app.management.asking import DecidingCommand
from app.models import Workspace
from mailboxes.management.commands.mailbox import newest
from sequences.actions.emergency import stop_mailbox, stop_workspace
from sequences.actions.standing import Standing, Stop, UnderWay, standing

ENDS = {
    "sending": "its call goes on and ends within the half hour",
    "uncertain": "not sure whether it left: it is being looked for",
}


class Command(DecidingCommand):
    """`halt --reason "too many bounces"`, `halt --mailbox nora@example.org`, `halt --show`."""

    help = "Halt all sending at once, until resume_workspace; or one mailbox, until mailbox ADDRESS --resume."
    action = "stop_sending"

    def add_arguments(self, parser: CommandParser) -> None:
        """What to stop, and why; anybody at the terminal may, and is named with --by."""
        super().add_arguments(parser)
        parser.add_argument("--reason", default="halted on the command line")
        parser.add_argument("--mailbox", metavar="ADDRESS", help="stop this mailbox alone")
        parser.add_argument("--show", action="store_true", help="only show what stands still and what is under way")
        parser.add_argument("--json", action="store_true", help="the same as data")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Stop first, then tell."""
        mailbox = newest(workspace, options["mailbox"]) if options["mailbox"] else None
        by_id = self.deciding(workspace, options) if options["by"] else None
        name = mailbox.address if mailbox else workspace.slug
        if options["show"]:
            said, shown = "", standing(workspace, mailbox)
        else:
            new, shown = (
                stop_mailbox(mailbox, options["reason"], by_id=by_id)
                if mailbox
                else stop_workspace(workspace, options["reason"], by_id=by_id)
            )
            said = f"{name} is halted." if new else f"{name} was halted already."
        self._tell(said, shown, workspace.zone, as_json=options["json"])

    def _tell(self, said: str, shown: Standing, zone: str, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(shown.plain(), cls=DjangoJSONEncoder, indent=2))
            return
        lines = [said, *(_stop(stop, zone) for stop in shown.stops), *map(_under_way, shown.under_way)]
        if shown.stopped:
            lines.append("Nothing else leaves." if shown.under_way else "Nothing was under way, and nothing leaves.")
        elif not shown.stops:
            lines.append("Nothing stands still.")
        self.stdout.write("\n".join(line for line in lines if line))


def _stop(stop: Stop, zone: str) -> str:
    """Return one stop by the workspace's clock."""
    what = f"Mailbox {stop.mailbox} stands still" if stop.mailbox else "All sending stopped"
    when = f"{wall_time(zone, stop.at):%a %Y-%m-%d %H:%M %Z}" if stop.at else "at an unknown time"
    who = f", by {stop.by}" if stop.by else ""
    return f"{what}: {when}{who}{f' ({stop.reason})' if stop.reason else ''}"


def _under_way(mail: UnderWay) -> str:
    seconds = max(0, int((clock.now() - mail.since).total_seconds()))
    person = f"contact {mail.contact_id}" if mail.contact_id else "no contact"
    return (
        f"Under way: delivery {mail.id} ({mail.state}) from {mail.mailbox} to {person}, since {seconds} s; "
        f"{ENDS[mail.state]}."
    )
