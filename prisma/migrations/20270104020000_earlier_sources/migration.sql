-- Where earlier leads and deals came from, and for whom the deals count (20261223010000_sources, 20261231010000_deals_by_responsible). Apart
-- from the columns, because adding one keeps even readers away until the end of its transaction, and this takes a minute for
-- some hundred thousand leads: here only writers wait. A database that has all this already stays as it is.

-- Sums that are merged meanwhile would be counted twice.
lock table lead, deal, aggregate in share row exclusive mode;
-- No other sum changes, so no trigger has to run.
alter table lead disable trigger user;
alter table deal disable trigger user;
update lead l set source = 'import'
where l.source = 'member' and exists (
  select 1 from audit_log a where a.org_id = l.org_id and a.entity_id = l.id and a.action = 'lead.import');
update lead l set source = case when a.actor = 'operator' then 'operator' else 'api' end
from audit_log a
where l.source = 'member' and a.org_id = l.org_id and a.entity_id = l.id and a.action = 'lead.add'
  and (a.actor = 'operator' or a.actor like 'api_key:%');
-- Staff leave an entry in the log; without one a lead of an affiliate was submitted in the portal. Memberships are read
-- first, because on a cluster they are on the coordinator, where no statement joins them to leads.
with staff as materialized (select org_id, user_id from membership where role <> 'affiliate')
update lead l set source = 'affiliate'
where l.affiliate_id is not null and l.source = 'member'
  and not exists (select 1 from audit_log a
                  where a.org_id = l.org_id and a.entity_id = l.id and a.action in ('lead.add', 'lead.import'))
  and not exists (select 1 from staff m where m.org_id = l.org_id and m.user_id = l.created_by);
-- Until now a deal counted for the member who won it.
update deal d set source = l.source, credited_to = coalesce(d.credited_to, d.created_by) from lead l
where l.org_id = d.org_id and l.id = d.lead_id
  and (l.source <> 'member' and d.source = 'member' or d.credited_to is null and d.created_by is not null);
alter table lead enable trigger user;
alter table deal enable trigger user;

-- The sums by source and by member of what is there.
delete from aggregate
where kind like 'lead-source-%' or kind like 'lead-member-%' or kind like 'deal-source-%' or kind like 'deal-member-%';
do $$
declare
  of_table text;
begin
  foreach of_table in array array['lead', 'deal'] loop
    execute format($q$
      insert into aggregate (org_id, affiliate_id, kind, state, day, currency, count, amount)
      select org_id, null, kind, state, day, currency, count(*), sum(amount) from (%s) c
      where kind like 'lead-source-%%' or kind like 'lead-member-%%' or kind like 'deal-source-%%'
        or kind like 'deal-member-%%'
      group by 1, 3, 4, 5, 6$q$,
      format(app.aggregate_source(of_table), of_table));
  end loop;
end
$$;
