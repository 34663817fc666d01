-- under_way: mails that were cleared before everything stopped: their calls go on (at most one a worker), or nobody knows
-- how they ended. The first are found through their open permits; called by sequences.actions.standing
SELECT d.id, d.state, d.kind, d.mailbox_id, m.address AS mailbox, coalesce(d.call_began_at, p.granted_at) AS since,
  k.id AS contact_id
FROM (
  SELECT p.delivery_id AS id FROM admission_permit p WHERE p.state = 'open' AND p.workspace_id = %(workspace_id)s::bigint
  UNION
  SELECT d.id FROM mailboxes_delivery d WHERE d.in_doubt AND d.workspace_id = %(workspace_id)s::bigint
) found
JOIN mailboxes_delivery d ON d.id = found.id AND d.state IN ('sending', 'uncertain')
JOIN admission_permit p ON p.id = d.permit_id
JOIN mailboxes_mailbox m ON m.id = d.mailbox_id
LEFT JOIN sequences_contact k ON k.workspace_id = d.workspace_id AND k.recipient_id = d.recipient_id
WHERE %(mailbox_id)s::bigint IS NULL OR d.mailbox_id = %(mailbox_id)s::bigint
ORDER BY since, d.id
