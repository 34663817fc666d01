"""Who was not mailed today, and why."""

import json
from dataclasses import asdict
from itertools import count
from typing import Any

from django.core.management.base import CommandParser
from django.core.serializers.json import DjangoJSONEncoder

from app.core.zones import wall_time
from app.management.asking import WorkspaceCommand
from app.models import Workspace
from sequences.actions import not_mailed
from sequences.actions.not_mailed import CampaignDay, Day, Group, Person
from sequences.management.choosing import campaign_called

AT_ONCE = 1000  # people read in one statement


class Command(WorkspaceCommand):
    """`not_mailed`, `not_mailed --campaign Spring --people`, `not_mailed --json`."""

    help = "Show how many people were due today, how many got a mail, and why the others did not."

    def add_arguments(self, parser: CommandParser) -> None:
        """Of which campaign, and whether to list everybody."""
        super().add_arguments(parser)
        parser.add_argument("--campaign", metavar="NAME", help="of this campaign alone")
        parser.add_argument("--people", action="store_true", help="list them too, by their ids")
        parser.add_argument("--json", action="store_true", help="the same as data")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Count; list where it is wished."""
        campaign = campaign_called(workspace, options["campaign"]) if options["campaign"] else None
        day = not_mailed.totals(workspace, campaign)
        if options["json"]:
            listed = self._people(workspace, campaign) if options["people"] else None
            told = asdict(day) | ({} if listed is None else {"people": [asdict(one) for one in listed]})
            self.stdout.write(json.dumps(told, cls=DjangoJSONEncoder, indent=2, ensure_ascii=False))
            return
        self.stdout.write("\n".join(_day(day)))
        for person in self._people(workspace, campaign) if options["people"] else ():
            self.stdout.write(_person(person, workspace.zone))

    def _people(self, workspace: Workspace, campaign: Any) -> list[Person]:
        found: list[Person] = []
        cursor = ""
        for _ in count():
            page = not_mailed.people(workspace, campaign, limit=AT_ONCE, after=cursor)
            found += page.items
            if page.next is None:
                break
            cursor = page.next
        return found


def _day(day: Day) -> list[str]:
    head = f"{day.day:%a %Y-%m-%d} ({day.zone}): {day.due} due, {day.mailed} mailed, {day.not_mailed} not mailed."
    lines = [head, *map(_group, day.groups)]
    if len(day.campaigns) > 1:
        lines += [line for one in day.campaigns for line in _campaign(one)]
    return lines


def _campaign(one: CampaignDay) -> list[str]:
    head = f"{one.campaign}: {one.due} due, {one.mailed} mailed, {one.not_mailed} not mailed."
    return [head, *map(_group, one.groups)]


def _group(group: Group) -> str:
    ended = "the sequence ended today: " if group.ended else ""
    return f"  {group.people:>9} {ended}{group.because} [{group.reason}]. {group.act}."


def _person(one: Person, zone: str) -> str:
    who = f"contact {one.contact_id}" if one.contact_id else "contact erased"
    until = f", until {wall_time(zone, one.until):%a %Y-%m-%d %H:%M %Z}" if one.until else ""
    detail = f" ({one.detail})" if one.detail else ""
    return f"enrollment {one.enrollment_id}, {who}, step {one.position} {one.kind}: {one.because}{detail}{until}"
