-- ramping: each mailbox with a ramp: its zone, the day of the first permit that no ramp judged, whether fresh evidence
-- says that it is healthy, and on which day that was noted last; called by admission.actions.ramp.account
SELECT m.id, m.time_zone,
  (SELECT p.local_day FROM admission_permit p
    WHERE p.mailbox_id = m.id AND p.number = coalesce(judged.upto, 0) + 1) AS unjudged,
  coalesce(s.health = 'pass' AND s.health_good_until >= %(world_now)s::timestamptz, false) AS healthy,
  (SELECT max(r.day) FROM admission_rampday r WHERE r.mailbox_id = m.id AND r.healthy) AS noted
FROM mailboxes_mailbox m
LEFT JOIN admission_standing s ON s.mailbox_id = m.id
LEFT JOIN LATERAL (
  SELECT r.upto FROM admission_rampday r WHERE r.mailbox_id = m.id AND r.sent IS NOT NULL ORDER BY r.day DESC LIMIT 1
) judged ON true
WHERE m.ramp_start IS NOT NULL AND m.state <> 'disconnected' ORDER BY m.id

-- ramp_days: what a mailbox sent on each of its days that no ramp judged, before a day: how many automated mails were
-- accepted, and its newest permit; called by admission.actions.ramp._judge
SELECT p.local_day, count(*) FILTER (WHERE p.kind = 'campaign' AND p.state = 'accepted'), max(p.number)
FROM admission_permit p
WHERE p.mailbox_id = %(mailbox_id)s::bigint AND p.number > %(upto)s::bigint AND p.local_day < %(today)s::date
GROUP BY p.local_day ORDER BY p.local_day
