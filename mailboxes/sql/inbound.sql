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

-- count_received: add to how many messages came on some days; called by mailboxes.actions.intake._count
INSERT INTO mailboxes_inboundday (mailbox_id, day, received)
SELECT %(mailbox_id)s::bigint, d.day, d.number FROM unnest(%(days)s::date[], %(numbers)s::int[]) AS d(day, number)
ON CONFLICT (mailbox_id, day) DO UPDATE SET received = mailboxes_inboundday.received + excluded.received

-- inbound_counts: of each mailbox of a workspace on one day, how many messages came, and how many ended in which
-- outcome or wait for it ("waiting"); called by mailboxes.actions.inbound_counts.counts_of
SELECT b.id, b.address, coalesce(d.received, 0), coalesce(o.outcomes, '{}'::jsonb)
FROM mailboxes_mailbox b
LEFT JOIN mailboxes_inboundday d ON d.mailbox_id = b.id AND d.day = %(day)s::date
LEFT JOIN (
  SELECT mailbox_id, jsonb_object_agg(outcome, number) AS outcomes FROM (
    SELECT m.mailbox_id, CASE WHEN m.state = 'stored' THEN 'waiting' ELSE m.disposition END AS outcome, count(*) AS number
    FROM mailboxes_inboundmessage m
    WHERE m.workspace_id = %(workspace)s::bigint AND m.received_at >= %(begins)s::timestamptz
      AND m.received_at < %(ends)s::timestamptz
    GROUP BY 1, 2) each GROUP BY 1) o ON o.mailbox_id = b.id
WHERE b.workspace_id = %(workspace)s::bigint AND (d.received IS NOT NULL OR o.outcomes IS NOT NULL) ORDER BY b.id
