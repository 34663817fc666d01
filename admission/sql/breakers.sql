-- sends_around: the campaign mails of these mailboxes that left or were refused by their receiver, at most `few` of each
-- before a permit (itself among them) and after it, each with whether it came back for good and whether it is later than
-- what slowed its mailbox. What a person's resuming closed is left out; called by admission.actions.cohorts
WITH boxes AS MATERIALIZED (
  SELECT m.id AS mailbox_id, coalesce(s.hard_from, 0) AS counts_from, coalesce(s.hard_mark, 0) AS slowed_at,
    coalesce((SELECT p.number FROM admission_permit p WHERE p.mailbox_id = m.id AND p.id <= %(permit_id)s::bigint
      ORDER BY p.number DESC LIMIT 1), 0) AS here
  FROM unnest(%(mailbox_ids)s::bigint[]) AS m(id) LEFT JOIN admission_standing s ON s.mailbox_id = m.id
)
SELECT p.id, p.mailbox_id, p.number > b.slowed_at AS later,
  EXISTS (SELECT FROM bounces_outcome o WHERE o.delivery_id = p.delivery_id AND o.exact AND o.corrected_at IS NULL
    AND o.kind = 'bounced' AND o.category = ANY(%(hard)s::text[])) AS came_back
FROM boxes b CROSS JOIN LATERAL (
  (SELECT q.id, q.mailbox_id, q.number, q.delivery_id FROM admission_permit q
    WHERE q.mailbox_id = b.mailbox_id AND q.number <= b.here AND q.number > b.counts_from AND q.kind = 'campaign'
      AND q.state NOT IN ('void', 'deferred') AND (q.state <> 'rejected' OR q.response LIKE 'rejected recipient%%')
    ORDER BY q.number DESC LIMIT %(few)s::int)
  UNION ALL
  (SELECT q.id, q.mailbox_id, q.number, q.delivery_id FROM admission_permit q
    WHERE q.mailbox_id = b.mailbox_id AND q.number > greatest(b.here, b.counts_from) AND q.kind = 'campaign'
      AND q.state NOT IN ('void', 'deferred') AND (q.state <> 'rejected' OR q.response LIKE 'rejected recipient%%')
    ORDER BY q.number LIMIT %(few)s::int)
) p
ORDER BY p.id

-- complained_mails: when the mails of these mailboxes that somebody called spam were sent; called by
-- admission.actions.breakers
SELECT p.mailbox_id, p.world_at
FROM bounces_outcome o
JOIN admission_permit p ON p.delivery_id = o.delivery_id AND p.kind = 'campaign' AND p.state NOT IN ('void', 'deferred')
LEFT JOIN admission_standing s ON s.mailbox_id = p.mailbox_id
WHERE o.workspace_id = %(workspace_id)s::bigint AND o.kind = 'complained' AND o.exact AND o.corrected_at IS NULL
  AND o.world_at > %(since)s::timestamptz AND p.mailbox_id = ANY(%(mailbox_ids)s::bigint[])
  AND p.number > coalesce(s.hard_from, 0)
ORDER BY p.id

-- sends_within: how many campaign mails each of these mailboxes sent between two instants, counted from the newest back;
-- called by admission.actions.breakers
SELECT m.id, (SELECT count(*) FROM admission_permit p
  WHERE p.mailbox_id = m.id AND p.kind = 'campaign' AND p.state NOT IN ('void', 'deferred')
    AND p.world_at <= %(until)s::timestamptz
    AND p.number > coalesce((SELECT q.number FROM admission_permit q WHERE q.mailbox_id = m.id
      AND q.world_at < %(since)s::timestamptz ORDER BY q.number DESC LIMIT 1), 0)
    AND p.number > coalesce((SELECT s.hard_from FROM admission_standing s WHERE s.mailbox_id = m.id), 0)) AS sends
FROM unnest(%(mailbox_ids)s::bigint[]) AS m(id)
