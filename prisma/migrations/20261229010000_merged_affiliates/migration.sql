-- Affiliates that were merged into another (WORK-11). Their addresses, which links and other programs know, stay.
create table merged_affiliate (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  -- The id that the affiliate had.
  id uuid not null,
  -- The affiliate who has its data now.
  affiliate_id uuid not null,
  -- The user who can no longer sign in as the affiliate; null if that person was erased.
  former_user uuid,
  -- The values that did not stay, by the names of their fields.
  content jsonb not null,
  -- Its name and address as app.plain() writes them, so that a search for them finds the other affiliate.
  search text not null,
  merged_at timestamptz(3) not null,
  constraint merged_affiliate_pkey primary key (org_id, id),
  constraint merged_affiliate_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint merged_affiliate_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete cascade,
  constraint merged_affiliate_other check (id <> affiliate_id)
);
create index merged_affiliate_org_id_affiliate_id_idx on merged_affiliate (org_id, affiliate_id);

alter table merged_affiliate enable row level security;
create policy tenant_select on merged_affiliate for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on merged_affiliate for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on merged_affiliate for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on merged_affiliate for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- Payouts, documents and bank details name a person, so an affiliate who has any is never merged. After the policies have
-- allowed the row, so that nobody learns what another organization has.
create function app.refuse_paid_merge() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept text;
  found boolean;
begin
  foreach kept in array array['payout', 'document', 'claim_settlement', 'payee_profile', 'payee_tax_status', 'payee_account',
    'vat_check', 'self_billing_agreement']
  loop
    execute pg_catalog.format('select exists (select from %s where org_id = $1 and affiliate_id in ($2, $3))',
      app.beside(TG_TABLE_NAME, TG_ARGV[0], kept)) into found using new.org_id, new.id, new.affiliate_id;
    if found then
      raise exception 'an affiliate with payouts, documents or bank details is not merged' using errcode = 'check_violation';
    end if;
  end loop;
  return null;
end
$$;
create trigger refuse_paid_merge after insert on merged_affiliate
  for each row execute function app.refuse_paid_merge('merged_affiliate');
revoke all on function app.refuse_paid_merge() from public;

-- A message keeps its reader, also when both are merged.
create or replace function app.keep_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  merged boolean;
begin
  if (new.author, new.created_at) is distinct from (old.author, old.created_at) then
    raise exception 'a message keeps its reader and its author' using errcode = 'check_violation';
  end if;
  if new.affiliate_id is not null and new.affiliate_id is distinct from old.affiliate_id then
    execute pg_catalog.format('select exists (select from %s where org_id = $1 and id = $2 and affiliate_id = $3)',
      app.beside(TG_TABLE_NAME, TG_ARGV[0], 'merged_affiliate')) into merged
      using new.org_id, old.affiliate_id, new.affiliate_id;
    if not merged then
      raise exception 'a message keeps its reader and its author' using errcode = 'check_violation';
    end if;
  end if;
  return null;
end
$$;

-- A program that merges leads writes a note too; it has no author then.
alter table lead_note alter column author drop not null;
