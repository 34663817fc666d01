-- suppressed_spellings: which of these people have another spelling of their address on the list; called by
-- bounces.actions.spellings
SELECT me.id FROM mailboxes_recipient me
WHERE me.id = ANY(%(recipients)s::bigint[]) AND EXISTS (
  SELECT FROM mailboxes_recipient o JOIN bounces_suppression s ON s.recipient_id = o.id AND s.lifted_at IS NULL
  WHERE o.workspace_id = me.workspace_id AND (o.key = coalesce(me.alike, me.key) OR o.alike = coalesce(me.alike, me.key))
)

-- suppress_many: an entry for each of these people who has none yet, under their locks. An entry that was there stands for
-- the list too from now on: it does not go with a message that was read wrongly, and a wish takes the place of a bounce;
-- called by bounces.actions.suppression_lists
WITH kept AS (
  UPDATE bounces_suppression s SET outcome_id = NULL,
    reason = CASE WHEN wish.takes_place THEN %(reason)s::text ELSE s.reason END,
    source = CASE WHEN wish.takes_place THEN %(source)s::text ELSE s.source END
  FROM (SELECT o.id, o.reason = 'bounced' AND %(wish)s::boolean AS takes_place FROM bounces_suppression o
    WHERE o.workspace_id = %(workspace_id)s::bigint AND o.recipient_id = ANY(%(recipients)s::bigint[])
      AND o.lifted_at IS NULL) wish
  WHERE s.id = wish.id AND (s.outcome_id IS NOT NULL OR wish.takes_place)
),
made AS (
  INSERT INTO bounces_suppression (workspace_id, scope, recipient_id, domain, reason, source, by_id, created_at, lift_reason)
  SELECT %(workspace_id)s::bigint, 'address', r.id, '', %(reason)s::text, %(source)s::text, %(by_id)s::int,
    clock_timestamp(), ''
  FROM unnest(%(recipients)s::bigint[]) AS r(id)
  ON CONFLICT (workspace_id, recipient_id) WHERE lifted_at IS NULL AND recipient_id IS NOT NULL DO NOTHING
  RETURNING id, recipient_id
)
SELECT id, recipient_id FROM made

-- spelled_alike: these people and whoever has another spelling of the address of one of them, to be locked with them: a
-- permit to another spelling may have begun before the row of this one was there; called by bounces.actions.spellings
SELECT me.id FROM mailboxes_recipient me WHERE me.id = ANY(%(recipients)s::bigint[])
UNION
SELECT o.id FROM mailboxes_recipient me
JOIN mailboxes_recipient o ON o.workspace_id = me.workspace_id AND o.key = me.alike
WHERE me.id = ANY(%(recipients)s::bigint[])
UNION
SELECT o.id FROM mailboxes_recipient me
JOIN mailboxes_recipient o ON o.workspace_id = me.workspace_id AND o.alike = coalesce(me.alike, me.key)
WHERE me.id = ANY(%(recipients)s::bigint[])
