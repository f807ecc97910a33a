-- Symbols and names of currencies become the ISO 4217 codes they are read as from now on (app/domain/shared/currency.ts).
-- Only names that can mean one currency, or that the organisation's own default currency settles, and only codes with two
-- decimals: the amounts were read with two. Commissions stay what they were decided to be.

create temporary table currency_name (name text primary key, code text not null) on commit drop;
insert into currency_name
select name, code from (values
  ('EUR', '€ euro euros'),
  ('GBP', '£ pfund pfundsterling britischespfund britischepfund pound pounds poundsterling poundssterling britishpound britishpounds livresterling livressterling libraesterlina librasesterlinas'),
  ('CHF', 'fr sfr franken schweizerfranken schweizerfranc swissfranc swissfrancs francsuisse francssuisses francosuizo francossuizos'),
  ('USD', 'us$ $us usdollar usdollars amerikanischerdollar amerikanischedollar americandollar americandollars dollaramericain dollarsamericains dolarestadounidense dolaresestadounidenses'),
  ('CAD', 'ca$ c$ can$ $ca kanadischerdollar kanadischedollar canadiandollar canadiandollars dollarcanadien dollarscanadiens dolarcanadiense dolarescanadienses'),
  ('AUD', 'a$ au$ $au australischerdollar australischedollar australiandollar australiandollars dollaraustralien dollarsaustraliens dolaraustraliano dolaresaustralianos'),
  ('NZD', 'nz$'),
  ('SGD', 's$'),
  ('HKD', 'hk$'),
  ('PLN', 'zl zloty zlotys slotys'),
  ('SEK', 'skr schwedischekrone schwedischekronen swedishkrona swedishkronor svenskakronor couronnesuedoise couronnessuedoises coronasueca coronassuecas'),
  ('NOK', 'nkr norwegischekrone norwegischekronen norwegiankrone norwegiankroner norskekroner couronnenorvegienne couronnesnorvegiennes coronanoruega coronasnoruegas'),
  ('DKK', 'dkr danischekrone danischekronen danishkrone danishkroner danskekroner couronnedanoise couronnesdanoises coronadanesa coronasdanesas'),
  ('CZK', 'kc tschechischekrone tschechischekronen czechkoruna czechcrown couronnetcheque couronnestcheques coronacheca coronaschecas'),
  ('HUF', 'ft forint forints'),
  ('INR', '₹'),
  ('TRY', '₺'),
  ('ILS', '₪'),
  ('UAH', '₴')
) as known (code, names), unnest(string_to_array(names, ' ')) as name;

create temporary table shared_currency_name (name text, code text, primary key (name, code)) on commit drop;
insert into shared_currency_name
select name, code from (values
  ('$ dollar dollars dolar dolares', 'USD CAD AUD NZD SGD HKD'),
  ('kr kronor kroner kronur', 'SEK NOK DKK'),
  ('krone kronen krona couronne couronnes corona coronas', 'SEK NOK DKK CZK'),
  ('franc francs franco francos', 'CHF'),
  ('peso pesos', 'MXN ARS COP')
) as shared (names, codes), unnest(string_to_array(names, ' ')) as name, unnest(string_to_array(codes, ' ')) as code;

-- The code of a stored currency, or the currency itself.
create function pg_temp.code_of(currency text, home text) returns text language plpgsql as $$
declare
  wanted text := regexp_replace(app.plain(currency), '[\s.-]', '', 'g');
begin
  return coalesce(
    (select n.code from currency_name n where n.name = wanted),
    (select s.code from shared_currency_name s where s.name = wanted and s.code = home),
    currency);
end
$$;

-- Whatever texts are stored as a currency, each looked up once for an organisation.
create temporary table recoded on commit drop as
select * from (
  select org_id, currency as old, pg_temp.code_of(currency, default_currency) as new
  from (
    select org_id, currency from deal
    union select org_id, commission_currency from deal
    union select org_id, currency from commission_payment
  ) used join organization using (org_id)
) codes where old <> new;
create unique index on recoded (org_id, old);

-- A commission's stored explanation names the two currencies as well, the deal's and its own.
create function pg_temp.recoded_at(trace jsonb, place text[], of_org uuid) returns jsonb language plpgsql as $$
declare
  code text := (select new from recoded r where r.org_id = of_org and r.old = trace #>> place);
begin
  return case when code is null then trace else jsonb_set(trace, place, to_jsonb(code)) end;
end
$$;

-- The triggers of the tallies move the sums along with the rows.
update deal d
set currency = coalesce((select new from recoded r where r.org_id = d.org_id and r.old = d.currency), currency),
    commission_currency = coalesce(
      (select new from recoded r where r.org_id = d.org_id and r.old = d.commission_currency), commission_currency),
    commission_trace = pg_temp.recoded_at(
      pg_temp.recoded_at(commission_trace, '{base,currency}', org_id), '{result,currency}', org_id)
where exists (
  select from recoded r where r.org_id = d.org_id and r.old in (d.currency, d.commission_currency));

update commission_payment p set currency = r.new
from recoded r where r.org_id = p.org_id and r.old = p.currency;

drop function pg_temp.recoded_at(jsonb, text[], uuid), pg_temp.code_of(text, text);
