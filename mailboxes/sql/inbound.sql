-- due_polls: claim the mailboxes whose next poll is due by moving it on; whom another one claims at this instant is
-- passed over; called by mailboxes.actions.inbound.due
UPDATE mailboxes_inboundcursor c SET next_poll_at = %(next)s FROM (
  SELECT waiting.mailbox_id FROM mailboxes_inboundcursor waiting
  JOIN mailboxes_mailbox m ON m.id = waiting.mailbox_id
  WHERE waiting.next_poll_at <= %(now)s AND m.state = ANY(%(states)s::text[])
  ORDER BY waiting.next_poll_at LIMIT %(limit)s::int FOR UPDATE OF waiting SKIP LOCKED
) due WHERE c.mailbox_id = due.mailbox_id RETURNING c.mailbox_id

-- reading: what one poll begins with: how far the mailbox was read, and database time before the first request, so
-- that nothing which came earlier can be missing; called by mailboxes.actions.inbound._start
SELECT value, version, failures, error, clock_timestamp() FROM mailboxes_inboundcursor WHERE mailbox_id = %(mailbox_id)s::bigint

-- forget_traces: traces whose time is over, some thousands at once; called by mailboxes.actions.intake.forget_traces
DELETE FROM mailboxes_inboundtrace WHERE id IN (
  SELECT t.id FROM mailboxes_inboundtrace t WHERE t.until < %(now)s LIMIT %(limit)s::int)
