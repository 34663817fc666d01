-- enter: gates shared, then recipients FOR NO KEY UPDATE in key order. The array is hidden from the planner, which would
-- think a plan of its own worth making for each length of it; called by mailboxes.locks.enter
WITH timeout AS MATERIALIZED (
  SELECT set_config('lock_timeout', %(patience)s, true) AS set,
    set_config('plan_cache_mode', coalesce(%(plans)s::text, current_setting('plan_cache_mode')), true) AS plans
),
gates AS MATERIALIZED (
  SELECT pg_advisory_xact_lock_shared(g.number) IS NULL AS held
  FROM timeout, unnest(%(gates)s::bigint[]) AS g(number)
),
opened AS MATERIALIZED (SELECT count(*) AS n FROM gates)
SELECT r.id, r.fence FROM opened, mailboxes_recipient r
WHERE r.id = ANY(ARRAY(SELECT unnest(%(recipients)s::bigint[]))) ORDER BY r.key FOR NO KEY UPDATE OF r

-- remember: one row per address key, made when it is missing; called by mailboxes.actions.recipients.remember
INSERT INTO mailboxes_recipient (workspace_id, key, alike, fence, created_at)
SELECT %(workspace_id)s, k.key, k.alike, 0, clock_timestamp()
FROM unnest(%(keys)s::text[], %(alikes)s::text[]) AS k(key, alike) ORDER BY k.key
ON CONFLICT (workspace_id, key) DO NOTHING

-- spell: what an older row did not keep, or a fingerprint could not tell: of which plain address it is a spelling. Once in
-- the life of a row; locks the rows that it changes, in key order; called by mailboxes.actions.recipients._spell
UPDATE mailboxes_recipient r SET alike = due.alike
FROM (
  SELECT o.id, k.alike FROM unnest(%(keys)s::text[], %(alikes)s::text[]) AS k(key, alike)
  JOIN mailboxes_recipient o ON o.workspace_id = %(workspace_id)s::bigint AND o.key = k.key
  WHERE o.alike IS NULL ORDER BY o.key FOR NO KEY UPDATE OF o
) due
WHERE r.id = due.id

-- mark: the last statement before the first byte of a call, in a transaction of its own;
-- no row means that the permit lost the delivery; called by mailboxes.actions.deliveries.begin_call
UPDATE mailboxes_delivery
SET call_began_at = clock_timestamp(), lease_until = clock_timestamp() + %(lease)s
WHERE id = %(delivery_id)s AND permit_id = %(permit_id)s AND state = 'sending'
  AND call_began_at IS NULL AND lease_until > clock_timestamp()
