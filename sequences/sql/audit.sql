-- audit_copies: I1, deliveries of one step to one person of which more than one left, or may have left; called by
-- sequences.actions.audit, as is every statement of this file
SELECT campaign_id, step_id, recipient_id, resend, count(*) AS copies, array_agg(id ORDER BY id) AS deliveries
FROM mailboxes_delivery
WHERE campaign_id IS NOT NULL AND state IN ('sending', 'uncertain', 'accepted', 'bounced', 'complained')
GROUP BY 1, 2, 3, 4 HAVING count(*) > 1

-- audit_permits_in_force: I1, deliveries with more than one permit that may have brought a copy
SELECT delivery_id, count(*) AS in_force, array_agg(id ORDER BY id) AS permits FROM admission_permit
WHERE state IN ('open', 'uncertain', 'accepted') GROUP BY 1 HAVING count(*) > 1

-- audit_unpromised: I1, permits of a campaign without the ledger line that keeps a second copy away
SELECT p.id AS permit_id, p.delivery_id, p.campaign_id, p.step_id
FROM admission_permit p JOIN mailboxes_delivery d ON d.id = p.delivery_id
WHERE p.campaign_id IS NOT NULL AND NOT EXISTS (
  SELECT FROM admission_ledgerline l WHERE l.campaign_id = p.campaign_id AND l.step_id = p.step_id
    AND l.recipient_id = p.recipient_id AND l.resend = d.resend AND l.delivery_id = p.delivery_id)

-- audit_world_copies: I1, by the journal: a mail that the world took more than once
SELECT d.campaign_id, d.step_id, d.recipient_id, d.resend, sum(a.copies) AS copies, array_agg(d.id) AS deliveries
FROM unnest(%(accepted)s::text[], %(copies)s::int[]) AS a(token, copies) JOIN mailboxes_delivery d ON d.token = a.token
GROUP BY 1, 2, 3, 4, CASE WHEN d.campaign_id IS NULL THEN d.id END HAVING sum(a.copies) > 1

-- audit_attempts: I2, deliveries whose count of attempts is not the number of their permits
SELECT d.id AS delivery_id, d.attempts, count(p.id) AS permits
FROM mailboxes_delivery d LEFT JOIN admission_permit p ON p.delivery_id = d.id
GROUP BY d.id HAVING d.attempts <> count(p.id)

-- audit_holders: I2, permits and deliveries that do not tell the same story
SELECT p.id AS permit_id, p.state AS permit_state, d.id AS delivery_id, d.state AS delivery_state
FROM admission_permit p JOIN mailboxes_delivery d ON d.id = p.delivery_id
WHERE (p.state = 'open' AND (d.permit_id IS DISTINCT FROM p.id OR d.state NOT IN ('sending', 'bounced', 'complained')))
  OR (d.permit_id = p.id AND d.state = 'sending' AND p.state <> 'open')
  OR (d.permit_id = p.id AND d.state = 'uncertain' AND p.state <> 'uncertain')
  OR (d.permit_id = p.id AND d.state = 'accepted' AND p.state <> 'accepted')
  OR (d.permit_id = p.id AND d.state = 'rejected' AND p.state <> 'rejected')
  OR (d.permit_id = p.id AND d.state = 'prepared' AND p.state NOT IN ('deferred', 'void'))

-- audit_posts: I2, by the journal: more messages reached a provider than permits allowed a call
SELECT a.token, a.posts, d.id AS delivery_id, count(p.id) AS calls
FROM unnest(%(posted)s::text[], %(posts)s::int[]) AS a(token, posts)
LEFT JOIN mailboxes_delivery d ON d.token = a.token
LEFT JOIN admission_permit p ON p.delivery_id = d.id
  AND (p.state <> 'void' OR p.response IN ('void proved absent', 'void said absent'))
GROUP BY a.token, a.posts, d.id HAVING a.posts > count(p.id)

-- audit_outside: I3, by the journal: accepted by the world and not allowed by any permit
SELECT a.token, d.id AS delivery_id, d.state FROM unnest(%(accepted)s::text[]) AS a(token)
LEFT JOIN mailboxes_delivery d ON d.token = a.token
WHERE NOT EXISTS (SELECT FROM admission_permit p WHERE p.delivery_id = d.id AND p.state <> 'void')

-- audit_denied: I4, by the journal: accepted by the world, and the ledger says that it did not leave
SELECT d.id AS delivery_id, d.state FROM unnest(%(accepted)s::text[]) AS a(token)
JOIN mailboxes_delivery d ON d.token = a.token
WHERE d.state NOT IN ('sending', 'uncertain', 'accepted', 'bounced', 'complained')

-- audit_claimed: I4, by the journal as it was after this snapshot: accepted in the ledger and unknown to the world
SELECT d.id AS delivery_id, d.state, p.id AS permit_id
FROM mailboxes_delivery d JOIN admission_permit p ON p.delivery_id = d.id AND p.state = 'accepted'
WHERE p.granted_at >= %(journal_began)s::timestamptz AND d.token <> ALL(%(seen)s::text[])

-- audit_stops: I5, permits that committed while a stop that covers them was in force. A stop is in force from the commit
-- of its event (or of its row, where nothing changes that later) to the commit of what takes it back
WITH granted AS MATERIALIZED (
  SELECT (e.data->>'permit')::bigint AS permit_id, pg_xact_commit_timestamp(e.xmin) AS at
  FROM app_event e WHERE e.kind = 'permit.granted'
),
permit AS MATERIALIZED (
  SELECT p.id, p.workspace_id, p.recipient_id, p.campaign_id, p.kind, p.granted_at, g.at, t.enrollment_id,
    coalesce((f.facts->>'subject_fence')::int, e.fence) AS fence,
    coalesce(k.domain, nullif(lower(split_part(b.address, '@', 2)), '')) AS domain
  FROM granted g JOIN admission_permit p ON p.id = g.permit_id
  JOIN mailboxes_delivery d ON d.id = p.delivery_id
  LEFT JOIN mailboxes_deliverybody b ON b.delivery_id = d.id
  LEFT JOIN admission_permitfacts f ON f.permit_id = p.id
  LEFT JOIN sequences_touch t ON t.id = d.touch_id
  LEFT JOIN sequences_enrollment e ON e.id = t.enrollment_id
  LEFT JOIN sequences_contact k ON k.workspace_id = p.workspace_id AND k.recipient_id = p.recipient_id
),
moves AS MATERIALIZED (
  SELECT split_part(e.kind, '.', 1) AS noun, e.subject_id, e.kind, pg_xact_commit_timestamp(e.xmin) AS at,
    lead(pg_xact_commit_timestamp(e.xmin)) OVER (
      PARTITION BY split_part(e.kind, '.', 1), e.subject_id ORDER BY pg_xact_commit_timestamp(e.xmin), e.id
    ) AS until
  FROM app_event e WHERE e.kind IN (
    'enrollment.started', 'enrollment.ended', 'enrollment.reopened', 'campaign.running', 'campaign.paused',
    'campaign.archived', 'workspace.halted', 'workspace.resumed')
),
closed AS MATERIALIZED (
  SELECT noun, subject_id, kind, at, coalesce(until, 'infinity') AS until FROM moves
  WHERE kind IN ('enrollment.ended', 'campaign.paused', 'campaign.archived', 'workspace.halted')
  UNION ALL
  SELECT 'campaign', id, 'campaign ' || state, pg_xact_commit_timestamp(xmin), 'infinity' FROM sequences_campaign
  WHERE state <> 'running'
  UNION ALL
  SELECT 'workspace', id, 'workspace halted', pg_xact_commit_timestamp(xmin), 'infinity' FROM app_workspace
  WHERE halted_at IS NOT NULL
),
suppressed AS MATERIALIZED (
  SELECT s.id, s.workspace_id, s.recipient_id, s.domain,
    coalesce(pg_xact_commit_timestamp(made.xmin), pg_xact_commit_timestamp(s.xmin)) AS at,
    coalesce(pg_xact_commit_timestamp(lifted.xmin), s.lifted_at, 'infinity') AS until
  FROM bounces_suppression s
  LEFT JOIN app_event made ON made.subject_id = s.id AND made.kind IN ('recipient.suppressed', 'domain.suppressed')
  LEFT JOIN app_event lifted ON lifted.subject_id = s.id AND lifted.kind = 'suppression.lifted'
),
entries AS MATERIALIZED (
  SELECT known.domain, known.domain AS entry FROM (SELECT DISTINCT domain FROM permit) known
  UNION ALL
  SELECT known.domain, '*.' || array_to_string(part.labels[n:], '.')
  FROM (SELECT DISTINCT domain FROM permit) known
  CROSS JOIN LATERAL (SELECT string_to_array(known.domain, '.') AS labels) part
  CROSS JOIN LATERAL generate_series(2, cardinality(part.labels)) AS n
)
SELECT p.id AS permit_id, c.kind AS stop, c.subject_id AS stop_id FROM permit p
JOIN closed c ON c.noun = 'enrollment' AND c.subject_id = p.enrollment_id AND p.at > c.at AND p.at < c.until
UNION ALL
SELECT p.id, c.kind, c.subject_id FROM permit p
JOIN closed c ON c.noun = 'campaign' AND c.subject_id = p.campaign_id AND p.at > c.at AND p.at < c.until
UNION ALL
SELECT p.id, c.kind, c.subject_id FROM permit p
JOIN closed c ON c.noun = 'workspace' AND c.subject_id = p.workspace_id AND p.at > c.at AND p.at < c.until
UNION ALL
SELECT p.id, 'outcome ' || o.kind, o.id FROM permit p
JOIN bounces_outcome o ON o.recipient_id = p.recipient_id AND o.stops AND o.fence > p.fence
WHERE p.kind = 'campaign' AND p.at > pg_xact_commit_timestamp(o.xmin)
UNION ALL
SELECT p.id, 'address suppressed', s.id FROM permit p
JOIN suppressed s ON s.workspace_id = p.workspace_id AND s.recipient_id = p.recipient_id AND p.at > s.at AND p.at < s.until
UNION ALL
SELECT p.id, 'domain suppressed', s.id FROM permit p JOIN entries e ON e.domain = p.domain
JOIN suppressed s ON s.workspace_id = p.workspace_id AND s.domain = e.entry AND p.at > s.at AND p.at < s.until
UNION ALL
SELECT p.id, 'opt-out open', u.id FROM permit p
JOIN bounces_unsubscriberequest u ON u.recipient_id = p.recipient_id
  AND p.granted_at > u.received_at + interval '1 second' AND p.granted_at < coalesce(u.done_at, 'infinity')

-- audit_unread: I6, permits for a person while an answer that stops them lay unread for longer than inboxes may be old
SELECT p.id AS permit_id, m.id AS inbound_id FROM admission_permit p
JOIN bounces_outcome o ON o.recipient_id = p.recipient_id AND o.stops
JOIN mailboxes_inboundmessage m ON m.id = o.inbound_id
WHERE p.kind = 'campaign' AND p.granted_at > m.stored_at + %(fresh)s::interval AND p.granted_at < m.decided_at

-- audit_world_unread: I6, by the journal: a person had answered for longer than inboxes may be old, and got a permit
SELECT p.id AS permit_id, a.token AS about_token FROM unnest(%(answered)s::text[], %(answered_at)s::timestamptz[])
  AS a(token, at)
JOIN mailboxes_delivery d ON d.token = a.token
JOIN admission_permit p ON p.recipient_id = d.recipient_id AND p.granted_at > a.at + %(fresh)s::interval
LEFT JOIN admission_permitfacts f ON f.permit_id = p.id
WHERE p.kind = 'campaign' AND NOT EXISTS (
  SELECT FROM bounces_outcome o WHERE o.recipient_id = p.recipient_id AND o.stops
    AND o.fence <= coalesce((f.facts->>'subject_fence')::int, p.fence))

-- audit_stale_inbox: I6, permits whose own facts say that an inbox had not been read lately enough
SELECT f.permit_id, f.facts->>'inbox_read_at' AS inbox_read_at FROM admission_permitfacts f
JOIN admission_permit p ON p.id = f.permit_id
LEFT JOIN admission_policyversion v ON v.workspace_id = p.workspace_id AND v.number = f.policy_version
WHERE p.kind = 'campaign' AND ((f.facts->>'inbox_missing')::boolean OR (f.facts->>'now')::timestamptz
  - (f.facts->>'inbox_read_at')::timestamptz > coalesce((v.values->>'freshness_minutes')::int, 5) * interval '1 minute')

-- audit_charged_days: I7, permits charged to another day than the mailbox's own at that time. After a change of its
-- zone that is the day before, until a day of the new zone begins after that one has closed
SELECT * FROM (
  SELECT p.id AS permit_id, p.mailbox_id, p.local_day, (p.world_at AT TIME ZONE (f.facts->>'mailbox_zone'))::date AS today,
    max(p.local_day) OVER (PARTITION BY p.mailbox_id ORDER BY p.number
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before,
    (f.facts->>'closes_at')::timestamptz > date_trunc('day', p.world_at, f.facts->>'mailbox_zone') AS held_open
  FROM admission_permit p JOIN admission_permitfacts f ON f.permit_id = p.id
) charged WHERE local_day NOT BETWEEN today AND greatest(today + 1, before)
  AND NOT (local_day = before AND coalesce(held_open, false))

-- audit_rolling_caps: I7, permits beyond the provider's cap of 24 hours as it was when they were granted
SELECT permit_id, mailbox_id, cap, within - later AS within FROM (
  SELECT p.id AS permit_id, p.mailbox_id, (f.facts->>'rolling_cap')::int AS cap,
    count(*) OVER (PARTITION BY p.mailbox_id ORDER BY p.world_at
      RANGE BETWEEN interval '24 hours' PRECEDING AND CURRENT ROW) AS within,
    row_number() OVER (PARTITION BY p.mailbox_id, p.world_at ORDER BY p.number DESC) - 1 AS later
  FROM admission_permit p LEFT JOIN admission_permitfacts f ON f.permit_id = p.id
) counted WHERE within - later > cap

-- audit_budgets: I7, mailboxes whose budget and permits differ: in number, in numbering or in what today used
SELECT b.mailbox_id, b.granted, count(p.id) AS permits, max(p.number) AS newest, b.used_today,
  count(p.id) FILTER (WHERE p.local_day = b.day AND p.kind = 'campaign') AS permits_today
FROM mailboxes_budget b LEFT JOIN admission_permit p ON p.mailbox_id = b.mailbox_id
GROUP BY b.mailbox_id
HAVING b.granted <> count(p.id) OR b.granted <> coalesce(max(p.number), 0)
  OR b.used_today <> count(p.id) FILTER (WHERE p.local_day = b.day AND p.kind = 'campaign')

-- audit_counters: I7, counts of a day above their limit
SELECT id AS counter_id, workspace_id, scope, day, used, cap FROM admission_counter WHERE used > cap

-- audit_gaps: I8, mails of one mailbox closer to each other than its gap; a void permit sent nothing
SELECT * FROM (
  SELECT p.id AS permit_id, p.mailbox_id, (f.facts->>'gap_seconds')::int AS gap, p.world_at,
    lag(p.world_at) OVER (PARTITION BY p.mailbox_id ORDER BY p.number) AS before
  FROM admission_permit p LEFT JOIN admission_permitfacts f ON f.permit_id = p.id
  WHERE p.state <> 'void' AND p.kind = 'campaign'
) sent WHERE gap > 0 AND world_at < before + gap * interval '1 second'

-- audit_drawn_gaps: I8, permits before the gap was over that had been drawn with the last send
SELECT f.permit_id, p.mailbox_id FROM admission_permitfacts f JOIN admission_permit p ON p.id = f.permit_id
WHERE p.kind = 'campaign' AND (f.facts->>'gap_seconds')::int > 0
  AND p.world_at < (f.facts->>'last_send_at')::timestamptz - interval '1 millisecond' + interval '1 second'
    * (f.facts->>'gap_seconds')::int * (1 + (f.facts->>'gap_jitter')::int / 100.0 * (f.facts->>'drawn_jitter')::float8)

-- audit_in_flight: I8, permits of a mailbox with a gap that committed before the call before them was settled
WITH settled AS MATERIALIZED (
  SELECT (e.data->>'permit')::bigint AS permit_id, min(pg_xact_commit_timestamp(e.xmin)) AS at FROM app_event e
  WHERE e.kind IN ('delivery.accepted', 'delivery.rejected', 'delivery.deferred', 'delivery.void', 'delivery.uncertain')
  GROUP BY 1
),
granted AS MATERIALIZED (
  SELECT (e.data->>'permit')::bigint AS permit_id, pg_xact_commit_timestamp(e.xmin) AS at FROM app_event e
  WHERE e.kind = 'permit.granted'
)
SELECT * FROM (
  SELECT p.id AS permit_id, p.mailbox_id, g.at, lag(p.id) OVER w AS before, lag(p.state) OVER w AS before_state,
    lag(s.at) OVER w AS before_settled
  FROM admission_permit p JOIN granted g ON g.permit_id = p.id
  JOIN admission_permitfacts f ON f.permit_id = p.id AND (f.facts->>'gap_seconds')::int > 0
  LEFT JOIN settled s ON s.permit_id = p.id
  WHERE p.kind = 'campaign' WINDOW w AS (PARTITION BY p.mailbox_id ORDER BY p.number)
) calls WHERE before_state = 'open' OR at < before_settled

-- audit_windows: I8, by minute: when permits were granted, with the window they were granted under, for Python to judge
SELECT DISTINCT ON (1, 2, 3, 4, 5, 6, 7) date_trunc('minute', p.world_at) AS minute, f.facts->>'subject_zone' AS zone,
  f.facts->>'subject_window' AS window, f.facts->>'subject_closed' AS closed, f.facts->>'mailbox_zone' AS mailbox_zone,
  f.facts->>'workday' AS workday, f.facts->>'away' AS away, p.id AS permit_id
FROM admission_permit p JOIN admission_permitfacts f ON f.permit_id = p.id
WHERE p.kind = 'campaign' AND f.facts->>'subject_window' IS NOT NULL
ORDER BY 1, 2, 3, 4, 5, 6, 7, 8

-- audit_calendars: I8, campaigns that keep other days than their calendar has; every change carries them over
SELECT c.id AS campaign_id, h.id AS calendar_id FROM sequences_campaign c
JOIN sequences_holidaycalendar h ON h.id = c.calendar_id
WHERE c.state <> 'archived' AND (c.days_off->>'country', c.days_off->>'subdivision', c.days_off->'added',
  c.days_off->'removed') IS DISTINCT FROM (h.country, h.subdivision, h.added, h.removed)

-- audit_step_order: I9, permits for a step while an earlier one of the same person was not completed
SELECT p.id AS permit_id, t.enrollment_id, t.position, b.position AS before, b.state FROM admission_permit p
JOIN mailboxes_delivery d ON d.id = p.delivery_id JOIN sequences_touch t ON t.id = d.touch_id
JOIN sequences_touch b ON b.enrollment_id = t.enrollment_id AND b.id < t.id
WHERE p.kind = 'campaign'
  AND (b.state NOT IN ('sent', 'done', 'skipped') OR b.closed_at > p.world_at + %(slack)s::interval)

-- audit_delays: I9, permits before the step's delay was over. A campaign that was edited later is judged by due_at alone
WITH previous AS MATERIALIZED (
  SELECT id, lag(closed_at) OVER (PARTITION BY enrollment_id ORDER BY id) AS at FROM sequences_touch
)
SELECT p.id AS permit_id, t.enrollment_id, t.position, t.due_at, before.at AS before_at, p.world_at
FROM admission_permit p
JOIN mailboxes_delivery d ON d.id = p.delivery_id JOIN sequences_touch t ON t.id = d.touch_id
JOIN previous before ON before.id = t.id
JOIN sequences_step s ON s.id = t.step_id JOIN sequences_campaign c ON c.id = t.campaign_id
LEFT JOIN admission_permitfacts f ON f.permit_id = p.id
CROSS JOIN LATERAL (SELECT coalesce(f.facts->>'subject_zone', c.time_zone) AS name) zone
WHERE p.kind = 'campaign' AND (p.world_at < t.due_at - %(slack)s::interval OR (
  NOT EXISTS (SELECT FROM app_event e WHERE e.subject_id = c.id AND e.kind = 'campaign.edited')
  AND CASE WHEN s.delay_unit <> 'business_days'
    THEN p.world_at < before.at - %(slack)s::interval
      + s.delay_amount * CASE s.delay_unit WHEN 'hours' THEN interval '1 hour' ELSE interval '24 hours' END
    ELSE (p.world_at AT TIME ZONE zone.name)::date - (before.at AT TIME ZONE zone.name)::date
      < s.delay_amount - jsonb_path_exists(c."window", '$[*] ? (@.closes <= @.opens)')::int
  END))

-- audit_envelopes: I10, permits whose person, mailbox, campaign or step is not the delivery's
SELECT p.id AS permit_id, d.id AS delivery_id FROM admission_permit p JOIN mailboxes_delivery d ON d.id = p.delivery_id
WHERE d.permit_id = p.id AND d.state <> 'prepared' AND (p.recipient_id, p.mailbox_id, p.campaign_id, p.step_id)
  IS DISTINCT FROM (d.recipient_id, d.mailbox_id, d.campaign_id, d.step_id)

-- audit_addresses: I10, what was sealed for which person, for Python to judge: keys are kept, addresses can be erased
SELECT d.id AS delivery_id, b.address, r.key FROM mailboxes_delivery d
JOIN mailboxes_deliverybody b ON b.delivery_id = d.id JOIN mailboxes_recipient r ON r.id = d.recipient_id
WHERE d.permit_id IS NOT NULL AND d.state <> 'prepared' AND b.address <> ''  -- erased

-- audit_world_envelopes: I10, by the journal: accepted for somebody else, or from another mailbox, than the ledger has
SELECT a.token, d.id AS delivery_id FROM unnest(%(accept_tokens)s::text[], %(accept_keys)s::text[],
  %(accept_senders)s::text[]) AS a(token, key, sender)
JOIN mailboxes_delivery d ON d.token = a.token JOIN mailboxes_recipient r ON r.id = d.recipient_id
JOIN mailboxes_mailbox m ON m.id = d.mailbox_id WHERE a.key <> r.key OR lower(a.sender) <> lower(m.address)

-- audit_suppressed: I11, calls to an envelope that was suppressed when their permit committed: by the sealed address's
-- domain, or as another known address of the same person
WITH granted AS MATERIALIZED (
  SELECT (e.data->>'permit')::bigint AS permit_id, pg_xact_commit_timestamp(e.xmin) AS at
  FROM app_event e WHERE e.kind = 'permit.granted'
),
mailed AS MATERIALIZED (
  SELECT p.id, p.workspace_id, p.recipient_id, g.at, nullif(lower(split_part(b.address, '@', 2)), '') AS domain
  FROM granted g JOIN admission_permit p ON p.id = g.permit_id AND p.state <> 'void'
  LEFT JOIN mailboxes_deliverybody b ON b.delivery_id = p.delivery_id
),
suppressed AS MATERIALIZED (
  SELECT s.id, s.workspace_id, s.recipient_id, s.domain,
    coalesce(pg_xact_commit_timestamp(made.xmin), pg_xact_commit_timestamp(s.xmin)) AS at,
    coalesce(pg_xact_commit_timestamp(lifted.xmin), s.lifted_at, 'infinity') AS until
  FROM bounces_suppression s
  LEFT JOIN app_event made ON made.subject_id = s.id AND made.kind IN ('recipient.suppressed', 'domain.suppressed')
  LEFT JOIN app_event lifted ON lifted.subject_id = s.id AND lifted.kind = 'suppression.lifted'
),
entries AS MATERIALIZED (
  SELECT known.domain, known.domain AS entry FROM (SELECT DISTINCT domain FROM mailed) known
  UNION ALL
  SELECT known.domain, '*.' || array_to_string(part.labels[n:], '.')
  FROM (SELECT DISTINCT domain FROM mailed) known
  CROSS JOIN LATERAL (SELECT string_to_array(known.domain, '.') AS labels) part
  CROSS JOIN LATERAL generate_series(2, cardinality(part.labels)) AS n
)
SELECT p.id AS permit_id, s.id AS suppression_id, 'address' AS how FROM mailed p
JOIN suppressed s ON s.workspace_id = p.workspace_id AND s.recipient_id = p.recipient_id AND p.at > s.at AND p.at < s.until
UNION ALL
SELECT p.id, s.id, 'other address' FROM mailed p
JOIN bounces_learnedaddress a ON a.recipient_id = p.recipient_id AND p.at > pg_xact_commit_timestamp(a.xmin)
JOIN suppressed s ON s.workspace_id = p.workspace_id AND s.recipient_id = a.alias_id AND p.at > s.at AND p.at < s.until
UNION ALL
SELECT p.id, s.id, 'first address' FROM mailed p
JOIN bounces_learnedaddress a ON a.alias_id = p.recipient_id AND p.at > pg_xact_commit_timestamp(a.xmin)
JOIN suppressed s ON s.workspace_id = p.workspace_id AND s.recipient_id = a.recipient_id AND p.at > s.at AND p.at < s.until
UNION ALL
SELECT p.id, s.id, 'domain' FROM mailed p JOIN entries e ON e.domain = p.domain
JOIN suppressed s ON s.workspace_id = p.workspace_id AND s.domain = e.entry AND p.at > s.at AND p.at < s.until

-- audit_unplaced: I12, due mails without slot or reason, by their place in the queue, for Python to compare with the room
SELECT * FROM (
  SELECT t.id AS touch_id, t.campaign_id, t.mailbox_id, t.eligible_at, t.hold_reason,
    row_number() OVER (PARTITION BY t.campaign_id, t.mailbox_id ORDER BY t.eligible_at, t.id) AS place
  FROM sequences_touch t
  JOIN sequences_campaign c ON c.id = t.campaign_id AND c.state = 'running'
    AND coalesce(c.ends_on >= (%(world_now)s::timestamptz AT TIME ZONE c.time_zone)::date, true)
  JOIN app_workspace w ON w.id = t.workspace_id AND w.halted_at IS NULL
  WHERE t.state = 'scheduled' AND t.kind = 'email' AND t.eligible_at < %(stalled)s::timestamptz
) due WHERE hold_reason = ''

-- audit_overdue_slots: I12, slots that passed long ago without a call or a reason
SELECT t.id AS touch_id, t.campaign_id, t.slot_at FROM sequences_touch t
WHERE t.state = 'planned' AND t.slot_at < %(stalled)s::timestamptz AND NOT EXISTS (
  SELECT FROM mailboxes_delivery d WHERE d.touch_id = t.id AND d.state IN ('sending', 'uncertain', 'accepted'))

-- audit_unopened_tasks: I12, manual steps that fell due and became no task
SELECT t.id AS touch_id, t.campaign_id, t.eligible_at FROM sequences_touch t
JOIN sequences_enrollment e ON e.id = t.enrollment_id AND e.state = 'active'
JOIN sequences_campaign c ON c.id = t.campaign_id AND c.state = 'running'
JOIN app_workspace w ON w.id = t.workspace_id AND w.halted_at IS NULL
WHERE t.state = 'scheduled' AND t.kind <> 'email' AND t.eligible_at < %(stalled)s::timestamptz

-- audit_lost_people: I12, people in a campaign with nothing before them, and open steps of people who are not in one
SELECT e.id AS enrollment_id, e.state, NULL::bigint AS touch_id FROM sequences_enrollment e
WHERE e.state = 'active' AND NOT EXISTS (
  SELECT FROM sequences_touch t WHERE t.enrollment_id = e.id AND t.state IN ('scheduled', 'planned', 'held'))
UNION ALL
SELECT e.id, e.state, t.id FROM sequences_enrollment e JOIN sequences_touch t ON t.enrollment_id = e.id
WHERE e.state <> 'active' AND t.state IN ('scheduled', 'planned', 'held')

-- audit_overdue_work: I12, machine work that should have been done a minute ago: leases, debts, opt-outs, answers, cascades
SELECT 'sending past its lease' AS work, id AS row_id FROM mailboxes_delivery
WHERE state = 'sending' AND lease_until < %(minute_ago)s::timestamptz
UNION ALL
SELECT 'reaction owed', id FROM app_reactiondue WHERE created_at < %(minute_ago)s::timestamptz
UNION ALL
SELECT 'opt-out open', id FROM bounces_unsubscriberequest WHERE done_at IS NULL AND received_at < %(minute_ago)s::timestamptz
UNION ALL
SELECT 'answer unread', id FROM mailboxes_inboundmessage
WHERE state = 'stored' AND NOT body_due AND greatest(stored_at, next_try_at) < %(minute_ago)s::timestamptz
UNION ALL
SELECT 'domain not tidied', id FROM bounces_suppression
WHERE scope = 'domain' AND lifted_at IS NULL AND cascaded_at IS NULL AND created_at < %(minute_ago)s::timestamptz
UNION ALL
SELECT 'permit open though a report came', p.id FROM admission_permit p JOIN mailboxes_delivery d ON d.id = p.delivery_id
WHERE p.state = 'open' AND d.state IN ('bounced', 'complained') AND p.granted_at < %(call_over)s::timestamptz
UNION ALL
SELECT 'call in flight that is settled', b.mailbox_id FROM mailboxes_budget b
JOIN admission_permit p ON p.id = b.in_flight_permit WHERE p.state <> 'open'

-- audit_uncertain: I13, uncertain mails whose step does not show it, and those in doubt for a day without a person asked
SELECT d.id AS delivery_id, 'its step is ' || t.state AS problem FROM mailboxes_delivery d
JOIN sequences_touch t ON t.id = d.touch_id
WHERE d.state = 'uncertain' AND (t.state IN ('scheduled', 'planned') OR (t.state = 'held' AND t.hold_reason = ''))
UNION ALL
SELECT d.id, 'nobody was asked' FROM mailboxes_delivery d
WHERE d.state = 'uncertain' AND d.call_began_at < %(doubt_over)s::timestamptz
  AND NOT EXISTS (SELECT FROM admission_incident i WHERE i.kind = 'uncertain' AND i.permit_id = d.permit_id)

-- audit_dispositions: I14, messages that were decided without exactly one disposition and the outcomes that go with it
SELECT m.id AS inbound_id, 'no disposition' AS problem FROM mailboxes_inboundmessage m
WHERE (m.state = 'stored') <> (m.disposition = '') OR (m.state = 'stored') <> (m.decided_at IS NULL)
UNION ALL
SELECT m.id, 'no outcome of that kind' FROM mailboxes_inboundmessage m
WHERE m.state <> 'stored' AND m.recipient_id IS NOT NULL AND m.disposition <> 'duplicate'
  AND NOT EXISTS (
    SELECT FROM bounces_outcome o WHERE o.inbound_id = m.id AND o.kind = m.disposition AND o.corrected_at IS NULL)
UNION ALL
SELECT o.inbound_id, 'outcome of a message that is not decided' FROM bounces_outcome o
LEFT JOIN mailboxes_inboundmessage m ON m.id = o.inbound_id
WHERE o.inbound_id IS NOT NULL AND coalesce(m.state, 'stored') = 'stored' AND coalesce(m.stored_at <= o.at, true)
UNION ALL
SELECT inbound_id, 'two outcomes for one person' FROM bounces_outcome
WHERE inbound_id IS NOT NULL AND corrected_at IS NULL
GROUP BY inbound_id, recipient_id HAVING count(*) > 1
UNION ALL
SELECT m.id, 'more is kept of other people''s mail than id, date and domain' FROM mailboxes_inboundmessage m
WHERE m.state = 'not_ours' AND (m.message_id <> '' OR m.provider_thread_id <> '' OR m.evidence <> ''
  OR m.recipient_id IS NOT NULL OR EXISTS (SELECT FROM mailboxes_inboundraw r WHERE r.message_id = m.id))
UNION ALL
SELECT m.id, 'kept from somebody''s own mailbox without a reason' FROM mailboxes_inboundmessage m
JOIN mailboxes_mailbox b ON b.id = m.mailbox_id AND b.purpose = 'personal'
WHERE m.concern = '' AND NOT m.own AND m.state <> 'not_ours'
UNION ALL
SELECT m.id, 'to be read and without bytes' FROM mailboxes_inboundmessage m
WHERE m.state = 'stored' AND NOT m.own AND NOT m.body_due
  AND NOT EXISTS (SELECT FROM mailboxes_inboundraw r WHERE r.message_id = m.id)

-- audit_inbound_counts: I14, days on which a mailbox received another number of messages than there are, decided or
-- waiting
SELECT coalesce(d.mailbox_id, m.mailbox_id) AS mailbox_id, coalesce(d.day, m.day) AS day, d.received, m.number AS found
FROM mailboxes_inboundday d FULL JOIN (
  SELECT mailbox_id, (received_at AT TIME ZONE 'UTC')::date AS day, count(*) AS number
  FROM mailboxes_inboundmessage GROUP BY 1, 2) m ON m.mailbox_id = d.mailbox_id AND m.day = d.day
WHERE d.received IS DISTINCT FROM m.number

-- audit_cursors: I15, mailboxes with messages that no cursor move brought, or a reading from the future
SELECT b.id AS mailbox_id, c.version, c.listed_at FROM mailboxes_mailbox b
LEFT JOIN mailboxes_inboundcursor c ON c.mailbox_id = b.id
WHERE c.listed_at > %(now)s::timestamptz + interval '1 minute' OR (coalesce(c.version, 0) = 0
  AND EXISTS (SELECT FROM mailboxes_inboundmessage m WHERE m.mailbox_id = b.id))

-- audit_passed: I15, by the journal: messages older than the last complete reading that are not stored
SELECT b.id AS mailbox_id, a.provider_id FROM unnest(%(inbound_mailboxes)s::text[], %(inbound_ids)s::text[],
  %(inbound_at)s::timestamptz[]) AS a(address, provider_id, at)
JOIN mailboxes_mailbox b ON lower(b.address) = a.address AND b.created_at < a.at
JOIN mailboxes_inboundcursor c ON c.mailbox_id = b.id AND c.listed_at > a.at
WHERE NOT EXISTS (
  SELECT FROM mailboxes_inboundmessage m WHERE m.mailbox_id = b.id AND m.provider_id = a.provider_id)

-- audit_log_open: I16, the triggers that keep the log as it was written, where one is missing or switched off
SELECT wanted.name AS trigger FROM (VALUES ('event_is_append_only'), ('event_is_not_truncated')) AS wanted(name)
LEFT JOIN pg_trigger g ON g.tgname = wanted.name AND g.tgrelid = 'app_event'::regclass AND g.tgenabled IN ('O', 'A')
WHERE g.oid IS NULL

-- audit_permit_events: I16, permits without exactly one permit.granted, and such events without their permit
SELECT coalesce(p.id, g.permit_id) AS permit_id, coalesce(g.told, 0) AS events, p.state
FROM admission_permit p FULL JOIN (
  SELECT (e.data->>'permit')::bigint AS permit_id, e.subject_id, count(*) AS told FROM app_event e
  WHERE e.kind = 'permit.granted' GROUP BY 1, 2
) g ON g.permit_id = p.id AND g.subject_id = p.delivery_id
WHERE g.told IS DISTINCT FROM 1 OR p.id IS NULL

-- audit_settled_events: I16, settled permits without the event of how they ended, and events that no permit bears out
WITH told AS MATERIALIZED (
  SELECT (e.data->>'permit')::bigint AS permit_id, e.kind, min(e.id) AS event_id FROM app_event e
  WHERE e.kind IN ('delivery.accepted', 'delivery.rejected', 'delivery.deferred', 'delivery.void', 'delivery.uncertain',
    'delivery.released') GROUP BY 1, 2
),
ends AS (
  SELECT * FROM (VALUES ('delivery.accepted', 'accepted'), ('delivery.rejected', 'rejected'),
    ('delivery.deferred', 'deferred'), ('delivery.void', 'void'), ('delivery.released', 'void'),
    ('delivery.uncertain', 'uncertain')) AS e(kind, state)
)
SELECT p.id AS permit_id, p.state, NULL::bigint AS event_id FROM admission_permit p
WHERE p.state <> 'open' AND NOT EXISTS (
  SELECT FROM ends e JOIN told t ON t.kind = e.kind WHERE e.state = p.state AND t.permit_id = p.id)
UNION ALL
SELECT t.permit_id, p.state, t.event_id FROM told t JOIN ends e ON e.kind = t.kind
LEFT JOIN admission_permit p ON p.id = t.permit_id
WHERE p.id IS NULL OR (p.state <> e.state AND NOT (e.state = 'uncertain' AND p.state <> 'open'))

-- audit_delivery_events: I16, deliveries in a state that no event of theirs told of, and events whose delivery denies them
WITH told AS MATERIALIZED (
  SELECT DISTINCT subject_id, kind FROM app_event WHERE kind IN ('delivery.accepted', 'delivery.rejected',
    'delivery.withdrawn', 'delivery.buried', 'delivery.bounced', 'delivery.complained')
),
states AS (
  SELECT * FROM (VALUES ('accepted', 'delivery.accepted'), ('rejected', 'delivery.rejected'),
    ('withdrawn', 'delivery.withdrawn'), ('dead', 'delivery.buried'), ('bounced', 'delivery.bounced'),
    ('complained', 'delivery.complained')) AS s(state, kind)
)
SELECT d.id AS delivery_id, d.state, NULL AS event FROM mailboxes_delivery d JOIN states s ON s.state = d.state
WHERE NOT EXISTS (SELECT FROM told t WHERE t.subject_id = d.id AND t.kind = s.kind)
UNION ALL
SELECT t.subject_id, d.state, t.kind FROM told t LEFT JOIN mailboxes_delivery d ON d.id = t.subject_id
LEFT JOIN states s ON s.kind = t.kind
WHERE d.id IS NULL OR (s.state <> d.state
  AND NOT (t.kind = 'delivery.accepted' AND d.state IN ('bounced', 'complained')) AND t.kind <> 'delivery.buried')

-- audit_enrollment_events: I16, enrollments whose last event says something else than their state
SELECT e.id AS enrollment_id, e.state, last.kind AS event, last.state AS told FROM sequences_enrollment e
LEFT JOIN (
  SELECT DISTINCT ON (subject_id) subject_id, kind, data->>'state' AS state FROM app_event
  WHERE kind IN ('enrollment.started', 'enrollment.ended', 'enrollment.reopened') ORDER BY subject_id, txid DESC, id DESC
) last ON last.subject_id = e.id
WHERE last.kind IS NULL OR (last.kind = 'enrollment.ended') <> (e.state <> 'active')
  OR (last.kind = 'enrollment.ended' AND last.state <> e.state)

-- audit_answer_events: I16, outcomes, decided messages, suppressions and opt-outs whose event is missing, or the reverse
SELECT 'outcome' AS thing, o.id AS row_id, 'no event' AS problem FROM bounces_outcome o WHERE NOT EXISTS (
  SELECT FROM app_event e WHERE e.subject_id = o.id
    AND e.kind IN ('recipient.stopped', 'recipient.absent', 'recipient.unreadable', 'outcome.recorded'))
UNION ALL
SELECT 'outcome', e.subject_id, 'no row' FROM app_event e WHERE e.kind IN ('recipient.stopped', 'recipient.absent',
    'recipient.unreadable', 'outcome.recorded') AND NOT EXISTS (SELECT FROM bounces_outcome o WHERE o.id = e.subject_id)
UNION ALL
SELECT 'inbound', m.id, 'no event' FROM mailboxes_inboundmessage m WHERE m.state <> 'stored' AND NOT EXISTS (
  SELECT FROM app_event e WHERE e.subject_id = m.id AND e.kind IN ('inbound.decided', 'inbound.unmatched'))
UNION ALL
SELECT 'inbound', e.subject_id, 'not decided' FROM app_event e
LEFT JOIN mailboxes_inboundmessage m ON m.id = e.subject_id
WHERE e.kind IN ('inbound.decided', 'inbound.unmatched') AND m.id IS NULL
UNION ALL
SELECT 'suppression', s.id, 'no event' FROM bounces_suppression s WHERE NOT EXISTS (
  SELECT FROM app_event e WHERE e.subject_id = s.id AND e.kind = CASE s.scope WHEN 'address' THEN 'recipient.suppressed'
    ELSE 'domain.suppressed' END)
UNION ALL
SELECT 'suppression', s.id, 'lifted without event' FROM bounces_suppression s WHERE s.lifted_at IS NOT NULL AND NOT EXISTS (
  SELECT FROM app_event e WHERE e.subject_id = s.id AND e.kind = 'suppression.lifted')
UNION ALL
SELECT 'suppression', e.subject_id, e.kind || ' without row' FROM app_event e
LEFT JOIN bounces_suppression s ON s.id = e.subject_id
WHERE (e.kind IN ('recipient.suppressed', 'domain.suppressed') AND s.id IS NULL)
  OR (e.kind = 'suppression.lifted' AND s.lifted_at IS NULL)
UNION ALL
SELECT 'task', t.id, 'no event' FROM sequences_task t WHERE NOT EXISTS (
  SELECT FROM app_event e WHERE e.subject_id = t.id
    AND e.kind = CASE WHEN t.state IN ('done', 'skipped', 'failed') THEN 'task.' || t.state ELSE 'task.opened' END)
UNION ALL
SELECT 'import', i.id, 'no event' FROM sequences_import i WHERE i.state IN ('done', 'failed') AND NOT EXISTS (
  SELECT FROM app_event e WHERE e.subject_id = i.id AND e.kind = 'import.finished')

-- audit_imports: I18, finished imports whose numbers do not add up, to each other or to their rows
SELECT i.id AS import_id, i.rows_read, i.created, i.updated, i.skipped, i.rejected, rows.n AS rows,
  rows.created AS rows_created, rows.updated AS rows_updated, rows.skipped AS rows_skipped, rows.rejected AS rows_rejected
FROM sequences_import i
CROSS JOIN LATERAL (
  SELECT count(*) AS n, count(*) FILTER (WHERE r.verdict = 'created') AS created,
    count(*) FILTER (WHERE r.verdict = 'updated') AS updated, count(*) FILTER (WHERE r.verdict = 'skipped') AS skipped,
    count(*) FILTER (WHERE r.verdict = 'rejected') AS rejected
  FROM sequences_importrow r WHERE r.batch_id = i.id
) rows
WHERE i.state IN ('done', 'failed') AND (i.rows_read <> i.created + i.updated + i.skipped + i.rejected OR (rows.n > 0
  AND (rows.n, rows.created, rows.updated, rows.skipped, rows.rejected)
    <> (i.rows_read, i.created, i.updated, i.skipped, i.rejected)))

-- audit_import_rows: I18, rows behind an import's mark without a verdict, and people who are in a workspace twice
SELECT r.batch_id AS import_id, r.id AS row_id, NULL::bigint AS recipient_id FROM sequences_importrow r
JOIN sequences_import i ON i.id = r.batch_id WHERE r.verdict = '' AND (r.number <= i.mark OR i.state IN ('done', 'failed'))
UNION ALL
SELECT NULL, NULL, recipient_id FROM sequences_contact GROUP BY workspace_id, recipient_id HAVING count(*) > 1

-- audit_standards: I20, by the journal: mails the world found faulty
SELECT DISTINCT d.id AS delivery_id, a.rule FROM unnest(%(faulty)s::text[], %(faulty_rules)s::text[]) AS a(token, rule)
LEFT JOIN mailboxes_delivery d ON d.token = a.token
