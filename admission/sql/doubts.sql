-- begin_doubts: a doubt for each uncertain mail that has none, due for its first look at once; called by
-- admission.actions.doubts
INSERT INTO admission_doubt (permit_id, mailbox_id, looks, next_at, hopeless)
SELECT d.permit_id, d.mailbox_id, 0, clock_timestamp(), false FROM mailboxes_delivery d
WHERE d.in_doubt AND NOT EXISTS (SELECT FROM admission_doubt known WHERE known.permit_id = d.permit_id)
ON CONFLICT (permit_id) DO NOTHING

-- end_doubts: doubts that nobody looks into any more, once something else told what became of the mail; called by
-- admission.actions.doubts
DELETE FROM admission_doubt o WHERE o.next_at IS NULL
  AND NOT EXISTS (SELECT FROM mailboxes_delivery d WHERE d.in_doubt AND d.permit_id = o.permit_id)

-- claim_doubts: all due looks of one mailbox, put off by a lease, so that nobody else makes them meanwhile; called by
-- admission.actions.doubts
UPDATE admission_doubt SET next_at = clock_timestamp() + %(lease)s::interval, looks = least(looks + 1, 1000)
WHERE mailbox_id = %(mailbox_id)s::bigint AND next_at <= clock_timestamp()
RETURNING permit_id, looks, hopeless
