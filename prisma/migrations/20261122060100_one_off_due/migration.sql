-- The commission of a one-time deal falls due on the deal's close date. Its tally lines get that day while it is open, as
-- the monthly payments have theirs, and the screen that pays everything reads deals in the order of that day.

-- Nothing may be written between reading the rows and replacing the lines that stand for them.
lock table deal in share row exclusive mode;

create or replace function app.tally_source(of_table text) returns text
language sql immutable set search_path = '' as $$
  select case of_table
    when 'lead' then
      $q$ select org_id, affiliate_id, 'lead' as kind, status as state, date '0001-01-01' as day, '' as currency,
                 0::bigint as amount
          from %1$s $q$
    when 'deal' then
      $q$ select org_id, affiliate_id, 'deal' as kind, deal_type as state, date_trunc('year', close_date)::date as day,
                 currency, amount
          from %1$s
          union all
          select org_id, affiliate_id, 'one-off',
                 case when not commission_paid then 'open' when receipt_url is null then 'paid' else 'receipt' end,
                 case when commission_paid then date '0001-01-01' else close_date end, commission_currency,
                 commission_amount
          from %1$s where deal_type = 'one-time' and (commission_paid or commission_amount > 0) $q$
    when 'commission_payment' then
      $q$ select org_id, affiliate_id, 'monthly' as kind,
                 case when status = 'pending' then 'pending' when receipt_url is null then 'paid' else 'receipt' end
                   as state,
                 case when status = 'pending' then period_start else date '0001-01-01' end as day, currency, amount
          from %1$s $q$
  end
$$;

delete from tally where kind = 'one-off';
insert into tally (org_id, affiliate_id, kind, state, day, currency, count, amount, folded)
with one_off as (
  select org_id, affiliate_id,
         case when not commission_paid then 'open' when receipt_url is null then 'paid' else 'receipt' end as state,
         case when commission_paid then date '0001-01-01' else close_date end as day,
         commission_currency as currency, commission_amount as amount
  from deal where deal_type = 'one-time' and (commission_paid or commission_amount > 0)
)
select org_id, affiliate_id, 'one-off', state, day, currency, count(*), sum(amount), true
from one_off where affiliate_id is not null group by 1, 2, 4, 5, 6
union all
select org_id, null, 'one-off', state, day, currency, count(*), sum(amount), true
from one_off group by 1, 4, 5, 6;

-- With the condition in the words of the queries, or Postgres does not see that an index answers them.
create index deal_one_off_by_close_date on deal (org_id, commission_paid, close_date, id)
  where deal_type = 'one-time' and (commission_paid or commission_amount > 0);
create index deal_one_off_by_affiliate on deal (org_id, affiliate_id, commission_paid, close_date, id)
  where deal_type = 'one-time' and (commission_paid or commission_amount > 0);
