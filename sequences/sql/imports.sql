-- import_repeats: rows of an address that an earlier row has are skipped; a wish not to be contacted anywhere in the
-- file moves to the row that counts; called by sequences.actions.import_staging
WITH ranked AS (
  SELECT id, row_number() OVER w AS place, first_value(line) OVER w AS first_line,
    bool_or(jsonb_exists(data, 'dnc')) OVER (PARTITION BY lower(data->>'email')) AS forbidden
  FROM sequences_importrow WHERE batch_id = %(import_id)s::bigint AND verdict = ''
  WINDOW w AS (PARTITION BY lower(data->>'email') ORDER BY number)
),
changed AS (
  UPDATE sequences_importrow r SET
    verdict = CASE WHEN k.place > 1 THEN 'skipped' ELSE '' END,
    reason = CASE WHEN k.place > 1 THEN 'repeats line ' || k.first_line ELSE r.reason END,
    "column" = CASE WHEN k.place > 1 THEN NULL ELSE r."column" END,
    data = CASE WHEN k.place > 1 THEN '{}' ELSE r.data || '{"dnc": true}' END
  FROM ranked k
  WHERE r.id = k.id AND (k.place > 1 OR (k.forbidden AND NOT jsonb_exists(r.data, 'dnc')))
  RETURNING r.id
)
SELECT count(*) AS changed FROM changed

-- import_tally: how many rows have each verdict; called by sequences.actions.import_staging and .imports
SELECT count(*) AS rows_read, count(*) FILTER (WHERE verdict = 'created') AS created,
  count(*) FILTER (WHERE verdict = 'updated') AS updated, count(*) FILTER (WHERE verdict = 'skipped') AS skipped,
  count(*) FILTER (WHERE verdict = 'rejected') AS rejected
FROM sequences_importrow WHERE batch_id = %(import_id)s::bigint

-- import_known: what is known of each person of a batch, read under their locks. Each look-up is LATERAL with a LIMIT, or
-- the planner would hash a whole campaign or suppression list for 200 people; none names the workspace, which a recipient
-- implies, or a planner without statistics would read the whole workspace; called by sequences.actions.import_batches
SELECT p.recipient_id, c.id AS contact_id, blocked.yes IS NOT NULL OR wish.yes IS NOT NULL AS suppressed,
  here.yes IS NOT NULL OR coalesce(
    -- Under another address; the bare condition keeps to the index of contact_id.
    (SELECT bool_or(e.campaign_id = %(campaign_id)s::bigint) FROM sequences_enrollment e WHERE e.contact_id = c.id), false
  ) AS enrolled, coalesce(o.kind, '') AS stopped_by
FROM unnest(%(recipients)s::bigint[]) AS p(recipient_id)
LEFT JOIN LATERAL (
  SELECT k.id FROM sequences_contact k WHERE k.recipient_id = p.recipient_id LIMIT 1
) c ON true
LEFT JOIN LATERAL (
  SELECT true AS yes FROM bounces_suppression s
  WHERE s.lifted_at IS NULL AND s.recipient_id = ANY(
    array(SELECT a.alias_id FROM bounces_learnedaddress a WHERE a.recipient_id = p.recipient_id)
    || array(SELECT a.recipient_id FROM bounces_learnedaddress a WHERE a.alias_id = p.recipient_id) || p.recipient_id)
  LIMIT 1
) blocked ON true
LEFT JOIN LATERAL (
  SELECT true AS yes FROM bounces_unsubscriberequest u
  WHERE u.recipient_id = p.recipient_id AND u.done_at IS NULL LIMIT 1
) wish ON true
LEFT JOIN LATERAL (
  SELECT true AS yes FROM sequences_enrollment e
  WHERE e.recipient_id = p.recipient_id AND e.campaign_id = %(campaign_id)s::bigint LIMIT 1
) here ON true
LEFT JOIN LATERAL (
  SELECT o.kind FROM bounces_outcome o
  WHERE o.recipient_id = p.recipient_id AND o.stops AND o.corrected_at IS NULL AND o.kind <> 'failed' AND o.fence > coalesce(
    (SELECT max(e.fence) FROM sequences_enrollment e WHERE e.recipient_id = p.recipient_id), 0)
  ORDER BY o.kind = 'bounced' DESC, o.id DESC LIMIT 1
) o ON true

-- import_contacts: rows of a batch become contacts; of one that exists only what the file says is replaced, or with `fill`
-- only what is empty; a caution that a person decided about does not come back; called by sequences.actions.import_batches
INSERT INTO sequences_contact (workspace_id, recipient_id, email, domain, first_name, last_name, company, title, phone,
  linkedin_url, country, time_zone, zone_origin, country_code, fields, source, basis, sourced_on, verification, verified_on,
  caution, owner_id, import_id, created_at, updated_at)
SELECT %(workspace_id)s::bigint, w.recipient_id, r.data->>'email', r.data->>'domain', coalesce(r.data->>'first_name', ''),
  coalesce(r.data->>'last_name', ''), coalesce(r.data->>'company', ''), coalesce(r.data->>'title', ''),
  coalesce(r.data->>'phone', ''), coalesce(r.data->>'linkedin_url', ''), coalesce(r.data->>'country', ''),
  coalesce(r.data->>'time_zone', ''), coalesce(r.data->>'zone_origin', 'default'), coalesce(r.data->>'country_code', ''),
  coalesce(r.data->'fields', '{}'), i.source, i.basis, CASE WHEN i.source || i.basis <> '' THEN i.started_at::date END,
  coalesce(r.data->>'verification', ''),
  CASE WHEN jsonb_exists(r.data, 'verification') THEN coalesce((r.data->>'verified_on')::date, i.verified_on) END,
  coalesce(r.data->>'caution', ''),
  CASE WHEN jsonb_exists(r.data, 'owner') THEN (SELECT m.user_id FROM app_member m JOIN auth_user u ON u.id = m.user_id
    WHERE m.workspace_id = i.workspace_id AND lower(u.email) = lower(r.data->>'owner') LIMIT 1) END,
  %(import_id)s::bigint, clock_timestamp(), clock_timestamp()
FROM unnest(%(numbers)s::int[], %(recipients)s::bigint[]) AS w(number, recipient_id)
JOIN sequences_import i ON i.id = %(import_id)s::bigint
JOIN sequences_importrow r ON r.batch_id = %(import_id)s::bigint AND r.number = w.number
  AND r.number BETWEEN %(first)s::int AND %(last)s::int
ON CONFLICT (workspace_id, recipient_id) DO UPDATE SET
  first_name = CASE WHEN %(fill)s::bool THEN coalesce(nullif(sequences_contact.first_name, ''), excluded.first_name)
    ELSE coalesce(nullif(excluded.first_name, ''), sequences_contact.first_name) END,
  last_name = CASE WHEN %(fill)s::bool THEN coalesce(nullif(sequences_contact.last_name, ''), excluded.last_name)
    ELSE coalesce(nullif(excluded.last_name, ''), sequences_contact.last_name) END,
  company = CASE WHEN %(fill)s::bool THEN coalesce(nullif(sequences_contact.company, ''), excluded.company)
    ELSE coalesce(nullif(excluded.company, ''), sequences_contact.company) END,
  title = CASE WHEN %(fill)s::bool THEN coalesce(nullif(sequences_contact.title, ''), excluded.title)
    ELSE coalesce(nullif(excluded.title, ''), sequences_contact.title) END,
  phone = CASE WHEN %(fill)s::bool THEN coalesce(nullif(sequences_contact.phone, ''), excluded.phone)
    ELSE coalesce(nullif(excluded.phone, ''), sequences_contact.phone) END,
  linkedin_url = CASE WHEN %(fill)s::bool THEN coalesce(nullif(sequences_contact.linkedin_url, ''), excluded.linkedin_url)
    ELSE coalesce(nullif(excluded.linkedin_url, ''), sequences_contact.linkedin_url) END,
  country = CASE WHEN %(fill)s::bool THEN coalesce(nullif(sequences_contact.country, ''), excluded.country)
    ELSE coalesce(nullif(excluded.country, ''), sequences_contact.country) END,
  time_zone = CASE WHEN excluded.zone_origin = 'given' AND NOT (%(fill)s::bool AND sequences_contact.zone_origin = 'given')
    THEN excluded.time_zone ELSE sequences_contact.time_zone END,
  zone_origin = CASE WHEN excluded.zone_origin = 'given' THEN 'given' ELSE sequences_contact.zone_origin END,
  fields = CASE WHEN %(fill)s::bool THEN excluded.fields || sequences_contact.fields
    ELSE sequences_contact.fields || excluded.fields END,
  source = CASE WHEN sequences_contact.source || sequences_contact.basis = '' THEN excluded.source
    ELSE sequences_contact.source END,
  basis = CASE WHEN sequences_contact.source || sequences_contact.basis = '' THEN excluded.basis
    ELSE sequences_contact.basis END,
  sourced_on = CASE WHEN sequences_contact.source || sequences_contact.basis = '' THEN excluded.sourced_on
    ELSE sequences_contact.sourced_on END,
  verification = coalesce(nullif(excluded.verification, ''), sequences_contact.verification),
  verified_on = CASE WHEN excluded.verification = '' THEN sequences_contact.verified_on ELSE excluded.verified_on END,
  caution = CASE WHEN excluded.caution NOT IN ('', sequences_contact.waived) THEN excluded.caution
    WHEN excluded.verification = 'valid' AND sequences_contact.caution = 'risky_address' THEN ''
    ELSE sequences_contact.caution END,
  owner_id = coalesce(CASE WHEN %(fill)s::bool THEN sequences_contact.owner_id END, excluded.owner_id,
    sequences_contact.owner_id),
  updated_at = excluded.updated_at
RETURNING recipient_id, id AS contact_id, time_zone, zone_origin, country_code, country, fields

-- import_whereabouts: contacts whose zone and country follow from the file and from what was known before together; called
-- by sequences.actions.import_batches
UPDATE sequences_contact k SET time_zone = w.zone, zone_origin = w.origin, country_code = w.country
FROM unnest(%(contacts)s::bigint[], %(zones)s::text[], %(origins)s::text[], %(countries)s::text[])
  AS w(id, zone, origin, country)
WHERE k.id = w.id
RETURNING k.id

-- import_verdicts: write what became of the rows of a batch and empty them; called by sequences.actions.import_batches
WITH changed AS (
  UPDATE sequences_importrow r SET verdict = w.verdict, recipient_id = w.recipient_id, data = '{}',
    reason = coalesce(nullif(w.note, ''), r.reason), "column" = CASE WHEN w.note = '' THEN r."column" END
  FROM unnest(%(numbers)s::int[], %(verdicts)s::text[], %(notes)s::text[], %(recipients)s::bigint[])
    AS w(number, verdict, note, recipient_id)
  WHERE r.batch_id = %(import_id)s::bigint AND r.number = w.number AND r.verdict = ''
    AND r.number BETWEEN %(first)s::int AND %(last)s::int
  RETURNING r.id
)
SELECT count(*) AS changed FROM changed

-- import_enrollments: put people into a campaign, each once; called by sequences.actions.bulk_enrollment
INSERT INTO sequences_enrollment (workspace_id, campaign_id, contact_id, recipient_id, state, reason, fence, thread_subject,
  provider_thread_id, import_id, enrolled_at)
SELECT %(workspace_id)s::bigint, %(campaign_id)s::bigint, p.contact_id, p.recipient_id, 'active', '', p.fence, '', '',
  %(import_id)s::bigint, %(world_now)s::timestamptz
FROM unnest(%(contacts)s::bigint[], %(recipients)s::bigint[], %(fences)s::int[]) AS p(contact_id, recipient_id, fence)
ON CONFLICT (campaign_id, recipient_id) DO NOTHING
RETURNING id, recipient_id

-- import_touches: the first touch of each new enrollment; called by sequences.actions.bulk_enrollment
INSERT INTO sequences_touch (workspace_id, enrollment_id, campaign_id, step_id, variant_id, position, kind, state, due_at,
  eligible_at, assigned_reason, hold_reason, hold_detail, created_at)
SELECT %(workspace_id)s::bigint, t.enrollment_id, %(campaign_id)s::bigint, %(step_id)s::bigint, t.variant_id,
  %(position)s::int, %(kind)s::text, 'scheduled', t.due_at, t.eligible_at, '', '', '', clock_timestamp()
FROM unnest(%(enrollments)s::bigint[], %(variants)s::bigint[], %(due)s::timestamptz[], %(eligible)s::timestamptz[])
  AS t(enrollment_id, variant_id, due_at, eligible_at)
RETURNING id

-- import_foreseen: of a piece of a file that nobody wrote yet, how many people are new, known, were mailed, must never be
-- again, or are in this campaign; called by sequences.actions.import_foresight
WITH p AS (
  SELECT f.forbidden, r.id AS recipient_id FROM unnest(%(keys)s::text[], %(forbidden)s::bool[]) AS f(key, forbidden)
  LEFT JOIN mailboxes_recipient r ON r.workspace_id = %(workspace_id)s::bigint AND r.key = f.key
),
q AS (
  SELECT p.recipient_id,
    p.forbidden
      OR EXISTS (SELECT FROM bounces_suppression s WHERE s.recipient_id = p.recipient_id AND s.lifted_at IS NULL)
      OR EXISTS (SELECT FROM bounces_outcome o WHERE o.recipient_id = p.recipient_id AND o.stops AND o.kind = 'bounced'
        AND o.corrected_at IS NULL) AS never,
    EXISTS (SELECT FROM mailboxes_delivery d WHERE d.recipient_id = p.recipient_id
      AND d.state IN ('accepted', 'bounced', 'complained', 'uncertain', 'sending')) AS mailed,
    EXISTS (SELECT FROM sequences_contact k WHERE k.recipient_id = p.recipient_id) AS known
  FROM p
)
SELECT count(*) FILTER (WHERE never) AS never, count(*) FILTER (WHERE mailed AND NOT never) AS mailed,
  count(*) FILTER (WHERE known AND NOT mailed AND NOT never) AS known,
  count(*) FILTER (WHERE NOT known AND NOT mailed AND NOT never) AS new
FROM q

-- import_clashes: in which campaigns the people of a piece of a file are now; called by sequences.actions.import_foresight
SELECT e.campaign_id, count(*) AS people FROM unnest(%(keys)s::text[]) AS f(key)
JOIN mailboxes_recipient r ON r.workspace_id = %(workspace_id)s::bigint AND r.key = f.key
JOIN sequences_enrollment e ON e.recipient_id = r.id AND e.state = 'active'
GROUP BY e.campaign_id

-- import_undoable: of the contacts that an import made, which may go: nobody ever wrote to them or heard of them, and nothing
-- else has them; the caller holds their locks; called by sequences.actions.import_undo
SELECT k.id AS contact_id, k.recipient_id,
  EXISTS (SELECT FROM mailboxes_delivery d WHERE d.recipient_id = k.recipient_id
    AND d.state NOT IN ('prepared', 'withdrawn')) AS mailed,
  EXISTS (SELECT FROM sequences_enrollment e WHERE e.recipient_id = k.recipient_id
      AND e.import_id IS DISTINCT FROM %(import_id)s::bigint)
    OR EXISTS (SELECT FROM bounces_conversation c WHERE c.recipient_id = k.recipient_id)
    OR EXISTS (SELECT FROM bounces_outcome o WHERE o.recipient_id = k.recipient_id) AS elsewhere
FROM sequences_contact k WHERE k.recipient_id = ANY(%(recipients)s::bigint[]) AND k.import_id = %(import_id)s::bigint
