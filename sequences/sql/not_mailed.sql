-- not_mailed_totals: of these campaigns, how many people got a mail in the day (reason NULL), and how many have a step that
-- is due in it and got none, by the first reason. Somebody whose sequence ended in the day counts with how it ended;
-- called by sequences.actions.not_mailed, as is the other statement of this file
WITH mailed AS MATERIALIZED (
  SELECT DISTINCT e.id, e.campaign_id FROM admission_permit p
  JOIN sequences_enrollment e ON e.campaign_id = p.campaign_id AND e.recipient_id = p.recipient_id
  WHERE p.campaign_id = ANY(%(campaigns)s::bigint[]) AND p.kind = 'campaign' AND p.state IN ('open', 'accepted')
    AND p.world_at >= %(first)s::timestamptz AND p.world_at < %(end)s::timestamptz
),
campaign AS MATERIALIZED (
  SELECT c.id, CASE WHEN w.halted_at IS NOT NULL THEN 'halted' WHEN c.state <> 'running' THEN 'campaign_not_running' END AS stands
  FROM sequences_campaign c JOIN app_workspace w ON w.id = c.workspace_id WHERE c.id = ANY(%(campaigns)s::bigint[])
),
waiting AS (
  SELECT t.campaign_id, false AS ended, coalesce(c.stands, nullif(t.hold_reason, ''),
    CASE WHEN t.state = 'planned' THEN 'planned' WHEN t.kind <> 'email' THEN 'task_due'
      WHEN t.eligible_at >= %(end)s::timestamptz THEN 'window' WHEN t.eligible_at > %(now)s::timestamptz THEN 'early'
      ELSE 'next' END) AS reason
  FROM campaign c JOIN sequences_touch t ON t.campaign_id = c.id
  LEFT JOIN mailed ON mailed.id = t.enrollment_id
  WHERE t.state IN ('scheduled', 'planned', 'held') AND t.due_at < %(end)s::timestamptz AND mailed.id IS NULL
),
over AS (
  SELECT e.campaign_id, true AS ended, e.state AS reason FROM sequences_enrollment e
  LEFT JOIN mailed ON mailed.id = e.id
  WHERE e.workspace_id = %(workspace_id)s::bigint AND e.ended_at >= %(first)s::timestamptz
    AND e.campaign_id = ANY(%(campaigns)s::bigint[]) AND mailed.id IS NULL
    AND EXISTS (SELECT FROM sequences_touch t WHERE t.enrollment_id = e.id AND t.state IN ('cancelled', 'skipped')
      AND t.closed_at >= %(first)s::timestamptz AND t.due_at < %(end)s::timestamptz)
)
SELECT campaign_id, ended, reason, count(*) AS people FROM waiting GROUP BY 1, 2, 3
UNION ALL
SELECT campaign_id, ended, reason, count(*) FROM over GROUP BY 1, 2, 3
UNION ALL
SELECT campaign_id, false, NULL, count(*) FROM mailed GROUP BY 1

-- not_mailed_people: a page of those whom not_mailed_totals counts with a reason, in the order of their enrollments
WITH campaign AS MATERIALIZED (
  SELECT c.id, CASE WHEN w.halted_at IS NOT NULL THEN 'halted' WHEN c.state <> 'running' THEN 'campaign_not_running' END AS stands
  FROM sequences_campaign c JOIN app_workspace w ON w.id = c.workspace_id WHERE c.id = ANY(%(campaigns)s::bigint[])
),
waiting AS (
  SELECT t.enrollment_id, t.campaign_id, t.position, t.kind, false AS ended, r.reason, t.hold_detail AS detail,
    CASE WHEN t.state = 'planned' THEN t.slot_at WHEN t.state = 'scheduled' AND t.eligible_at > %(now)s::timestamptz
      THEN t.eligible_at END AS until
  FROM sequences_touch t JOIN campaign c ON c.id = t.campaign_id JOIN sequences_enrollment e ON e.id = t.enrollment_id
  CROSS JOIN LATERAL (SELECT coalesce(c.stands, nullif(t.hold_reason, ''),
    CASE WHEN t.state = 'planned' THEN 'planned' WHEN t.kind <> 'email' THEN 'task_due'
      WHEN t.eligible_at >= %(end)s::timestamptz THEN 'window' WHEN t.eligible_at > %(now)s::timestamptz THEN 'early'
      ELSE 'next' END) AS reason) r
  WHERE t.state IN ('scheduled', 'planned', 'held') AND t.due_at < %(end)s::timestamptz
    AND t.enrollment_id > %(after)s::bigint AND (%(reason)s::text = '' OR (NOT %(ended)s::boolean AND r.reason = %(reason)s::text))
    AND NOT EXISTS (SELECT FROM admission_permit p WHERE p.recipient_id = e.recipient_id AND p.campaign_id = e.campaign_id
      AND p.kind = 'campaign' AND p.state IN ('open', 'accepted') AND p.world_at >= %(first)s::timestamptz)
  ORDER BY t.enrollment_id LIMIT %(most)s::int
),
over AS (
  SELECT e.id AS enrollment_id, e.campaign_id, t.position, t.kind, true AS ended, e.state AS reason, e.reason AS detail,
    NULL::timestamptz AS until
  FROM sequences_enrollment e CROSS JOIN LATERAL (
    SELECT t.position, t.kind FROM sequences_touch t WHERE t.enrollment_id = e.id AND t.state IN ('cancelled', 'skipped')
      AND t.closed_at >= %(first)s::timestamptz AND t.due_at < %(end)s::timestamptz ORDER BY t.position DESC LIMIT 1) t
  WHERE e.workspace_id = %(workspace_id)s::bigint AND e.ended_at >= %(first)s::timestamptz
    AND e.campaign_id = ANY(%(campaigns)s::bigint[]) AND e.id > %(after)s::bigint
    AND (%(reason)s::text = '' OR (%(ended)s::boolean AND e.state = %(reason)s::text))
    AND NOT EXISTS (SELECT FROM admission_permit p WHERE p.recipient_id = e.recipient_id AND p.campaign_id = e.campaign_id
      AND p.kind = 'campaign' AND p.state IN ('open', 'accepted') AND p.world_at >= %(first)s::timestamptz)
  ORDER BY e.id LIMIT %(most)s::int
)
SELECT n.*, e.contact_id FROM (SELECT * FROM waiting UNION ALL SELECT * FROM over ORDER BY enrollment_id LIMIT %(most)s::int) n
JOIN sequences_enrollment e ON e.id = n.enrollment_id ORDER BY n.enrollment_id
