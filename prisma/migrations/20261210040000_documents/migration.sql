-- Credit notes that the organization issues for its affiliates, and their cancellations (PAY-08, PAY-10). The law keeps
-- them for years, so the runtime role has no right to change or delete a row.
create table document (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  payout_id uuid not null,
  affiliate_id uuid not null,
  currency text not null,
  kind text not null,
  number text not null,
  issued_on date not null,
  -- The credit note that a cancellation takes back.
  cancels uuid,
  -- Minor units; below zero in a cancellation.
  net bigint not null,
  vat bigint not null,
  gross bigint not null,
  -- app/domain/documents/document.ts
  content jsonb not null,
  -- The last day on which the law asks for it (§ 14b UStG).
  kept_until date not null,
  created_at timestamptz(3) not null,
  constraint document_pkey primary key (org_id, id),
  constraint document_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint document_org_id_payout_id_fkey foreign key (org_id, payout_id) references payout (org_id, id)
    on delete restrict,
  constraint document_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete restrict,
  constraint document_org_id_cancels_fkey foreign key (org_id, cancels) references document (org_id, id)
    on delete restrict,
  constraint document_org_id_number_key unique (org_id, number),
  -- Files and objections refer to both, so they cannot name another affiliate.
  constraint document_org_id_id_affiliate_id_key unique (org_id, id, affiliate_id),
  -- A credit note is canceled once.
  constraint document_org_id_cancels_key unique (org_id, cancels),
  constraint document_kind check (kind in ('credit_note', 'cancellation')),
  constraint document_cancels check ((kind = 'cancellation') = (cancels is not null)),
  constraint document_sum check (gross = net + vat and (gross > 0) = (kind = 'credit_note') and gross <> 0),
  constraint document_kept check (kept_until > issued_on)
);
create index document_org_id_affiliate_id_created_at_id_idx on document (org_id, affiliate_id, created_at, id);
create index document_org_id_issued_on_id_idx on document (org_id, issued_on, id);
create index document_org_id_payout_id_idx on document (org_id, payout_id);

-- The issued bytes of a document. Encrypted, because they have the whole account number.
create table document_file (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  document_id uuid not null,
  affiliate_id uuid not null,
  pdf bytea not null,
  -- Of the bytes before their encryption, in hex, and how many they are.
  pdf_sha256 text not null,
  pdf_size int not null,
  -- The e-invoice; null where none is possible.
  xml bytea,
  xml_sha256 text,
  xml_size int,
  -- Of the key.
  key_id text not null,
  created_at timestamptz(3) not null,
  constraint document_file_pkey primary key (org_id, document_id),
  constraint document_file_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint document_file_org_id_document_id_affiliate_id_fkey foreign key (org_id, document_id, affiliate_id)
    references document (org_id, id, affiliate_id) on delete restrict,
  constraint document_file_xml check (num_nulls(xml, xml_sha256, xml_size) in (0, 3))
);

-- An affiliate objects to a credit note: it is then no invoice any more (§ 14 (2) sentence 6 UStG).
create table objection (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  document_id uuid not null,
  affiliate_id uuid not null,
  reason text not null,
  state text not null default 'open',
  raised_at timestamptz(3) not null,
  -- What staff replied; null for an objection that was withdrawn.
  answer text,
  answered_by uuid,
  answered_at timestamptz(3),
  constraint objection_pkey primary key (org_id, id),
  constraint objection_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint objection_org_id_document_id_affiliate_id_fkey foreign key (org_id, document_id, affiliate_id)
    references document (org_id, id, affiliate_id) on delete restrict,
  constraint objection_state check (state in ('open', 'kept', 'canceled', 'withdrawn')),
  constraint objection_answered check ((state = 'open') = (answered_at is null))
);
create index objection_org_id_document_id_raised_at_idx on objection (org_id, document_id, raised_at);
create unique index objection_one_open on objection (org_id, document_id) where state = 'open';

alter table document enable row level security;
create policy tenant_select on document for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on document for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on document for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on document for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

alter table document_file enable row level security;
create policy tenant_select on document_file for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on document_file for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_update on document_file for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on document_file for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- Only the affiliate objects; staff answer, and the affiliate may withdraw it.
alter table objection enable row level security;
create policy tenant_select on objection for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on objection for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid);
create policy tenant_update on objection for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_delete on objection for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- When a payout was canceled, or its run taken back.
alter table payout add column withdrawn_at timestamptz(3);
update payout p set withdrawn_at = r.voided_at from payout_run r
  where r.org_id = p.org_id and r.id = p.run_id and p.state = 'void';

alter table notification drop constraint notification_type;
alter table notification add constraint notification_type check (type in ('deal_created', 'deal_ended', 'deal_resumed',
  'commission_paid', 'commission_reversed', 'payout_paid', 'payout_returned', 'statement_issued', 'terms_changed',
  'lead_lost', 'lead_created', 'affiliate_joined', 'member_joined', 'invoice_submitted', 'invoice_refused',
  'objection_raised', 'objection_answered', 'webhook_disabled', 'billing', 'security'));
