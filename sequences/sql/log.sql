-- log_page: of one stretch of a workspace's log, read backwards: the ids that fit the filters, newest first, the lowest id
-- that was looked at, and how many were; called by sequences.screens.log
WITH looked AS MATERIALIZED (
  SELECT e.id, e.kind, e.subject_id, e.data FROM app_event e
  WHERE e.workspace_id = %(workspace_id)s AND e.id < %(below)s AND e.id >= %(from)s
    AND (%(recipient)s::bigint IS NULL OR e.recipient_id = %(recipient)s::bigint)
  ORDER BY e.id DESC LIMIT %(scanned)s
)
SELECT ARRAY(
    SELECT l.id FROM looked l
    WHERE (%(kind)s = '' OR l.kind = %(kind)s OR l.kind LIKE %(kind)s || '.%%')
      AND (%(mailbox)s::bigint IS NULL OR l.data->'mailbox' = to_jsonb(%(mailbox)s::bigint)
        OR (l.subject_id = %(mailbox)s::bigint AND (l.kind LIKE 'mailbox.%%' OR l.kind LIKE 'protection.%%')))
      AND (%(campaign)s::bigint IS NULL OR l.data->'campaign' = to_jsonb(%(campaign)s::bigint)
        OR (l.subject_id = %(campaign)s::bigint AND l.kind LIKE 'campaign.%%'))
    ORDER BY l.id DESC LIMIT %(most)s
  ) AS ids, (SELECT min(id) FROM looked) AS lowest, (SELECT count(*) FROM looked) AS looked

-- log_place: the first id of a workspace's log at or after an instant, found by halving: some forty index probes; called
-- by sequences.screens.log
WITH RECURSIVE halved(low, high) AS (
  SELECT min(id), max(id) + 1 FROM app_event WHERE workspace_id = %(workspace_id)s
  UNION ALL
  SELECT CASE WHEN probe.world_at < %(at)s THEN probe.id + 1 ELSE h.low END,
    CASE WHEN probe.world_at < %(at)s THEN h.high ELSE (h.low + h.high) / 2 END
  FROM halved h CROSS JOIN LATERAL (
    SELECT e.id, e.world_at FROM app_event e
    WHERE e.workspace_id = %(workspace_id)s AND e.id >= (h.low + h.high) / 2 ORDER BY e.id LIMIT 1
  ) probe
  WHERE h.low < h.high
)
SELECT coalesce(max(low), 1) FROM halved
