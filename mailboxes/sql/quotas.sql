-- quota: when a bucket is full again, the database's clock, and how fast this world runs; called by quotas._leased
SELECT q.full_at, clock_timestamp(), i.speed FROM app_installation i
LEFT JOIN mailboxes_quota q ON q.key = %(key)s::text

-- quota_taken: moves a bucket on, unless somebody else did since it was read; called by quotas._leased
INSERT INTO mailboxes_quota (key, full_at) VALUES (%(key)s::text, %(full_at)s::timestamptz)
ON CONFLICT (key) DO UPDATE SET full_at = excluded.full_at WHERE mailboxes_quota.full_at = %(before)s::timestamptz
