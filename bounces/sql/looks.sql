-- count_looks: add to the counts of looks at opt-out links, in one order of rows; what waited for a workspace that is gone
-- is left out; called by bounces.actions.looks
INSERT INTO bounces_linklooks (workspace_id, day, kind, count)
SELECT l.workspace_id, l.day, l.kind, l.count
FROM unnest(%(workspaces)s::bigint[], %(days)s::date[], %(kinds)s::text[], %(counts)s::bigint[])
  AS l(workspace_id, day, kind, count)
JOIN app_workspace w ON w.id = l.workspace_id
ORDER BY l.workspace_id, l.day, l.kind
ON CONFLICT (workspace_id, day, kind) DO UPDATE SET count = bounces_linklooks.count + excluded.count
