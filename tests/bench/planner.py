"""One run of the planner in a big installation, against the bare statements that move the same rows.

Both sides are counted in processor time, of this process and of its database backend: what else the machine does is
nobody's merit. The planner inserts nothing, so the bare side does not either; it knows the rows beforehand, and has to
look for none of them. Every campaign may use every mailbox: 50,000 pairs, the worst case.
"""

import gc
import resource
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from os import sysconf
from pathlib import Path
from time import process_time
from typing import Any

from django.db import connection, transaction

from sequences.actions import plan
from sequences.core.planner.demand import Plan
from tests.bench.report import Figure, figure
from tests.bench.seed import Field, a_field
from tests.factories import a_campaign, an_email

MAILBOXES = 1000
CAMPAIGNS = 50
ENROLLED = 1_000_000  # a fifth of them are due
FEW = 100_000
SLOTS = 10_000
ROUNDS = 3
WARM = 1
TIMES = 3  # the bare statements: more is too slow
FLAT = 1.25
MEGABYTES = 300
A_MAILBOX = "UPDATE mailboxes_mailbox SET daily_cap = 400, gap_seconds = 60, gap_jitter = 35"  # 10 places in 15 minutes
HEALTHY = """
INSERT INTO admission_standing (mailbox_id, health, health_good_until, health_says, hard_percent, hard_reason,
  protection, protection_percent, hard_mark)
SELECT id, 'pass', '9000-01-01', '', 100, '', 'normal', 100, 0 FROM mailboxes_mailbox ON CONFLICT DO NOTHING
"""
POOLS = """
INSERT INTO sequences_campaignmailbox (workspace_id, campaign_id, mailbox_id, weight)
SELECT %(workspace)s, c.id, m.id, 1 FROM sequences_campaign c CROSS JOIN mailboxes_mailbox m ON CONFLICT DO NOTHING
"""
# n: campaign = n mod 50; of the rest, so many fifths are due, and every fifth is an opener without a mailbox.
PEOPLE = (
    "SET session_replication_role = replica",  # no foreign key is checked a million times
    """INSERT INTO sequences_contact (id, workspace_id, recipient_id, email, domain, first_name, last_name, company,
      title, phone, linkedin_url, country, time_zone, zone_origin, fields, created_at, updated_at)
    SELECT n, %(workspace)s, n, 'p' || n || '@d' || n %% 5000 || '.example', 'd' || n %% 5000 || '.example', '', '',
      '', '', '', '', '', (ARRAY['Europe/Lisbon', 'Europe/Berlin', 'Europe/Madrid', 'Europe/Paris'])[1 + n / 250 %% 4],
      'given', '{}', now(), now() FROM generate_series(%(first)s::int, %(last)s::int) n""",
    """INSERT INTO sequences_enrollment (id, workspace_id, campaign_id, contact_id, recipient_id, mailbox_id, state,
      reason, fence, thread_subject, provider_thread_id, enrolled_at)
    SELECT n, %(workspace)s, %(campaigns)s[1 + n %% 50], n, n, NULL, 'active', '', 0, '', '', now()
    FROM generate_series(%(first)s::int, %(last)s::int) n""",
    """INSERT INTO sequences_touch (id, workspace_id, enrollment_id, campaign_id, step_id, position, kind, state,
      due_at, eligible_at, mailbox_id, assigned_reason, hold_reason, hold_detail, created_at)
    SELECT n, %(workspace)s, n, %(campaigns)s[1 + n %% 50], 0, CASE WHEN opener THEN 1 ELSE 2 END, 'email',
      'scheduled', at, at,
      CASE WHEN NOT opener THEN %(mailboxes)s[1 + (r * 611 + n %% 50 * 21) %% 1000] END, '', '', '', now()
    FROM generate_series(%(first)s::int, %(last)s::int) n
    CROSS JOIN LATERAL (SELECT n / 250 AS r, n / 250 %% 5 = 0 AS opener, n / 50 %% 5 < %(due)s AS due) one
    CROSS JOIN LATERAL (SELECT world_time(now()) + CASE WHEN due THEN -1 ELSE 1 END
      * (1 + n * 7919::bigint %% 1000) * interval '1 minute' AS at) two""",
    "SET session_replication_role = origin",
    "VACUUM (ANALYZE) sequences_touch",
    "VACUUM (ANALYZE) sequences_enrollment",
    "VACUUM (ANALYZE) sequences_contact",
)
BARE_SELECT = """
SELECT t.id, t.campaign_id, t.due_at, t.position, t.mailbox_id, k.time_zone, k.country_code
FROM sequences_touch t
JOIN sequences_enrollment e ON e.id = t.enrollment_id JOIN sequences_contact k ON k.id = e.contact_id
WHERE t.id = ANY(%s) FOR UPDATE OF t SKIP LOCKED
"""
BARE_UPDATE = """
UPDATE sequences_touch t SET state = 'planned', slot_at = s.at, mailbox_id = s.mailbox_id, assigned_reason = s.reason
FROM unnest(%s::bigint[], %s::bigint[], %s::timestamptz[], %s::text[]) AS s(id, mailbox_id, at, reason)
WHERE t.id = s.id
"""
AS_BEFORE = (
    """UPDATE sequences_touch SET state = 'scheduled', slot_at = NULL, assigned_reason = '', hold_reason = '',
      mailbox_id = CASE WHEN position = 1 THEN NULL ELSE mailbox_id END WHERE state = 'planned'""",
    "VACUUM (ANALYZE) sequences_touch",
)


@dataclass(frozen=True, slots=True)
class Run:
    """What one side cost: seconds of processor of this process and of the database's."""

    here: float
    there: float

    @property
    def seconds(self) -> float:
        """Both together."""
        return self.here + self.there


def planner_run() -> list[Figure]:
    """A run that gives 10,000 places among 200,000 due and a million enrolled."""
    field = _many_campaigns()
    people(field, 1, ENROLLED)
    ours, bare = _both()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # kB
    return [
        figure("planner_run", bare.seconds * 1000, "ms of processor, bare", ours.seconds * 1000, 1 / TIMES),
        figure("planner_run/memory", MEGABYTES, "MB allowed", most / 1024, 1.0),
    ]


def planner_growth() -> list[Figure]:
    """As many places, for as many who are due, among a tenth of the people and among all."""
    field = _many_campaigns()
    people(field, 1, FEW, due=2)
    few, _ = _both()
    people(field, FEW + 1, ENROLLED, due=0)
    many, _ = _both()
    return [figure("planner_growth", few.seconds * 1000, "ms at 100,000", many.seconds * 1000, 1 / FLAT)]


def _many_campaigns() -> Field:
    """One field of 1,000 mailboxes that 50 campaigns share."""
    field = a_field(MAILBOXES)
    for _ in range(CAMPAIGNS - 1):
        a_campaign(field.workspace, steps=(an_email(),), in_person_zone=True)
    with connection.cursor() as cursor:
        cursor.execute(A_MAILBOX)
        cursor.execute(HEALTHY)
        cursor.execute(POOLS, {"workspace": field.workspace.id})
    return field


def people(field: Field, first: int, last: int, *, due: int = 1) -> None:
    """Enrol so many people, of whom so many fifths are due."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT array_agg(id ORDER BY id) FROM sequences_campaign")
        values: dict[str, Any] = {
            "workspace": field.workspace.id,
            "campaigns": cursor.fetchone()[0],
            "mailboxes": list(field.mailboxes),
            "first": first,
            "last": last,
            "due": due,
        }
        for statement in PEOPLE:
            cursor.execute(statement, values if "%" in statement else None)


def _both() -> tuple[Run, Run]:
    """Run each side a few times, in turn, and keep the best of each."""
    ours, bare = [], []
    for number in range(WARM + ROUNDS):
        found: list[Plan | None] = []
        run = _counted(lambda found=found: found.append(plan.plan()))  # type: ignore[misc]
        given = found[0]
        assert given is not None
        assert len(given.slots) >= SLOTS * 0.9, f"{len(given.slots)} places"
        _as_before()
        simple = _counted(lambda given=given: _bare(given))  # type: ignore[misc]
        _as_before()
        if number >= WARM:
            ours.append(run)
            bare.append(simple)
    return min(ours, key=lambda one: one.seconds), min(bare, key=lambda one: one.seconds)


def _bare(found: Plan) -> None:
    """Do what is left of a run when nothing is decided: find the rows, lock them, write them."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(BARE_SELECT, [[slot.touch_id for slot in found.slots]])
        rows = cursor.fetchall()
        assert len(rows) == len(found.slots)
        columns: list[list[int] | list[datetime] | list[str]] = [
            [slot.touch_id for slot in found.slots],
            [slot.mailbox_id for slot in found.slots],
            [slot.at for slot in found.slots],
            [slot.reason for slot in found.slots],
        ]
        cursor.execute(BARE_UPDATE, columns)


def _as_before() -> None:
    with connection.cursor() as cursor:
        for statement in AS_BEFORE:
            cursor.execute(statement)


def _counted(work: Callable[[], None]) -> Run:
    """Return the processor time of some work, here and in the backend of this connection."""
    gc.collect()
    here, there = process_time(), _backend()
    work()
    return Run(process_time() - here, _backend() - there)


def _backend() -> float:
    """Return the processor time of this connection's backend so far."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        fields = Path(f"/proc/{cursor.fetchone()[0]}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")
