"""The graded protection policy: how mailboxes stand, its versions, and what another version would have done."""

import json
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from admission.actions import judging, protection_policies, replays
from admission.core.protection.history import Step
from admission.core.protection.numbers import as_values, parse
from admission.models import ProtectionPolicy, Standing
from app.actions import clock
from app.management.asking import DecidingCommand
from app.models import Workspace
from mailboxes.models import Mailbox

VERBS = ("show", "draft", "watch", "enforce", "roll_back", "replay", "recover")


class Command(DecidingCommand):
    """`protection`, `protection draft FILE`, `protection enforce 2 --from 2027-03-09T08:00Z`, `protection replay 2`."""

    help = "Show how mailboxes stand; draft, watch, enforce, roll back or replay a version; let a mailbox begin again."

    def add_arguments(self, parser: CommandParser) -> None:
        """What to do, with which version, file or mailbox."""
        super().add_arguments(parser)
        parser.add_argument("verb", nargs="?", default="show", choices=VERBS)
        parser.add_argument("what", nargs="?", default="", help="a file with numbers (JSON), a version, or an address")
        parser.add_argument(
            "--from", dest="since", type=instant, metavar="TIME", help="enforce from then on, world time"
        )
        parser.add_argument("--days", type=int, default=30, choices=range(1, 91), metavar="N", help="to judge again")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show, or do."""
        acts: dict[str, Callable[[Workspace, dict[str, Any]], Iterable[str]]] = {
            "show": _show, "replay": _replay, "draft": self._draft, "watch": self._watch, "enforce": self._enforce,
            "roll_back": self._roll_back, "recover": self._recover,
        }  # fmt: skip
        for line in acts[options["verb"]](workspace, options):
            self.stdout.write(line)

    def _draft(self, workspace: Workspace, options: dict[str, Any]) -> list[str]:
        made = protection_policies.draft(
            workspace, _numbers_in(options["what"]), by_id=self.deciding(workspace, options)
        )
        return [f"Version {made.number} is drafted; it does nothing before somebody lets it watch."]

    def _watch(self, workspace: Workspace, options: dict[str, Any]) -> list[str]:
        protection_policies.watch(workspace, _version(options), by_id=self.deciding(workspace, options))
        return [f"Version {_version(options)} is watching only."]

    def _enforce(self, workspace: Workspace, options: dict[str, Any]) -> list[str]:
        by_id = self.deciding(workspace, options)
        start = protection_policies.enforce(workspace, _version(options), since=options["since"], by_id=by_id)
        return [f"Version {_version(options)} acts from {start:%Y-%m-%d %H:%M} UTC on."]

    def _roll_back(self, workspace: Workspace, options: dict[str, Any]) -> list[str]:
        protection_policies.roll_back(workspace, _version(options), by_id=self.deciding(workspace, options))
        return [f"Version {_version(options)} is rolled back."]

    def _recover(self, workspace: Workspace, options: dict[str, Any]) -> list[str]:
        address = options["what"].strip().lower()
        mailbox = Mailbox.objects.filter(workspace=workspace, address=address).order_by("-id").first()
        if mailbox is None:
            raise CommandError(f"There is no mailbox {address or 'without an address'} in {workspace.slug}.")
        judging.recover(mailbox, by_id=self.deciding(workspace, options))
        return [_standing(mailbox)]


def instant(typed: str) -> datetime:
    """Return an instant of the command line, with its zone."""
    try:
        at = datetime.fromisoformat(typed)
    except ValueError as error:
        raise ArgumentTypeError(f"{typed!r} is no time; write it like 2027-03-09T08:00+01:00") from error
    if at.tzinfo is None:
        raise ArgumentTypeError(f"{typed!r} names no zone; write it like 2027-03-09T08:00+01:00")
    return at


def _version(options: dict[str, Any]) -> int:
    if not options["what"].isdecimal():
        raise CommandError("Say which version, by its number.")
    return int(options["what"])


def _numbers_in(path: str) -> dict[str, Any]:
    try:
        values = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(f"{path or 'no file'} cannot be read as JSON.") from error
    if not isinstance(values, dict):
        raise CommandError(f"{path} holds no object of numbers.")
    return values


def _show(workspace: Workspace, _: dict[str, Any]) -> Iterable[str]:
    now = clock.world_now()
    for policy in ProtectionPolicy.objects.filter(workspace=workspace).order_by("number"):
        numbers = ", ".join(f"{name} {value:g}" for name, value in as_values(parse(policy.values)).items())
        yield f"Version {policy.number}: {_state(policy, now)}. {numbers}."
    known, unknown = judging.blindness(workspace.id, now)
    whole = known + unknown
    share = 100 * unknown // max(whole, 1)
    yield f"Reports of the last days that name no mail of ours: {unknown} of {whole} ({share} %)."
    for mailbox in Mailbox.objects.filter(workspace=workspace).order_by("address", "id"):
        yield _standing(mailbox)


def _state(policy: ProtectionPolicy, now: datetime) -> str:
    if policy.rolled_back_at:
        return "rolled back"
    if policy.enforce_from:
        return (
            f"{'acting since' if policy.enforce_from <= now else 'acts from'} {policy.enforce_from:%Y-%m-%d %H:%M} UTC"
        )
    return f"watching only since {policy.watched_from:%Y-%m-%d %H:%M} UTC" if policy.watched_from else "drafted"


def _standing(mailbox: Mailbox) -> str:
    one = Standing.objects.filter(mailbox=mailbox).first() or Standing(mailbox=mailbox)
    slowed = f"; breakers leave {one.hard_percent} % ({one.hard_reason})" if one.hard_percent < 100 else ""
    return f"{mailbox.address}: {one.protection}, {one.protection_percent} %{slowed}"


def _replay(workspace: Workspace, options: dict[str, Any]) -> Iterable[str]:
    """Yield what the last days would have been under this version, beside the one that acts."""
    numbers = protection_policies.numbered(workspace, _version(options))
    force = protection_policies.in_force(workspace.id, clock.world_now())
    acting = force.acting if force else numbers
    addresses = dict(Mailbox.objects.filter(workspace=workspace).values_list("id", "address"))
    for again in replays.decided(workspace.id, numbers, options["days"]):
        one = again.decision
        was = f"{one.world_at:%Y-%m-%d %H:%M} {one.before} -> {one.after} ({one.reason})"
        now = f"version {numbers.version}: {again.stage} ({again.reason or 'nothing'})"
        yield f"{addresses[one.mailbox_id]}, decided by version {one.policy_version}: {was}; {now}"
    for mailbox_id, (old, new) in sorted(replays.ledger(workspace.id, [acting, numbers], options["days"]).items()):
        yield f"{addresses[mailbox_id]}, version {acting.version}: {_told(old)}"
        yield f"{addresses[mailbox_id]}, version {numbers.version}: {_told(new)}"


def _told(steps: list[Step]) -> str:
    told = (f"{one.day} {one.before} -> {one.after} ({one.reason})" for one in steps)
    return "; ".join(told) or "normal throughout"
