"""What a day's mail came to: as many outcomes as messages, each message in exactly one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from app import sql


@dataclass(frozen=True, slots=True)
class DayCount:
    """One mailbox on one day in UTC. outcomes: dispositions, and "waiting" for what is not decided yet."""

    mailbox_id: int
    address: str
    received: int
    outcomes: Mapping[str, int]

    @property
    def adds_up(self) -> bool:
        """Whether every message that came is in exactly one outcome or waits for it."""
        return self.received == sum(self.outcomes.values())


def counts_of(workspace_id: int, day: date) -> list[DayCount]:
    """Return the mailboxes of a workspace that received something that day, in the order of their ids."""
    begins = datetime.combine(day, time(), UTC)
    values = {"workspace": workspace_id, "day": day, "begins": begins, "ends": begins + timedelta(days=1)}
    rows = sql.rows("mailboxes", "inbound_counts", values)
    return [DayCount(number, address, received, _told(outcomes)) for number, address, received, outcomes in rows]


def _told(outcomes: Mapping[str, int] | str) -> Mapping[str, int]:
    told: Mapping[str, int] = json.loads(outcomes) if isinstance(outcomes, str) else outcomes
    return told
