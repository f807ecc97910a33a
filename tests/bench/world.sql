-- Creates an organization of any size for the benchmark, in set-based statements with all triggers enabled. :org, :people
-- (the organization's number), :start (three years ago), :leads and :deals are replaced. A third of the deals recurs for
-- twelve months. The first affiliate has 30 % of all rows. In a small organization it has 60 %, and more leads have no
-- affiliate, so that the filtered pages show as many rows as those of a big one.

create schema if not exists bench;

-- Returns a random-looking but constant number below `most`.
create or replace function bench.dice(n bigint, salt int, most int) returns int
language sql immutable parallel safe as $$
  select ((hashint8extended(n, salt) & 2147483647) % most)::int
$$;

create or replace function bench.pick(words text[], n bigint, salt int) returns text
language sql immutable parallel safe as $$
  select words[1 + bench.dice(n, salt, cardinality(words))]
$$;

-- Returns ids that sort by time, like the app's.
create or replace function bench.id(org uuid, kind text, n bigint, at timestamptz) returns uuid
language sql immutable parallel safe as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
    || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid
  from md5(org::text || kind || n) h
$$;

insert into app_user (id, email, name, email_confirmed_at, language_preference)
select bench.id(:org, 'user', n, :start),
       case n when 0 then 'owner' else 'partner-' || n end || '@bench-' || :people || '.example', 'Person ' || n, now(), 'de'
from generate_series(0, 200) n;

insert into organization (org_id, name, trial_ends_at, setup_done_at)
values (:org, 'Bench :people', now() + interval '7 days', :start);
insert into membership (org_id, user_id, role, affiliate_id)
select :org, bench.id(:org, 'user', n, :start), case n when 0 then 'owner' else 'affiliate' end,
       case when n > 0 then bench.id(:org, 'affiliate', n, :start) end
from generate_series(0, 200) n;

insert into affiliate (org_id, id, name, email, status, created_at)
select :org, bench.id(:org, 'affiliate', n, :start),
       bench.pick('{Anna,Jürgen,Chloé,Mehmet,Sören,Lucía,Björn,Zoë,Matthias,Ayşe}', n, 1) || ' '
         || bench.pick('{Müller,Schröder,Weiß,Krüger,Dupont,García,Yılmaz,Löwe,Hansen,Østergård}', n, 2) || ' ' || n,
       'partner-' || n || '@bench-' || :people || '.example',
       case when n = 1 or n % 10 < 7 then 'active' when n % 10 < 9 then 'invited' else 'inactive' end,
       :start + n * interval '1 day'
from generate_series(1, 200) n;

insert into affiliate_term (org_id, id, affiliate_id, version, cadence, rev_share_bp, currency, start_date, status)
select :org, gen_random_uuid(), a.id, v, 'monthly', 500 * v, 'EUR', current_date - 900 / v,
       case v when 2 then 'active' else 'inactive' end
from affiliate a, generate_series(1, 2) v where a.org_id = :org;

insert into lead (org_id, id, affiliate_id, company_name, contact_person, email, phone, status, created_at, updated_at)
select :org, bench.id(:org, 'lead', n, at), 
       case when status <> 'converted' and bench.dice(n, 3, 100) < greatest(2, least(40, 40000 / :leads)) then null
            else bench.id(:org, 'affiliate',
                          case when bench.dice(n, 4, 10) < greatest(3, least(6, 6000 / :leads)) then 1
                               else 2 + bench.dice(n, 5, 199) end, :start) end,
       bench.pick('{Alpenblick,Bärenklau,Nordwind,Süßholz,Weißensee,Rheingold,Grünfeld,Königsforst,Elbufer,Tannenhof,Möwe,Sonnenäcker,Falkenberg,Übersee,Lindenhöhe,Château,Peña,Mühlbach,Steinwald,Hafen}', n, 6)
         || ' ' || case when rare then 'Zwiebelturm' else
         bench.pick('{Logistik,Bäckerei,Software,Möbel,Küchen,Energie,Gebäudetechnik,Druckerei,Handel,Beratung,Gärtnerei,Medien,Reisen,Spielzeug,Getränke,Lebensmittel,Optik,Maschinenbau,Immobilien,Textil}', n, 7) end
         || ' ' || bench.pick('{GmbH,GmbH,GmbH,AG,KG,SARL,Ltd,e.K.}', n, 8),
       first || ' ' || last, 'kontakt' || n || '@' || bench.pick('{alpenblick,nordwind,rheingold,elbufer,tannenhof,hafen}', n, 9) || '.example',
       case when n % 3 = 0 then '+49 40 ' || 100000 + n % 899999 end, status, at, at + interval '3 days'
from (
  select n, :start + n * (interval '1095 days' / :leads) as at,
         n % (:leads / 50) = 0 as rare,
         bench.pick('{Anna,Jürgen,Chloé,Mehmet,Sören,Lucía,Björn,Zoë,Matthias,Ayşe,Petra,Günther,Heike,Ömer,Hélène,Iñigo}', n, 10) as first,
         bench.pick('{Müller,Schröder,Weiß,Krüger,Dupont,García,Yılmaz,Löwe,Hansen,Østergård,Becker,Jäger,Nuñez,Groß,Vogel,Köhler}', n, 11) as last,
         -- The rows with rare names are the same in every size.
         case when n % (:leads / 50) = 0 then (array['new', 'converted', 'lost'])[1 + (n / (:leads / 50)) % 3]
         else case
           when bench.dice(n, 12, 100) < 24 then 'new'
           when bench.dice(n, 12, 100) < 38 then 'qualified'
           when bench.dice(n, 12, 100) < 45 then 'contacted'
           when bench.dice(n, 12, 100) < 74 then 'converted'
           else 'lost' end end as status
  from generate_series(1, :leads) n
) made;

insert into lead_status_change (org_id, lead_id, affiliate_id, from_status, to_status, actor, created_at)
select :org, id, affiliate_id, 'new', 'qualified', 'member:' || bench.id(:org, 'user', 0, :start), created_at + interval '2 days'
from lead where org_id = :org and status in ('qualified', 'converted');

-- The planner has no statistics of the rows added by this transaction.
analyze lead;

insert into lead_status_change (org_id, lead_id, affiliate_id, from_status, to_status, actor, created_at)
select :org, id, affiliate_id, 'new', 'qualified', 'member:' || bench.id(:org, 'user', 0, :start),
       least(now(), created_at + (1 + bench.dice(n, 13, 12)) * interval '1 day')
from (select *, row_number() over (order by id) as n from lead where org_id = :org) made
where status in ('qualified', 'converted') or (status = 'lost' and n % 3 = 0);

insert into lead_status_change (org_id, lead_id, affiliate_id, from_status, to_status, actor, created_at)
select :org, id, affiliate_id, 'qualified', 'converted', 'member:' || bench.id(:org, 'user', 0, :start),
       least(now(), created_at + (14 + bench.dice(n, 14, 30)) * interval '1 day')
from (select *, row_number() over (order by id) as n from lead where org_id = :org) made
where status = 'converted';

insert into deal (org_id, id, lead_id, affiliate_id, title, deal_type, amount, currency, commission_amount,
                  commission_currency, commission_trace, commission_paid, payment_date, receipt_url, close_date, mrr,
                  contract_duration_months, contract_start_date, contract_end_date, created_at, updated_at)
select :org, bench.id(:org, 'deal', n, created_at + interval '20 days'), lead_id, affiliate_id,
       bench.pick('{Website,Wartung,Schulung,Einführung,Lizenz,Kampagne,Umbau,Prüfung}', n, 20) || ' ' || n,
       case when recurring then 'recurring' else 'one-time' end, base * case when recurring then 12 else 1 end,
       currency, base / 10, currency,
       jsonb_build_object('rule', 'percentage', 'base', jsonb_build_object('amount', base, 'currency', currency),
         'per', case when recurring then 'month' else 'deal' end, 'terms', null, 'revShareBp', 1000,
         'fixedAmount', null, 'rounding', 'half_up',
         'result', jsonb_build_object('amount', base / 10, 'currency', currency)),
       paid, case when paid then close_date + delay end,
       case when paid and n % 2 = 0 then 'https://receipts.example/' || n end, close_date,
       case when recurring then base end, case when recurring then 12 end, case when recurring then close_date end,
       case when recurring then (close_date + interval '12 months')::date end, created_at + interval '20 days',
       created_at + interval '20 days'
from (
  select *, not recurring and bench.dice(n, 24, 100) < 85 and close_date + delay <= current_date as paid
  from (
    select i as n, won.*, i % 3 = 0 as recurring, 10 * (5000 + bench.dice(i, 21, 60000))::bigint as base,
           (array['EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'USD', 'CHF'])[1 + bench.dice(i, 22, 7)] as currency,
           (won.created_at + (5 + bench.dice(i, 23, 40)) * interval '1 day')::date as close_date,
           bench.dice(i, 25, 30) as delay
    from generate_series(0, :deals - 1) i
    join (
      select id as lead_id, affiliate_id, created_at, row_number() over (order by created_at, id) - 1 as place
      from lead where org_id = :org and status = 'converted'
    ) won on won.place = i % (select count(*) from lead where org_id = :org and status = 'converted')
  ) drawn
) made;

analyze deal;

insert into commission_payment (org_id, id, deal_id, affiliate_id, amount, currency, period_start, status, paid_date,
                                receipt_url)
select :org, gen_random_uuid(), id, affiliate_id, commission_amount, commission_currency, period,
       case when paid then 'paid' else 'pending' end, case when paid then period + delay end,
       case when paid and bench.dice(n, 31, 2) = 0 then 'https://receipts.example/' || n end
from (
  select *, bench.dice(n, 32, 100) < 96 and period + delay <= current_date as paid
  from (
    select d.*, (d.contract_start_date + make_interval(months => month))::date as period,
           bench.dice(n, 33, 45) as delay, n
    from (select *, row_number() over (order by id) * 12 as number from deal where org_id = :org) d,
         generate_series(0, d.contract_duration_months - 1) month, lateral (select d.number + month as n) counted
    where d.deal_type = 'recurring'
  ) drawn
) made;
-- Every deal now has all its months, as after a nightly run.
delete from unchecked_deal where org_id = :org;

insert into audit_log (org_id, id, actor, action, entity, entity_id, data, created_at)
select :org, bench.id(:org, 'audit', row_number() over (), created_at),
       'member:' || bench.id(:org, 'user', 0, :start), 'lead.qualified', 'lead', id, '{}', created_at
from lead where org_id = :org and status = 'qualified';

-- A fifth of the leads and deals have values of own fields.
insert into own_field (org_id, id, entity, key, label, kind, options, currency, required, audience, purpose, position,
                       created_at)
select :org, gen_random_uuid(), entity, key, label, kind, options, currency, false, 'staff', 'Bench', position, :start
from (values
  ('lead', 'size', 'Size', 'choice',
   '[{"key": "small", "label": "Small", "removed": false}, {"key": "large", "label": "Large", "removed": false}]'::jsonb,
   null, 1),
  ('lead', 'budget', 'Budget', 'amount', '[]', 'EUR', 2),
  ('lead', 'start', 'Start', 'day', '[]', null, 3),
  ('deal', 'order', 'Order', 'number', '[]', null, 4)
) fields (entity, key, label, kind, options, currency, position);

insert into lead_own_value (org_id, lead_id, audience, content)
select :org, id, 'staff', jsonb_build_object(
  'size', jsonb_build_object('option', (array['small', 'large'])[1 + bench.dice(n, 41, 2)]),
  -- The same few have the largest budget in every size.
  'budget', jsonb_build_object('amount', case when n % (:leads / 50) = 0 then 99999900
                                              else 100 * (1000 + bench.dice(n, 42, 500000)) end, 'currency', 'EUR'),
  'start', jsonb_build_object('day', (created_at::date + bench.dice(n, 43, 365))::text))
from (select id, created_at, row_number() over (order by created_at, id) as n from lead where org_id = :org) made
where n % 5 = 0;

insert into deal_own_value (org_id, deal_id, audience, content)
select :org, id, 'staff', jsonb_build_object('order', jsonb_build_object('number', (1000000 + n)::text))
from (select id, row_number() over (order by id) as n from deal where org_id = :org) made
where n % 5 = 0;

analyze lead_own_value, deal_own_value;
