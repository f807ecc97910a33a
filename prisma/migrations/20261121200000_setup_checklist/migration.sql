-- Whether an organisation still sees what setting up takes.

alter table organization
  add column setup_done_at timestamptz(3),
  add column setup_hidden_at timestamptz(3);

-- Who works with it already is not told that it is finished.
update organization o set setup_done_at = o.created_at
where exists (select 1 from affiliate_term t where t.org_id = o.org_id and t.status = 'active')
  and exists (select 1 from lead l where l.org_id = o.org_id);
