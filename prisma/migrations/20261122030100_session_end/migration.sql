-- A session ends fourteen days after its last use and thirty days after its beginning, those that there are included.
update session
set expires_at = least(expires_at, last_seen_at + interval '14 days', created_at + interval '30 days');
