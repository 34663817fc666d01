-- explain_delivery: one delivery with what it belongs to, by its id or its Message-ID; called by sequences.actions.explain,
-- as is every statement of this file
SELECT d.id AS delivery_id, d.workspace_id, d.state, d.kind, d.reason, d.attempts, d.token, d.message_id, d.permit_id,
  d.not_before, d.accepted_world, d.delivery_status, d.recipient_id, d.mailbox_id, d.campaign_id, d.step_id, d.touch_id,
  d.resend, t.enrollment_id, b.address, b.answers, m.address AS mailbox_address
FROM mailboxes_delivery d
LEFT JOIN mailboxes_deliverybody b ON b.delivery_id = d.id
JOIN mailboxes_mailbox m ON m.id = d.mailbox_id
LEFT JOIN sequences_touch t ON t.id = d.touch_id
WHERE d.id = %(delivery_id)s::bigint OR d.message_id = %(message_id)s::text OR d.real_message_id = %(message_id)s::text
ORDER BY d.id LIMIT 1

-- explain_enrollment: one person's way through one campaign
SELECT e.id AS enrollment_id, e.workspace_id, e.state, e.reason, e.fence, e.recipient_id, e.contact_id, e.campaign_id,
  e.mailbox_id, e.enrolled_at, e.ended_at, e.absent_until, e.last_accepted_at, e.import_id, c.name AS campaign,
  c.state AS campaign_state, w.halted_at IS NOT NULL AS halted, k.email AS address, coalesce(k.domain, '') AS domain,
  coalesce(k.time_zone, '') AS person_zone, coalesce(k.country_code, '') AS person_country,
  coalesce(k.zone_origin, 'default') AS zone_origin, c.day_cap, c."window", c.time_zone,
  c.in_person_zone, c.days_off
FROM sequences_enrollment e JOIN sequences_campaign c ON c.id = e.campaign_id JOIN app_workspace w ON w.id = e.workspace_id
LEFT JOIN sequences_contact k ON k.id = e.contact_id WHERE e.id = %(enrollment_id)s::bigint

-- explain_touches: the steps of an enrollment so far, each with its newest delivery
SELECT t.id AS touch_id, t.step_id, t.resend, t.position, t.kind, t.state, t.hold_reason, t.hold_detail, t.due_at, t.eligible_at, t.slot_at,
  t.closed_at, t.mailbox_id, t.assigned_reason, d.id AS delivery_id, d.state AS delivery_state,
  d.mailbox_id AS delivery_mailbox_id
FROM sequences_touch t LEFT JOIN LATERAL (
  SELECT d.id, d.state, d.mailbox_id FROM mailboxes_delivery d WHERE d.touch_id = t.id ORDER BY d.id DESC LIMIT 1
) d ON true
WHERE t.enrollment_id = %(enrollment_id)s::bigint ORDER BY t.position, t.id

-- explain_permits: every permit of these deliveries with what it looked at
SELECT p.id AS permit_id, p.delivery_id, p.kind, p.state, p.fence, p.number, p.local_day, p.world_at, p.response,
  f.policy_version, f.facts::text AS facts
FROM admission_permit p LEFT JOIN admission_permitfacts f ON f.permit_id = p.id
WHERE p.delivery_id = ANY(%(deliveries)s::bigint[]) ORDER BY p.id

-- explain_refusals: every permit that was refused to these deliveries
SELECT r.delivery_id, r.reason, r.world_at, r.facts::text AS facts FROM admission_refusal r
WHERE r.delivery_id = ANY(%(deliveries)s::bigint[]) ORDER BY r.id

-- explain_doubts: the looks for these deliveries while they were in doubt, and what people said of them, in true time
SELECT a.read_at AS at, p.delivery_id, a.permit_id, a.found, a.reason, NULL::bigint AS by
FROM admission_absenceread a JOIN admission_permit p ON p.id = a.permit_id
WHERE p.delivery_id = ANY(%(deliveries)s::bigint[])
UNION ALL
SELECT j.at, j.delivery_id, j.permit_id, CASE WHEN j.sent THEN 'said sent' ELSE 'said not sent' END, '', j.by_id
FROM admission_judgement j WHERE j.delivery_id = ANY(%(deliveries)s::bigint[])
ORDER BY at

-- explain_ledger: the promises that keep a second copy of these steps from the person
SELECT l.campaign_id, l.step_id, l.resend, l.delivery_id FROM admission_ledgerline l
WHERE l.recipient_id = %(recipient_id)s::bigint ORDER BY l.id

-- explain_outcomes: what came back about the person
SELECT o.id AS outcome_id, o.kind, o.stops, o.fence, o.category, o.status, o.rule, o.delivery_id, o.inbound_id,
  o.return_date, o.corrects, o.corrected_at, o.world_at
FROM bounces_outcome o WHERE o.recipient_id = %(recipient_id)s::bigint ORDER BY o.id

-- explain_suppressions: entries that cover the person, living and lifted, and opt-outs that are open
SELECT s.id AS suppression_id, s.scope, s.reason, s.created_at, s.lifted_at FROM bounces_suppression s
WHERE s.workspace_id = %(workspace_id)s::bigint AND (s.recipient_id = %(recipient_id)s::bigint
  OR s.domain = ANY(%(entries)s::text[])
  OR s.recipient_id IN (SELECT a.alias_id FROM bounces_learnedaddress a WHERE a.recipient_id = %(recipient_id)s::bigint)
  OR s.recipient_id IN (SELECT a.recipient_id FROM bounces_learnedaddress a WHERE a.alias_id = %(recipient_id)s::bigint))
UNION ALL
SELECT u.id, 'request', 'opt-out open', u.received_at, u.done_at FROM bounces_unsubscriberequest u
WHERE u.recipient_id = %(recipient_id)s::bigint AND u.done_at IS NULL
ORDER BY created_at

-- explain_events: what the log says of the person, the newest lines
SELECT * FROM (
  SELECT id, kind, subject_id, data::text AS data, world_at FROM app_event
  WHERE recipient_id = %(recipient_id)s::bigint AND workspace_id = %(workspace_id)s::bigint ORDER BY id DESC LIMIT %(most)s
) newest ORDER BY id

-- explain_full: which of these counters are at their limit
SELECT c.scope FROM admission_counter c
JOIN unnest(%(scopes)s::text[], %(keys)s::text[], %(caps)s::int[], %(days)s::date[]) AS l(scope, key, cap, day)
  ON l.scope = c.scope AND l.key = c.key AND l.day = c.day
WHERE c.workspace_id = %(workspace_id)s::bigint AND c.used >= l.cap

-- explain_mailbox: what a mailbox sent lately, what is handed out of its day, and what evidence says of it; `hour` and
-- `rolling` are spans of world time up to now
SELECT s.health, s.health_good_until, coalesce(s.health_says, '') AS health_says, coalesce(s.hard_percent, 100) AS hard_percent,
  coalesce(s.hard_reason, '') AS hard_reason, coalesce(s.protection, 'normal') AS protection,
  coalesce(s.protection_percent, 100) AS protection_percent, s.protection_since,
  EXISTS (SELECT FROM admission_protectionpolicy q WHERE q.workspace_id = m.workspace_id AND q.rolled_back_at IS NULL
    AND q.enforce_from <= %(now)s::timestamptz) AS acting,
  (SELECT count(*) FROM admission_permit p WHERE p.mailbox_id = m.id AND p.kind = 'campaign'
    AND p.number > b.granted - m.rolling_cap AND p.world_at > %(now)s::timestamptz - %(hour)s::interval) AS hour_used,
  (SELECT count(*) FROM admission_permit p WHERE p.mailbox_id = m.id AND p.number > b.granted - m.rolling_cap
    AND p.world_at > %(now)s::timestamptz - %(rolling)s::interval)
  + (SELECT coalesce(sum(h.recipients), 0) FROM mailboxes_handmail h WHERE h.mailbox_id = m.id
    AND h.sent_at > %(now)s::timestamptz - %(rolling)s::interval) AS rolling_used,
  (SELECT count(*) FROM sequences_touch t WHERE t.mailbox_id = m.id AND t.state = 'planned') AS handed_out,
  (SELECT min(t.slot_at) FROM sequences_touch t WHERE t.mailbox_id = m.id AND t.state = 'planned') AS next_slot_at
FROM mailboxes_mailbox m JOIN mailboxes_budget b ON b.mailbox_id = m.id LEFT JOIN admission_standing s ON s.mailbox_id = m.id
WHERE m.id = %(mailbox_id)s::bigint

-- explain_campaign: how many of a campaign wait, when the next one may be mailed, and who has a place
SELECT count(*) FILTER (WHERE t.eligible_at <= %(now)s::timestamptz) AS due, count(*) AS waiting,
  count(*) FILTER (WHERE t.state = 'held') AS held,
  min(t.eligible_at) FILTER (WHERE t.state = 'scheduled' AND t.eligible_at > %(now)s::timestamptz) AS next_due_at,
  min(t.slot_at) FILTER (WHERE t.state = 'planned') AS next_slot_at
FROM sequences_touch t WHERE t.campaign_id = %(campaign_id)s::bigint AND t.state IN ('scheduled', 'planned', 'held')
