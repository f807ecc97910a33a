-- Open pages get live updates on a cluster too. The triggers run on the shards there, where nobody listens and where a transaction that
-- has sent a NOTIFY cannot be prepared. So they raise a notice, which Citus passes on to the client. The client sends the NOTIFY on the
-- coordinator with its commit (app/platform/db/publishing-client.server.ts). On one server nothing changes.
create or replace function app.announce() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- The column of the affiliate; none where a table is staff's alone.
  whose text := coalesce(TG_ARGV[1], 'null::uuid');
  changed text := concat_ws(' union all ',
    case when TG_OP <> 'DELETE' then 'select org_id, ' || whose || ' as whose from new_rows' end,
    case when TG_OP <> 'INSERT' then 'select org_id, ' || whose || ' as whose from old_rows' end);
  message text;
begin
  -- For more than 20 affiliates all are notified, because a message has at most 8,000 bytes.
  for message in execute format($q$
    select concat_ws(':', org_id, %L, case when count(whose) > 20 then '*' else coalesce(string_agg(whose::text, ','), '') end)
    from (select distinct org_id, whose from (%s) c) d group by org_id$q$, TG_ARGV[0], changed)
  loop
    -- On a shard the table has another name, such as lead_102297.
    if TG_TABLE_NAME = TG_ARGV[0] then
      perform pg_catalog.pg_notify('finderlohn_live', message);
    else
      raise notice 'finderlohn_live %', message;
    end if;
  end loop;
  return null;
end
$$;
