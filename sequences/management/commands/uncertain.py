"""Mails of which nobody knows whether they left: show them, and say what became of one."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.core.management.base import CommandError, CommandParser

from admission.actions import judgements
from app.actions import clock
from app.management.asking import DecidingCommand
from app.models import Workspace
from mailboxes.core.states import DeliveryState
from mailboxes.models import Delivery
from mailboxes.screens.words import ago
from sequences.core.explanation import Section, rendered
from sequences.screens.doubts import InDoubt, in_doubt

MOST_LOOKS = 3  # of one mail, in the list of all
FREE = "is free: it is sent again as soon as every rule allows it."
ENDED = "counts as not sent, and is not sent again: what it belonged to has ended meanwhile."
AGAIN = "If it did leave, the person gets it a second time."


class Command(DecidingCommand):
    """`uncertain`, `uncertain 12`, `uncertain 12 --sent`, `uncertain 12 --not-sent --reason "…" --yes`."""

    help = "Show the mails that may or may not have left, with what is known; say of one that it was sent, or was not."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which mail, and what became of it."""
        super().add_arguments(parser)
        parser.add_argument("delivery", nargs="?", type=int, help="the number of one mail")
        said = parser.add_mutually_exclusive_group()
        said.add_argument("--sent", action="store_true", help="it lies in Sent, or somebody got it")
        said.add_argument("--not-sent", action="store_true", help="it never left: it is sent again, if it still may be")
        parser.add_argument("--reason", default="", metavar="TEXT", help="how you know; kept with your name")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show, or decide."""
        if not (options["sent"] or options["not_sent"]):
            self.stdout.write(told(in_doubt(workspace.id, options["delivery"]), options["delivery"]))
            return
        delivery_id = options["delivery"]
        if delivery_id is None:
            raise CommandError("Say which mail: uncertain DELIVERY --sent, or --not-sent.")
        if not in_doubt(workspace.id, delivery_id):
            raise CommandError(f"No mail {delivery_id} of {workspace.slug} is in doubt.")
        if options["sent"]:
            by_id = self.deciding(workspace, options)
            judgements.say_sent(delivery_id, by_id=by_id, reason=options["reason"])
            self.stdout.write(f"Delivery {delivery_id} counts as sent; its sequence goes on from then.")
            return
        by_id = self.deciding(workspace, options, for_good=AGAIN)
        judgements.say_not_sent(delivery_id, by_id=by_id, reason=options["reason"])
        waits = Delivery.objects.filter(id=delivery_id, state=DeliveryState.PREPARED).exists()
        self.stdout.write(f"Delivery {delivery_id} {FREE if waits else ENDED}")


def told(found: list[InDoubt], one: int | None) -> str:
    """Return what is known of each mail."""
    if not found:
        return "No mail is in doubt." if one is None else f"Delivery {one} is not in doubt."
    now = clock.now()
    most = MOST_LOOKS if one is None else None
    return rendered(
        Section(f"Delivery {mail.delivery.id}: in doubt since {at(mail.since)} ({ago(now - mail.since)})", lines)
        for mail in found
        for lines in [tuple(known(mail, now, most))]
    )


def known(mail: InDoubt, now: datetime, most: int | None) -> Iterator[str]:
    """Tell whose mail it is, what each look found, and what may be said of it."""
    campaign = mail.campaign.name if mail.campaign else "none"
    yield f"campaign: {campaign}, step {mail.position}" if mail.position else f"campaign: {campaign}"
    yield f"person: contact {mail.contact.id if mail.contact else 'erased'}, {mail.address or 'address erased'}"
    yield f"mailbox: {mail.delivery.mailbox.address} ({mail.delivery.mailbox.kind})"
    yield f"Message-ID: <{mail.delivery.message_id}>, header X-Entity-Ref: {mail.delivery.token}"
    if most is not None and len(mail.looks) > most:
        yield f"looked for {len(mail.looks)} times, the last {most}:"
    for look in mail.looks[-(most or 0) :]:
        yield f"looked {at(look.read_at)}: {look.found}{f', {look.reason}' if look.reason else ''}"
    yield f"next look: {at(mail.next_look) if mail.next_look else 'none' if mail.looks else 'within a minute'}"
    absent = "" if now >= mail.absent_from else f" from {at(mail.absent_from)} on, for until then it may still leave"
    yield f"a person may say --sent, or --not-sent{absent}"


def at(instant: datetime) -> str:
    """Return true time to the minute."""
    return f"{instant:%Y-%m-%d %H:%M} UTC"
