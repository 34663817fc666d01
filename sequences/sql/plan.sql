-- windows: one row per mailbox that may send, with what its capacity window needs, counted as the permit's facts count it;
-- what day it is in each zone is asked of nobody but app.core.zones, and who lives in another one has no row;
-- called by sequences.actions.room
SELECT m.id, m.time_zone, m.daily_cap, m.rolling_cap, m.hourly_cap, m.reserved, m.gap_seconds, m.gap_jitter,
  b.day, b.used_today, b.closes_at, b.last_send_at, hand.today AS by_hand,
  b.granted - coalesce((SELECT p.number FROM admission_permit p
    WHERE p.mailbox_id = m.id AND p.world_at <= %(now)s::timestamptz - %(rolling)s::interval
    ORDER BY p.number DESC LIMIT 1), 0) + hand.rolling AS rolling_used,
  m.ramp_start, st.ramp_limit, st.ramp_day, coalesce(st.hard_percent, 100) AS hard_percent,
  CASE WHEN st.protection_percent < 100 AND EXISTS (SELECT FROM admission_protectionpolicy pp
      WHERE pp.workspace_id = w.id AND pp.enforce_from <= %(now)s::timestamptz AND pp.rolled_back_at IS NULL)
    THEN st.protection_percent ELSE 100 END AS protection_percent,
  m.workday::text AS workday,
  (SELECT jsonb_agg(jsonb_build_array(a.first_day, a.last_day))::text FROM mailboxes_awayrange a
    WHERE a.mailbox_id = m.id) AS away,
  coalesce(slots.n, 0) AS handed_out, slots.last AS last_slot,
  CASE WHEN m.hourly_cap > 0 THEN ARRAY(
    SELECT p.world_at FROM (SELECT p.world_at FROM admission_permit p WHERE p.mailbox_id = m.id AND p.kind = 'campaign'
      ORDER BY p.number DESC LIMIT m.hourly_cap) p WHERE p.world_at > %(now)s::timestamptz - interval '61 minutes')
    || coalesce(slots.times, '{}') ELSE '{}' END AS recent
FROM mailboxes_mailbox m
JOIN mailboxes_budget b ON b.mailbox_id = m.id
JOIN app_workspace w ON w.id = m.workspace_id
LEFT JOIN admission_standing st ON st.mailbox_id = m.id
JOIN unnest(%(zones)s::text[], %(days)s::date[], %(midnights)s::timestamptz[]) AS zone(name, today, began)
  ON zone.name = m.time_zone
CROSS JOIN LATERAL (
  SELECT count(*) AS n, max(t.slot_at) AS last, array_agg(t.slot_at) AS times
  FROM sequences_touch t WHERE t.mailbox_id = m.id AND t.state = 'planned'
) slots
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE h.local_day >= CASE WHEN b.closes_at > zone.began THEN b.day
      ELSE greatest(b.day, zone.today) END) AS today,
    coalesce(sum(h.recipients) FILTER (WHERE h.sent_at > %(now)s::timestamptz - %(rolling)s::interval), 0)
    + (SELECT count(*) FROM mailboxes_inboundmessage own WHERE own.mailbox_id = m.id AND own.own
        AND own.kind = 'warm_up' AND own.received_at > %(now)s::timestamptz - %(rolling)s::interval) AS rolling
  FROM mailboxes_handmail h WHERE h.mailbox_id = m.id AND h.sent_at > %(now)s::timestamptz - interval '50 hours'
) hand
WHERE m.state = 'connected' AND (m.limited_until IS NULL OR m.limited_until <= clock_timestamp()) AND w.halted_at IS NULL
  AND st.health = 'pass' AND st.health_good_until > %(now)s::timestamptz
  AND NOT EXISTS (SELECT FROM mailboxes_providerbreaker p WHERE p.provider = m.provider AND p.until > clock_timestamp())

-- campaigns: one row per running campaign with the mailboxes it may use; called by sequences.actions.room
SELECT c.id, c.priority, c.weight, c.new_per_day, c.day_cap, c.ends_on, c."window",
  c.time_zone, c.in_person_zone, c.days_off, launched.at AS launched_at,
  pool.mailboxes, pool.weights
FROM sequences_campaign c
JOIN app_workspace w ON w.id = c.workspace_id
CROSS JOIN LATERAL (
  SELECT array_agg(cm.mailbox_id ORDER BY cm.mailbox_id) AS mailboxes,
    array_agg(cm.weight ORDER BY cm.mailbox_id) AS weights
  FROM sequences_campaignmailbox cm WHERE cm.campaign_id = c.id
) pool
CROSS JOIN LATERAL (
  SELECT min(e.world_at) AS at FROM app_event e WHERE e.subject_id = c.id AND e.kind = 'campaign.running'
) launched
WHERE c.state = 'running' AND w.halted_at IS NULL AND pool.mailboxes IS NOT NULL
ORDER BY c.id

-- heads: when the oldest due email of each campaign and mailbox with room fell due. Out of touch_due alone, one look per
-- pair, however many are enrolled; called by sequences.actions.room
SELECT cm.campaign_id, cm.mailbox_id, t.due_at
FROM sequences_campaignmailbox cm CROSS JOIN LATERAL (
  SELECT t.due_at FROM sequences_touch t
  WHERE t.campaign_id = cm.campaign_id AND t.mailbox_id = cm.mailbox_id AND t.state = 'scheduled' AND t.kind = 'email'
    AND t.eligible_at <= %(now)s::timestamptz
    AND t.hold_reason NOT IN ('campaign_ended', 'health_fail', 'health_unknown', 'mailbox_gone',
      'mailbox_not_connected', 'no_mailbox', 'provider_down', 'provider_limit')
  ORDER BY t.eligible_at LIMIT 1
) t
WHERE cm.campaign_id = ANY(%(campaigns)s::bigint[]) AND cm.mailbox_id = ANY(%(mailboxes)s::bigint[])
UNION ALL
SELECT c.id, NULL, t.due_at
FROM unnest(%(campaigns)s::bigint[]) AS c(id) CROSS JOIN LATERAL (
  SELECT t.due_at FROM sequences_touch t
  WHERE t.campaign_id = c.id AND t.mailbox_id IS NULL AND t.state = 'scheduled' AND t.kind = 'email'
    AND t.eligible_at <= %(now)s::timestamptz
    AND t.hold_reason NOT IN ('campaign_ended', 'health_fail', 'health_unknown', 'mailbox_gone',
      'mailbox_not_connected', 'no_mailbox', 'provider_down', 'provider_limit')
  ORDER BY t.mailbox_id, t.eligible_at LIMIT 1
) t

-- due: of each pair as many of the oldest due emails as could get a place, and of those without a mailbox; nothing is
-- locked before it is written. Two branches, because an index answers = and IS NULL but not "the same or both NULL", and
-- IS NULL in its own order only where that is asked for by name;
-- called by sequences.actions.room
SELECT t.id, t.campaign_id, t.due_at, t.position = 1 AS opener, t.mailbox_id, coalesce(k.time_zone, '') AS person_zone,
  coalesce(k.country_code, '') AS person_country, t.hold_reason
FROM (
  SELECT t.* FROM unnest(%(campaigns)s::bigint[], %(mailboxes)s::bigint[], %(most)s::int[]) AS p(campaign_id, mailbox_id, most)
  CROSS JOIN LATERAL (
    SELECT t.id, t.campaign_id, t.due_at, t.position, t.mailbox_id, t.enrollment_id, t.hold_reason FROM sequences_touch t
    WHERE t.campaign_id = p.campaign_id AND t.mailbox_id = p.mailbox_id AND t.state = 'scheduled' AND t.kind = 'email'
      AND t.eligible_at <= %(now)s::timestamptz
      AND t.hold_reason NOT IN ('campaign_ended', 'health_fail', 'health_unknown', 'mailbox_gone',
      'mailbox_not_connected', 'no_mailbox', 'provider_down', 'provider_limit')
    ORDER BY t.eligible_at LIMIT p.most
  ) t
  UNION ALL
  SELECT t.* FROM unnest(%(open_campaigns)s::bigint[], %(open_most)s::int[]) AS p(campaign_id, most)
  CROSS JOIN LATERAL (
    SELECT t.id, t.campaign_id, t.due_at, t.position, t.mailbox_id, t.enrollment_id, t.hold_reason FROM sequences_touch t
    WHERE t.campaign_id = p.campaign_id AND t.mailbox_id IS NULL AND t.state = 'scheduled' AND t.kind = 'email'
      AND t.eligible_at <= %(now)s::timestamptz
      AND t.hold_reason NOT IN ('campaign_ended', 'health_fail', 'health_unknown', 'mailbox_gone',
      'mailbox_not_connected', 'no_mailbox', 'provider_down', 'provider_limit')
    ORDER BY t.mailbox_id, t.eligible_at LIMIT p.most
  ) t
) t
JOIN sequences_enrollment e ON e.id = t.enrollment_id
LEFT JOIN sequences_contact k ON k.id = e.contact_id

-- sends: permits of yesterday and today, and waiting slots, by mailbox and campaign; called by sequences.actions.room
SELECT p.mailbox_id, p.campaign_id, p.world_at AS at FROM admission_permit p
WHERE p.campaign_id = ANY(%(campaigns)s::bigint[]) AND p.world_at > %(since)s::timestamptz
UNION ALL
SELECT t.mailbox_id, t.campaign_id, t.slot_at FROM sequences_touch t
WHERE t.state = 'planned' AND t.campaign_id = ANY(%(campaigns)s::bigint[])

-- recent: mails and openers of each campaign since local midnight and in the last seven days, with the slots that wait:
-- the next run, a minute later, must not hand out the same room again. An opener that is tried twice is one person;
-- called by sequences.actions.room
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

-- strand: what is due and cannot leave shows why, for the planner asks only where there is room and would pass over it in
-- silence; what can leave again is due as before. Those that are shown lie in an index of their own, so that they are
-- not read at every run; called by sequences.actions.plan
WITH RECURSIVE boxes AS (
  SELECT m.id, m.workspace_id, CASE WHEN m.state = 'disconnected' THEN 'mailbox_gone'
    WHEN m.state <> 'connected' THEN 'mailbox_not_connected'
    WHEN m.time_zone = ANY(%(unknown)s::text[]) THEN 'zone_unknown'
    WHEN m.limited_until > clock_timestamp() THEN 'provider_limit'
    WHEN p.until > clock_timestamp() THEN 'provider_down'
    WHEN st.health = 'fail' THEN 'health_fail'
    WHEN st.health = 'pass' AND st.health_good_until > %(now)s::timestamptz THEN NULL ELSE 'health_unknown' END AS problem
  FROM mailboxes_mailbox m LEFT JOIN mailboxes_providerbreaker p ON p.provider = m.provider
  LEFT JOIN admission_standing st ON st.mailbox_id = m.id
),
running AS (
  SELECT c.id, c.workspace_id, CASE WHEN c.id = ANY(%(ended)s::bigint[]) THEN 'campaign_ended'
    WHEN c.time_zone = ANY(%(unknown)s::text[]) THEN 'zone_unknown' END AS problem
  FROM sequences_campaign c WHERE c.state = 'running'
),
pairs AS (
  SELECT c.id AS campaign_id, b.id AS mailbox_id, coalesce(c.problem, b.problem) AS problem
  FROM running c JOIN boxes b ON b.workspace_id = c.workspace_id
  WHERE coalesce(c.problem, b.problem) IS NOT NULL
  UNION ALL
  SELECT c.id, 0, coalesce(c.problem, CASE WHEN bool_or(b.problem = 'provider_limit') THEN 'provider_limit'
    WHEN bool_or(b.problem = 'provider_down') THEN 'provider_down'
    WHEN bool_or(b.problem = 'zone_unknown') THEN 'zone_unknown'
    WHEN bool_or(b.problem = 'health_fail') THEN 'health_fail'
    WHEN bool_or(b.problem = 'health_unknown') THEN 'health_unknown' ELSE 'no_mailbox' END)
  FROM running c
  LEFT JOIN sequences_campaignmailbox cm ON cm.campaign_id = c.id LEFT JOIN boxes b ON b.id = cm.mailbox_id
  GROUP BY c.id, c.problem HAVING c.problem IS NOT NULL OR count(b.id) = count(b.problem)
),
shown AS (
  (SELECT t.campaign_id, coalesce(t.mailbox_id, 0) AS mailbox_id, t.hold_reason FROM sequences_touch t
  WHERE t.state = 'scheduled' AND t.kind = 'email' AND t.hold_reason IN ('campaign_ended', 'health_fail', 'health_unknown', 'mailbox_gone',
      'mailbox_not_connected', 'no_mailbox', 'provider_down', 'provider_limit')
  ORDER BY t.campaign_id, coalesce(t.mailbox_id, 0), t.hold_reason LIMIT 1)
  UNION ALL
  SELECT n.campaign_id, n.mailbox_id, n.hold_reason FROM shown s CROSS JOIN LATERAL (
    SELECT t.campaign_id, coalesce(t.mailbox_id, 0) AS mailbox_id, t.hold_reason FROM sequences_touch t
    WHERE t.state = 'scheduled' AND t.kind = 'email' AND t.hold_reason IN ('campaign_ended', 'health_fail', 'health_unknown', 'mailbox_gone',
      'mailbox_not_connected', 'no_mailbox', 'provider_down', 'provider_limit')
      AND (t.campaign_id, coalesce(t.mailbox_id, 0), t.hold_reason) > (s.campaign_id, s.mailbox_id, s.hold_reason)
    ORDER BY t.campaign_id, coalesce(t.mailbox_id, 0), t.hold_reason LIMIT 1
  ) n
),
changed AS (
  SELECT s.campaign_id, s.mailbox_id, s.hold_reason, coalesce(p.problem, '') AS problem
  FROM shown s JOIN running c ON c.id = s.campaign_id
  LEFT JOIN pairs p ON p.campaign_id = s.campaign_id AND p.mailbox_id = s.mailbox_id
  WHERE s.hold_reason <> coalesce(p.problem, '')
),
found AS (
  SELECT t.id, p.problem FROM pairs p CROSS JOIN LATERAL (
    SELECT t.id FROM sequences_touch t
    WHERE t.campaign_id = p.campaign_id AND t.mailbox_id = p.mailbox_id AND t.state = 'scheduled' AND t.kind = 'email'
      AND t.eligible_at <= %(now)s::timestamptz AND t.hold_reason <> p.problem
      AND t.hold_reason NOT IN ('campaign_ended', 'health_fail', 'health_unknown', 'mailbox_gone',
      'mailbox_not_connected', 'no_mailbox', 'provider_down', 'provider_limit')
    ORDER BY t.eligible_at LIMIT %(most)s::int FOR UPDATE SKIP LOCKED
  ) t WHERE p.mailbox_id > 0
  UNION ALL
  SELECT t.id, p.problem FROM pairs p CROSS JOIN LATERAL (
    SELECT t.id FROM sequences_touch t
    WHERE t.campaign_id = p.campaign_id AND t.mailbox_id IS NULL AND t.state = 'scheduled' AND t.kind = 'email'
      AND t.eligible_at <= %(now)s::timestamptz AND t.hold_reason <> p.problem
      AND t.hold_reason NOT IN ('campaign_ended', 'health_fail', 'health_unknown', 'mailbox_gone',
      'mailbox_not_connected', 'no_mailbox', 'provider_down', 'provider_limit')
    ORDER BY t.mailbox_id, t.eligible_at LIMIT %(most)s::int FOR UPDATE SKIP LOCKED
  ) t WHERE p.mailbox_id = 0
  UNION ALL
  SELECT t.id, c.problem FROM changed c CROSS JOIN LATERAL (
    SELECT t.id FROM sequences_touch t
    WHERE t.campaign_id = c.campaign_id AND coalesce(t.mailbox_id, 0) = c.mailbox_id AND t.state = 'scheduled'
      AND t.kind = 'email' AND t.hold_reason = c.hold_reason AND t.hold_reason IN ('campaign_ended', 'health_fail', 'health_unknown', 'mailbox_gone',
      'mailbox_not_connected', 'no_mailbox', 'provider_down', 'provider_limit')
    LIMIT %(most)s::int FOR UPDATE SKIP LOCKED
  ) t
)
UPDATE sequences_touch t SET hold_reason = f.problem, hold_detail = '' FROM found f WHERE t.id = f.id
RETURNING t.id

-- late: planned -> scheduled where the slot passed long ago and no call is under way: nobody worked, or the campaign was
-- paused. They get places anew, at the mailbox's pace; called by sequences.actions.plan
WITH passed AS (
  SELECT t.id FROM sequences_touch t
  WHERE t.state = 'planned' AND t.slot_at <= %(before)s::timestamptz AND NOT EXISTS (
    SELECT FROM mailboxes_delivery d WHERE d.touch_id = t.id AND d.state IN ('sending', 'uncertain', 'accepted'))
  ORDER BY t.slot_at LIMIT %(most)s::int FOR UPDATE OF t SKIP LOCKED
)
UPDATE sequences_touch t SET state = 'scheduled', slot_at = NULL FROM passed WHERE t.id = passed.id
RETURNING t.id

-- waits: those whose own window is closed are put off until it opens; called by sequences.actions.plan
WITH put_off AS (
  SELECT t.id, w.until, w.reason
  FROM unnest(%(touches)s::bigint[], %(instants)s::timestamptz[], %(reasons)s::text[]) AS w(touch_id, until, reason)
  JOIN sequences_touch t ON t.id = w.touch_id
  WHERE t.state = 'scheduled' AND t.eligible_at < w.until FOR UPDATE OF t SKIP LOCKED
)
UPDATE sequences_touch t SET eligible_at = p.until, hold_reason = p.reason FROM put_off p WHERE t.id = p.id
RETURNING t.id

-- left: those that got no place show what stood in their way; called by sequences.actions.plan
WITH shown AS (
  SELECT t.id, l.reason FROM unnest(%(touches)s::bigint[], %(reasons)s::text[]) AS l(touch_id, reason)
  JOIN sequences_touch t ON t.id = l.touch_id
  WHERE t.state = 'scheduled' AND t.hold_reason <> l.reason FOR UPDATE OF t SKIP LOCKED
)
UPDATE sequences_touch t SET hold_reason = s.reason FROM shown s WHERE t.id = s.id
RETURNING t.id

-- slot: scheduled -> planned; what moved, was put off or is somebody else's meanwhile stays as it is; called by
-- sequences.actions.plan
WITH free AS (
  SELECT t.id, s.at, s.mailbox_id, s.reason
  FROM unnest(%(touches)s::bigint[], %(mailboxes)s::bigint[], %(instants)s::timestamptz[], %(reasons)s::text[])
    AS s(touch_id, mailbox_id, at, reason)
  JOIN sequences_touch t ON t.id = s.touch_id
  WHERE t.state = 'scheduled' AND t.eligible_at <= %(now)s::timestamptz AND coalesce(t.mailbox_id, s.mailbox_id) = s.mailbox_id
  FOR UPDATE OF t SKIP LOCKED
)
UPDATE sequences_touch t SET state = 'planned', slot_at = f.at, mailbox_id = f.mailbox_id, assigned_reason = f.reason,
  hold_reason = '', hold_detail = ''
FROM free f WHERE t.id = f.id
RETURNING t.id

-- due_slots: planned touches whose slot is due before the next run, and those whose slot passed without a call;
-- called by sequences.actions.plan
SELECT t.id, t.slot_at FROM sequences_touch t
WHERE t.state = 'planned' AND t.slot_at <= %(until)s::timestamptz
  AND (t.slot_at > %(now)s::timestamptz OR t.slot_at <= %(late)s::timestamptz)
  AND NOT EXISTS (SELECT FROM mailboxes_delivery d WHERE d.touch_id = t.id AND d.state IN ('sending', 'uncertain', 'accepted'))
ORDER BY t.slot_at LIMIT %(most)s::int
