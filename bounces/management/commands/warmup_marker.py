"""Tell a mailbox by what a warm-up service marks its mail."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import DecidingCommand
from app.models import Workspace
from bounces.actions import warmup
from bounces.core.reading import Place
from bounces.queries import markers_of
from mailboxes.core.states import MailboxState
from mailboxes.models import Mailbox


class Command(DecidingCommand):
    """`warmup_marker nora@example.com add "nordlicht-wu-7f3a" --in subject`, `... list`, `... remove "..."`."""

    help = (
        "Name the words or header fields by which an outside warm-up service marks its mail to and from a mailbox. Such"
        " mail is recorded and nothing else: it is no answer and no stranger's mail. Where a mailbox is somebody's own,"
        " mail of strangers is judged by its headers alone, so that only markers in the subject or a header work there;"
        " so it is with what a service sends from such a mailbox."
    )
    action = "connect_mailboxes"

    def add_arguments(self, parser: CommandParser) -> None:
        """Which mailbox, what to do, which marker."""
        super().add_arguments(parser)
        parser.add_argument("address", metavar="ADDRESS", help="of the mailbox")
        parser.add_argument("do", choices=["add", "remove", "list"])
        parser.add_argument("marker", nargs="?", default="", help='a word or code, or for --in header "X-Name: value"')
        parser.add_argument("--in", dest="place", choices=sorted(Place), default=Place.SUBJECT.value)

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Do the one thing asked for."""
        known = Mailbox.objects.filter(workspace=workspace, address__iexact=options["address"].strip())
        mailbox = known.exclude(state=MailboxState.DISCONNECTED).first()
        if mailbox is None:
            raise CommandError("There is no connected mailbox of that address.")
        if options["do"] == "list":
            self._list(mailbox)
            return
        by_id, place = self.deciding(workspace, options), Place(options["place"])
        if options["do"] == "remove":
            warmup.remove(mailbox, place, options["marker"], by_id=by_id)
            self.stdout.write(f"That marker in the {place} means nothing any more.")
            return
        added = warmup.add(mailbox, place, options["marker"], by_id=by_id)
        self.stdout.write(f"Mail with {added.text!r} in the {place} is warm-up mail of {mailbox.address} from now on.")
        if place is Place.BODY and mailbox.purpose == Mailbox.Purpose.PERSONAL:
            self.stdout.write(
                "The mailbox is somebody's own: bodies of strangers are not read there, so it finds nothing."
            )

    def _list(self, mailbox: Mailbox) -> None:
        known = markers_of(mailbox.id)
        for one in known:
            self.stdout.write(f"{one.place}: {one.text}")
        if not known:
            self.stdout.write(f"{mailbox.address} has no markers.")
