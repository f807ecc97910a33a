-- The tables with their keys, indexes and value rules. Nothing here is newer than Postgres 15.
-- No foreign key has ON UPDATE CASCADE: a distributed table cannot have one that carries the organisation.

-- Both come with Postgres and may be installed by the owner of a database.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create schema app;

-- Text without accents and case. Not the unaccent extension: its rules change between versions of Postgres, and stored
-- columns and indexes would not follow. app/domain/shared/search.ts does the same to what is searched for.
create function app.plain(value text) returns text
language sql immutable strict parallel safe as $$
  select replace(replace(replace(
    lower(translate(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'), 'ØøŁłĐđı', 'oollddi')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
$$;
revoke all on function app.plain(text) from public;

-- ---------------------------------------------------------------- people and how they sign in

create table app_user (
  id uuid not null,
  email text not null,
  name text not null,
  password_hash text,
  email_confirmed_at timestamptz(3),
  language_preference text,
  created_at timestamptz(3) not null default current_timestamp,
  constraint app_user_pkey primary key (id),
  constraint app_user_email_lower check (email = lower(email))
);
create unique index app_user_email_key on app_user (email);

create table session (
  id_hash text not null,
  user_id uuid not null,
  door text not null,
  org_id uuid,
  affiliate_org_id uuid,
  user_agent text,
  ip text,
  created_at timestamptz(3) not null default current_timestamp,
  last_seen_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3) not null,
  constraint session_pkey primary key (id_hash),
  constraint session_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade,
  constraint session_door check (door in ('staff', 'affiliate'))
);
create index session_user_id_idx on session (user_id);
create index session_expires_at_idx on session (expires_at);

create table one_time_token (
  token_hash text not null,
  purpose text not null,
  user_id uuid not null,
  org_id uuid,
  created_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  mailed_at timestamptz(3),
  redirect_to text,
  constraint one_time_token_pkey primary key (token_hash),
  constraint one_time_token_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade,
  constraint one_time_token_purpose check (purpose in ('reset', 'invite', 'sign-in'))
);
create index one_time_token_user_id_idx on one_time_token (user_id);
create index one_time_token_expires_at_idx on one_time_token (expires_at);

create table sign_up (
  id uuid not null,
  email text not null,
  name text not null,
  password_hash text,
  language text,
  token_hash text not null,
  created_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  mailed_at timestamptz(3),
  constraint sign_up_pkey primary key (id),
  constraint sign_up_email_lower check (email = lower(email)),
  -- What is pending has a password; what was used has left it to the person.
  constraint sign_up_password check (used_at is not null or password_hash is not null)
);
create unique index sign_up_token_hash_key on sign_up (token_hash);
create index sign_up_email_created_at_idx on sign_up (email, created_at);
create index sign_up_expires_at_idx on sign_up (expires_at);

create table membership (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  user_id uuid not null,
  role text not null,
  affiliate_id uuid,
  created_at timestamptz(3) not null default current_timestamp,
  constraint membership_pkey primary key (user_id, org_id, role),
  constraint membership_user_id_fkey foreign key (user_id) references app_user (id) on delete restrict,
  constraint membership_role check (role in ('owner', 'member', 'affiliate')),
  constraint membership_affiliate check ((role = 'affiliate') = (affiliate_id is not null))
);
create unique index membership_org_id_affiliate_id_key on membership (org_id, affiliate_id);

create table worker_process (
  worker_id text not null,
  seen_at timestamptz(3) not null,
  constraint worker_process_pkey primary key (worker_id)
);

-- ---------------------------------------------------------------- organisations: every key begins with theirs

create table organization (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  name text not null,
  time_zone text not null default 'Europe/Berlin',
  default_currency text not null default 'EUR',
  trial_ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null default current_timestamp,
  setup_done_at timestamptz(3),
  setup_hidden_at timestamptz(3),
  constraint organization_pkey primary key (org_id)
);

create table affiliate (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  name text not null,
  email text not null,
  status text not null default 'invited',
  created_by uuid,
  created_at timestamptz(3) not null default current_timestamp,
  search text not null generated always as (' ' || app.plain(name || ' ' || email)) stored,
  constraint affiliate_pkey primary key (org_id, id),
  constraint affiliate_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint affiliate_org_id_id_fkey foreign key (org_id, id) references membership (org_id, affiliate_id)
    on delete cascade,
  constraint affiliate_status check (status in ('invited', 'active', 'inactive')),
  constraint affiliate_email_lower check (email = lower(email))
);
create unique index affiliate_org_id_email_key on affiliate (org_id, email);

create table affiliate_term (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  affiliate_id uuid not null,
  version int not null,
  cadence text not null,
  rev_share_bp int,
  fixed_amount bigint,
  tiers jsonb,
  currency text not null,
  start_date date not null,
  status text not null,
  created_by uuid,
  created_at timestamptz(3) not null default current_timestamp,
  constraint affiliate_term_pkey primary key (org_id, id),
  constraint affiliate_term_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint affiliate_term_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete cascade,
  constraint affiliate_term_status check (status in ('active', 'inactive')),
  constraint affiliate_term_cadence check (cadence in ('ad-hoc', 'monthly', 'quarterly', 'yearly')),
  constraint affiliate_term_rev_share check (rev_share_bp between 0 and 10000),
  constraint affiliate_term_fixed_amount check (fixed_amount > 0),
  constraint affiliate_term_has_rule check (
    case when tiers is null then rev_share_bp is not null or fixed_amount is not null
    else rev_share_bp is null and fixed_amount is null
         and jsonb_typeof(tiers) = 'array' and jsonb_array_length(tiers) > 0 end)
);
create unique index affiliate_term_org_id_affiliate_id_version_key on affiliate_term (org_id, affiliate_id, version);
-- However many saves run at once, an affiliate has one active term.
create unique index affiliate_term_one_active on affiliate_term (org_id, affiliate_id) where status = 'active';

create table lead (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  affiliate_id uuid,
  company_name text not null,
  contact_person text not null,
  email text not null,
  phone text,
  notes text,
  status text not null default 'new',
  qualified_at timestamptz(3),
  submission_id uuid,
  created_by uuid,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  search text not null
    generated always as (' ' || app.plain(company_name || ' ' || contact_person || ' ' || email)) stored,
  constraint lead_pkey primary key (org_id, id),
  constraint lead_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint lead_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete restrict,
  constraint lead_status check (status in ('new', 'qualified', 'contacted', 'converted', 'lost'))
);
create index lead_org_id_status_created_at_id_idx on lead (org_id, status, created_at, id);
create index lead_org_id_affiliate_id_created_at_id_idx on lead (org_id, affiliate_id, created_at, id);
create index lead_org_id_affiliate_id_status_created_at_id_idx on lead (org_id, affiliate_id, status, created_at, id);
-- Finds the first lead with an address.
create index lead_org_id_email_created_at_id_idx on lead (org_id, email, created_at, id);
create index lead_org_id_search_idx on lead using gin (org_id uuid_ops, search gin_trgm_ops);
create unique index lead_org_id_submission_id_key on lead (org_id, submission_id);
-- The list of open leads: newest or oldest first, by company, of one affiliate. They are few beside those that are closed.
create index lead_open_by_created on lead (org_id, created_at, id) where status in ('new', 'qualified', 'contacted');
create index lead_open_by_company on lead (org_id, search, id) where status in ('new', 'qualified', 'contacted');
create index lead_open_by_affiliate on lead (org_id, affiliate_id, created_at, id)
  where status in ('new', 'qualified', 'contacted');

create table deal (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  lead_id uuid not null,
  affiliate_id uuid,
  term_id uuid,
  title text not null,
  deal_type text not null,
  amount bigint not null,
  currency text not null,
  commission_amount bigint not null,
  commission_currency text not null,
  commission_trace jsonb not null,
  commission_paid boolean not null default false,
  payment_date date,
  receipt_url text,
  batch_id uuid,
  close_date date not null,
  mrr bigint,
  contract_duration_months int,
  contract_start_date date,
  contract_end_date date,
  submission_id uuid,
  created_by uuid,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  search text not null default '',
  constraint deal_pkey primary key (org_id, id),
  constraint deal_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint deal_org_id_lead_id_fkey foreign key (org_id, lead_id) references lead (org_id, id)
    on delete restrict,
  constraint deal_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete restrict,
  constraint deal_org_id_term_id_fkey foreign key (org_id, term_id) references affiliate_term (org_id, id)
    on delete restrict,
  constraint deal_type check (deal_type in ('one-time', 'recurring')),
  constraint deal_amounts check (amount >= 0 and commission_amount >= 0 and mrr >= 0),
  constraint deal_recurring check (
    deal_type = 'one-time'
    or (mrr is not null and contract_duration_months > 0 and contract_start_date is not null
        and contract_end_date is not null)),
  constraint deal_paid_has_date check (commission_paid = (payment_date is not null)),
  -- The commission of a recurring deal is paid month by month (commission_payment), never at once.
  constraint deal_paid_one_time check (not commission_paid or deal_type = 'one-time'),
  constraint deal_batch check (batch_id is null or commission_paid)
);
create index deal_org_id_lead_id_idx on deal (org_id, lead_id);
create index deal_org_id_close_date_id_idx on deal (org_id, close_date, id);
create index deal_org_id_amount_id_idx on deal (org_id, amount, id);
create index deal_org_id_affiliate_id_created_at_idx on deal (org_id, affiliate_id, created_at);
create index deal_org_id_affiliate_id_close_date_id_idx on deal (org_id, affiliate_id, close_date, id);
create index deal_org_id_search_idx on deal using gin (org_id uuid_ops, search gin_trgm_ops);
create unique index deal_org_id_submission_id_key on deal (org_id, submission_id);
create index deal_paid_by_receipt on deal (org_id, (receipt_url is null), payment_date, id) where commission_paid;
create index deal_paid_by_affiliate on deal (org_id, affiliate_id, (receipt_url is null), payment_date, id)
  where commission_paid;
-- With the condition in the words of the queries, or Postgres does not see that an index answers them.
create index deal_one_off_by_close_date on deal (org_id, commission_paid, close_date, id)
  where deal_type = 'one-time' and (commission_paid or commission_amount > 0);
create index deal_one_off_by_affiliate on deal (org_id, affiliate_id, commission_paid, close_date, id)
  where deal_type = 'one-time' and (commission_paid or commission_amount > 0);

create table commission_payment (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  deal_id uuid not null,
  affiliate_id uuid not null,
  amount bigint not null,
  currency text not null,
  period_start date not null,
  status text not null default 'pending',
  paid_date date,
  receipt_url text,
  batch_id uuid,
  constraint commission_payment_pkey primary key (org_id, id),
  constraint commission_payment_org_id_fkey foreign key (org_id) references organization (org_id)
    on delete restrict,
  constraint commission_payment_org_id_deal_id_fkey foreign key (org_id, deal_id) references deal (org_id, id)
    on delete restrict,
  constraint commission_payment_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete restrict,
  constraint commission_payment_status check (status in ('pending', 'paid')),
  constraint commission_payment_amount check (amount >= 0),
  constraint commission_payment_paid_has_date check ((status = 'paid') = (paid_date is not null)),
  constraint commission_payment_batch check (batch_id is null or status = 'paid')
);
create index commission_payment_org_id_period_start_id_idx on commission_payment (org_id, period_start, id);
create index commission_payment_org_id_status_period_start_id_idx
  on commission_payment (org_id, status, period_start, id);
create index commission_payment_org_id_affiliate_id_status_period_start_idx
  on commission_payment (org_id, affiliate_id, status, period_start, id);
create unique index commission_payment_org_id_deal_id_period_start_key
  on commission_payment (org_id, deal_id, period_start);
create index commission_payment_paid_by_receipt
  on commission_payment (org_id, (receipt_url is null), paid_date, id) where status = 'paid';
create index commission_payment_paid_by_affiliate
  on commission_payment (org_id, affiliate_id, (receipt_url is null), paid_date, id) where status = 'paid';

create table notification (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  affiliate_id uuid not null,
  type text not null,
  params jsonb not null,
  read_at timestamptz(3),
  batch_id uuid,
  mail_begun_at timestamptz(3),
  mailed_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  constraint notification_pkey primary key (org_id, id),
  constraint notification_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint notification_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete cascade,
  constraint notification_type check (type in ('deal_created', 'commission_paid', 'commission_reversed'))
);
create index notification_org_id_affiliate_id_created_at_idx on notification (org_id, affiliate_id, created_at);

create table webhook_endpoint (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  url text not null,
  event text not null,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint webhook_endpoint_pkey primary key (org_id, id),
  constraint webhook_endpoint_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint webhook_endpoint_event check (event in ('deal.created', 'lead.created', 'both'))
);
create unique index webhook_endpoint_org_id_key on webhook_endpoint (org_id);

create table webhook_delivery (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  endpoint_id uuid not null,
  event text not null,
  body text not null,
  status text not null default 'pending',
  attempts int not null default 0,
  last_status int,
  last_error text,
  created_at timestamptz(3) not null default current_timestamp,
  delivered_at timestamptz(3),
  constraint webhook_delivery_pkey primary key (org_id, id),
  constraint webhook_delivery_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict,
  constraint webhook_delivery_org_id_endpoint_id_fkey foreign key (org_id, endpoint_id) references webhook_endpoint (org_id, id)
    on delete cascade,
  constraint webhook_delivery_event check (event in ('deal.created', 'lead.created')),
  constraint webhook_delivery_status check (status in ('pending', 'delivered', 'failed'))
);
create index webhook_delivery_org_id_created_at_idx on webhook_delivery (org_id, created_at);

create table audit_log (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null,
  actor text not null,
  action text not null,
  entity text not null,
  entity_id uuid not null,
  data jsonb not null,
  batch_id uuid,
  created_at timestamptz(3) not null default current_timestamp,
  constraint audit_log_pkey primary key (org_id, id),
  constraint audit_log_org_id_fkey foreign key (org_id) references organization (org_id) on delete restrict
);
create index audit_log_org_id_entity_id_created_at_idx on audit_log (org_id, entity_id, created_at);
create index audit_log_actions on audit_log (org_id, created_at, id) where batch_id is null;
create index audit_log_steps on audit_log (org_id, batch_id, id) where batch_id is not null;

create table aggregate (
  org_id uuid not null default nullif(current_setting('app.org_id', true), '')::uuid,
  id uuid not null default gen_random_uuid(),
  affiliate_id uuid,
  kind text not null,
  state text not null,
  day date not null default '0001-01-01',
  currency text not null default '',
  count bigint not null,
  amount bigint not null,
  folded boolean not null default false,
  constraint aggregate_pkey primary key (org_id, id),
  constraint aggregate_org_id_fkey foreign key (org_id) references organization (org_id) on delete cascade,
  constraint aggregate_org_id_affiliate_id_fkey foreign key (org_id, affiliate_id) references affiliate (org_id, id)
    on delete cascade,
  constraint aggregate_kind check (kind in ('lead', 'deal', 'one-off', 'monthly'))
);
-- With everything that is read, so that it is read from here alone: a line a day and currency makes thousands.
create index aggregate_lines on aggregate (org_id, affiliate_id, kind, state, day, currency, count, amount);
create index aggregate_to_fold on aggregate (org_id) where not folded;
