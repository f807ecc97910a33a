-- When the person an affiliate signs in as was last mailed an invitation. It was read from the audit log for the rows of a page; lists
-- that are narrowed to it, and whoever invites all at once, ask for it across the organization.
alter table affiliate add column invited_at timestamptz(3);

update affiliate a set invited_at = found.invited_at
from (
  select m.org_id, m.affiliate_id, max(l.created_at) as invited_at
  from membership m
  join audit_log l on l.org_id = m.org_id and l.entity_id = m.affiliate_id
  where m.affiliate_id is not null
    and l.action in ('affiliate.add', 'affiliate.invite') and l.data ->> 'user_id' = m.user_id::text
  group by m.org_id, m.affiliate_id
) found
where found.org_id = a.org_id and found.affiliate_id = a.id;
