"""A big workspace as a team has it after years: a million contacts, 200 campaigns, five million mails, and answers.

Rows are written by the database, past foreign keys and triggers, and are such as the product writes.
"""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from app.actions import clock
from app.models import Workspace
from mailboxes.models import InboundCursor
from tests.bench.seed import ANALYSE, BUDGETS, EMPTY, MAILBOXES
from tests.factories import a_campaign, a_task, a_user, a_workspace, an_email

PEOPLE, CAMPAIGNS, MAILS, SENDERS = 1_000_000, 200, 5_000_000, 1_000
AT_ONCE = 250_000  # rows of a statement
DAYS = 730  # over which the mails were sent
STEPS = (an_email(), an_email("", "Again", delay=3), a_task(), an_email("", "Farewell", delay=4))

# One row per person. A fifth of them are on their way, one in fifty is held, the others have ended.
BY_PERSON = (
    """INSERT INTO mailboxes_recipient (id, workspace_id, key, fence, created_at)
    SELECT n, %(workspace)s, 'estate' || n, 0, now() FROM generate_series(%(first)s::int, %(last)s::int) n""",
    """INSERT INTO sequences_contact (id, workspace_id, recipient_id, email, domain, first_name, last_name, company,
      title, phone, linkedin_url, country, country_code, time_zone, fields, created_at, updated_at)
    SELECT n, %(workspace)s, n, 'ada' || n || '@firm' || n %% 200000 || '.example', 'firm' || n %% 200000 || '.example',
      'Ada' || n %% 1000, 'Example' || n %% 5000, 'Firm ' || n %% 200000, '', '', '', 'Germany', 'DE', '',
      '{"size": "12"}', now() - n * interval '20 seconds', now()
    FROM generate_series(%(first)s::int, %(last)s::int) n""",
    """INSERT INTO sequences_enrollment (id, workspace_id, campaign_id, contact_id, recipient_id, mailbox_id, state,
      reason, fence, thread_subject, provider_thread_id, enrolled_at, ended_at, last_accepted_at)
    SELECT n, %(workspace)s, (%(campaigns)s::bigint[])[1 + n %% 200], n, n, (%(mailboxes)s::bigint[])[1 + n %% 1000],
      CASE WHEN n %% 5 = 0 THEN 'active' WHEN n %% 50 = 1 THEN 'replied' WHEN n %% 100 = 2 THEN 'bounced'
      WHEN n %% 100 = 3 THEN 'unsubscribed' ELSE 'finished' END, '', 0, 'A question', '',
      now() - (n %% 730 + 10) * interval '1 day',
      CASE WHEN n %% 5 = 0 THEN NULL ELSE now() - n %% 730 * interval '1 day' END,
      now() - n %% 730 * interval '1 day' FROM generate_series(%(first)s::int, %(last)s::int) n""",
    """INSERT INTO sequences_touch (id, workspace_id, enrollment_id, campaign_id, step_id, variant_id, position, kind,
      state, due_at, eligible_at, slot_at, mailbox_id, assigned_reason, hold_reason, hold_detail, created_at, closed_at)
    SELECT n, %(workspace)s, n, (%(campaigns)s::bigint[])[1 + n %% 200], (%(steps)s::bigint[])[1 + n %% 200], NULL, 2,
      'email', CASE WHEN n %% 50 = 0 THEN 'held' WHEN n %% 5 = 0 THEN 'scheduled' ELSE 'sent' END,
      now() - interval '1 hour', now() - interval '1 hour', NULL, (%(mailboxes)s::bigint[])[1 + n %% 1000], '',
      CASE WHEN n %% 50 = 0 THEN 'missing_field' ELSE '' END, CASE WHEN n %% 50 = 0 THEN 'first_name' ELSE '' END,
      now(), CASE WHEN n %% 5 = 0 THEN NULL ELSE now() END FROM generate_series(%(first)s::int, %(last)s::int) n""",
    """INSERT INTO bounces_outcome (id, workspace_id, recipient_id, kind, stops, suppresses, fence, category, status,
      delivery_id, exact, inbound_id, rule, at, world_at)
    SELECT n, %(workspace)s, n,
      CASE WHEN n %% 50 = 1 THEN 'replied' WHEN n %% 100 = 2 THEN 'bounced' ELSE 'unsubscribed' END,
      true, n %% 50 <> 1, 1, '', '', n * 5, true, CASE WHEN n %% 50 = 1 THEN n END, '',
      now() - n %% 730 * interval '1 day',
      now() - n %% 730 * interval '1 day'
    FROM generate_series(%(first)s::int, %(last)s::int) n WHERE n %% 50 = 1 OR n %% 100 IN (2, 3)""",
    """INSERT INTO bounces_suppression (workspace_id, scope, recipient_id, domain, reason, created_at, lift_reason)
    SELECT %(workspace)s, 'address', n, '', CASE WHEN n %% 100 = 2 THEN 'bounced' ELSE 'unsubscribed' END, now(), ''
    FROM generate_series(%(first)s::int, %(last)s::int) n WHERE n %% 100 IN (2, 3)""",
    """INSERT INTO mailboxes_inboundmessage (id, workspace_id, mailbox_id, provider_id, provider_thread_id, message_id,
      own, state, kind, rule, evidence, disposition, recipient_id, from_domain, attempts, next_try_at, reason,
      received_at, stored_at, decided_at)
    SELECT n, %(workspace)s, (%(mailboxes)s::bigint[])[1 + n %% 1000], 'in' || n, '',
      'in' || n || '@firm.example', false,
      'classified', 'human', 'doubt', '', CASE WHEN n %% 500 = 51 THEN 'unmatched' ELSE 'replied' END, n,
      'firm.example', 0, now(), '', now() - n %% 730 * interval '1 day', now(), now()
    FROM generate_series(%(first)s::int, %(last)s::int) n WHERE n %% 50 = 1""",
    """INSERT INTO bounces_inboundtext (message_id, from_address, from_name, subject, text, cut, calendar)
    SELECT n, 'ada' || n || '@firm.example', 'Ada', 'Re: A question', 'Tell me more, please.', false, '{}'
    FROM generate_series(%(first)s::int, %(last)s::int) n WHERE n %% 50 = 1""",
    """INSERT INTO bounces_conversation (id, workspace_id, mailbox_id, recipient_id, owner_id, state, unread, received,
      last_kind, last_inbound_at, last_inbound_id, asked_at)
    SELECT n, %(workspace)s, (%(mailboxes)s::bigint[])[1 + n %% 1000], n,
      CASE WHEN n %% 3 = 0 THEN %(user)s::bigint END,
      CASE WHEN n %% 10 = 1 THEN 'open' ELSE 'done' END, 1, 1, 'replied', now() - n %% 730 * interval '1 day', n,
      now() - n %% 730 * interval '1 day' FROM generate_series(%(first)s::int, %(last)s::int) n WHERE n %% 50 = 1""",
    """INSERT INTO bounces_conversationmessage (workspace_id, conversation_id, message_id, at)
    SELECT %(workspace)s, n, n, now() - n %% 730 * interval '1 day'
    FROM generate_series(%(first)s::int, %(last)s::int) n WHERE n %% 50 = 1""",
    """INSERT INTO sequences_task (workspace_id, contact_id, owner_id, kind, state, text, due_at, created_at,
      outcome_id)
    SELECT %(workspace)s, n, %(user)s, 'look', 'open', '', now() - interval '1 hour', now(), n
    FROM generate_series(%(first)s::int, %(last)s::int) n WHERE n %% 50 = 1""",
)
# One row per mail, five a person; the last month's have permits, and every mail is in the log.
BY_MAIL = (
    """INSERT INTO mailboxes_delivery (id, workspace_id, kind, recipient_id, mailbox_id, campaign_id, step_id, touch_id,
      resend, state, token, message_id, real_message_id, provider_id, provider_thread_id, attempts, delivery_status,
      reason, created_at, permit_id, accepted_world, settled_at)
    SELECT n, %(workspace)s, 'campaign', n / 5, (%(mailboxes)s::bigint[])[1 + (n / 5) %% 1000],
      (%(campaigns)s::bigint[])[1 + (n / 5) %% 200], (%(steps)s::bigint[])[1 + (n / 5) %% 200], n, 0,
      'accepted', 't' || n,
      't' || n || '@example.org', '', '', '', 1, 'unknown', '', now(), n, now() - n %% 730 * interval '1 day', now()
    FROM generate_series(%(first)s::bigint, %(last)s::bigint) n""",
    """INSERT INTO admission_permit (id, workspace_id, delivery_id, mailbox_id, recipient_id, kind, campaign_id,
      step_id, state, fence, number, local_day, granted_at, world_at, settled_at, response)
    SELECT n, %(workspace)s, n, (%(mailboxes)s::bigint[])[1 + (n / 5) %% 1000], n / 5, 'campaign',
      (%(campaigns)s::bigint[])[1 + (n / 5) %% 200], (%(steps)s::bigint[])[1 + (n / 5) %% 200], 'accepted', 0,
      n, current_date - (n %% 730)::int, now(), now() - n %% 730 * interval '1 day', now(), ''
    FROM generate_series(%(first)s::bigint, %(last)s::bigint) n WHERE n %% 730 < 30""",
    """INSERT INTO app_event (workspace_id, kind, subject_id, recipient_id, data, at, world_at)
    SELECT %(workspace)s, 'delivery.accepted', n, n / 5, '{}', now() - (730 - n * 730 / 5000000) * interval '1 day',
      now() - (730 - n * 730 / 5000000) * interval '1 day'
    FROM generate_series(%(first)s::bigint, %(last)s::bigint) n""",
)
STANDINGS = """
INSERT INTO admission_standing (mailbox_id, ramp_limit, ramp_day, health, health_good_until, health_says,
  hard_percent, hard_reason, protection, protection_percent, hard_mark)
SELECT id, 30, '2999-01-01', 'pass', '2999-01-01', '', 100, '', 'normal', 100, 0 FROM mailboxes_mailbox
"""
MEMBERS = """
INSERT INTO sequences_campaignmailbox (workspace_id, campaign_id, mailbox_id, weight)
SELECT %(workspace)s, c.id, m.id, 1 FROM sequences_campaign c, mailboxes_mailbox m WHERE (m.id + c.id) %% 20 = 0
"""


@dataclass(frozen=True, slots=True)
class Estate:
    """The workspace, its owner, and ids of rows that pages are about."""

    workspace: Workspace
    owner: User
    campaigns: tuple[int, ...]
    mailboxes: tuple[int, ...]
    people: int


def an_estate(people: int = PEOPLE, mails: int = MAILS) -> Estate:
    """Write the workspace, `mails` of them over two years; some minutes for five million."""
    connection.ensure_connection()
    connection.connection.execute(EMPTY, prepare=False)  # several statements at once cannot be prepared
    workspace = a_workspace(name="An estate")
    owner = a_user(workspace)
    with connection.cursor() as cursor:
        cursor.execute(MAILBOXES, [workspace.id, SENDERS])
        mailboxes = tuple(row[0] for row in cursor.fetchall())
        cursor.execute(BUDGETS)
        cursor.execute(STANDINGS)
    now = clock.now()
    InboundCursor.objects.bulk_create(
        [InboundCursor(mailbox_id=one, listed_at=now, next_poll_at=now) for one in mailboxes]
    )
    made = [a_campaign(workspace, steps=STEPS) for _ in range(CAMPAIGNS)]
    values: dict[str, Any] = {
        "workspace": workspace.id,
        "user": owner.pk,
        "mailboxes": list(mailboxes),
        "campaigns": [one.id for one in made],
        "steps": [one.step_set.earliest("position").id for one in made],
    }
    with connection.cursor() as cursor:
        cursor.execute(MEMBERS, values)
        cursor.execute("SET session_replication_role = replica")
        for statements, number in ((BY_PERSON, people), (BY_MAIL, mails)):
            for first in range(1, number, AT_ONCE):
                for statement in statements:
                    cursor.execute(statement, values | {"first": first, "last": min(first + AT_ONCE - 1, number)})
        cursor.execute("SET session_replication_role = origin")
        cursor.execute(ANALYSE)
    return Estate(workspace, owner, tuple(values["campaigns"]), mailboxes, people)
