-- written_to: of these keys those of contacts, of these domains those at which somebody is or was enrolled; called by
-- sequences.queries.written_to
SELECT 'person' AS what, r.key AS text FROM mailboxes_recipient r JOIN sequences_contact c ON c.recipient_id = r.id
WHERE r.workspace_id = %(workspace)s::bigint AND r.key = ANY(%(keys)s::text[])
UNION ALL
SELECT 'domain', d.text FROM unnest(%(domains)s::text[]) AS d(text)
WHERE EXISTS (SELECT FROM sequences_contact c JOIN sequences_enrollment e ON e.recipient_id = c.recipient_id
  WHERE c.workspace_id = %(workspace)s::bigint AND c.domain = d.text)

-- in_campaigns: which of these people have an active enrollment; called by sequences.queries.in_campaigns
SELECT DISTINCT e.recipient_id FROM sequences_enrollment e
WHERE e.recipient_id = ANY(%(recipients)s::bigint[]) AND e.state = 'active'
