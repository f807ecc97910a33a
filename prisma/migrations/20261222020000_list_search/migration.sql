-- Search in commissions, transactions and webhook deliveries (WORK-12). As with leads and deals, row security keeps LIKE
-- away from an index, so functions look past it within the organization of the transaction and return ids only.

create index commission_payment_org_id_receipt_idx on commission_payment
  using gin (org_id uuid_ops, app.plain(receipt_url) gin_trgm_ops) where receipt_url is not null;
create index deal_org_id_receipt_idx on deal
  using gin (org_id uuid_ops, app.plain(receipt_url) gin_trgm_ops) where receipt_url is not null;
create index webhook_delivery_org_id_body_idx on webhook_delivery
  using gin (org_id uuid_ops, app.plain(body) gin_trgm_ops);
create index audit_log_org_id_actor_created_at_idx on audit_log (org_id, actor, created_at);

-- The monthly payments and the deals with a one-off commission that have such a receipt, latest payment first.
create function app.matching_receipts(words text[], most int) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
begin
  if org is null or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    return;
  end if;
  return query execute
    'select m.id from (
       (select p.id, p.paid_date as day from public.commission_payment p
        where p.org_id = $1 and p.receipt_url is not null' || app.having_words('app.plain(p.receipt_url)', words)
    || ' order by p.paid_date desc limit $2)
       union all
       (select d.id, d.payment_date from public.deal d
        where d.org_id = $1 and d.receipt_url is not null' || app.having_words('app.plain(d.receipt_url)', words)
    || ' order by d.payment_date desc limit $2)) m
     order by m.day desc limit $2'
    using org, most;
end
$$;

-- The deliveries whose body, which names event, company, contact, affiliate and ids, contains every word, newest first.
create function app.matching_deliveries(words text[], most int) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  org uuid := nullif(pg_catalog.current_setting('app.org_id', true), '')::uuid;
begin
  if org is null or nullif(pg_catalog.current_setting('app.affiliate_id', true), '') is not null then
    return;
  end if;
  return query execute
    'select d.id from public.webhook_delivery d where d.org_id = $1'
    || app.having_words('app.plain(d.body)', words)
    || ' order by d.created_at desc, d.id desc limit $2'
    using org, most;
end
$$;

revoke all on function app.matching_receipts(text[], int), app.matching_deliveries(text[], int) from public;
