-- Invoices of affiliates (PAY-17). Without an agreement to credit notes, a payout waits for an invoice that staff accept.
alter table payout add column invoice_state text;
alter table payout add constraint payout_invoice_state check (invoice_state in ('needed', 'accepted'));
-- Whatever the program does: without an accepted invoice there is neither a payment nor a transfer.
alter table payout add constraint payout_own_invoice check (
  statement is null or statement ->> 'basis' is distinct from 'own_invoice'
  or coalesce(invoice_state, '') = 'accepted' or state <> 'paid' and bank_file_id is null);
-- An invoice names the affiliate of its payout.
create unique index payout_org_id_affiliate_id_id_key on payout (org_id, affiliate_id, id);

-- Only its state changes. The latest of a payout counts, so a new one replaces one that waits or was refused.
create table payout_invoice (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  payout_id uuid not null,
  affiliate_id uuid not null,
  state text not null default 'waiting',
  file_id uuid not null,
  -- Whether the values below were read from the file; otherwise they were entered.
  is_read boolean not null,
  number text not null,
  issued_on date not null,
  currency text not null,
  -- Minor units of its currency.
  net bigint not null,
  vat bigint not null,
  gross bigint not null,
  -- The member who has entered it; null for the affiliate.
  entered_by uuid,
  created_at timestamptz(3) not null,
  decided_by uuid,
  decided_at timestamptz(3),
  reason text,
  constraint payout_invoice_pkey primary key (org_id, id),
  constraint payout_invoice_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint payout_invoice_org_id_affiliate_id_payout_id_fkey foreign key (org_id, affiliate_id, payout_id)
    references payout (org_id, affiliate_id, id) on delete restrict,
  constraint payout_invoice_org_id_file_id_fkey foreign key (org_id, file_id) references file (org_id, id)
    on delete restrict,
  constraint payout_invoice_state check (state in ('waiting', 'accepted', 'refused', 'void')),
  constraint payout_invoice_decided check (state not in ('accepted', 'refused') or decided_at is not null),
  constraint payout_invoice_reason check (state <> 'refused' or reason is not null),
  constraint payout_invoice_sum check (gross = net + vat and net > 0 and vat >= 0)
);
create index payout_invoice_org_id_payout_id_created_at_id_idx on payout_invoice (org_id, payout_id, created_at, id);
create index payout_invoice_org_id_file_id_idx on payout_invoice (org_id, file_id);
create unique index payout_invoice_one_accepted on payout_invoice (org_id, payout_id) where state = 'accepted';

-- An affiliate adds invoices to their own payouts. Staff add some too, but only as themselves.
alter table payout_invoice enable row level security;
create policy tenant_select on payout_invoice for select using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then true
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid end);
create policy tenant_insert on payout_invoice for insert with check (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and case when nullif(current_setting('app.affiliate_id', true), '')::uuid is null then entered_by is not null
      else affiliate_id = nullif(current_setting('app.affiliate_id', true), '')::uuid and entered_by is null
        and state = 'waiting' end);
create policy tenant_update on payout_invoice for update using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);
create policy tenant_delete on payout_invoice for delete using (
    org_id = nullif(current_setting('app.org_id', true), '')::uuid
    and nullif(current_setting('app.affiliate_id', true), '')::uuid is null);

-- Nobody can turn what staff entered into what the affiliate sent, or change a value that was compared.
create function app.keep_invoice() returns trigger language plpgsql set search_path = '' as $$
begin
  if (new.is_read, new.number, new.issued_on, new.currency, new.net, new.vat, new.gross, new.entered_by, new.created_at)
    is distinct from
    (old.is_read, old.number, old.issued_on, old.currency, old.net, old.vat, old.gross, old.entered_by, old.created_at)
  then
    raise exception 'an invoice does not change' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger keep_invoice
  before update of is_read, number, issued_on, currency, net, vat, gross, entered_by, created_at on payout_invoice
  for each row execute function app.keep_invoice('payout_invoice');

-- XML only as an invoice; receipts and documents are what they were.
alter table file drop constraint file_kind;
alter table file add constraint file_kind check (kind in ('receipt', 'document', 'invoice'));
alter table file drop constraint file_type;
alter table file add constraint file_type check (
  type in ('application/pdf', 'image/png', 'image/jpeg') or type = 'application/xml' and kind = 'invoice');

-- Who is told.
alter table notification drop constraint notification_type;
alter table notification add constraint notification_type check (type in ('deal_created', 'deal_ended', 'deal_resumed', 'commission_paid',
  'commission_reversed', 'terms_changed', 'lead_lost', 'lead_created', 'affiliate_joined', 'member_joined',
  'webhook_disabled', 'billing', 'security', 'invoice_submitted', 'invoice_refused'));
