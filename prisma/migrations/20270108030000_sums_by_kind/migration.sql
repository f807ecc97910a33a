-- Like aggregate_commissions, which had only the first two kinds. By the index of lines, each affiliate is searched on
-- its own.
create index aggregate_sums on aggregate (org_id, kind, day, state, affiliate_id, currency, count, amount)
  where kind in ('one-off', 'monthly', 'unpaid', 'unpaid-month') and affiliate_id is not null;
drop index aggregate_commissions;
