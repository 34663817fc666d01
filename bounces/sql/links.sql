-- settle_links: what each mailbox's links begin with, and until when that is good, by the hosts as they are now: its sending
-- domain's own host once that passed a self-test, else that of BASE_URL; called by bounces.actions.link_hosts
UPDATE mailboxes_mailbox m SET link_base = found.base, link_good_until = found.good_until
FROM (
  SELECT b.id, coalesce(h.base, '') AS base, h.good_until FROM mailboxes_mailbox b
  LEFT JOIN LATERAL (
    SELECT l.base, coalesce(l.closed_at, l.passed_at + %(good_for)s::interval) AS good_until FROM bounces_linkhost l
    WHERE l.domain IN (split_part(b.address, '@', 2), '') AND l.passed_at IS NOT NULL
      AND (l.domain <> '' OR l.base = %(base_url)s::text)
    ORDER BY l.domain DESC LIMIT 1
  ) h ON true
) found
WHERE found.id = m.id AND (m.link_base, m.link_good_until) IS DISTINCT FROM (found.base, found.good_until)
