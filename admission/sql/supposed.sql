-- supposed: a mail that nobody has written, as if it were prepared, to somebody or to nobody (0): a WITH clause in front of
-- `facts`, in which it takes the place of the tables it is named after; called by admission.queries.ask_supposed
WITH mailboxes_delivery AS (
  SELECT 0::bigint AS id, m.workspace_id, 'campaign'::text AS kind, 'prepared'::text AS state,
    NULL::timestamptz AS not_before, %(recipient_id)s::bigint AS recipient_id, m.id AS mailbox_id,
    %(campaign_id)s::bigint AS campaign_id, %(step_id)s::bigint AS step_id, %(resend)s::int AS resend
  FROM mailboxes_mailbox m WHERE m.id = %(mailbox_id)s::bigint
),
mailboxes_deliverybody AS (SELECT 0::bigint AS delivery_id, %(address)s::text AS address, ''::text AS source),
mailboxes_recipient AS NOT MATERIALIZED (
  SELECT r.id, r.workspace_id, r.key, r.alike, r.fence FROM mailboxes_recipient r
  UNION ALL
  SELECT 0, m.workspace_id, '', NULL, 0 FROM mailboxes_mailbox m WHERE m.id = %(mailbox_id)s::bigint
)
