-- The list of open leads: newest or oldest first, by company, of one affiliate. They are few beside those that are closed.
create index lead_open_by_created on lead (org_id, created_at, id) where status in ('new', 'qualified', 'contacted');
create index lead_open_by_company on lead (org_id, search, id) where status in ('new', 'qualified', 'contacted');
create index lead_open_by_affiliate on lead (org_id, affiliate_id, created_at, id)
  where status in ('new', 'qualified', 'contacted');
