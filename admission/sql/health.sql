-- due_health: claim the mailboxes whose next measurement is due by moving it on; whom another one claims at this instant
-- is passed over; called by admission.actions.health.due
INSERT INTO mailboxes_healthround (mailbox_id, due_at)
SELECT m.id, %(next)s::timestamptz FROM mailboxes_mailbox m
LEFT JOIN mailboxes_healthround r ON r.mailbox_id = m.id
WHERE m.state IN ('connected', 'paused') AND (r.due_at IS NULL OR r.due_at <= %(now)s::timestamptz)
ORDER BY r.due_at NULLS FIRST LIMIT %(limit)s::int
ON CONFLICT (mailbox_id) DO UPDATE SET due_at = excluded.due_at
WHERE mailboxes_healthround.due_at <= %(now)s::timestamptz
RETURNING mailbox_id
