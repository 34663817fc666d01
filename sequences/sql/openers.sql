-- openers: of first mails that could get a place, what a permit would count of their company and their campaign: today's
-- first mails and the people in flight with the places that are given already. Whom a mail of the campaign was cleared for
-- is opened to no more; called by sequences.actions.openers
WITH asked AS (
  SELECT t.id, t.workspace_id, t.campaign_id, t.due_at, e.recipient_id, k.domain, c.canary, c.canary_until, c.canary_size,
    one.zone, one.today
  FROM unnest(%(touches)s::bigint[], %(zones)s::text[], %(days)s::date[]) AS one(touch_id, zone, today)
  JOIN sequences_touch t ON t.id = one.touch_id JOIN sequences_enrollment e ON e.id = t.enrollment_id
  JOIN sequences_contact k ON k.id = e.contact_id JOIN sequences_campaign c ON c.id = t.campaign_id
  WHERE NOT EXISTS (SELECT FROM admission_ledgerline l
    WHERE l.recipient_id = e.recipient_id AND l.campaign_id = e.campaign_id)
),
places AS MATERIALIZED (
  SELECT t.workspace_id, t.campaign_id, k.domain FROM sequences_touch t
  JOIN sequences_enrollment e ON e.id = t.enrollment_id JOIN sequences_contact k ON k.id = e.contact_id
  WHERE t.state = 'planned' AND t.position = 1
    AND NOT EXISTS (SELECT FROM mailboxes_delivery d WHERE d.touch_id = t.id AND d.state IN ('sending', 'uncertain', 'accepted'))
),
given AS (SELECT workspace_id, domain, count(*) AS n FROM places GROUP BY workspace_id, domain),
opened AS (SELECT campaign_id, count(*) AS n FROM places GROUP BY campaign_id),
companies AS (SELECT DISTINCT workspace_id, domain FROM asked),
people AS MATERIALIZED (
  SELECT c.workspace_id, c.domain, count(DISTINCT l.recipient_id) AS n
  FROM companies c JOIN admission_ledgerline l ON l.workspace_id = c.workspace_id AND l.company = c.domain AND l.company <> ''
  CROSS JOIN LATERAL (SELECT FROM sequences_enrollment o
    WHERE o.campaign_id = l.campaign_id AND o.recipient_id = l.recipient_id AND o.state = 'active' OFFSET 0) still
  GROUP BY c.workspace_id, c.domain
)
SELECT a.id AS touch_id, a.workspace_id, a.campaign_id, a.domain, a.zone,
  coalesce(day.used, 0) + coalesce(g.n, 0) AS openers, coalesce(p.n, 0) + coalesce(g.n, 0) AS people,
  CASE WHEN a.canary = 'resting' THEN a.canary_until END AS rests_until,
  CASE WHEN a.canary = 'first' AND a.canary_size > 0 THEN a.canary_size - coalesce(first.used, 0) - coalesce(o.n, 0) END
    AS first_left
FROM asked a
LEFT JOIN given g ON g.workspace_id = a.workspace_id AND g.domain = a.domain
LEFT JOIN opened o ON o.campaign_id = a.campaign_id
LEFT JOIN people p ON p.workspace_id = a.workspace_id AND p.domain = a.domain
LEFT JOIN admission_counter day ON day.workspace_id = a.workspace_id AND day.scope = 'domain_openers'
  AND day.key = a.domain AND day.day = a.today
LEFT JOIN admission_counter first ON first.workspace_id = a.workspace_id AND first.scope = 'canary'
  AND first.key = a.campaign_id::text AND first.day = date '1970-01-01'
ORDER BY a.due_at, a.id
