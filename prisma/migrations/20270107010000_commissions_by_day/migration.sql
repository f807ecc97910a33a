-- The commissions of all affiliates on some days. By the index of lines, each affiliate is searched on its own.
create index aggregate_commissions on aggregate (org_id, kind, day, state, affiliate_id, currency, count, amount)
  where kind in ('one-off', 'monthly') and affiliate_id is not null;
