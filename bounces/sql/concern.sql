-- concern: what of a batch of headers this workspace knows, as pairs of what it is and its text: ids of mails we sent
-- (stamps: what of each id a relay of this mailbox may have made, '' where nothing),
-- threads and subjects of this mailbox's mails, keys of people who were mailed, whose other address was learned, or who answered for somebody, and
-- domains that are our own; called by bounces.queries.known_of
SELECT 'name' AS what, n.text FROM unnest(%(names)s::text[], %(stamps)s::text[]) AS n(text, stamp)
WHERE EXISTS (SELECT FROM mailboxes_delivery d WHERE d.message_id = n.text AND d.workspace_id = %(workspace)s::bigint)
  OR EXISTS (SELECT FROM mailboxes_delivery d WHERE d.real_message_id = n.text AND d.real_message_id <> ''
    AND d.workspace_id = %(workspace)s::bigint)
  OR EXISTS (SELECT FROM mailboxes_delivery d WHERE d.mailbox_id = %(mailbox)s::bigint
    AND d.provider_id = n.stamp AND d.provider_id <> '' AND d.provider_thread_id = '')
UNION ALL
SELECT 'thread', t.text FROM unnest(%(threads)s::text[]) AS t(text)
WHERE EXISTS (SELECT FROM mailboxes_delivery d WHERE d.mailbox_id = %(mailbox)s::bigint AND d.provider_thread_id = t.text
  AND d.provider_thread_id <> '')
UNION ALL
SELECT 'person', r.key FROM mailboxes_recipient r
WHERE r.workspace_id = %(workspace)s::bigint AND r.key = ANY(%(keys)s::text[]) AND r.erased_at IS NULL AND (
  EXISTS (SELECT FROM mailboxes_delivery d WHERE d.recipient_id = r.id AND d.kind NOT IN ('test', 'probe'))
  OR EXISTS (SELECT FROM bounces_learnedaddress a WHERE a.alias_id = r.id)
  OR EXISTS (SELECT FROM bounces_correspondent c WHERE c.writer_id = r.id))
UNION ALL
SELECT 'subject', s.text FROM unnest(%(subjects)s::text[]) AS s(text)
WHERE EXISTS (SELECT FROM mailboxes_deliverybody b JOIN mailboxes_delivery d ON d.id = b.delivery_id
  WHERE md5(b.subject) = md5(s.text) AND b.subject = s.text AND d.mailbox_id = %(mailbox)s::bigint)
UNION ALL
SELECT 'house', h.text FROM unnest(%(domains)s::text[]) AS h(text)
WHERE EXISTS (SELECT FROM mailboxes_mailbox m WHERE m.workspace_id = %(workspace)s::bigint
  AND lower(split_part(m.address, '@', 2)) = h.text)
