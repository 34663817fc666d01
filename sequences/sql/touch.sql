-- subject: what a permit must know of a touch, read under the permit's locks. A mail of a step that was removed, or that
-- the touch has left since it was composed, is none. Whatever freed or reopened a step, its delay is kept: nothing leaves
-- before due_at. What came before is told by the order in which touches were made, for steps may change places. An opener is the first mail of the campaign that is cleared for a person;
-- with a company's domain the others there are counted who got one of a campaign they are still in; called by
-- sequences.subject
SELECT e.state = 'active' AS active,
  t.state = 'planned' AND s.removed_at IS NULL AND t.step_id = coalesce(%(step_id)s::bigint, t.step_id) AS touch_open,
  c.state = 'running' AS campaign_running,
  c.ends_on, e.fence, NOT EXISTS (
    SELECT FROM sequences_touch p
    WHERE p.enrollment_id = e.id AND p.id < t.id AND p.state NOT IN ('sent', 'done', 'skipped')
  ) AS earlier_done,
  greatest(t.eligible_at, t.due_at) AS eligible_at,
  c."window", c.time_zone, c.in_person_zone, c.days_off,
  coalesce(k.time_zone, '') AS person_zone, coalesce(k.country_code, '') AS person_country,
  coalesce(k.email, '') AS address, coalesce(k.recipient_id, 0) AS recipient_id,
  c.day_cap, c.new_per_day, c.canary_size, c.canary, c.canary_until,
  NOT EXISTS (SELECT FROM admission_ledgerline l
    WHERE l.recipient_id = e.recipient_id AND l.campaign_id = e.campaign_id) AS opener,
  CASE WHEN %(company)s::text = '' THEN 0 ELSE (
    SELECT count(DISTINCT l.recipient_id) FROM admission_ledgerline l
    CROSS JOIN LATERAL (SELECT FROM sequences_enrollment o
      WHERE o.campaign_id = l.campaign_id AND o.recipient_id = l.recipient_id AND o.state = 'active' OFFSET 0) still
    WHERE l.workspace_id = e.workspace_id AND l.company = %(company)s::text AND l.company <> ''
      AND l.recipient_id <> e.recipient_id
  ) END AS domain_people
FROM sequences_touch t
JOIN sequences_step s ON s.id = t.step_id
JOIN sequences_enrollment e ON e.id = t.enrollment_id
JOIN sequences_campaign c ON c.id = t.campaign_id
LEFT JOIN sequences_contact k ON k.id = e.contact_id
WHERE t.id = %(touch_id)s::bigint

-- sendable: everything one send of a planned touch needs, in one read without locks. Its thread is named by the ids that
-- its mails bore: a provider's instead of ours, and after ours what a relay may have made of it; called by
-- sequences.queries.job
SELECT t.id AS touch_id, t.workspace_id, t.campaign_id, t.step_id, t.position, t.slot_at, t.mailbox_id,
  e.id AS enrollment_id, e.recipient_id, e.thread_subject, e.provider_thread_id, e.mailbox_id AS thread_mailbox_id,
  k.email, k.domain, k.first_name, k.last_name, k.company, k.title, k.phone, k.linkedin_url, k.country, k.fields,
  k.caution, v.subject AS template_subject, v.text AS template_text, v.html AS template_html,
  c.unsubscribe_mode, c.day_cap, c.new_per_day, c.canary_size, c.canary, NOT EXISTS (SELECT FROM admission_ledgerline l
    WHERE l.recipient_id = e.recipient_id AND l.campaign_id = e.campaign_id) AS opener, c.time_zone AS campaign_zone, c.in_person_zone, coalesce(k.time_zone, '') AS person_zone,
  w.legal_name, w.postal_address,
  m.address AS from_address, m.display_name AS from_name, m.state AS mailbox_state,
  coalesce(m.limited_until > clock_timestamp(), false) AS mailbox_limited,
  jsonb_build_array(cred.updated_at, m.endpoints, m.address)::text AS account_version,
  (SELECT ic.value::text FROM mailboxes_inboundcursor ic WHERE ic.mailbox_id = m.id AND ic.value <> '{}') AS read_to,
  (SELECT jsonb_build_array(pv.number, pv.values)::text FROM admission_policyversion pv
    WHERE pv.workspace_id = t.workspace_id ORDER BY pv.number DESC LIMIT 1) AS policy,
  i.anchor_world + (clock_timestamp() - i.anchor_real) * i.speed AS world_now,
  CASE WHEN i.kind = 'rehearsal' THEN %(base_url)s::text ELSE m.link_base END AS link_base,
  coalesce(d.id, nextval('mailboxes_delivery_id_seq')) AS delivery_id, d.id IS NOT NULL AS prepared_before,
  d.state AS delivery_state, d.token, d.message_id, body.source,
  coalesce((
    SELECT array_agg(one.id ORDER BY earlier.touch_id, one.number) FROM (
      SELECT pt.id AS touch_id, p.mailbox_id, CASE
          WHEN p.provider_thread_id <> '' THEN ARRAY[coalesce(nullif(p.real_message_id, ''), p.message_id)]
          WHEN p.real_message_id <> '' THEN ARRAY[p.message_id, p.real_message_id]
          WHEN p.provider_id <> '' AND m.relay_domain <> ''
            THEN ARRAY[p.message_id, p.provider_id || '@' || m.relay_domain]
          ELSE ARRAY[p.message_id] END AS ids,
        max(pt.id) FILTER (WHERE pb.in_reply_to = '') OVER () AS head
      FROM sequences_touch pt JOIN mailboxes_delivery p ON p.touch_id = pt.id
      LEFT JOIN mailboxes_deliverybody pb ON pb.delivery_id = p.id
      WHERE pt.enrollment_id = e.id AND pt.id < t.id AND p.state IN ('accepted', 'bounced', 'complained')
    ) earlier, unnest(earlier.ids) WITH ORDINALITY AS one(id, number)
    WHERE earlier.touch_id >= coalesce(earlier.head, 0) AND earlier.mailbox_id = t.mailbox_id
  ), '{}') AS thread_ids
FROM sequences_touch t
JOIN sequences_enrollment e ON e.id = t.enrollment_id
JOIN sequences_campaign c ON c.id = t.campaign_id
JOIN app_workspace w ON w.id = t.workspace_id
JOIN sequences_contact k ON k.id = e.contact_id
JOIN sequences_variant v ON v.id = t.variant_id
JOIN mailboxes_mailbox m ON m.id = t.mailbox_id
LEFT JOIN mailboxes_credential cred ON cred.mailbox_id = m.id
CROSS JOIN app_installation i
LEFT JOIN mailboxes_delivery d ON d.touch_id = t.id AND d.live
LEFT JOIN mailboxes_deliverybody body ON body.delivery_id = d.id
WHERE t.id = %(touch_id)s::bigint AND t.state = 'planned' AND t.kind = 'email'

-- prepare: one prepared delivery per touch, rendered again in place; the Message-ID never changes. It locks gates and
-- recipient itself and commits itself. No row: somebody else has it under way; called by sequences.actions.mail.prepare
WITH timeout AS MATERIALIZED (SELECT set_config('lock_timeout', %(patience)s, true) AS set),
gates AS MATERIALIZED (
  SELECT pg_advisory_xact_lock_shared(g.number) IS NULL AS held
  FROM timeout, unnest(%(gates)s::bigint[]) AS g(number)
),
opened AS MATERIALIZED (SELECT count(*) AS n FROM gates),
person AS MATERIALIZED (
  SELECT r.id FROM opened, mailboxes_recipient r WHERE r.id = %(recipient_id)s::bigint FOR NO KEY UPDATE OF r
),
made AS (
  INSERT INTO mailboxes_delivery (id, workspace_id, kind, recipient_id, mailbox_id, campaign_id, step_id, touch_id, resend,
    state, token, message_id, real_message_id, provider_id, provider_thread_id, attempts, delivery_status, reason,
    created_at)
  SELECT %(delivery_id)s::bigint, %(workspace_id)s::bigint, 'campaign', person.id,
    %(mailbox_id)s::bigint, %(campaign_id)s::bigint, %(step_id)s::bigint, %(touch_id)s::bigint,
    (SELECT t.resend FROM sequences_touch t WHERE t.id = %(touch_id)s::bigint), 'prepared',
    %(token)s::text, %(message_id)s::text, '', '', '', 0, 'unknown', '', clock_timestamp()
  FROM person
  ON CONFLICT (touch_id) WHERE live
  DO UPDATE SET recipient_id = excluded.recipient_id, mailbox_id = excluded.mailbox_id, step_id = excluded.step_id
    WHERE mailboxes_delivery.state = 'prepared'
  RETURNING id
)
INSERT INTO mailboxes_deliverybody (delivery_id, address, subject, text, html, in_reply_to, "references", source)
SELECT id, %(address)s::text, %(subject)s::text, %(text)s::text, %(html)s::text, %(in_reply_to)s::text,
  %(references)s::jsonb, %(source)s::text
FROM made
ON CONFLICT (delivery_id) DO UPDATE SET address = excluded.address, subject = excluded.subject, text = excluded.text,
  html = excluded.html, in_reply_to = excluded.in_reply_to, "references" = excluded."references", source = excluded.source
RETURNING delivery_id

-- advance: the enrollment of a touch and the step that follows it as the steps stand now, which the person has not had;
-- after a removed one that with which its people go on; under the recipient's lock; called by sequences.actions.progress
SELECT t.id AS touch_id, t.state AS touch_state, t.hold_reason, t.position, t.kind, e.id AS enrollment_id, e.state AS enrollment_state,
  e.absent_until, e.workspace_id, e.recipient_id, e.campaign_id, e.mailbox_id AS thread_mailbox_id,
  c."window", c.time_zone, c.in_person_zone, c.days_off,
  coalesce(k.time_zone, '') AS person_zone, coalesce(k.country_code, '') AS person_country,
  m.workday::text AS workday, coalesce(m.time_zone, 'UTC') AS mailbox_zone,
  (SELECT jsonb_agg(jsonb_build_array(a.first_day, a.last_day))::text FROM mailboxes_awayrange a
    WHERE a.mailbox_id = m.id) AS away,
  n.id AS next_step_id, n.position AS next_position, n.kind AS next_kind, n.delay_amount, n.delay_unit,
  n.variants AS next_variants,
  d.mailbox_id AS sent_from, d.accepted_world, body.subject AS sent_subject,
  coalesce(nullif(d.provider_thread_id, ''), CASE WHEN body.in_reply_to <> '' AND d.mailbox_id = e.mailbox_id
    THEN e.provider_thread_id ELSE '' END) AS sent_thread
FROM sequences_touch t
JOIN sequences_step own ON own.id = t.step_id
LEFT JOIN sequences_step heir ON heir.id = own.then_step_id
LEFT JOIN mailboxes_delivery d ON d.id = %(delivery_id)s::bigint
LEFT JOIN mailboxes_deliverybody body ON body.delivery_id = d.id
JOIN sequences_enrollment e ON e.id = t.enrollment_id
JOIN sequences_campaign c ON c.id = t.campaign_id
LEFT JOIN sequences_contact k ON k.id = e.contact_id
LEFT JOIN mailboxes_mailbox m ON m.id = coalesce(d.mailbox_id, e.mailbox_id)
LEFT JOIN LATERAL (
  SELECT s.id, s.position, s.kind, s.delay_amount, s.delay_unit,
    (SELECT jsonb_agg(jsonb_build_array(v.id, v.weight) ORDER BY v.id) FROM sequences_variant v WHERE v.step_id = s.id)
      AS variants
  FROM sequences_step s
  WHERE s.campaign_id = t.campaign_id AND s.removed_at IS NULL
    AND s.position > CASE WHEN own.removed_at IS NULL THEN own.position ELSE coalesce(heir.position - 1, 32767) END
    AND NOT EXISTS (SELECT FROM sequences_touch had
      WHERE had.enrollment_id = t.enrollment_id AND had.step_id = s.id AND had.state IN ('sent', 'done', 'skipped'))
  ORDER BY s.position LIMIT 1
) n ON true
WHERE t.id = %(touch_id)s::bigint

-- close: an open touch -> sent, done or skipped, and with it the next step (held where a person has to look first) or
-- the end of the enrollment and its event, which nothing reacts to; called by sequences.actions.progress
WITH closed AS (
  UPDATE sequences_touch SET state = %(state)s::text, closed_at = %(world_at)s::timestamptz, hold_reason = '', hold_detail = ''
  WHERE id = %(touch_id)s::bigint AND state <> %(state)s::text
  RETURNING enrollment_id, workspace_id, campaign_id
),
ended AS (
  UPDATE sequences_enrollment e SET
    state = CASE WHEN e.state = 'active' AND %(next_step_id)s::bigint IS NULL THEN 'finished' ELSE e.state END,
    ended_at = CASE WHEN e.state = 'active' AND %(next_step_id)s::bigint IS NULL THEN %(world_at)s::timestamptz
      ELSE e.ended_at END,
    last_accepted_at = greatest(e.last_accepted_at, %(world_at)s::timestamptz),
    mailbox_id = coalesce(%(mailbox_id)s::bigint, e.mailbox_id),
    thread_subject = coalesce(%(subject)s::text, e.thread_subject),
    provider_thread_id = coalesce(%(thread_id)s::text, e.provider_thread_id)
  FROM closed WHERE e.id = closed.enrollment_id
  RETURNING e.id, e.state, e.workspace_id, e.campaign_id, e.mailbox_id, e.recipient_id
),
logged AS (
  INSERT INTO app_event (workspace_id, kind, subject_id, recipient_id, data, at, world_at)
  SELECT workspace_id, 'enrollment.ended', id, recipient_id,
    jsonb_build_object('state', 'finished', 'campaign', campaign_id), clock_timestamp(), world_time(clock_timestamp())
  FROM ended WHERE %(finishes)s::boolean AND state = 'finished'
)
INSERT INTO sequences_touch (workspace_id, enrollment_id, campaign_id, step_id, variant_id, position, kind, state, due_at,
  eligible_at, mailbox_id, assigned_reason, hold_reason, hold_detail, created_at)
SELECT workspace_id, id, campaign_id, %(next_step_id)s::bigint, %(next_variant_id)s::bigint, %(next_position)s::int,
  %(next_kind)s::text, CASE WHEN %(next_hold)s::text = '' THEN 'scheduled' ELSE 'held' END, %(due_at)s::timestamptz,
  %(eligible_at)s::timestamptz, mailbox_id, '', %(next_hold)s::text, '',
  clock_timestamp()
FROM ended WHERE state = 'active' AND %(next_step_id)s::bigint IS NOT NULL
RETURNING id
