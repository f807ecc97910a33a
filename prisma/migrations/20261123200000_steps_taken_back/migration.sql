-- As before, but for a lead that goes back from qualified: it was qualified by mistake, which was undone, so no report counts it.
create or replace function app.lead_steps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute pg_catalog.format($q$
    with step as (
      select c.org_id, c.lead_id,
             min((c.created_at at time zone o.time_zone)::date) filter (where c.to_status = 'qualified') as qualified_on,
             bool_or(c.from_status = 'qualified' and c.to_status in ('new', 'contacted')) as unqualified,
             (array_agg(case when c.to_status = 'converted' then (c.created_at at time zone o.time_zone)::date end
               order by c.created_at desc))[1] as won_on
      from new_rows c join %1$s o on o.org_id = c.org_id
      group by c.org_id, c.lead_id
    ), day as (
      select l.org_id, l.id, step.won_on,
             case when step.unqualified then null else least(l.qualified_on, step.qualified_on) end as qualified_on
      from step join %2$s l on l.org_id = step.org_id and l.id = step.lead_id
    )
    update %2$s l set qualified_on = day.qualified_on, won_on = day.won_on
    from day
    where l.org_id = day.org_id and l.id = day.id
      and (day.qualified_on, day.won_on) is distinct from (l.qualified_on, l.won_on)$q$,
    app.beside(TG_TABLE_NAME, TG_ARGV[0], 'organization'), app.beside(TG_TABLE_NAME, TG_ARGV[0], 'lead'));
  return null;
end
$$;
