-- Defects planted by hand, one for each thing the audit must see: `-- invariant check`, then the statements. $names are
-- the ids of tests/audit/conftest.py: Ledger, and the fragments that stand first, headed `-- fragment name`.

-- fragment message
INSERT INTO mailboxes_inboundmessage (id, workspace_id, mailbox_id, provider_id, provider_thread_id, message_id, own, state,
  kind, rule, evidence, disposition, recipient_id, delivery_id, from_domain, attempts, next_try_at, reason, received_at,
  stored_at, decided_at)
VALUES (1, $workspace, $mailbox, 'p', '', '', false, 'classified', '', '', '', 'replied', $person, NULL, '', 0,
  now() - interval '1 hour', '', now(), now() - interval '1 hour', now());
UPDATE mailboxes_inboundcursor SET version = 1;

-- fragment outcome
INSERT INTO bounces_outcome (id, workspace_id, recipient_id, kind, stops, fence, category, status, delivery_id, exact,
  inbound_id, rule, return_date, at, world_at)
VALUES (1, $workspace, $person, 'replied', true, 0, '', '', NULL, false, 1, '', NULL, now(), now());

-- fragment suppression
INSERT INTO bounces_suppression (id, workspace_id, scope, recipient_id, domain, reason, created_at, lift_reason)
VALUES (1, $workspace, 'domain', NULL, 'nobody.example', 'typed', now() - interval '1 hour', '');

-- fragment wish
INSERT INTO bounces_unsubscriberequest (workspace_id, recipient_id, received_at, attempts, next_try_at)
VALUES ($workspace, $person, now() - interval '1 hour', 0, now());

-- fragment debt
INSERT INTO app_reactiondue (event_id, workspace_id, reaction, attempts, due_at, created_at, error)
VALUES (1, $workspace, 'x', 0, now(), now() - interval '1 hour', '');

-- fragment task
INSERT INTO sequences_task (id, workspace_id, touch_id, kind, state, text, due_at, created_at)
VALUES (1, $workspace, $touch, 'call', 'open', '', now(), now());

-- fragment import
INSERT INTO sequences_import (id, workspace_id, name, state, columns, mapping, encoding, separator, mark, rows_read, created,
  updated, skipped, rejected, enrolled, started_at, foreseen, undone)
VALUES (1, $workspace, 'people', 'done', '[]', '[]', 'utf-8', ',', 1, 1, 1, 0, 0, 0, 0, now(), '{}', '{}');
INSERT INTO sequences_importrow (batch_id, number, line, data, verdict, reason) VALUES (1, 1, 2, '{}', '', '');

-- fragment doubt
UPDATE mailboxes_delivery SET state = 'uncertain', call_began_at = now() - interval '2 days' WHERE id = $first;
UPDATE admission_permit SET state = 'uncertain' WHERE id = $permit;

-- fragment due
UPDATE sequences_touch SET eligible_at = '2027-03-09 09:00Z' WHERE state = 'scheduled';

-- I1 copies
UPDATE mailboxes_delivery d SET recipient_id = o.recipient_id FROM mailboxes_delivery o WHERE o.id = $first AND d.id = $second;

-- I1 permits_in_force
UPDATE admission_permit SET delivery_id = $first;

-- I1 unpromised
DELETE FROM admission_ledgerline WHERE delivery_id = $first;

-- I2 attempts
UPDATE mailboxes_delivery SET attempts = 2 WHERE id = $first;

-- I2 holders
UPDATE admission_permit SET state = 'rejected' WHERE id = $permit;

-- I2 holders
UPDATE mailboxes_delivery SET state = 'prepared', call_began_at = NULL WHERE id = $first;

-- I6 unread
$message
$outcome
UPDATE admission_permit SET granted_at = now() - interval '1 minute';

-- I6 stale_inbox
UPDATE admission_permitfacts SET facts = facts || jsonb_build_object('inbox_read_at', (facts->>'now')::timestamptz - interval '1 hour');

-- I6 stale_inbox
UPDATE admission_permitfacts SET facts = facts || '{"inbox_missing": true}';

-- I7 day_caps
UPDATE admission_permitfacts SET facts = facts || '{"daily_cap": 1}';

-- I7 day_caps
UPDATE admission_permitfacts SET facts = facts || '{"limit": 1}';

-- I7 day_caps
UPDATE admission_permitfacts SET facts = facts || '{"reserved": 19}';

-- I7 hourly_caps
UPDATE admission_permitfacts SET facts = facts || '{"hourly_cap": 1}';

-- I7 new_people
UPDATE admission_permitfacts SET facts = facts || '{"subject_new_per_day": 1}';

-- I7 company_openers
UPDATE admission_ledgerline SET company = 'acme.example';
UPDATE admission_permitfacts SET facts = facts || '{"policy_domain_openers": 1}';

-- I7 company_people
UPDATE admission_ledgerline SET company = 'acme.example';
UPDATE admission_permitfacts SET facts = facts || '{"policy_domain_people": 1}';

-- I7 company_people
UPDATE admission_permitfacts SET facts = facts || '{"policy_domain_people": 2, "subject_domain_people": 2}';

-- I7 often
UPDATE admission_permit SET recipient_id = $person;

-- I7 often
UPDATE admission_permit SET recipient_id = $person;
UPDATE admission_permitfacts SET facts = facts || '{"policy_person_gap_days": null, "policy_person_cap": 1}';

-- I7 charged_days
UPDATE admission_permit SET local_day = local_day - 1;

-- I7 charged_days
UPDATE admission_permit SET local_day = local_day + 7;

-- I7 rolling_caps
UPDATE admission_permitfacts SET facts = facts || '{"rolling_cap": 1}';

-- I7 breakers
INSERT INTO app_event (workspace_id, kind, subject_id, data, at, world_at)
VALUES ($workspace, 'mailbox.slowed', $mailbox, '{"percent": 50}', now() - interval '1 hour', now());

-- I7 breakers
INSERT INTO app_event (workspace_id, kind, subject_id, data, at, world_at)
VALUES ($workspace, 'mailbox.paused', $mailbox, '{}', now() - interval '1 hour', now());

-- I7 budgets
UPDATE mailboxes_budget SET used_today = 1;

-- I7 budgets
DELETE FROM admission_permit WHERE id = $permit;

-- I7 counters
INSERT INTO admission_counter (workspace_id, scope, key, day, used, cap) VALUES ($workspace, 'campaign_day', '1', '2027-03-09', 4, 3);

-- I8 gaps
UPDATE admission_permitfacts SET facts = facts || '{"gap_seconds": 60}';

-- I8 drawn_gaps
UPDATE admission_permitfacts SET facts = facts || jsonb_build_object('gap_seconds', 60, 'last_send_at', facts->>'world_now');

-- I8 in_flight
UPDATE admission_permitfacts SET facts = facts || '{"gap_seconds": 1}';
UPDATE admission_permit SET number = 9 WHERE id = $permit;

-- I8 windows
UPDATE admission_permitfacts SET facts = facts || '{"away": "[[\"2020-01-01\", \"2040-01-01\"]]"}';

-- I8 windows
UPDATE admission_permitfacts
  SET facts = facts || '{"workday": "[{\"days\": [1, 2, 3, 4, 5, 6, 7], \"opens\": \"03:00\", \"closes\": \"03:05\"}]"}';

-- I8 calendars
INSERT INTO sequences_holidaycalendar (workspace_id, name, country, subdivision, added, removed, for_country, created_at)
  SELECT id, 'Ours', 'DE', '', '["2027-12-24"]', '[]', false, now() FROM app_workspace;
UPDATE sequences_campaign c SET calendar_id = h.id,
  days_off = '{"country": "DE", "subdivision": "", "added": [], "removed": []}'
  FROM sequences_holidaycalendar h WHERE h.workspace_id = c.workspace_id;

-- I8 windows
UPDATE admission_permitfacts SET facts = facts || '{"subject_window": {"days": [2], "opens": "11:00", "closes": "18:00"}}';

-- I8 windows
UPDATE admission_permitfacts SET facts = facts || '{"subject_window": {"days": [1], "opens": "08:00", "closes": "18:00"}}';

-- I8 windows
UPDATE admission_permitfacts SET facts = facts || '{"subject_closed": ["2027-03-09"]}';

-- I9 step_order
UPDATE sequences_touch SET id = -id WHERE state = 'scheduled';

-- I9 delays
UPDATE sequences_touch SET due_at = due_at + interval '1 day' WHERE id = $touch;

-- I10 envelopes
UPDATE admission_permit SET recipient_id = 0 WHERE id = $permit;

-- I10 addresses
UPDATE mailboxes_deliverybody SET address = 'eve@example.net' WHERE delivery_id = $first;

-- I12 unplaced
$due

-- I12 unplaced
$due
UPDATE mailboxes_mailbox SET state = 'paused';

-- I12 overdue_slots
UPDATE sequences_touch SET slot_at = '2027-03-09 09:00Z' WHERE state = 'planned';

-- I12 unopened_tasks
$due
UPDATE sequences_touch SET kind = 'call';

-- I12 lost_people
DELETE FROM sequences_touch WHERE state = 'scheduled';

-- I12 lost_people
UPDATE sequences_enrollment SET state = 'stopped', ended_at = now();

-- I12 overdue_work
UPDATE mailboxes_delivery SET state = 'sending', lease_until = now() - interval '1 hour' WHERE id = $first;

-- I12 overdue_work
$debt

-- I12 overdue_work
$wish

-- I12 overdue_work
$message
UPDATE mailboxes_inboundmessage SET state='stored', disposition='', decided_at=NULL;

-- I12 overdue_work
$suppression

-- I12 overdue_work
UPDATE mailboxes_delivery SET state = 'bounced' WHERE id = $first;
UPDATE admission_permit SET state = 'open', settled_at = NULL, granted_at = now() - interval '1 hour' WHERE id = $permit;

-- I12 overdue_work
UPDATE mailboxes_budget SET in_flight_permit = $permit;

-- I13 uncertain
$doubt

-- I13 uncertain
$doubt
UPDATE mailboxes_delivery SET call_began_at = now() WHERE id = $first;
DELETE FROM sequences_touch WHERE enrollment_id = $enrollment AND id <> $touch;
UPDATE sequences_touch SET state = 'scheduled', closed_at = NULL WHERE id = $touch;

-- I14 dispositions
$message

-- I14 dispositions
$message
$outcome
UPDATE mailboxes_inboundmessage SET disposition = 'away';

-- I14 dispositions
$outcome

-- I14 dispositions
$message
UPDATE mailboxes_inboundmessage SET recipient_id = NULL, state = 'not_ours', disposition = 'not_ours', message_id = 'a@b';

-- I14 dispositions
$message
$outcome
UPDATE mailboxes_mailbox SET purpose = 'personal'; UPDATE mailboxes_inboundmessage SET concern = '';

-- I14 dispositions
$message
UPDATE mailboxes_inboundmessage SET recipient_id = NULL, state = 'stored', disposition = '', decided_at = NULL;

-- I14 inbound_counts
$message

-- I14 inbound_counts
INSERT INTO mailboxes_inboundday (mailbox_id, day, received) VALUES ($mailbox, current_date, 1);

-- I15 cursors
$message
UPDATE mailboxes_inboundcursor SET version = 0;

-- I15 cursors
UPDATE mailboxes_inboundcursor SET listed_at = now() + interval '1 hour';

-- I16 permit_events
DELETE FROM app_event WHERE kind = 'permit.granted';

-- I16 permit_events
DELETE FROM admission_permit WHERE id = $permit;

-- I16 settled_events
DELETE FROM app_event WHERE kind = 'delivery.accepted';

-- I16 settled_events
UPDATE admission_permit SET state = 'deferred';

-- I16 delivery_events
UPDATE mailboxes_delivery SET state = 'bounced' WHERE id = $first;

-- I16 delivery_events
UPDATE mailboxes_delivery SET state = 'withdrawn' WHERE id = $next;

-- I16 delivery_events
UPDATE mailboxes_delivery SET state = 'rejected' WHERE id = $first;

-- I16 enrollment_events
UPDATE sequences_enrollment SET state = 'stopped', ended_at = now();

-- I16 enrollment_events
DELETE FROM app_event WHERE kind = 'enrollment.started';

-- I16 answer_events
$outcome

-- I16 answer_events
$message

-- I16 answer_events
$suppression

-- I16 answer_events
$task

-- I16 answer_events
$import

-- I18 imports
$import

-- I18 import_rows
$import
