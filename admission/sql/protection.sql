-- protection_sends: of each mailbox, how many campaign mails left or were refused by their receiver since one instant
-- (`recent`) and since another (`clean`). Permits are read from the newest back, so that it costs what was sent lately;
-- called by admission.actions.judging
SELECT t.mailbox_id, s.recent, s.clean
FROM unnest(%(mailbox_ids)s::bigint[], %(recent_from)s::timestamptz[], %(clean_from)s::timestamptz[])
  AS t(mailbox_id, recent_from, clean_from)
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE p.world_at > t.recent_from) AS recent,
    count(*) FILTER (WHERE p.world_at > t.clean_from) AS clean
  FROM admission_permit p
  WHERE p.mailbox_id = t.mailbox_id AND p.kind = 'campaign' AND p.state NOT IN ('void', 'deferred')
    AND p.number > coalesce((SELECT q.number FROM admission_permit q WHERE q.mailbox_id = t.mailbox_id
      AND q.world_at <= least(t.recent_from, t.clean_from) ORDER BY q.number DESC LIMIT 1), 0)
) s

-- protection_marks: what came back of campaign mails of a workspace since an instant: of which mailbox, when the mail was
-- sent, when it came, and as what. Nothing that was sent later came earlier; called by admission.actions.judging
SELECT p.mailbox_id, p.world_at AS sent_at, o.world_at AS came_at, o.kind, o.category
FROM bounces_outcome o
JOIN admission_permit p ON p.delivery_id = o.delivery_id AND p.kind = 'campaign' AND p.state NOT IN ('void', 'deferred')
WHERE o.workspace_id = %(workspace_id)s::bigint AND o.kind IN ('bounced', 'failed', 'complained')
  AND o.world_at > %(since)s::timestamptz AND o.exact AND o.corrected_at IS NULL

-- protection_blindness: how many reports of a workspace since an instant name a mail of ours, and how many only a person;
-- called by admission.actions.judging
SELECT count(*) FILTER (WHERE o.exact), count(*) FILTER (WHERE NOT o.exact)
FROM bounces_outcome o
WHERE o.workspace_id = %(workspace_id)s::bigint AND o.kind IN ('bounced', 'failed')
  AND o.world_at > %(since)s::timestamptz AND o.inbound_id IS NOT NULL AND o.corrected_at IS NULL

-- protection_days: campaign mails of each mailbox by day in UTC, from an instant on; called by admission.actions.replays
SELECT m.id, (p.world_at AT TIME ZONE 'UTC')::date AS day, count(*)
FROM mailboxes_mailbox m
JOIN admission_permit p ON p.mailbox_id = m.id AND p.kind = 'campaign' AND p.state NOT IN ('void', 'deferred')
  AND p.number > coalesce((SELECT q.number FROM admission_permit q WHERE q.mailbox_id = m.id
    AND q.world_at <= %(since)s::timestamptz ORDER BY q.number DESC LIMIT 1), 0)
WHERE m.workspace_id = %(workspace_id)s::bigint
GROUP BY 1, 2
