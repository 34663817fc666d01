"""The schema of a campaign file: which keys there are, what they hold, and what a campaign needs."""

import re
from itertools import count

from app.core.window_text import parse_window
from app.core.windows import Window, WindowError
from app.core.zones import ZoneError, zone_named
from mailboxes.core.address import AddressError, parse_address
from sequences.core.campaign_file.fields import Fields, Wrong, boolean, choice, day, filled, kind_of, listed, whole
from sequences.core.campaign_file.nodes import CampaignFileError, Node, Place, Problem
from sequences.core.campaign_file.plan import WORKING_WEEK, CampaignPlan
from sequences.core.campaign_file.steps import read_steps
from sequences.core.campaign_file.toml_nodes import toml_node
from sequences.core.campaign_file.yaml_nodes import yaml_node
from sequences.core.holiday_dates import known_calendars

FORMATS = {"yaml": yaml_node, "yml": yaml_node, "toml": toml_node}
"""By the end of the file's name."""

CODE = re.compile(r"[A-Za-z]{2}(?:-[A-Za-z0-9]{1,3})?")
"""Looks like a country, or a part of one."""

TOLD = ("name", "mailboxes", "holidays", "steps")
"""Keys whose places the plan keeps."""


def parse_campaign(text: str, ending: str) -> CampaignPlan:
    """Read a campaign file; `ending` is a key of FORMATS. Raises CampaignFileError with every problem found."""
    problems: list[Problem] = []
    plan = _campaign(Fields(FORMATS[ending](text), "The campaign", problems))
    if problems:
        raise CampaignFileError(problems)
    return plan


def _campaign(fields: Fields) -> CampaignPlan:
    plan = CampaignPlan(
        name=fields.need("name", filled(120), ""),
        steps=read_steps(fields),
        mailboxes=fields.get("mailboxes", listed(_address), ()),
        time_zone=fields.get("time_zone", _zone, None),
        in_person_zone=fields.get("in_person_zone", boolean, default=True),
        window=_window(fields),
        holidays=fields.get("holidays", _holidays, ""),
        priority=fields.get("priority", boolean, default=False),
        weight=fields.get("weight", whole(1, 100), 1),
        new_per_day=fields.get("new_per_day", whole(1, 1_000_000), None),
        day_cap=fields.get("day_cap", whole(1, 1_000_000), None),
        unsubscribe=fields.get("unsubscribe", choice(("link", "words", "both")), "link"),
        company_rule=fields.get("company_rule", choice(("nothing", "hold", "stop")), ""),
        ends_on=fields.get("ends_on", day, None),
        places=_places(fields),
    )
    fields.end()
    return plan


def _places(fields: Fields) -> dict[str, Place]:
    """Where named values stand: `name`, `mailboxes`, and each mailbox by its number, `mailboxes.0`."""
    places = {key: fields.key_place(key) for key in TOLD}
    listed_ones = fields.raw("mailboxes")
    if listed_ones is not None and isinstance(listed_ones.value, list):
        places |= {f"mailboxes.{index}": node.place for index, node in zip(count(), listed_ones.value, strict=False)}
    return places


def _address(node: Node) -> str:
    try:
        return parse_address(filled(254)(node)).normalised
    except AddressError as error:
        raise Wrong(str(error)) from None


def _zone(node: Node) -> str | None:
    try:
        return zone_named(filled(64)(node))
    except ZoneError as error:
        raise Wrong(f"{error}.") from None


def _holidays(node: Node) -> str:
    """Whose days are kept; YAML reads an unquoted NO as false, which nobody can mean here."""
    told = (node.written or "") if isinstance(node.value, bool) else node.value
    if not isinstance(told, str):
        raise Wrong(f"This must be the code of a country such as DE, or a calendar's name, not {kind_of(node)}.")
    code, _, part = told.upper().partition("-")
    known = known_calendars()
    if code in known and (not part or part in known[code]):
        return told.upper()
    if CODE.fullmatch(told):
        raise Wrong("There is no holiday calendar of that name; write the code of a country, such as DE or DE-BY.")
    return filled(100)(node)


def _window(fields: Fields) -> Window:
    """Read one entry of days, opens and closes, or a list of them; a fault is told at its place."""
    node = fields.raw("window")
    if node is None:
        return WORKING_WEEK
    entries = node.value if isinstance(node.value, list) else [node]
    if not entries:
        fields.problem(node.place, "The window is an empty list.")
        return WORKING_WEEK
    read = [_entry(fields, one) for one in entries]
    given = [entry for entry in read if entry is not None]
    if len(given) < len(read):
        return WORKING_WEEK
    try:
        return parse_window([{key: _plain(found) for key, found in entry.items()} for entry in given])
    except WindowError as error:
        entry = given[error.entry]
        place = entry[error.field].place if error.field in entry else entries[error.entry].place
        fields.problem(place, str(error))
        return WORKING_WEEK


def _entry(fields: Fields, node: Node) -> dict[str, Node] | None:
    """Return days, opens and closes of one entry; None, and what is wrong noted, where one is missing."""
    inner = Fields(node, "The window", fields.problems)
    given = {key: found for key in ("days", "opens", "closes") if (found := inner.raw(key)) is not None}
    inner.end()
    missing = [key for key in ("days", "opens", "closes") if key not in given]
    if missing and isinstance(node.value, dict):
        inner.problem(fields.key_place("window"), f"The window has no {missing[0]!r}.")
    return None if missing else given


def _plain(node: Node) -> object:
    """A value as parse_window takes it; a number as it was written, for YAML makes 1050 of an unquoted 17:30."""
    if isinstance(node.value, list):
        return [one.value for one in node.value]
    return (node.written or str(node.value)) if isinstance(node.value, int) else node.value
