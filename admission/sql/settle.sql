-- settling: the permit and its delivery, read under the recipient's lock; called by admission.actions.settle
SELECT p.state, p.delivery_id, p.mailbox_id, p.recipient_id, p.workspace_id, p.campaign_id,
  d.state, d.permit_id, d.attempts, d.touch_id
FROM admission_permit p JOIN mailboxes_delivery d ON d.id = p.delivery_id WHERE p.id = %(permit_id)s::bigint

-- accept: sending or uncertain -> accepted with permit and event; a report may have been faster, then the state stays;
-- no row: the permit was replaced; a world clock that stepped back accepts nothing before its permit; called by
-- admission.actions.settle
WITH t AS MATERIALIZED (
  SELECT clock_timestamp() AS now, i.anchor_world + (clock_timestamp() - i.anchor_real) * i.speed AS world_now
  FROM app_installation i
),
moved AS (
  UPDATE mailboxes_delivery d SET
    state = CASE WHEN d.state IN ('sending', 'uncertain') THEN 'accepted' ELSE d.state END,
    accepted_world = greatest(coalesce(d.accepted_world, %(world_at)s::timestamptz, t.world_now), p.world_at),
    settled_at = t.now, lease_until = NULL, provider_id = %(provider_id)s::text, provider_thread_id = %(thread_id)s::text,
    real_message_id = %(message_id)s::text
  FROM t, admission_permit p
  WHERE p.id = %(permit_id)s::bigint AND p.state IN ('open', 'uncertain') AND d.id = p.delivery_id AND d.permit_id = p.id
    AND d.state IN ('sending', 'uncertain', 'bounced', 'complained')
  RETURNING d.id, d.accepted_world, d.workspace_id, d.recipient_id, d.touch_id, d.mailbox_id
),
settled AS (
  UPDATE admission_permit p SET state = 'accepted', settled_at = t.now, response = 'accepted'
  FROM moved, t WHERE p.id = %(permit_id)s::bigint AND p.state IN ('open', 'uncertain')
),
logged AS (
  INSERT INTO app_event (workspace_id, kind, subject_id, recipient_id, data, at, world_at)
  SELECT m.workspace_id, 'delivery.accepted', m.id, m.recipient_id,
    jsonb_build_object('permit', %(permit_id)s::bigint, 'touch', m.touch_id), t.now, t.world_now
  FROM moved m, t
  RETURNING id, at, world_at
)
SELECT m.id, m.workspace_id, m.recipient_id, m.touch_id, m.mailbox_id, m.accepted_world, l.id, l.at, l.world_at
FROM moved m, logged l

-- land: the budget of a mailbox after a call, the last lock of the transaction. Its gap begins no earlier than the permit
-- was dated, for the next one is dated no earlier either, even where a clock was set back during the call. A mail that
-- is no campaign's begins no gap; called by admission.actions.settle
UPDATE mailboxes_budget b SET
  last_send_at = CASE WHEN %(sent_at)s::timestamptz IS NULL OR p.kind <> 'campaign' THEN b.last_send_at
    ELSE greatest(b.last_send_at, %(sent_at)s::timestamptz, p.world_at) END,
  in_flight_permit = CASE WHEN b.in_flight_permit = p.id THEN NULL ELSE b.in_flight_permit END
FROM admission_permit p
WHERE b.mailbox_id = %(mailbox_id)s::bigint AND p.id = %(permit_id)s::bigint
