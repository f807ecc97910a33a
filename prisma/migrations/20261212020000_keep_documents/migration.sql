-- An issued document is deleted after its time only, or once its copy outlives the deletion of its organization
-- (PAY-16). This holds for the owner role too.
create function app.keep_documents() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  documents text := app.beside(TG_TABLE_NAME, TG_ARGV[0], 'document');
  copies text := app.beside(TG_TABLE_NAME, TG_ARGV[0], 'kept_document');
  early text := case TG_ARGV[0]
    when 'document' then format($q$
      select from old_rows o where o.kept_until >= $1 and not exists (
        select from %s k where k.org_id = o.org_id and k.id = o.id)$q$, copies)
    when 'document_file' then format($q$
      select from old_rows o join %s d on d.org_id = o.org_id and d.id = o.document_id
      where d.kept_until >= $1 and not exists (
        select from %s k where k.org_id = o.org_id and k.id = o.document_id and k.pdf is not null)$q$, documents, copies)
    when 'kept_document' then 'select from old_rows o where o.kept_until >= $1'
  end;
  is_early boolean;
begin
  execute format('select exists (%s)', early) into is_early using (now() at time zone 'UTC')::date;
  if is_early then
    raise exception 'the law still keeps this document' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
revoke all on function app.keep_documents() from public;
create trigger keep_documents after delete on document
  referencing old table as old_rows for each statement execute function app.keep_documents('document');
create trigger keep_documents after delete on document_file
  referencing old table as old_rows for each statement execute function app.keep_documents('document_file');
create trigger keep_documents after delete on kept_document
  referencing old table as old_rows for each statement execute function app.keep_documents('kept_document');

-- What the nightly job looks for.
create index document_kept_until_org_id_idx on document (kept_until, org_id);
