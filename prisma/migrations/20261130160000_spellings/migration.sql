-- A word of a search may stand there in several spellings, separated by line breaks, one of which has to occur: "Müller" is
-- found as "Mueller" and the reverse. app/domain/shared/search.ts writes them.
create or replace function app.having_words(place text, words text[]) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(' and (' || (
    select string_agg(
      pg_catalog.format('%s like %L', place, '%' || regexp_replace(spelling, '([\\%_])', '\\\1', 'g') || '%'), ' or ')
    from unnest(string_to_array(word, E'\n')) spelling) || ')', ''), '')
  from unnest(words) word
$$;
