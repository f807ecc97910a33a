-- Open pages hear what has changed: after the commit, each changed table of an organisation, and whose rows they were. Never a
-- value. The same message twice in a transaction is one (Postgres), and one statement is one message, however many rows it has.
--
-- Row security does not apply here, nor is it needed: the rows are those of the statement itself.
create function app.announce() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- The column of the affiliate; none where a table is staff's alone.
  whose text := coalesce(TG_ARGV[1], 'null::uuid');
  changed text := concat_ws(' union all ',
    case when TG_OP <> 'DELETE' then 'select org_id, ' || whose || ' as whose from new_rows' end,
    case when TG_OP <> 'INSERT' then 'select org_id, ' || whose || ' as whose from old_rows' end);
  message text;
begin
  -- On a shard of Citus nobody listens, and a transaction that has announced something cannot be prepared.
  if TG_TABLE_NAME <> TG_ARGV[0] then
    return null;
  end if;
  -- Of more than 20 affiliates each is told, whoever it was: a message has 8,000 bytes at most.
  for message in execute format($q$
    select concat_ws(':', org_id, %L, case when count(whose) > 20 then '*' else coalesce(string_agg(whose::text, ','), '') end)
    from (select distinct org_id, whose from (%s) c) d group by org_id$q$, TG_ARGV[0], changed)
  loop
    perform pg_catalog.pg_notify('finderlohn_live', message);
  end loop;
  return null;
end
$$;
revoke all on function app.announce() from public;

create trigger announce_insert after insert on lead referencing new table as new_rows
  for each statement execute function app.announce('lead', 'affiliate_id');
create trigger announce_update after update on lead referencing new table as new_rows old table as old_rows
  for each statement execute function app.announce('lead', 'affiliate_id');
create trigger announce_delete after delete on lead referencing old table as old_rows
  for each statement execute function app.announce('lead', 'affiliate_id');
create trigger announce_insert after insert on deal referencing new table as new_rows
  for each statement execute function app.announce('deal', 'affiliate_id');
create trigger announce_update after update on deal referencing new table as new_rows old table as old_rows
  for each statement execute function app.announce('deal', 'affiliate_id');
create trigger announce_delete after delete on deal referencing old table as old_rows
  for each statement execute function app.announce('deal', 'affiliate_id');
create trigger announce_insert after insert on commission_payment referencing new table as new_rows
  for each statement execute function app.announce('commission_payment', 'affiliate_id');
create trigger announce_update after update on commission_payment referencing new table as new_rows old table as old_rows
  for each statement execute function app.announce('commission_payment', 'affiliate_id');
create trigger announce_delete after delete on commission_payment referencing old table as old_rows
  for each statement execute function app.announce('commission_payment', 'affiliate_id');
create trigger announce_insert after insert on affiliate referencing new table as new_rows
  for each statement execute function app.announce('affiliate', 'id');
create trigger announce_update after update on affiliate referencing new table as new_rows old table as old_rows
  for each statement execute function app.announce('affiliate', 'id');
create trigger announce_delete after delete on affiliate referencing old table as old_rows
  for each statement execute function app.announce('affiliate', 'id');
create trigger announce_insert after insert on affiliate_term referencing new table as new_rows
  for each statement execute function app.announce('affiliate_term', 'affiliate_id');
create trigger announce_update after update on affiliate_term referencing new table as new_rows old table as old_rows
  for each statement execute function app.announce('affiliate_term', 'affiliate_id');
create trigger announce_delete after delete on affiliate_term referencing old table as old_rows
  for each statement execute function app.announce('affiliate_term', 'affiliate_id');
create trigger announce_insert after insert on notification referencing new table as new_rows
  for each statement execute function app.announce('notification', 'affiliate_id');
create trigger announce_update after update on notification referencing new table as new_rows old table as old_rows
  for each statement execute function app.announce('notification', 'affiliate_id');
create trigger announce_delete after delete on notification referencing old table as old_rows
  for each statement execute function app.announce('notification', 'affiliate_id');
create trigger announce_insert after insert on organization referencing new table as new_rows
  for each statement execute function app.announce('organization');
create trigger announce_update after update on organization referencing new table as new_rows old table as old_rows
  for each statement execute function app.announce('organization');
create trigger announce_delete after delete on organization referencing old table as old_rows
  for each statement execute function app.announce('organization');
