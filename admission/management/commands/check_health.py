"""Tell what is known of mailboxes' health, or measure it now."""

import time
from typing import Any

from django.core.management.base import CommandError, CommandParser

from admission.actions import health
from admission.core.health import Evidence
from admission.models import Standing
from app.actions import clock
from app.core.errors import Refused
from app.management.asking import WorkspaceCommand
from app.models import Workspace
from bounces.actions import ingest
from mailboxes.actions import inbound
from mailboxes.core.health.findings import Result
from mailboxes.core.states import MailboxState
from mailboxes.models import Mailbox, Probe
from mailboxes.screens.health_words import RESULTS, SOURCES, TOLD, name_of
from mailboxes.screens.words import ago

PATIENCE = 60.0  # seconds that a test mail is waited for
LOOK_EVERY = 3.0


class Command(WorkspaceCommand):
    help = "Print each check of a mailbox's health: its answer, its age, and how to mend it. --now measures first."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("address", nargs="?", default="")
        parser.add_argument("--now", action="store_true", help="ask the name servers and send a test mail first")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        mailboxes = _mailboxes(workspace, options["address"])
        if options["now"]:
            for mailbox in mailboxes:
                self._measure(mailbox)
        healthy = [self._tell(mailbox) for mailbox in mailboxes]
        if not all(healthy):
            raise CommandError("Not every mailbox is healthy; see above.")

    def _measure(self, mailbox: Mailbox) -> None:
        """Measure, wait for the test mail to arrive, and ask once more with what it told."""
        try:
            health.measure(mailbox.id)
            health.probe(mailbox.id, by_name=True)
        except Refused as error:
            self.stdout.write(f"{mailbox.address}: {error}")
            return
        ends = time.monotonic() + PATIENCE
        waiting = Probe.objects.filter(mailbox_id=mailbox.id, ended="").order_by("-made_at")
        while (probe := waiting.first()) is not None and time.monotonic() < ends:
            inbound.poll(probe.receiver_id)
            ingest.read_in_turn()
            if waiting.exists():
                time.sleep(LOOK_EVERY)
        health.measure(mailbox.id)

    def _tell(self, mailbox: Mailbox) -> bool:
        standing = Standing.objects.filter(mailbox_id=mailbox.id).first() or Standing(mailbox_id=mailbox.id)
        now = clock.world_now()
        fresh = standing.health_good_until is not None and now < standing.health_good_until
        known = standing.health if standing.health != Result.PASS or fresh else Result.UNKNOWN
        until = f", good until {standing.health_good_until:%Y-%m-%d %H:%M} UTC" if known == Result.PASS else ""
        self.stdout.write(f"{mailbox.address}: {RESULTS[known].word}{until}")
        for last, stands in health.standing_answers(mailbox):
            self.stdout.write(f"  {_line(last, stands, ago(now - last.measured_at))}")
        if not health.evidence_of(mailbox):
            self.stdout.write(f"  {TOLD['never'].what} {TOLD['never'].fix}")
        return known == Result.PASS


def _line(last: Evidence, stands: Evidence, age: str) -> str:
    told = TOLD[last.code]
    named = f"{name_of(last.name)} {SOURCES[last.source]}"
    kept = f" ({RESULTS[stands.result].word} before)" if stands.result is not last.result else ""
    words = " ".join(str(part) for part in (told.what, told.fix) if part)
    return f"{RESULTS[last.result].word!s:<10} {named}{kept}, {age}: {words}"


def _mailboxes(workspace: Workspace, address: str) -> list[Mailbox]:
    connected = Mailbox.objects.filter(workspace=workspace).exclude(state=MailboxState.DISCONNECTED).order_by("id")
    found = list(connected.filter(address__iexact=address) if address else connected)
    if not found:
        raise CommandError(f"{address or 'No mailbox'} is not connected in {workspace.name}.")
    return found
