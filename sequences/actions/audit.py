"""Check the ledger against every promise of the design: each returns no rows, or the rows that break it.

One read-only snapshot for all, so that a running system is seen as it was at one instant. Commit times come from
PostgreSQL (track_commit_timestamp), never from a clock of ours. Rows hold ids and states, no addresses.
"""

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.db import connection, models
from django.db.models import Max
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from admission.actions.ledger import SEND_LEASE
from admission.core.absence import ASK_A_PERSON
from admission.core.policy import Policy
from admission.models import PolicyVersion
from app.actions import clock, snapshots
from mailboxes.actions.deliveries import CALL_LEASE
from sequences import queries
from sequences.actions.audit_judged import JUDGES, key_of_text
from sequences.actions.audit_walls import across
from sequences.core.journal import Journal, evidence, parse

STALL = timedelta(minutes=30)  # world time: many runs of the planner
STALL_REAL = timedelta(seconds=20)  # but never less true time, however fast the world is
WORK_DUE = timedelta(minutes=1)  # true time after which owed machine work alarms
HOSTS_APART = timedelta(seconds=1)  # true time by which hosts' clocks may differ

type Row = dict[str, Any]
type Found = dict[str, list[Row]]


@dataclass(frozen=True, slots=True)
class Invariant:
    """A promise and the statements whose rows would break it; those of `journal` need the world's own record."""

    key: str
    promise: str
    statements: tuple[str, ...] = ()
    journal: tuple[str, ...] = ()


INVARIANTS = (
    Invariant(
        "I1", "one copy of a step reaches a person", ("copies", "permits_in_force", "unpromised"), ("world_copies",)
    ),
    Invariant("I2", "one call per permit", ("attempts", "holders"), ("posts",)),
    Invariant("I3", "nothing is sent outside the ledger", (), ("outside",)),
    Invariant("I4", "accepted in the world is accepted in the ledger", (), ("denied", "claimed")),
    Invariant("I5", "no permit after a stop", ("stops",)),
    Invariant("I6", "no follow-up over an unread answer", ("unread", "stale_inbox"), ("world_unread",)),
    Invariant(
        "I7",
        "no cap exceeded, per local day, hour and rolling day, per person, company and campaign",
        (
            "day_caps",
            "charged_days",
            "hourly_caps",
            "rolling_caps",
            "breakers",
            "budgets",
            "counters",
            "new_people",
            "company_openers",
            "company_people",
            "often",
        ),
    ),
    Invariant("I8", "gaps and windows kept", ("gaps", "drawn_gaps", "in_flight", "windows", "calendars")),
    Invariant("I9", "step order and delays kept", ("step_order", "delays")),
    Invariant("I10", "the envelope is the person's", ("envelopes", "addresses"), ("world_envelopes",)),
    Invariant("I11", "no suppressed address mailed", ("suppressed",)),
    Invariant(
        "I12",
        "no silent stall",
        ("unplaced", "overdue_slots", "unopened_tasks", "lost_people", "overdue_work"),
    ),
    Invariant("I13", "every uncertain mail is visible and bounded", ("uncertain",)),
    Invariant("I14", "every inbound message has exactly one disposition", ("dispositions", "inbound_counts")),
    Invariant("I15", "no cursor passes an unstored message", ("cursors",), ("passed",)),
    Invariant(
        "I16",
        "each change has its event and each event its change",
        ("log_open", "permit_events", "settled_events", "delivery_events", "enrollment_events", "answer_events"),
    ),
    Invariant("I18", "rows read = created + updated + skipped + rejected", ("imports", "import_rows")),
    Invariant("I19", "no row points across workspaces"),
    Invariant("I20", "wire bytes meet the standards", (), ("standards",)),
)
BY_COMMIT_TIME = frozenset({"stops", "suppressed", "in_flight"})


def violations(journal: Path | None = None) -> Found:
    """Return the rows that break each invariant, by its key; a promise that only the world can prove needs `journal`.

    Reads only. The journal is read before the snapshot, and again behind it for what the ledger claims of the world.
    """
    world = read_journal(journal) if journal else None
    with snapshots.read_only():
        values = _times()
        if world is not None and journal is not None:
            seen = {record["token"] for record in read_journal(journal).of("accept") if record["token"]}
            values |= evidence(world, key_of_text) | {"seen": sorted(seen)}
        return {one.key: _check(one, values, with_journal=world is not None) for one in proved(journal)}


def proved(journal: Path | None) -> list[Invariant]:
    """Return the invariants that can be checked with what is at hand."""
    return [one for one in INVARIANTS if journal is not None or one.statements or not one.journal]


def read_journal(path: Path) -> Journal:
    """Return the journal as it stands. Raises OSError, and ValueError for a file that is none."""
    with path.open() as lines:
        return Journal(parse(lines))


def _times() -> dict[str, Any]:
    """Return the instants and spans that the statements compare with."""
    now = clock.database_now()
    world = clock.world_clock()
    world_now = world.world(now)
    minutes = PolicyVersion.objects.aggregate(most=Max(Cast(KT("values__freshness_minutes"), models.IntegerField())))[
        "most"
    ]
    return {
        "now": now,
        "world_now": world_now,
        "stalled": world_now - max(STALL, STALL_REAL * world.speed),
        "slack": HOSTS_APART * world.speed,
        "minute_ago": now - WORK_DUE,
        "call_over": now - CALL_LEASE - SEND_LEASE - WORK_DUE,
        "doubt_over": now - ASK_A_PERSON - CALL_LEASE,
        "fresh": timedelta(minutes=max(minutes or 0, Policy().freshness_minutes)) + WORK_DUE,
    }


def _check(one: Invariant, values: dict[str, Any], *, with_journal: bool) -> list[Row]:
    if one.key == "I19":
        return [{"check": "walls", **row} for row in across()]
    names = one.statements + (one.journal if with_journal else ())
    return [{"check": name, **row} for name in names for row in _rows(name, values)]


def _rows(name: str, values: dict[str, Any]) -> list[Row]:
    if name in BY_COMMIT_TIME and not _commit_times_kept():
        return [{"unproved": "track_commit_timestamp is off: nobody can tell what came first"}]
    found = queries.rows(f"audit_{name}", values)
    judge = JUDGES.get(f"audit_{name}")
    return judge(found) if judge else found


def _commit_times_kept() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SHOW track_commit_timestamp")
        return bool(cursor.fetchone()[0] == "on")
