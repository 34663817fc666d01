-- backlog: how many open steps of a campaign are overdue, wait for a later day or are held; called by
-- sequences.actions.resume
SELECT count(*) FILTER (WHERE t.state <> 'held' AND t.eligible_at <= %(now)s::timestamptz) AS overdue,
  count(*) FILTER (WHERE t.state <> 'held' AND t.eligible_at > %(now)s::timestamptz) AS later,
  count(*) FILTER (WHERE t.state = 'held') AS held
FROM sequences_enrollment e JOIN sequences_touch t ON t.enrollment_id = e.id
WHERE e.campaign_id = %(campaign_id)s::bigint AND e.state = 'active' AND t.state IN ('scheduled', 'planned', 'held')

-- steps_of_a_pause: the next open steps that were there when the pause began, locked; called by sequences.actions.resume
SELECT t.id, t.due_at, t.eligible_at, coalesce(k.time_zone, '') AS person_zone,
  coalesce(k.country_code, '') AS person_country
FROM sequences_touch t
JOIN sequences_enrollment e ON e.id = t.enrollment_id
LEFT JOIN sequences_contact k ON k.id = e.contact_id
WHERE t.campaign_id = %(campaign_id)s::bigint AND t.id > %(after)s::bigint AND t.created_at <= %(paused_at)s::timestamptz
  AND t.state IN ('scheduled', 'planned', 'held')
ORDER BY t.id LIMIT %(most)s::int FOR NO KEY UPDATE OF t

-- shift_steps: their new times; a place that was given is given back; called by sequences.actions.resume
UPDATE sequences_touch t SET due_at = m.due, eligible_at = m.eligible, slot_at = NULL,
  state = CASE WHEN t.state = 'planned' THEN 'scheduled' ELSE t.state END,
  hold_reason = CASE WHEN t.hold_reason IN ('window_closed', 'campaign_not_running') THEN '' ELSE t.hold_reason END
FROM unnest(%(touches)s::bigint[], %(due)s::timestamptz[], %(eligible)s::timestamptz[]) AS m(id, due, eligible)
WHERE t.id = m.id AND t.state IN ('scheduled', 'planned', 'held')
RETURNING t.id

-- overdue_steps: the next emails that fell due and have no call under way, with their people; called by
-- sequences.actions.resume
SELECT t.id, e.recipient_id
FROM sequences_touch t JOIN sequences_enrollment e ON e.id = t.enrollment_id
WHERE t.campaign_id = %(campaign_id)s::bigint AND t.id > %(after)s::bigint AND t.kind = 'email'
  AND t.state IN ('scheduled', 'planned') AND t.eligible_at <= %(now)s::timestamptz AND e.state = 'active'
  AND NOT EXISTS (SELECT FROM mailboxes_delivery d WHERE d.touch_id = t.id AND d.state IN ('sending', 'uncertain', 'accepted'))
ORDER BY t.id LIMIT %(most)s::int

-- bring_forward: of the people who would be first later today, a few are due at the launch, so that its first mail does
-- not wait for an instant that was drawn when they were imported; called by sequences.actions.campaigns
WITH first AS (
  SELECT t.id FROM sequences_touch t
  WHERE t.campaign_id = %(campaign_id)s::bigint AND t.mailbox_id IS NULL AND t.state = 'scheduled' AND t.kind = 'email'
    AND t.hold_reason = '' AND t.hold_reason NOT IN ('campaign_ended', 'health_fail', 'health_unknown',
      'mailbox_gone', 'mailbox_not_connected', 'no_mailbox', 'provider_down', 'provider_limit')
    AND t.eligible_at > %(now)s::timestamptz AND t.due_at <= %(now)s::timestamptz
  ORDER BY t.mailbox_id, t.eligible_at LIMIT %(most)s::int FOR UPDATE OF t SKIP LOCKED
)
UPDATE sequences_touch t SET eligible_at = %(now)s::timestamptz FROM first WHERE t.id = first.id
RETURNING t.id
