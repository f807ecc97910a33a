-- A delivery that will be tried again is pending, not failed. A database made only to compare schemas has no queue.
do $$
begin
  if pg_catalog.to_regclass('graphile_worker._private_jobs') is not null then
    update webhook_delivery d set status = 'pending'
    from graphile_worker._private_jobs j
    where d.status = 'failed' and j.payload ->> 'delivery_id' = d.id::text and j.attempts < j.max_attempts;
  end if;
end
$$;
