-- Sweeps work on one organization after the other, in steps of bounded size. So no transaction spans all organizations, and on a cluster
-- each statement goes to one shard.

-- Merges the rows of at most `max_keys` keys of an organization. Returns the number of these keys. Idempotent, also concurrently.
create function app.fold_aggregates_of(org uuid, max_keys int) returns int
language plpgsql set search_path = '' as $$
declare
  merged int;
begin
  with touched as materialized (
    select affiliate_id, kind, state, day, currency from public.aggregate
    where org_id = org and not folded
    group by 1, 2, 3, 4, 5 limit max_keys
  ), gone as (
    delete from public.aggregate t using touched k
    -- Equality, which can be hashed; "is not distinct from" would compare every row with every other.
    where t.org_id = org and coalesce(t.affiliate_id, t.org_id) = coalesce(k.affiliate_id, org)
      and (t.kind, t.state, t.day, t.currency) = (k.kind, k.state, k.day, k.currency)
    returning t.*
  ), made as (
    insert into public.aggregate (org_id, affiliate_id, kind, state, day, currency, count, amount, folded)
    select org_id, affiliate_id, kind, state, day, currency, sum(count), sum(amount), true
    from gone group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0 or sum(amount) <> 0
    order by 1, 2, 3, 4, 5, 6
    returning 1
  )
  select count(*) into merged from touched;
  return merged;
end
$$;

-- The same for all organizations in one transaction, for small databases only.
create or replace function app.fold_aggregates() returns void
language plpgsql set search_path = '' as $$
declare
  org uuid;
begin
  for org in select org_id from public.aggregate where not folded group by org_id order by org_id loop
    while app.fold_aggregates_of(org, 1000) = 1000 loop
    end loop;
  end loop;
end
$$;

revoke all on function app.fold_aggregates_of(uuid, int) from public;

-- Finds the organizations with notifications that were read long ago.
create index notification_org_id_read_at_idx on notification (org_id, read_at) where read_at is not null;
