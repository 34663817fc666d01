-- add_day_counts: adds to the counts of days; called by sequences.actions.day_counts
INSERT INTO app_daycount (workspace_id, day, what, number)
SELECT * FROM unnest(%(workspaces)s::bigint[], %(days)s::date[], %(whats)s::text[], %(numbers)s::int[])
ON CONFLICT (workspace_id, day, what) DO UPDATE SET number = app_daycount.number + excluded.number
-- stop_latency: seconds from a message's arrival to its stop, of the newest stops; called by sequences.screens.home
SELECT extract(epoch FROM o.world_at - m.received_at)
FROM (
  SELECT world_at, inbound_id FROM bounces_outcome
  WHERE workspace_id = %(workspace_id)s AND stops AND inbound_id IS NOT NULL ORDER BY id DESC LIMIT %(most)s
) o JOIN mailboxes_inboundmessage m ON m.id = o.inbound_id
