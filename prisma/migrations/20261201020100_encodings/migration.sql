-- How the text of a file was read (app/domain/imports/encodings.ts); null for files that came before.
alter table import_run add column encoding text;
