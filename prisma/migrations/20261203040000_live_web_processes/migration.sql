-- Web processes register as alive too, so that `db distribute` finds one whose idle pool has closed its connections. They use the runtime
-- role, which has no rights on the table. The prefix keeps their rows apart from those of workers, which hold jobs.
create function app.web_process_alive(process text, alive boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if alive then
    insert into public.worker_process (worker_id, seen_at) values ('web:' || process, pg_catalog.now())
    on conflict (worker_id) do update set seen_at = excluded.seen_at;
  else
    delete from public.worker_process where worker_id = 'web:' || process;
  end if;
end
$$;
revoke all on function app.web_process_alive(text, boolean) from public;
