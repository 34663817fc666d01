-- compared_campaigns: the campaigns of a workspace as they compete, with their mailboxes; called by
-- sequences.actions.compare
SELECT c.id, c.name, c.priority, c.weight, c.new_per_day, c.day_cap, c."window", c.days_off, c.time_zone,
  c.in_person_zone, coalesce(array_agg(cm.mailbox_id ORDER BY cm.mailbox_id), '{}') AS mailboxes,
  coalesce(array_agg(cm.weight ORDER BY cm.mailbox_id), '{}') AS weights
FROM sequences_campaign c JOIN sequences_campaignmailbox cm ON cm.campaign_id = c.id
WHERE c.workspace_id = %(workspace_id)s::bigint AND c.started_at IS NOT NULL
GROUP BY c.id ORDER BY c.id

-- recorded_places: when the mailboxes of these campaigns had a permit for one of them; called by
-- sequences.actions.compare
SELECT p.mailbox_id, p.world_at FROM admission_permit p
WHERE p.campaign_id = ANY(%(campaigns)s::bigint[]) AND p.kind = 'campaign'
  AND p.world_at >= %(since)s::timestamptz AND p.world_at <= %(until)s::timestamptz
ORDER BY p.world_at

-- recorded_arrivals: the emails that were sent in that time or wait still, and when each fell due; called by
-- sequences.actions.compare
SELECT t.id, t.campaign_id, t.due_at, t.position = 1 AS opener, CASE WHEN t.position > 1 THEN t.mailbox_id END AS mailbox_id,
  coalesce(k.time_zone, '') AS person_zone, coalesce(k.country_code, '') AS person_country
FROM sequences_touch t
JOIN sequences_enrollment e ON e.id = t.enrollment_id
LEFT JOIN sequences_contact k ON k.id = e.contact_id
WHERE t.campaign_id = ANY(%(campaigns)s::bigint[]) AND t.kind = 'email' AND t.due_at <= %(until)s::timestamptz
  AND (t.state IN ('scheduled', 'planned') OR (t.state = 'sent' AND t.closed_at >= %(since)s::timestamptz))
ORDER BY t.due_at
