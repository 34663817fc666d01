-- lock: every lock of a permit in the one order: gates (shared), the recipient, their other addresses and other spellings
-- of this one (a suppression of one of them forbids this mail too, so it must not come between facts and commit), counters,
-- budget. A counter below its cap is raised and returned; the raise is undone when no permit follows. The count of mails
-- without a link host is the installation's: no workspace. Each counts the days of its zone; without one, since ever;
-- called by admission.locks.enter.
-- What follows in the transaction is looked up by key: prepared plans are kept, for planning costs more than running
WITH timeout AS MATERIALIZED (
  SELECT set_config('lock_timeout', %(patience)s, true) AS set,
    set_config('plan_cache_mode', 'force_generic_plan', true) AS plans
),
gates AS MATERIALIZED (
  SELECT pg_advisory_xact_lock_shared(g.number) IS NULL AS held
  FROM timeout, unnest(%(gates)s::bigint[]) AS g(number)
),
opened AS MATERIALIZED (SELECT count(*) AS n FROM gates),
person AS MATERIALIZED (
  SELECT r.id FROM opened, mailboxes_recipient r
  WHERE r.id = ANY(ARRAY(SELECT %(recipient_id)s::bigint UNION ALL
    SELECT a.alias_id FROM bounces_learnedaddress a WHERE a.recipient_id = %(recipient_id)s::bigint UNION ALL
    SELECT a.recipient_id FROM bounces_learnedaddress a WHERE a.alias_id = %(recipient_id)s::bigint UNION ALL
    SELECT o.id FROM mailboxes_recipient me JOIN mailboxes_recipient o ON o.workspace_id = me.workspace_id
      AND o.key = me.alike WHERE me.id = %(recipient_id)s::bigint UNION ALL
    SELECT o.id FROM mailboxes_recipient me JOIN mailboxes_recipient o ON o.workspace_id = me.workspace_id
      AND o.alike = coalesce(me.alike, me.key) WHERE me.id = %(recipient_id)s::bigint))
  ORDER BY r.key FOR NO KEY UPDATE OF r
),
known AS MATERIALIZED (SELECT count(*) AS n FROM person),
counted AS (
  INSERT INTO admission_counter (workspace_id, scope, key, day, used, cap)
  SELECT CASE WHEN c.scope <> 'no_link_host' THEN %(workspace_id)s::bigint END, c.scope, c.key,
    CASE WHEN c.zone = '' THEN '1970-01-01' ELSE ((i.anchor_world + (clock_timestamp() - i.anchor_real) * i.speed)
      AT TIME ZONE c.zone)::date END, 1, c.cap
  FROM known, app_installation i, unnest(ARRAY(SELECT unnest(%(scopes)s::text[])),
    ARRAY(SELECT unnest(%(keys)s::text[])), ARRAY(SELECT unnest(%(caps)s::int[])),
    ARRAY(SELECT unnest(%(zones)s::text[])))
    WITH ORDINALITY AS c(scope, key, cap, zone, place)
  ORDER BY c.place
  ON CONFLICT (workspace_id, scope, key, day) DO UPDATE SET used = admission_counter.used + 1, cap = excluded.cap
  WHERE admission_counter.used < excluded.cap
  RETURNING scope
),
counters AS MATERIALIZED (SELECT coalesce(array_agg(scope), '{}') AS raised FROM counted)
SELECT c.raised FROM known, counters c, mailboxes_budget b
WHERE b.mailbox_id = %(mailbox_id)s::bigint FOR NO KEY UPDATE OF b

-- facts: one row about delivery, person, mailbox and world, in a snapshot taken after the last lock. What a person said at
-- one of their addresses (learned, or another spelling where those count as one) holds for all. Arrays are hidden in a
-- subquery, so that the prepared plan is kept: planning a dozen tables costs more than reading them. What a limit costs
-- to look at is looked at only where it is set. Of the provider's 24 hours an automated mail leaves what is reserved for
-- people; only when they are full is it looked up when they have room again; called by admission.queries.ask_facts
SELECT
  n.now, world.now AS world_now,
  (SELECT jsonb_build_array(pv.number, pv.values)::text FROM admission_policyversion pv
    WHERE pv.workspace_id = w.id ORDER BY pv.number DESC LIMIT 1) AS policy,
  i.kind = 'real' AS is_real, i.simulator_endpoints, m.kind AS mailbox_kind, m.endpoints,
  w.halted_at IS NOT NULL AS halted,
  d.state AS delivery_state, d.not_before, d.recipient_id, d.mailbox_id, body.address AS sealed_address, body.source,
  EXISTS (SELECT FROM admission_ledgerline l WHERE l.campaign_id = d.campaign_id AND l.step_id = d.step_id
    AND l.recipient_id = d.recipient_id AND l.resend = d.resend AND l.delivery_id <> d.id) AS copy_elsewhere,
  r.fence,
  coalesce((SELECT max(o.fence) FROM bounces_outcome o WHERE o.recipient_id = r.id AND o.stops AND o.corrected_at IS NULL), 0) AS stop_fence,
  EXISTS (SELECT FROM bounces_suppression s
    WHERE s.recipient_id = ANY(person.ids) AND s.lifted_at IS NULL AND s.workspace_id = w.id)
  OR EXISTS (SELECT FROM bounces_suppression s WHERE s.lifted_at IS NULL AND s.workspace_id = w.id
    AND s.domain = ANY(ARRAY(SELECT unnest(%(entries)s::text[])))) AS suppressed,
  EXISTS (SELECT FROM bounces_unsubscriberequest u
    WHERE u.recipient_id = ANY(person.ids) AND u.done_at IS NULL) AS opt_out_open,
  m.state AS mailbox_state, m.limited_until, m.time_zone AS mailbox_zone, m.daily_cap, m.rolling_cap, m.gap_seconds, m.gap_jitter,
  b.day, b.used_today, b.closes_at, b.last_send_at, b.gap_jitter AS drawn_jitter, b.in_flight_permit IS NOT NULL AS in_flight,
  rolling.full AS rolling_full,
  CASE WHEN rolling.full THEN (
    SELECT max(lately.at) FROM (
      SELECT mail.at, sum(mail.n) OVER (ORDER BY mail.at DESC) AS total FROM (
        SELECT p.world_at AS at, 1 AS n FROM admission_permit p
        WHERE p.mailbox_id = m.id AND p.number > b.granted - m.rolling_cap AND p.world_at > world.now - %(rolling)s::interval
        UNION ALL
        SELECT h.sent_at, h.recipients FROM mailboxes_handmail h
        WHERE h.mailbox_id = m.id AND h.sent_at > world.now - %(rolling)s::interval
        UNION ALL
        SELECT own.received_at, 1 FROM mailboxes_inboundmessage own WHERE own.mailbox_id = m.id AND own.own
          AND own.kind = 'warm_up' AND own.received_at > world.now - %(rolling)s::interval
      ) mail
    ) lately WHERE lately.total >= m.rolling_cap - kept.reserved
  ) END AS rolling_freed_at,
  m.hourly_cap,
  CASE WHEN m.hourly_cap > 0 AND d.kind = 'campaign' THEN (SELECT p.world_at FROM admission_permit p
    WHERE p.mailbox_id = m.id AND p.kind = 'campaign' AND p.number > b.granted - m.rolling_cap
    ORDER BY p.number DESC OFFSET m.hourly_cap - 1 LIMIT 1) END AS hourly_freed_at,
  hand.today AS by_hand_today, m.reserved, m.ramp_start, st.ramp_limit AS ramp_earned, st.ramp_day,
  coalesce(st.hard_percent, 100) AS hard_percent, coalesce(st.hard_reason, '') AS hard_reason,
  CASE WHEN st.protection_percent < 100 AND EXISTS (SELECT FROM admission_protectionpolicy pp
      WHERE pp.workspace_id = w.id AND pp.enforce_from <= world.now AND pp.rolled_back_at IS NULL)
    THEN st.protection_percent ELSE 100 END AS protection_percent,
  coalesce(st.health, 'unknown') AS health, st.health_good_until,
  m.workday::text AS workday,
  (SELECT jsonb_agg(jsonb_build_array(a.first_day, a.last_day))::text FROM mailboxes_awayrange a
    WHERE a.mailbox_id = m.id) AS away,
  CASE WHEN i.kind = 'real' THEN m.link_base END AS link_base, coalesce(m.link_good_until > n.now, true) AS link_good,
  seen.last_at AS person_last_at, seen.n AS person_count, seen.freed_at AS person_freed_at,
  inbox.read_at AS inbox_read_at, inbox.missing AS inbox_missing
FROM mailboxes_delivery d
JOIN mailboxes_deliverybody body ON body.delivery_id = d.id
JOIN mailboxes_recipient r ON r.id = d.recipient_id
JOIN app_workspace w ON w.id = d.workspace_id
JOIN mailboxes_mailbox m ON m.id = d.mailbox_id
JOIN mailboxes_budget b ON b.mailbox_id = m.id
LEFT JOIN admission_standing st ON st.mailbox_id = m.id
CROSS JOIN app_installation i
CROSS JOIN LATERAL (SELECT clock_timestamp() AS now) n
CROSS JOIN LATERAL (SELECT greatest(i.anchor_world + (n.now - i.anchor_real) * i.speed, b.decided_at) AS now) world
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE h.local_day >= CASE WHEN b.closes_at > date_trunc('day', world.now, m.time_zone) THEN b.day
      ELSE greatest(b.day, (world.now AT TIME ZONE m.time_zone)::date) END) AS today,
    coalesce(sum(h.recipients) FILTER (WHERE h.sent_at > world.now - %(rolling)s::interval), 0)
    + (SELECT count(*) FROM mailboxes_inboundmessage own WHERE own.mailbox_id = m.id AND own.own
        AND own.kind = 'warm_up' AND own.received_at > world.now - %(rolling)s::interval) AS rolling
  FROM mailboxes_handmail h WHERE h.mailbox_id = m.id AND h.sent_at > world.now - interval '50 hours'
) hand
CROSS JOIN LATERAL (
  SELECT CASE WHEN d.kind = 'campaign' THEN greatest(0, m.reserved - hand.today) ELSE 0 END AS reserved
) kept
CROSS JOIN LATERAL (
  SELECT m.rolling_cap <= hand.rolling + kept.reserved OR EXISTS (SELECT FROM admission_permit p
    WHERE p.mailbox_id = m.id AND p.number = b.granted - m.rolling_cap + hand.rolling + kept.reserved + 1
      AND p.world_at > world.now - %(rolling)s::interval) AS full
  OFFSET 0
) rolling
CROSS JOIN LATERAL (
  SELECT ARRAY(SELECT r.id UNION ALL
    SELECT a.alias_id FROM bounces_learnedaddress a WHERE a.recipient_id = r.id UNION ALL
    SELECT a.recipient_id FROM bounces_learnedaddress a WHERE a.alias_id = r.id UNION ALL
    SELECT o.id FROM mailboxes_recipient o WHERE w.alike_addresses AND o.workspace_id = w.id
      AND (o.key = coalesce(r.alike, r.key) OR o.alike = coalesce(r.alike, r.key))) AS ids
  OFFSET 0
) person
CROSS JOIN LATERAL (
  SELECT max(p.world_at) AS last_at, count(*) AS n,
    (array_agg(p.world_at ORDER BY p.world_at DESC))[%(person_cap)s::int] AS freed_at
  FROM admission_permit p
  WHERE p.recipient_id = r.id AND p.delivery_id <> d.id AND p.kind = 'campaign'
    AND p.state IN ('open', 'accepted', 'uncertain')
    AND p.world_at > i.anchor_world + (n.now - i.anchor_real) * i.speed - interval '60 days'
) seen
CROSS JOIN LATERAL (
  SELECT min(least(c.listed_at, (SELECT min(im.stored_at) FROM mailboxes_inboundmessage im
      WHERE im.mailbox_id = sent.mailbox_id AND im.state = 'stored'))) AS read_at,
    coalesce(bool_or(c.listed_at IS NULL), false) AS missing
  FROM (SELECT DISTINCT p.mailbox_id FROM admission_permit p
    WHERE p.recipient_id = r.id AND p.state IN ('accepted', 'uncertain', 'open') AND p.delivery_id <> d.id
      AND p.world_at > i.anchor_world + (n.now - i.anchor_real) * i.speed - interval '90 days') sent
  JOIN mailboxes_mailbox mailed ON mailed.id = sent.mailbox_id AND mailed.state <> 'disconnected'
  LEFT JOIN mailboxes_inboundcursor c ON c.mailbox_id = sent.mailbox_id
) inbox
WHERE d.id = %(delivery_id)s::bigint

-- grant: prepared -> sending with permit, facts, ledger line, budget and event in one statement. What is no campaign's
-- (a test, a reply by hand) is charged to the provider's 24 hours alone: the day's count, the gap and the call that is in
-- flight stay as they are. It goes together with the COMMIT, so it fails where there is nothing to grant; called by
-- admission.actions.ledger.write_grant
WITH claimed AS (
  UPDATE mailboxes_delivery SET state = 'sending', permit_id = nextval('admission_permit_id_seq'),
    lease_until = %(now)s::timestamptz + %(lease)s::interval, attempts = attempts + 1, not_before = NULL
  WHERE id = %(delivery_id)s::bigint AND state = 'prepared'
  RETURNING id, workspace_id, mailbox_id, recipient_id, kind, campaign_id, step_id, resend, permit_id
),
budget AS (
  UPDATE mailboxes_budget b SET day = %(day)s::date, used_today = %(used)s::int + (c.kind = 'campaign')::int,
    closes_at = greatest(b.closes_at, %(closes_at)s::timestamptz), granted = b.granted + 1,
    decided_at = %(world_now)s::timestamptz,
    gap_jitter = CASE WHEN c.kind = 'campaign' THEN %(jitter)s::float8 ELSE b.gap_jitter END,
    in_flight_permit = CASE WHEN c.kind = 'campaign' THEN c.permit_id ELSE b.in_flight_permit END
  FROM claimed c WHERE b.mailbox_id = c.mailbox_id
  RETURNING b.granted
),
permit AS (
  INSERT INTO admission_permit (id, workspace_id, delivery_id, mailbox_id, recipient_id, kind, campaign_id, step_id,
    state, fence, number, local_day, granted_at, world_at, response)
  SELECT c.permit_id, c.workspace_id, c.id, c.mailbox_id, c.recipient_id, c.kind, c.campaign_id, c.step_id,
    'open', %(fence)s::int, b.granted, %(day)s::date, %(now)s::timestamptz, %(world_now)s::timestamptz, ''
  FROM claimed c, budget b
  RETURNING id
),
noted AS (
  INSERT INTO admission_permitfacts (permit_id, policy_version, facts, position)
  SELECT id, %(policy_version)s::int, %(facts)s::jsonb, %(position)s::jsonb FROM permit
),
line AS (
  INSERT INTO admission_ledgerline (workspace_id, campaign_id, step_id, recipient_id, resend, delivery_id, company)
  SELECT workspace_id, campaign_id, step_id, recipient_id, resend, id, %(company)s::text
  FROM claimed WHERE campaign_id IS NOT NULL
  ON CONFLICT (campaign_id, step_id, recipient_id, resend) DO NOTHING
),
logged AS (
  INSERT INTO app_event (workspace_id, kind, subject_id, recipient_id, data, at, world_at)
  SELECT c.workspace_id, 'permit.granted', c.id, c.recipient_id,
    jsonb_build_object('permit', c.permit_id, 'mailbox', c.mailbox_id), %(now)s::timestamptz, %(world_now)s::timestamptz
  FROM claimed c
)
SELECT id FROM permit
UNION ALL SELECT 1 / count(*) FROM permit HAVING count(*) = 0
