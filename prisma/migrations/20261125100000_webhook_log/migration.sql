-- Webhooks are signed, every attempt is kept, and an endpoint that fails for days is switched off until somebody looks.

-- The form has one endpoint per organisation; the tables allow several. saveWebhook keeps it at one.
drop index webhook_endpoint_org_id_key;
-- Sealed with the application's secret. Null until an address is saved. After a change the one before still signs.
alter table webhook_endpoint add column secret text;
alter table webhook_endpoint add column previous_secret text;
alter table webhook_endpoint add column previous_until timestamptz(3);
-- The first failure since something last arrived.
alter table webhook_endpoint add column failing_since timestamptz(3);
alter table webhook_endpoint add column disabled_at timestamptz(3);
alter table webhook_endpoint add column disabled_because text;
alter table webhook_endpoint add constraint webhook_endpoint_disabled_because
  check (disabled_because in ('gone', 'failing') and (disabled_because is null) = (disabled_at is null));

-- `round_start`: how many attempts were made before it was last sent again. What follows is tried by the same timetable.
alter table webhook_delivery add column round_start int not null default 0;
alter table webhook_delivery add column next_attempt_at timestamptz(3);
-- The log, newest first: all, by state, and by event.
drop index webhook_delivery_org_id_created_at_idx;
create index webhook_delivery_org_id_created_at_id_idx on webhook_delivery (org_id, created_at, id);
create index webhook_delivery_org_id_status_created_at_id_idx on webhook_delivery (org_id, status, created_at, id);

create table webhook_attempt (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  delivery_id uuid not null,
  at timestamptz(3) not null default current_timestamp,
  duration_ms int not null,
  status int,
  error text,
  response text,
  constraint webhook_attempt_pkey primary key (org_id, id),
  constraint webhook_attempt_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint webhook_attempt_org_id_delivery_id_fkey foreign key (org_id, delivery_id)
    references webhook_delivery (org_id, id) on delete cascade
);
create index webhook_attempt_org_id_delivery_id_at_idx on webhook_attempt (org_id, delivery_id, at);

alter table webhook_attempt enable row level security;
create policy tenant_select on webhook_attempt for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on webhook_attempt for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on webhook_attempt for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on webhook_attempt for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table notification drop constraint notification_type;
alter table notification add constraint notification_type check (type in ('deal_created', 'commission_paid',
  'commission_reversed', 'terms_changed', 'lead_lost', 'lead_created', 'affiliate_joined', 'member_joined',
  'webhook_disabled'));
