-- The unpaid commissions by month of what is there (20270102010000_unpaid_by_month). Apart from the constraint, which keeps
-- readers of sums away until the end of its transaction: here only writers wait.
lock table lead, deal, commission_payment, aggregate in share row exclusive mode;
delete from aggregate where kind = 'unpaid-month';
do $$
declare
  of_table text;
begin
  foreach of_table in array array['deal', 'commission_payment'] loop
    execute format($q$
      with counted as (
        select org_id, affiliate_id, kind, state, day, currency, count(*) as count, sum(amount) as amount
        from (%s) c where kind = 'unpaid-month' group by 1, 2, 3, 4, 5, 6
      )
      insert into aggregate (org_id, affiliate_id, kind, state, day, currency, count, amount)
      select org_id, affiliate_id, kind, state, day, currency, count, amount from counted where affiliate_id is not null
      union all
      select org_id, null, kind, state, day, currency, sum(count), sum(amount) from counted group by 1, 3, 4, 5, 6$q$,
      format(app.aggregate_source(of_table), of_table));
  end loop;
end
$$;
