-- forecast_crowds: the people of these campaigns in groups of whom nothing else is known apart: by step, mailbox, where
-- they live and the day on which they fall due; with a slot already, by its hour; held, by the reason (no day). What is
-- due now counts as due now. Quarters of an hour are grouped first, by hashes: days of a zone are dear, and a million rows
-- were sorted on disk; called by sequences.actions.forecast_inputs, as is every statement of this file
WITH fine AS MATERIALIZED (
  SELECT g.campaign_id, g.mailbox_id, g.position, g.kind, g.state, g.person_zone, g.person_country, g.reason, g.quarter,
    min(g.at) AS at, count(*) AS people
  FROM (
    SELECT w.*, date_bin('15 minutes', w.at, '2000-01-01Z'::timestamptz) AS quarter FROM (
      SELECT t.campaign_id, t.mailbox_id, t.position, t.kind, t.state, k.time_zone AS person_zone,
        k.country_code AS person_country, CASE t.state WHEN 'held' THEN t.hold_reason ELSE '' END AS reason,
        CASE t.state WHEN 'planned' THEN t.slot_at
          WHEN 'scheduled' THEN greatest(t.eligible_at, %(now)s::timestamptz) END AS at
      FROM sequences_touch t JOIN sequences_enrollment e ON e.id = t.enrollment_id
      LEFT JOIN sequences_contact k ON k.id = e.contact_id
      WHERE t.campaign_id = ANY(%(campaigns)s::bigint[]) AND t.state IN ('scheduled', 'planned', 'held')
    ) w OFFSET 0
  ) g
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
)
SELECT f.campaign_id, f.mailbox_id, f.position, f.kind, f.state, coalesce(f.person_zone, '') AS person_zone,
  coalesce(f.person_country, '') AS person_country, f.reason, min(f.at) AS at, sum(f.people)::bigint AS people
FROM fine f JOIN sequences_campaign c ON c.id = f.campaign_id
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8,
  CASE f.state WHEN 'planned' THEN date_trunc('hour', f.quarter) ELSE date_trunc('day', f.quarter, c.time_zone) END

-- forecast_canaries: how many of a campaign's first people are still to be written to before it rests
SELECT c.id, c.canary, c.canary_until, greatest(0, c.canary_size - coalesce(u.used, 0)) AS people
FROM sequences_campaign c LEFT JOIN admission_counter u ON u.workspace_id = c.workspace_id AND u.scope = 'canary'
  AND u.key = c.id::text
WHERE c.id = ANY(%(campaigns)s::bigint[]) AND c.canary <> 'clear' AND c.canary_size > 0

-- forecast_mailboxes: what a mailbox's ramp may grow by, and why it sends nothing now
SELECT m.id, m.address, m.time_zone, m.daily_cap, m.gap_seconds, m.gap_jitter, m.hourly_cap, m.reserved, m.rolling_cap,
  m.ramp_start, m.ramp_step, s.ramp_limit, s.ramp_day, CASE WHEN m.state <> 'connected' THEN 'mailbox_not_connected'
    WHEN m.limited_until > clock_timestamp() THEN 'provider_limit' WHEN p.until > clock_timestamp() THEN 'provider_down'
    WHEN w.halted_at IS NOT NULL THEN 'halted' END AS problem,
  CASE WHEN coalesce(s.health, 'unknown') = 'fail' THEN 'health_fail'
    WHEN coalesce(s.health, 'unknown') <> 'pass' OR s.health_good_until <= %(now)s::timestamptz THEN 'health_unknown' END AS unhealthy
FROM mailboxes_mailbox m JOIN app_workspace w ON w.id = m.workspace_id
LEFT JOIN admission_standing s ON s.mailbox_id = m.id LEFT JOIN mailboxes_providerbreaker p ON p.provider = m.provider
WHERE m.id = ANY(%(mailboxes)s::bigint[]) ORDER BY m.id
