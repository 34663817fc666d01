-- import_repeats: rows of an address that an earlier row has are skipped; a wish not to be contacted anywhere in the
-- file moves to the row that counts; called by sequences.actions.import_staging
WITH ranked AS (
  SELECT id, row_number() OVER w AS place, first_value(line) OVER w AS first_line,
    bool_or(jsonb_exists(data, 'dnc')) OVER (PARTITION BY lower(data->>'email')) AS forbidden
  FROM sequences_importrow WHERE batch_id = %(import_id)s::bigint AND verdict = ''
  WINDOW w AS (PARTITION BY lower(data->>'email') ORDER BY number)
)
UPDATE sequences_importrow r SET
  verdict = CASE WHEN k.place > 1 THEN 'skipped' ELSE '' END,
  reason = CASE WHEN k.place > 1 THEN 'repeats line ' || k.first_line ELSE r.reason END,
  "column" = CASE WHEN k.place > 1 THEN NULL ELSE r."column" END,
  data = CASE WHEN k.place > 1 THEN '{}' ELSE r.data || '{"dnc": true}' END
FROM ranked k
WHERE r.id = k.id AND (k.place > 1 OR (k.forbidden AND NOT jsonb_exists(r.data, 'dnc')))

-- import_tally: how many rows have each verdict; called by sequences.actions.import_staging and .imports
SELECT count(*) AS rows_read, count(*) FILTER (WHERE verdict = 'created') AS created,
  count(*) FILTER (WHERE verdict = 'updated') AS updated, count(*) FILTER (WHERE verdict = 'skipped') AS skipped,
  count(*) FILTER (WHERE verdict = 'rejected') AS rejected
FROM sequences_importrow WHERE batch_id = %(import_id)s::bigint

-- import_known: what is known of each person of a batch, read under their locks; `entries` are the domain entries that
-- could block them, beside the person each would block; called by sequences.actions.import_batches
SELECT p.recipient_id, c.id AS contact_id,
  EXISTS (SELECT FROM bounces_suppression s WHERE s.workspace_id = %(workspace_id)s::bigint AND s.lifted_at IS NULL AND (
    s.recipient_id = p.recipient_id
    OR s.recipient_id IN (SELECT a.alias_id FROM bounces_learnedaddress a WHERE a.recipient_id = p.recipient_id)
  )) OR EXISTS (SELECT FROM bounces_unsubscriberequest u WHERE u.recipient_id = p.recipient_id AND u.done_at IS NULL)
    AS suppressed,
  EXISTS (SELECT FROM sequences_enrollment e WHERE e.campaign_id = %(campaign_id)s::bigint
    AND (e.recipient_id = p.recipient_id OR e.contact_id = c.id)) AS enrolled,
  coalesce((
    SELECT o.kind FROM bounces_outcome o
    WHERE o.recipient_id = p.recipient_id AND o.stops AND o.kind <> 'failed' AND o.fence > coalesce(
      (SELECT max(e.fence) FROM sequences_enrollment e WHERE e.recipient_id = p.recipient_id), 0)
    ORDER BY o.kind = 'bounced' DESC, o.id DESC LIMIT 1
  ), '') AS stopped_by
FROM unnest(%(recipients)s::bigint[]) AS p(recipient_id)
LEFT JOIN sequences_contact c ON c.workspace_id = %(workspace_id)s::bigint AND c.recipient_id = p.recipient_id

-- import_contacts: rows of a batch become contacts; of one that exists only what the file says is replaced; called by
-- sequences.actions.import_batches
INSERT INTO sequences_contact (workspace_id, recipient_id, email, domain, first_name, last_name, company, title, phone,
  linkedin_url, country, time_zone, fields, import_id, created_at, updated_at)
SELECT %(workspace_id)s::bigint, w.recipient_id, r.data->>'email', r.data->>'domain', coalesce(r.data->>'first_name', ''),
  coalesce(r.data->>'last_name', ''), coalesce(r.data->>'company', ''), coalesce(r.data->>'title', ''),
  coalesce(r.data->>'phone', ''), coalesce(r.data->>'linkedin_url', ''), coalesce(r.data->>'country', ''),
  coalesce(r.data->>'time_zone', ''), coalesce(r.data->'fields', '{}'), %(import_id)s::bigint, clock_timestamp(),
  clock_timestamp()
FROM unnest(%(numbers)s::int[], %(recipients)s::bigint[]) AS w(number, recipient_id)
JOIN sequences_importrow r ON r.batch_id = %(import_id)s::bigint AND r.number = w.number
ON CONFLICT (workspace_id, recipient_id) DO UPDATE SET
  first_name = coalesce(nullif(excluded.first_name, ''), sequences_contact.first_name),
  last_name = coalesce(nullif(excluded.last_name, ''), sequences_contact.last_name),
  company = coalesce(nullif(excluded.company, ''), sequences_contact.company),
  title = coalesce(nullif(excluded.title, ''), sequences_contact.title),
  phone = coalesce(nullif(excluded.phone, ''), sequences_contact.phone),
  linkedin_url = coalesce(nullif(excluded.linkedin_url, ''), sequences_contact.linkedin_url),
  country = coalesce(nullif(excluded.country, ''), sequences_contact.country),
  time_zone = coalesce(nullif(excluded.time_zone, ''), sequences_contact.time_zone),
  fields = sequences_contact.fields || excluded.fields,
  updated_at = excluded.updated_at
RETURNING recipient_id, id AS contact_id, time_zone

-- import_verdicts: write what became of the rows of a batch and empty them; called by sequences.actions.import_batches
UPDATE sequences_importrow r SET verdict = w.verdict, recipient_id = w.recipient_id, data = '{}',
  reason = coalesce(nullif(w.note, ''), r.reason), "column" = CASE WHEN w.note = '' THEN r."column" END
FROM unnest(%(numbers)s::int[], %(verdicts)s::text[], %(notes)s::text[], %(recipients)s::bigint[])
  AS w(number, verdict, note, recipient_id)
WHERE r.batch_id = %(import_id)s::bigint AND r.number = w.number AND r.verdict = ''
