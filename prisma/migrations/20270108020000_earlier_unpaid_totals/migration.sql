-- The totals of what is there (20270108010000_unpaid_totals). Apart from the constraint, which keeps readers of sums
-- away until the end of its transaction: here only writers wait. They write the total and the month in one statement.
lock table aggregate in share row exclusive mode;
delete from aggregate where kind = 'unpaid';
insert into aggregate (org_id, affiliate_id, kind, state, day, currency, count, amount)
select org_id, affiliate_id, 'unpaid', state, date '0001-01-01', currency, sum(count), sum(amount)
from aggregate where kind = 'unpaid-month'
group by org_id, affiliate_id, state, currency having sum(count) <> 0;
