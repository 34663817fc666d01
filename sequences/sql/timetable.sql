-- waiting_steps: every step of a campaign that waits for its time, in one read; called by sequences.actions.timetable
SELECT t.id FROM sequences_touch t
WHERE t.campaign_id = %(campaign_id)s::bigint AND t.state = 'scheduled'
ORDER BY t.id

-- steps_to_move: what the times of these steps were worked out from; called by sequences.actions.timetable
SELECT t.id, t.enrollment_id, t.step_id, t.due_at, t.eligible_at, t.hold_reason, s.delay_amount, s.delay_unit,
  e.recipient_id, e.enrolled_at, e.absent_until, before.closed_at AS previous_at,
  m.workday::text AS workday, coalesce(m.time_zone, 'UTC') AS mailbox_zone,
  (SELECT jsonb_agg(jsonb_build_array(a.first_day, a.last_day))::text FROM mailboxes_awayrange a
    WHERE a.mailbox_id = m.id) AS away,
  coalesce(k.time_zone, '') AS person_zone, coalesce(k.country_code, '') AS person_country
FROM sequences_touch t
JOIN sequences_step s ON s.id = t.step_id
JOIN sequences_enrollment e ON e.id = t.enrollment_id
LEFT JOIN sequences_contact k ON k.id = e.contact_id
LEFT JOIN mailboxes_mailbox m ON m.id = t.mailbox_id
LEFT JOIN LATERAL (
  SELECT p.closed_at FROM sequences_touch p
  WHERE p.enrollment_id = t.enrollment_id AND p.id < t.id AND p.state IN ('sent', 'done', 'skipped')
  ORDER BY p.id DESC LIMIT 1
) before ON true
WHERE t.id = ANY(%(touches)s::bigint[]) AND t.state = 'scheduled'
ORDER BY t.id

-- move_steps: the new times of steps that stand as they were read; called by sequences.actions.timetable
WITH found AS MATERIALIZED (
  SELECT t.id, w.due, w.eligible
  FROM unnest(%(touches)s::bigint[], %(old_due)s::timestamptz[], %(old_eligible)s::timestamptz[], %(due)s::timestamptz[],
    %(eligible)s::timestamptz[]) AS w(id, old_due, old_eligible, due, eligible)
  JOIN sequences_touch t ON t.id = w.id AND t.state = 'scheduled' AND t.due_at = w.old_due
    AND t.eligible_at = w.old_eligible
  ORDER BY t.id FOR NO KEY UPDATE OF t
)
UPDATE sequences_touch t SET due_at = found.due, eligible_at = found.eligible,
  hold_reason = CASE WHEN t.hold_reason = 'window_closed' THEN '' ELSE t.hold_reason END
FROM found WHERE t.id = found.id
RETURNING t.id
