"""Rows for the permit benches, made in the database: mailboxes, people, and mails that are prepared and planned."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from app.actions import clock
from app.models import Installation, Workspace
from tests.factories import a_campaign, a_workspace

MAILBOXES = """
INSERT INTO mailboxes_mailbox (workspace_id, kind, purpose, address, display_name, endpoints, state, state_reason,
  time_zone, daily_cap, rolling_cap, gap_seconds, gap_jitter, created_at)
SELECT %s, 'smtp', 'outreach', 'sender' || n || '@example.org', '', '{}', 'connected', '', 'UTC', 1000000, 1000000,
  0, 0, now() FROM generate_series(1, %s) n RETURNING id
"""
BUDGETS = """
INSERT INTO mailboxes_budget (mailbox_id, used_today, granted, gap_jitter)
SELECT id, 0, 0, 0 FROM mailboxes_mailbox ON CONFLICT DO NOTHING
"""
# One row of each table per mail; ids are handed in, so that every client takes mails of its own by counting.
MAILS = (
    """INSERT INTO mailboxes_recipient (id, workspace_id, key, fence, created_at)
    SELECT n, %(workspace)s, 'bench' || n, 0, now() FROM generate_series(%(first)s::int, %(last)s::int) n""",
    """INSERT INTO sequences_contact (id, workspace_id, recipient_id, email, domain, first_name, last_name, company,
      title, phone, linkedin_url, country, time_zone, fields, created_at, updated_at)
    SELECT n, %(workspace)s, n, 'p' || n || '@d' || n %% 5000 || '.example', 'd' || n %% 5000 || '.example', '', '',
      '', '', '', '', '', '', '{}', now(), now() FROM generate_series(%(first)s::int, %(last)s::int) n""",
    """INSERT INTO sequences_enrollment (id, workspace_id, campaign_id, contact_id, recipient_id, mailbox_id, state,
      reason, fence, thread_subject, provider_thread_id, enrolled_at)
    SELECT n, %(workspace)s, %(campaign)s, n, n, %(mailboxes)s[1 + n %% %(many)s::int], 'active', '', 0, '', '', now()
    FROM generate_series(%(first)s::int, %(last)s::int) n""",
    """INSERT INTO sequences_touch (id, workspace_id, enrollment_id, campaign_id, step_id, variant_id, position, kind,
      state, due_at, eligible_at, slot_at, mailbox_id, assigned_reason, hold_reason, hold_detail, created_at)
    SELECT n, %(workspace)s, n, %(campaign)s, %(step)s, %(variant)s, 1, 'email', 'planned', world_time(now()),
      world_time(now()), world_time(now()), %(mailboxes)s[1 + n %% %(many)s::int], '', '', '', now()
    FROM generate_series(%(first)s::int, %(last)s::int) n""",
    """INSERT INTO mailboxes_delivery (id, workspace_id, kind, recipient_id, mailbox_id, campaign_id, step_id, touch_id,
      resend, state, token, message_id, real_message_id, provider_id, provider_thread_id, attempts, delivery_status,
      reason, created_at)
    SELECT n, %(workspace)s, 'campaign', n, %(mailboxes)s[1 + n %% %(many)s::int], %(campaign)s, %(step)s, n, 0,
      'prepared', 't' || n, 't' || n || '@example.org', '', '', '', 0, 'unknown', '', now()
    FROM generate_series(%(first)s::int, %(last)s::int) n""",
    """INSERT INTO mailboxes_deliverybody (delivery_id, address, subject, text, html, in_reply_to, "references", source)
    SELECT n, 'p' || n || '@d' || n %% 5000 || '.example', 'A question', 'Hello', '', '', '[]', 's'
    FROM generate_series(%(first)s::int, %(last)s::int) n""",
)
# What was sent before: an installation that sends has a past, and plans made for empty tables would scan the full ones.
PAST = 5000  # mails
PAST_FROM = 100_000_000  # their ids, far from those that the benches count through
PAST_MAILS = (
    """UPDATE mailboxes_delivery SET state = 'accepted', accepted_world = world_time(now()) - interval '1 day',
      settled_at = now(), permit_id = id WHERE id BETWEEN %(first)s AND %(last)s""",
    """INSERT INTO admission_permit (id, workspace_id, delivery_id, mailbox_id, recipient_id, kind, campaign_id,
      step_id, state, fence, number, local_day, granted_at, world_at, settled_at, response)
    SELECT d.id, d.workspace_id, d.id, d.mailbox_id, d.recipient_id, d.kind, d.campaign_id, d.step_id, 'accepted', 0,
      row_number() OVER (PARTITION BY d.mailbox_id ORDER BY d.id), current_date - 1, now(), d.accepted_world, now(), ''
    FROM mailboxes_delivery d WHERE d.id BETWEEN %(first)s AND %(last)s""",
    """INSERT INTO admission_permitfacts (permit_id, policy_version, facts, position)
    SELECT n, 0, '{}', '{}' FROM generate_series(%(first)s::int, %(last)s::int) n""",
    """INSERT INTO admission_ledgerline (workspace_id, campaign_id, step_id, recipient_id, resend, delivery_id)
    SELECT workspace_id, campaign_id, step_id, recipient_id, 0, id
    FROM mailboxes_delivery WHERE id BETWEEN %(first)s AND %(last)s""",
    """UPDATE mailboxes_budget b SET granted = p.n FROM (
      SELECT mailbox_id, count(*) AS n FROM admission_permit GROUP BY 1) p WHERE p.mailbox_id = b.mailbox_id""",
    """UPDATE sequences_touch SET state = 'sent', closed_at = world_time(now())
    WHERE id BETWEEN %(first)s AND %(last)s""",
)
ANALYSE = "ANALYZE"
# Past the trigger that keeps the log: each bench begins with nothing, and with ids from 1.
EMPTY = """
SET session_replication_role = replica; TRUNCATE app_workspace, app_event, admission_permitfacts CASCADE;
SET session_replication_role = origin
"""


# Every limit is set and none binds: time runs a million times faster, so that thousands of mails are spread over years.
RULED = (
    """UPDATE mailboxes_mailbox
    SET daily_cap = 1000, rolling_cap = 1000, hourly_cap = 20, reserved = 2, ramp_start = 5""",
    """INSERT INTO admission_standing (mailbox_id, ramp_limit, ramp_day, health, health_good_until, health_says,
      hard_percent, hard_reason, protection, protection_percent, hard_mark)
    SELECT id, 1000, '2999-01-01', 'pass', '9000-01-01', '', 100, '', 'normal', 100, 0 FROM mailboxes_mailbox""",
    """INSERT INTO mailboxes_handmail (workspace_id, mailbox_id, provider_id, sent_at, local_day, recipients, by_tool,
      people)
    SELECT workspace_id, id, 'by-hand' || n, '2000-01-01', '2000-01-01', 1, false, '[]'
    FROM mailboxes_mailbox, generate_series(1, 20) n""",
    """INSERT INTO admission_policyversion (workspace_id, number, values, created_at)
    SELECT id, 1, '{"domain_openers": 50, "domain_people": 100}', now() FROM app_workspace""",
    """UPDATE sequences_campaign
    SET "window" = '[{"days": [1, 2, 3, 4, 5, 6, 7], "opens": "00:00", "closes": "24:00"}]'""",
    """UPDATE app_installation SET anchor_real = now(), speed = 1000000""",
)
# A big installation's years: with a thousand mailboxes, four mails to each person. Ids are far from the benches' own.
VOLUME_FROM = 1_000_000_000
VOLUME = (
    """INSERT INTO mailboxes_delivery (id, workspace_id, kind, recipient_id, mailbox_id, campaign_id, step_id, touch_id,
      resend, state, token, message_id, real_message_id, provider_id, provider_thread_id, attempts, delivery_status,
      reason, created_at, permit_id, accepted_world, settled_at)
    SELECT n, %(workspace)s, 'campaign', %(from)s + (n - %(from)s) / 4,
      (%(mailboxes)s::bigint[])[1 + n %% %(many)s::int], %(campaign)s, %(step)s, n, 0, 'accepted', 't' || n,
      't' || n || '@example.org', '', '', '', 1, 'unknown', '',
      now(), n, '2020-01-01'::timestamptz + n %% 1000000 * interval '1 minute', now()
    FROM generate_series(%(first)s::bigint, %(last)s::bigint) n""",
    """INSERT INTO admission_permit (id, workspace_id, delivery_id, mailbox_id, recipient_id, kind, campaign_id,
      step_id, state, fence, number, local_day, granted_at, world_at, settled_at, response)
    SELECT n, %(workspace)s, n, (%(mailboxes)s::bigint[])[1 + n %% %(many)s::int], %(from)s + (n - %(from)s) / 4,
      'campaign', %(campaign)s, %(step)s, 'accepted', 0, 1 + (n - %(from)s) / %(many)s, '2020-01-01', now(),
      '2020-01-01'::timestamptz + (n - %(from)s) * interval '10 seconds', now(), ''
    FROM generate_series(%(first)s::bigint, %(last)s::bigint) n""",
    """INSERT INTO admission_ledgerline (workspace_id, campaign_id, step_id, recipient_id, resend, delivery_id, company)
    SELECT %(workspace)s, %(campaign)s, %(step)s + n %% 4, %(from)s + (n - %(from)s) / 4, 0, n,
      CASE WHEN n %% 4 = 0 THEN 'd' || n %% 1000000 || '.example' ELSE '' END
    FROM generate_series(%(first)s::bigint, %(last)s::bigint) n""",
)
VOLUME_AT_ONCE = 500_000  # rows of a statement, so that none keeps the others out of memory
GRANTED = """
UPDATE mailboxes_budget b SET granted = p.n
FROM (SELECT mailbox_id, max(number) AS n FROM admission_permit GROUP BY 1) p
WHERE p.mailbox_id = b.mailbox_id
"""


@dataclass(frozen=True, slots=True)
class Field:
    """Where the benches run: a workspace with a campaign, and the ids of its mailboxes."""

    workspace: Workspace
    campaign_id: int
    step_id: int
    variant_id: int
    mailboxes: tuple[int, ...]


def a_field(mailboxes: int) -> Field:
    """Return a workspace whose campaign is open all day, with so many mailboxes without gap or cap in the way."""
    connection.ensure_connection()
    connection.connection.execute(EMPTY, prepare=False)  # several statements at once cannot be prepared
    now = clock.now()
    Installation.objects.filter(id=1).update(anchor_real=now, anchor_world=now.replace(hour=11))
    workspace = a_workspace()
    campaign = a_campaign(workspace)
    step = campaign.step_set.get()
    with connection.cursor() as cursor:
        cursor.execute(MAILBOXES, [workspace.id, mailboxes])
        ids = tuple(row[0] for row in cursor.fetchall())
        cursor.execute(BUDGETS)
    return Field(workspace, campaign.id, step.id, step.variant_set.get().id, ids)


def a_past(field: Field) -> None:
    """Write mails that were sent yesterday, to people whom the benches do not write to."""
    write(field, PAST_FROM, PAST_FROM + PAST - 1, MAILS + PAST_MAILS)


def a_ruled_field(mailboxes: int) -> Field:
    """Return a field in which every rule has something to look at: every limit is set, and none is reached."""
    field = a_field(mailboxes)
    with connection.cursor() as cursor:
        for statement in RULED:
            cursor.execute(statement)
    return field


def a_volume(field: Field, number: int) -> None:
    """Write so many mails that left years ago, each with its permit and its line of the ledger, past foreign keys."""
    values: dict[str, Any] = {
        "workspace": field.workspace.id,
        "campaign": field.campaign_id + 1,
        "step": field.step_id + 1,
        "mailboxes": list(field.mailboxes),
        "many": len(field.mailboxes),
        "from": VOLUME_FROM,
    }
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for first in range(VOLUME_FROM, VOLUME_FROM + number, VOLUME_AT_ONCE):
            last = min(first + VOLUME_AT_ONCE, VOLUME_FROM + number) - 1
            for statement in VOLUME:
                cursor.execute(statement, values | {"first": first, "last": last})
        cursor.execute("SET session_replication_role = origin")
        cursor.execute(GRANTED)
        cursor.execute(ANALYSE)


def mails(field: Field, first: int, last: int) -> None:
    """Write prepared mails with the ids first..last, spread over the field's mailboxes."""
    write(field, first, last, MAILS)


def touches(field: Field, first: int, last: int) -> None:
    """Write people whose first mail is planned for now, and not written yet: what a worker begins with."""
    write(field, first, last, MAILS[:4])


def write(field: Field, first: int, last: int, statements: Sequence[str]) -> None:
    """Run the statements for the ids first..last, and let the planner know the tables."""
    values: dict[str, Any] = {
        "workspace": field.workspace.id,
        "campaign": field.campaign_id,
        "step": field.step_id,
        "variant": field.variant_id,
        "mailboxes": list(field.mailboxes),
        "many": len(field.mailboxes),
        "first": first,
        "last": last,
    }
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement, values)
        cursor.execute(ANALYSE)
