-- A lead is lost exactly if it has the day on which it was lost: the archive is listed by it.

update lead set lost_on = (lead.updated_at at time zone o.time_zone)::date
from organization o where o.org_id = lead.org_id and lead.status = 'lost' and lead.lost_on is null;

-- As before, but a lost lead keeps its day when other changes of its status are written later, whenever they were made.
create or replace function app.lead_steps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute pg_catalog.format($q$
    with step as (
      select c.org_id, c.lead_id,
             min((c.created_at at time zone o.time_zone)::date) filter (where c.to_status = 'qualified') as qualified_on,
             bool_or(c.from_status = 'qualified' and c.to_status in ('new', 'contacted')) as unqualified,
             (array_agg(case when c.to_status = 'converted' then (c.created_at at time zone o.time_zone)::date end
               order by c.created_at desc))[1] as won_on,
             (array_agg(case when c.to_status = 'lost' then (c.created_at at time zone o.time_zone)::date end
               order by c.created_at desc))[1] as lost_on
      from new_rows c join %1$s o on o.org_id = c.org_id
      group by c.org_id, c.lead_id
    ), day as (
      select l.org_id, l.id, step.won_on,
             case when l.status = 'lost' then coalesce(step.lost_on, l.lost_on) end as lost_on,
             case when step.unqualified then null else least(l.qualified_on, step.qualified_on) end as qualified_on
      from step join %2$s l on l.org_id = step.org_id and l.id = step.lead_id
    )
    update %2$s l set qualified_on = day.qualified_on, won_on = day.won_on, lost_on = day.lost_on
    from day
    where l.org_id = day.org_id and l.id = day.id
      and (day.qualified_on, day.won_on, day.lost_on) is distinct from (l.qualified_on, l.won_on, l.lost_on)$q$,
    app.beside(TG_TABLE_NAME, TG_ARGV[0], 'organization'), app.beside(TG_TABLE_NAME, TG_ARGV[0], 'lead'));
  return null;
end
$$;

alter table lead add constraint lead_lost_on check ((status = 'lost') = (lost_on is not null));
