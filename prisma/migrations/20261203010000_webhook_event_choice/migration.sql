-- An endpoint gets the events that are chosen, one by one. "both" were the two that there were first.

-- Whether all names are of the catalog (app/domain/webhooks/events.ts). prisma/sql/grants.sql replaces the list at
-- every start, so that another event needs no migration.
create function app.are_webhook_events(names text[]) returns boolean
language sql immutable set search_path = '' as $$
  select names <@ array['deal.created', 'deal.ended', 'deal.resumed', 'lead.created']
$$;

alter table webhook_endpoint add column events text[] not null default '{}';
update webhook_endpoint set events = case event
  when 'both' then array['deal.created', 'lead.created']
  when 'all' then array['deal.created', 'deal.ended', 'deal.resumed', 'lead.created']
  else array[event]
end;
alter table webhook_endpoint
  drop column event,
  alter column events drop default,
  add constraint webhook_endpoint_events check (app.are_webhook_events(events));

alter table webhook_delivery drop constraint webhook_delivery_event;
alter table webhook_delivery add constraint webhook_delivery_event check (app.are_webhook_events(array[event]));
