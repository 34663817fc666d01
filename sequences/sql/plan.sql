-- windows: one row per mailbox that may send, with what its capacity window needs; called by sequences.actions.plan
SELECT m.id, m.time_zone, m.daily_cap, m.rolling_cap, m.gap_seconds, m.gap_jitter, b.day, b.used_today, b.last_send_at,
  (SELECT count(*) FROM admission_permit p WHERE p.mailbox_id = m.id AND p.number > b.granted - m.rolling_cap
    AND p.world_at > %(rolling_since)s::timestamptz) AS rolling_used,
  (SELECT count(*) FROM sequences_touch t WHERE t.mailbox_id = m.id AND t.state = 'planned') AS handed_out,
  (SELECT max(t.slot_at) FROM sequences_touch t WHERE t.mailbox_id = m.id AND t.state = 'planned') AS last_slot
FROM mailboxes_mailbox m
JOIN mailboxes_budget b ON b.mailbox_id = m.id
JOIN app_workspace w ON w.id = m.workspace_id
WHERE m.state = 'connected' AND (m.limited_until IS NULL OR m.limited_until <= clock_timestamp()) AND w.halted_at IS NULL
  AND NOT EXISTS (SELECT FROM mailboxes_providerbreaker p WHERE p.provider = m.provider AND p.until > clock_timestamp())

-- campaigns: one row per running campaign and mailbox it may use; called by sequences.actions.plan
SELECT c.id, c.priority, c.weight, c.new_per_day, c.day_cap, c.ends_on, c."window",
  c.time_zone, c.in_person_zone, c.days_off, cm.mailbox_id, cm.weight AS mailbox_weight
FROM sequences_campaign c
JOIN app_workspace w ON w.id = c.workspace_id
JOIN sequences_campaignmailbox cm ON cm.campaign_id = c.id
WHERE c.state = 'running' AND w.halted_at IS NULL
ORDER BY c.id, cm.mailbox_id

-- due: the oldest due email touches of one campaign that are bound to one mailbox; through touch_due; called by
-- sequences.actions.plan
SELECT t.id, t.campaign_id, t.due_at, t.position, t.mailbox_id,
  coalesce(k.time_zone, '') AS person_zone, coalesce(k.country_code, '') AS person_country
FROM sequences_touch t
JOIN sequences_enrollment e ON e.id = t.enrollment_id
LEFT JOIN sequences_contact k ON k.id = e.contact_id
WHERE t.campaign_id = %(campaign_id)s::bigint AND t.mailbox_id = %(mailbox_id)s::bigint
  AND t.state = 'scheduled' AND t.kind = 'email' AND t.eligible_at <= %(now)s::timestamptz
ORDER BY t.eligible_at LIMIT %(most)s::int
FOR UPDATE OF t SKIP LOCKED

-- due_unbound: the same for those that have no mailbox yet; a statement of its own, because an index answers = and
-- IS NULL but not "the same or both NULL"; called by sequences.actions.plan
SELECT t.id, t.campaign_id, t.due_at, t.position, t.mailbox_id,
  coalesce(k.time_zone, '') AS person_zone, coalesce(k.country_code, '') AS person_country
FROM sequences_touch t
JOIN sequences_enrollment e ON e.id = t.enrollment_id
LEFT JOIN sequences_contact k ON k.id = e.contact_id
WHERE t.campaign_id = %(campaign_id)s::bigint AND t.mailbox_id IS NULL
  AND t.state = 'scheduled' AND t.kind = 'email' AND t.eligible_at <= %(now)s::timestamptz
ORDER BY t.eligible_at LIMIT %(most)s::int
FOR UPDATE OF t SKIP LOCKED

-- sends: today's permits and waiting slots by mailbox and campaign; called by sequences.actions.plan
SELECT p.mailbox_id, p.campaign_id, p.world_at AS at FROM admission_permit p
WHERE p.campaign_id = ANY(%(campaigns)s::bigint[]) AND p.world_at > %(since)s::timestamptz
UNION ALL
SELECT t.mailbox_id, t.campaign_id, t.slot_at FROM sequences_touch t
WHERE t.state = 'planned' AND t.campaign_id = ANY(%(campaigns)s::bigint[])

-- recent: mails and openers of each campaign since local midnight and in the last seven days, with the slots that wait:
-- the next run, a minute later, must not hand out the same room again. An opener that is tried twice is one person;
-- called by sequences.actions.plan
WITH mails AS (
  SELECT p.campaign_id, p.delivery_id, p.world_at AS at, s.position = 1 AS opener
  FROM admission_permit p JOIN sequences_step s ON s.id = p.step_id
  WHERE p.campaign_id = ANY(%(campaigns)s::bigint[]) AND p.world_at > %(week)s::timestamptz
  UNION ALL
  SELECT t.campaign_id, coalesce(d.id, -t.id), t.slot_at, t.position = 1
  FROM sequences_touch t LEFT JOIN mailboxes_delivery d ON d.touch_id = t.id AND d.state IN ('prepared', 'sending')
  WHERE t.state = 'planned' AND t.campaign_id = ANY(%(campaigns)s::bigint[]) AND d.state IS DISTINCT FROM 'sending'
)
SELECT campaign_id, count(*) FILTER (WHERE at > %(today)s::timestamptz) AS sends_today,
  count(DISTINCT delivery_id) FILTER (WHERE at > %(today)s::timestamptz AND opener) AS openers_today,
  count(*) AS recent_sends, count(*) FILTER (WHERE opener) AS recent_openers
FROM mails GROUP BY campaign_id

-- strand: what is due and has no mailbox to leave from shows why; the planner asks only for mailboxes with room, and
-- would pass over it in silence. It stays scheduled: what comes back is planned at once; called by sequences.actions.plan
WITH boxes AS (
  SELECT m.id, m.workspace_id, CASE WHEN m.state = 'disconnected' THEN 'mailbox_gone'
    WHEN m.state <> 'connected' THEN 'mailbox_not_connected'
    WHEN m.limited_until > clock_timestamp() THEN 'provider_limit'
    WHEN p.until > clock_timestamp() THEN 'provider_down' END AS problem
  FROM mailboxes_mailbox m LEFT JOIN mailboxes_providerbreaker p ON p.provider = m.provider
),
pairs AS (
  SELECT c.id AS campaign_id, b.id AS mailbox_id, b.problem FROM sequences_campaign c
  JOIN boxes b ON b.workspace_id = c.workspace_id AND b.problem IS NOT NULL WHERE c.state = 'running'
  UNION ALL
  SELECT c.id, NULL, CASE WHEN bool_or(b.problem = 'provider_limit') THEN 'provider_limit'
    WHEN bool_or(b.problem = 'provider_down') THEN 'provider_down' ELSE 'no_mailbox' END
  FROM sequences_campaign c
  LEFT JOIN sequences_campaignmailbox cm ON cm.campaign_id = c.id LEFT JOIN boxes b ON b.id = cm.mailbox_id
  WHERE c.state = 'running' GROUP BY c.id HAVING count(b.id) = count(b.problem)
),
stranded AS (
  SELECT t.id, p.problem FROM pairs p CROSS JOIN LATERAL (
    SELECT t.id, t.hold_reason FROM sequences_touch t
    WHERE t.campaign_id = p.campaign_id AND t.mailbox_id IS NOT DISTINCT FROM p.mailbox_id AND t.state = 'scheduled'
      AND t.kind = 'email' AND t.eligible_at <= %(now)s::timestamptz AND t.hold_reason <> p.problem
    ORDER BY t.eligible_at LIMIT %(most)s::int FOR UPDATE SKIP LOCKED
  ) t
)
UPDATE sequences_touch t SET hold_reason = s.problem, hold_detail = '' FROM stranded s WHERE t.id = s.id
RETURNING t.id

-- ended: what is due in a campaign whose last day is over shows it, and is planned when that day is moved; called by
-- sequences.actions.plan
WITH due AS (
  SELECT t.id FROM unnest(%(campaigns)s::bigint[]) AS c(id) CROSS JOIN LATERAL (
    SELECT t.id FROM sequences_touch t
    WHERE t.campaign_id = c.id AND t.state = 'scheduled' AND t.kind = 'email' AND t.eligible_at <= %(now)s::timestamptz
      AND t.hold_reason <> 'campaign_ended'
    ORDER BY t.eligible_at LIMIT %(most)s::int FOR UPDATE SKIP LOCKED
  ) t
)
UPDATE sequences_touch t SET hold_reason = 'campaign_ended', hold_detail = '' FROM due WHERE t.id = due.id
RETURNING t.id

-- slot: scheduled -> planned; a touch that moved meanwhile keeps its state; called by sequences.actions.plan
UPDATE sequences_touch t SET state = 'planned', slot_at = s.at, mailbox_id = s.mailbox_id, assigned_reason = s.reason,
  hold_reason = '', hold_detail = ''
FROM unnest(%(touches)s::bigint[], %(mailboxes)s::bigint[], %(instants)s::timestamptz[], %(reasons)s::text[])
  AS s(touch_id, mailbox_id, at, reason)
WHERE t.id = s.touch_id AND t.state = 'scheduled'
RETURNING t.id

-- due_slots: planned touches whose slot is due before the next run, and those whose slot passed without a call;
-- called by sequences.actions.plan
SELECT t.id, t.slot_at FROM sequences_touch t
WHERE t.state = 'planned' AND t.slot_at <= %(until)s::timestamptz
  AND (t.slot_at > %(now)s::timestamptz OR t.slot_at <= %(late)s::timestamptz)
  AND NOT EXISTS (SELECT FROM mailboxes_delivery d WHERE d.touch_id = t.id AND d.state IN ('sending', 'uncertain', 'accepted'))
ORDER BY t.slot_at LIMIT %(most)s::int
