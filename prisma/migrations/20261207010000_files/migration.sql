-- Uploaded files and generated documents. What a file is follows from its bytes, never from its name.
create table file (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  kind text not null,
  name text not null,
  type text not null,
  -- While a file is stored, this much is reserved for it.
  size int not null,
  sha256 text,
  state text not null default 'storing',
  place text not null default 'database',
  created_by uuid,
  created_at timestamptz(3) not null default current_timestamp,
  constraint file_pkey primary key (org_id, id),
  constraint file_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint file_kind check (kind in ('receipt', 'document')),
  constraint file_type check (type in ('application/pdf', 'image/png', 'image/jpeg')),
  constraint file_size check (size > 0),
  constraint file_state check (state = 'storing' or state = 'stored' and sha256 is not null),
  constraint file_place check (place in ('database', 'bucket'))
);
-- The sum of all sizes is read before each upload.
create index file_org_id_size_idx on file (org_id, size);
create index file_org_id_created_at_idx on file (org_id, created_at);

-- The bytes of a file whose place is the database, in the order of the numbers.
create table file_piece (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  file_id uuid not null,
  number int not null,
  bytes bytea not null,
  constraint file_piece_pkey primary key (org_id, file_id, number),
  constraint file_piece_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint file_piece_org_id_file_id_fkey foreign key (org_id, file_id) references file (org_id, id) on delete cascade
);
-- Images and most documents are compressed already.
alter table file_piece alter column bytes set storage external;

-- An affiliate opens the receipts of their own payments, and no table of files.
alter table file enable row level security;
create policy tenant_select on file for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on file for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on file for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on file for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table file_piece enable row level security;
create policy tenant_select on file_piece for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on file_piece for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on file_piece for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on file_piece for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- A receipt is a web address, or "file:" and the id of a file. Lists and sums ask whether receipt_url is null, so both
-- kinds are in this column, and the foreign key has a column of its own.
alter table deal add column receipt_file uuid generated always as (
  case when receipt_url like 'file:%' then substr(receipt_url, 6)::uuid end) stored;
alter table commission_payment add column receipt_file uuid generated always as (
  case when receipt_url like 'file:%' then substr(receipt_url, 6)::uuid end) stored;
-- On a cluster that is distributed already, distributed tables can only refer to distributed ones.
do $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute $q$
      select create_distributed_table(name::regclass, 'org_id', colocate_with => 'deal')
      from unnest(array['file']) with ordinality as made (name, position)
      where exists (select from pg_dist_partition where logicalrelid = 'deal'::regclass and partmethod = 'h')
      order by position $q$;
  end if;
end
$$;
alter table deal add constraint deal_org_id_receipt_file_fkey
  foreign key (org_id, receipt_file) references file (org_id, id) on delete restrict;
alter table commission_payment add constraint commission_payment_org_id_receipt_file_fkey
  foreign key (org_id, receipt_file) references file (org_id, id) on delete restrict;
create index deal_receipt_file on deal (org_id, receipt_file) where receipt_file is not null;
create index commission_payment_receipt_file on commission_payment (org_id, receipt_file) where receipt_file is not null;
