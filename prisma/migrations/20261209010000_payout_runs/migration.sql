-- Payout runs (PAY-05, PAY-06). A run pays one payout to each of its affiliates. A commission or claim refers to the
-- payout that pays it, so it is in at most one.
create table payout_run (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  currency text not null,
  -- Commissions due until this day are in it.
  until date not null,
  state text not null default 'draft',
  note text,
  created_by uuid,
  created_at timestamptz(3) not null,
  approved_by uuid,
  approved_at timestamptz(3),
  -- When a bank file was first made, or a member said that the payments were sent.
  sent_at timestamptz(3),
  voided_at timestamptz(3),
  void_reason text,
  constraint payout_run_pkey primary key (org_id, id),
  constraint payout_run_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint payout_run_state check (state in ('draft', 'approved', 'sent', 'paid', 'void')),
  constraint payout_run_approved check (state in ('draft', 'void') or approved_at is not null),
  constraint payout_run_void check ((state = 'void') = (voided_at is not null))
);
create index payout_run_org_id_created_at_id_idx on payout_run (org_id, created_at, id);

-- The bank files of a run. A file never changes: a second download has the same bytes, and banks recognize it by its id.
create table bank_file (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  run_id uuid not null,
  message_id text not null,
  -- Its text, encrypted with the key of this id: it has whole account numbers.
  sealed text not null,
  key_id text not null,
  -- Of its bytes, in hex.
  sha256 text not null,
  count int not null,
  amount bigint not null,
  created_by uuid,
  created_at timestamptz(3) not null,
  constraint bank_file_pkey primary key (org_id, id),
  constraint bank_file_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint bank_file_org_id_run_id_fkey foreign key (org_id, run_id) references payout_run (org_id, id)
    on delete restrict,
  constraint bank_file_org_id_message_id_key unique (org_id, message_id),
  constraint bank_file_count check (count > 0),
  constraint bank_file_amount check (amount > 0)
);
create index bank_file_org_id_run_id_created_at_idx on bank_file (org_id, run_id, created_at);

-- What one affiliate gets in a run. Until it is approved, the payout has no number, amount or statement.
create table payout (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  run_id uuid not null,
  affiliate_id uuid not null,
  state text not null default 'draft',
  -- Of the statement.
  number text,
  -- Minor units of the run's currency.
  net bigint,
  vat bigint,
  gross bigint,
  -- The account that is paid to. A later one never changes it.
  account_id uuid,
  -- The bank file that has it.
  bank_file_id uuid,
  -- The statement as it was approved (app/domain/payouts/statement.ts). It never changes.
  statement jsonb,
  -- The statement as a PDF; null until a job has made it.
  file_id uuid,
  paid_on date,
  -- The action that marked it paid.
  batch_id uuid,
  returned_at timestamptz(3),
  return_reason text,
  created_at timestamptz(3) not null,
  constraint payout_pkey primary key (org_id, id),
  constraint payout_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint payout_org_id_run_id_fkey foreign key (org_id, run_id) references payout_run (org_id, id)
    on delete restrict,
  constraint payout_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete restrict,
  constraint payout_org_id_bank_file_id_fkey foreign key (org_id, bank_file_id) references bank_file (org_id, id)
    on delete restrict,
  constraint payout_org_id_file_id_fkey foreign key (org_id, file_id) references file (org_id, id) on delete restrict,
  constraint payout_org_id_number_key unique (org_id, number),
  constraint payout_state check (state in ('draft', 'open', 'paid', 'returned', 'void')),
  constraint payout_approved check (
    state = 'draft' or number is not null and net is not null and vat is not null and gross is not null
    and statement is not null),
  constraint payout_sum check (gross = net + vat and gross > 0 and vat >= 0),
  constraint payout_paid check ((state = 'paid') = (paid_on is not null)),
  constraint payout_returned check ((state = 'returned') = (returned_at is not null))
);
create index payout_org_id_run_id_affiliate_id_idx on payout (org_id, run_id, affiliate_id);
create index payout_org_id_affiliate_id_created_at_id_idx on payout (org_id, affiliate_id, created_at, id);
create index payout_org_id_batch_id_idx on payout (org_id, batch_id);
create index payout_file on payout (org_id, file_id) where file_id is not null;

-- The last number of each series. The row is locked until the document that takes the next number is stored.
create table number_counter (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  series text not null,
  last int not null,
  constraint number_counter_pkey primary key (org_id, series),
  constraint number_counter_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict
);

-- What is in a payout is due, and its amount is fixed once the run is approved.
alter table deal add column payout_id uuid;
alter table deal add column payout_amount bigint;
alter table deal add constraint deal_payout check (
  payout_id is null or deal_type = 'one-time' and affiliate_id is not null and due_on is not null
  and not (commission_ended and not commission_paid));
alter table deal add constraint deal_payout_amount check (
  payout_amount is null or payout_id is not null and payout_amount = commission_amount);
create index deal_payout on deal (org_id, payout_id) where payout_id is not null;

alter table commission_payment add column payout_id uuid;
alter table commission_payment add column payout_amount bigint;
alter table commission_payment add constraint commission_payment_payout check (payout_id is null or due_on is not null);
alter table commission_payment add constraint commission_payment_payout_amount check (
  payout_amount is null or payout_id is not null and payout_amount = amount);
create index commission_payment_payout on commission_payment (org_id, payout_id) where payout_id is not null;

-- A claim is settled by the payout that deducts it.
alter table commission_claim add column payout_id uuid;
alter table commission_claim add column settled_on date;
alter table commission_claim add constraint commission_claim_settled check (settled_on is null or payout_id is not null);
create index commission_claim_payout on commission_claim (org_id, payout_id) where payout_id is not null;

-- Affiliates see their payouts once they are approved, and nothing of the run.
alter table payout_run enable row level security;
create policy tenant_select on payout_run for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on payout_run for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on payout_run for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on payout_run for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table bank_file enable row level security;
create policy tenant_select on bank_file for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on bank_file for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on bank_file for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on bank_file for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table payout enable row level security;
create policy tenant_select on payout for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid and state <> 'draft' end);
create policy tenant_insert on payout for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on payout for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on payout for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table number_counter enable row level security;
create policy tenant_select on number_counter for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_insert on number_counter for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on number_counter for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on number_counter for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- On a cluster that is distributed already, distributed tables can only refer to distributed ones.
do $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute $q$
      select create_distributed_table(name::regclass, 'org_id', colocate_with => 'deal')
      from unnest(array['payout_run', 'bank_file', 'payout']) with ordinality as made (name, position)
      where exists (select from pg_dist_partition where logicalrelid = 'deal'::regclass and partmethod = 'h')
      order by position $q$;
  end if;
end
$$;
alter table deal add constraint deal_org_id_payout_id_fkey
  foreign key (org_id, payout_id) references payout (org_id, id) on delete restrict;
alter table commission_payment add constraint commission_payment_org_id_payout_id_fkey
  foreign key (org_id, payout_id) references payout (org_id, id) on delete restrict;
alter table commission_claim add constraint commission_claim_org_id_payout_id_fkey
  foreign key (org_id, payout_id) references payout (org_id, id) on delete restrict;
