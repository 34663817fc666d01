-- audit_day_caps: I7, permits beyond the limit of their local day as it was when they were granted: the cap, what ramp,
-- breaker and protection left of it, and the part that people used or is kept for them
SELECT * FROM (
  SELECT p.id AS permit_id, p.mailbox_id, p.local_day, least((f.facts->>'daily_cap')::int, (f.facts->>'limit')::int)
      - greatest(coalesce((f.facts->>'by_hand_today')::int, 0), coalesce((f.facts->>'reserved')::int, 0)) AS cap,
    row_number() OVER (PARTITION BY p.mailbox_id, p.local_day ORDER BY p.number) AS place
  FROM admission_permit p JOIN admission_permitfacts f ON f.permit_id = p.id WHERE p.kind = 'campaign'
) counted WHERE place > cap

-- audit_hourly_caps: I7, automated permits beyond the mailbox's cap of 60 minutes as it was when they were granted
SELECT permit_id, mailbox_id, cap, within - later AS within FROM (
  SELECT p.id AS permit_id, p.mailbox_id, (f.facts->>'hourly_cap')::int AS cap,
    count(*) OVER (PARTITION BY p.mailbox_id ORDER BY p.world_at
      RANGE BETWEEN interval '1 hour' - interval '1 microsecond' PRECEDING AND CURRENT ROW) AS within,
    row_number() OVER (PARTITION BY p.mailbox_id, p.world_at ORDER BY p.number DESC) - 1 AS later
  FROM admission_permit p LEFT JOIN admission_permitfacts f ON f.permit_id = p.id WHERE p.kind = 'campaign'
) counted WHERE within - later > cap

-- audit_new_people: I7, people whom a campaign opened to beyond its number of new ones a day as it was then; who was
-- cleared within moments of a midnight may be counted with either day
SELECT * FROM (
  SELECT opened.permit_id, opened.campaign_id, opened.cap,
    row_number() OVER (PARTITION BY opened.campaign_id, opened.day ORDER BY opened.permit_id) AS place
  FROM (
    SELECT DISTINCT ON (p.campaign_id, p.recipient_id) p.id AS permit_id, p.campaign_id,
      (f.facts->>'subject_new_per_day')::int AS cap,
      (p.world_at AT TIME ZONE (f.facts->>'subject_campaign_zone'))::date AS day,
      ((p.world_at - %(slack)s::interval) AT TIME ZONE (f.facts->>'subject_campaign_zone'))::date AS day_before
    FROM admission_permit p JOIN admission_permitfacts f ON f.permit_id = p.id
    WHERE p.kind = 'campaign' ORDER BY p.campaign_id, p.recipient_id, p.id
  ) opened WHERE opened.day = opened.day_before
) counted WHERE place > cap

-- audit_company_openers: I7, first mails to people of one company beyond its number of a day as it was then, likewise
SELECT * FROM (
  SELECT opened.permit_id, opened.cap,
    row_number() OVER (PARTITION BY opened.workspace_id, opened.company, opened.day ORDER BY opened.permit_id) AS place
  FROM (
    SELECT DISTINCT ON (l.id) p.id AS permit_id, l.workspace_id, l.company,
      (f.facts->>'policy_domain_openers')::int AS cap,
      (p.world_at AT TIME ZONE (f.facts->>'subject_zone'))::date AS day,
      ((p.world_at - %(slack)s::interval) AT TIME ZONE (f.facts->>'subject_zone'))::date AS day_before
    FROM admission_ledgerline l JOIN admission_permit p ON p.delivery_id = l.delivery_id
    JOIN admission_permitfacts f ON f.permit_id = p.id
    WHERE l.company <> '' ORDER BY l.id, p.id
  ) opened WHERE opened.day = opened.day_before
) counted WHERE place > cap

-- audit_company_people: I7, people of one company opened to while as many others as may be were written to: by what the
-- permit saw, and by those who were opened to before and have never left their campaign
WITH opened AS MATERIALIZED (
  SELECT DISTINCT ON (l.id) l.workspace_id, l.company, l.recipient_id, l.campaign_id, p.id AS permit_id,
    (f.facts->>'policy_domain_people')::int AS cap, (f.facts->>'subject_domain_people')::int AS seen
  FROM admission_ledgerline l JOIN admission_permit p ON p.delivery_id = l.delivery_id
  JOIN admission_permitfacts f ON f.permit_id = p.id
  WHERE l.company <> '' ORDER BY l.id, p.id
),
staying AS MATERIALIZED (
  SELECT o.workspace_id, o.company, o.recipient_id, min(o.permit_id) AS permit_id FROM opened o
  JOIN sequences_enrollment e ON e.campaign_id = o.campaign_id AND e.recipient_id = o.recipient_id AND e.state = 'active'
  WHERE NOT EXISTS (SELECT FROM app_event ended WHERE ended.subject_id = e.id AND ended.kind = 'enrollment.ended')
  GROUP BY 1, 2, 3
)
SELECT o.permit_id, o.cap, o.seen FROM opened o
WHERE o.seen >= o.cap OR o.cap <= (SELECT count(*) FROM staying s WHERE s.workspace_id = o.workspace_id
  AND s.company = o.company AND s.permit_id < o.permit_id AND s.recipient_id <> o.recipient_id)

-- audit_often: I7, automated mails to one person beyond the policy's number in 60 days, or before as many days of the
-- calendar as it wants of business days, whatever campaigns they were of
SELECT * FROM (
  SELECT p.id AS permit_id, p.recipient_id, (f.facts->>'policy_person_cap')::int AS cap,
    (f.facts->>'policy_person_gap_days')::int AS days, lately.n AS before,
    (p.world_at AT TIME ZONE (f.facts->>'subject_zone'))::date
      - (lately.last_at AT TIME ZONE (f.facts->>'subject_zone'))::date AS apart
  FROM admission_permit p JOIN admission_permitfacts f ON f.permit_id = p.id
  CROSS JOIN LATERAL (
    SELECT count(*) AS n, max(o.world_at) AS last_at FROM admission_permit o
    WHERE o.recipient_id = p.recipient_id AND o.id < p.id AND o.delivery_id <> p.delivery_id AND o.kind = 'campaign'
      AND o.state IN ('accepted', 'uncertain') AND o.world_at > p.world_at - interval '60 days'
  ) lately
  WHERE p.kind = 'campaign'
) mailed WHERE before >= cap OR apart < days

-- audit_breakers: I7, automated permits of a mailbox that a breaker had slowed, by facts that do not know it, or had paused.
-- Both instants are the database's, read under the budget's lock. What ends it is a lift, or a person who resumes
SELECT p.id AS permit_id, p.mailbox_id, e.kind, e.data->>'reason' AS reason, p.granted_at
FROM app_event e
JOIN admission_permit p ON p.mailbox_id = e.subject_id AND p.kind = 'campaign' AND p.granted_at > e.at
JOIN admission_permitfacts f ON f.permit_id = p.id
WHERE (e.kind = 'mailbox.slowed' AND (f.facts->>'hard_percent')::int > (e.data->>'percent')::int
    OR e.kind = 'mailbox.paused')
  AND NOT EXISTS (SELECT FROM app_event over WHERE over.subject_id = e.subject_id AND over.at > e.at AND over.at < p.granted_at
    AND over.data->'paused' IS NULL
    AND over.kind IN ('mailbox.resumed', 'mailbox.connected', CASE e.kind WHEN 'mailbox.slowed' THEN 'mailbox.restored' END))
