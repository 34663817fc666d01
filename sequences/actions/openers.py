"""First mails that no permit would get now, found for all of a run by one statement. Reads only, locks nothing."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from admission.queries import policy_of
from app import sql
from app.core.zones import local_day
from sequences import queries
from sequences.core.planner import openers
from sequences.core.planner.demand import DueTouch, Plan, Wait
from sequences.core.planner.openers import Opener


def hopeless(due: Sequence[DueTouch], now: datetime) -> tuple[Wait, ...]:
    """Return until when first mails wait whose company, or whose campaign's first people, leave no room for them."""
    asked = [(touch.touch_id, "UTC" if touch.hours is None else touch.hours.zone) for touch in due if touch.opener]
    if not asked:
        return ()
    today = {zone: local_day(zone, now) for _, zone in asked}
    values = {
        "touches": sql.array(touch_id for touch_id, _ in asked),
        "zones": [zone for _, zone in asked],
        "days": [today[zone] for _, zone in asked],
    }
    found = [Opener(**row) for row in queries.rows("openers", values)]
    policies = {number: policy_of(number) for number in {one.workspace_id for one in found}}
    return tuple(openers.put_off(found, policies, now))


def without(due: Sequence[DueTouch], waits: Sequence[Wait]) -> list[DueTouch]:
    """Return what is left to share out."""
    put_off = {wait.touch_id for wait in waits}
    return [touch for touch in due if touch.touch_id not in put_off]


def added(found: Plan, waits: Sequence[Wait]) -> Plan:
    """Return the plan with these waits."""
    return replace(found, waits=(*waits, *found.waits))
