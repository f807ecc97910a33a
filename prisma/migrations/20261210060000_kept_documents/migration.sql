-- Issued documents of deleted organizations, which the law keeps for years (PAY-16). The deletion copies them here before
-- it deletes their rows, and a sweep deletes them when their time is over. There is no foreign key, because the
-- organization is gone. The runtime role has no right to this table, and no policy would show it a row.
create table kept_document (
  org_id uuid not null,
  -- Of the document, or of the payout with the statement.
  id uuid not null,
  kind text not null,
  number text not null,
  issued_on date not null,
  -- The last day on which the law asks for it (§ 14b UStG).
  kept_until date not null,
  -- app/domain/documents/document.ts or app/domain/payouts/statement.ts
  content jsonb not null,
  -- The state and times of the objections to it, without their texts: an objection ends the effect as an invoice.
  objections jsonb not null default '[]',
  -- The issued bytes, encrypted with the bank key of this id. Null for a statement, and for a document that never
  -- became a file. The hashes are of the bytes before their encryption.
  pdf bytea,
  pdf_sha256 text,
  xml bytea,
  xml_sha256 text,
  key_id text,
  constraint kept_document_pkey primary key (org_id, id),
  constraint kept_document_kind check (kind in ('credit_note', 'cancellation', 'statement')),
  constraint kept_document_pdf check (num_nulls(pdf, pdf_sha256, key_id) in (0, 3)),
  constraint kept_document_xml check (num_nulls(xml, xml_sha256) in (0, 2) and (xml is null or pdf is not null))
);
create index kept_document_kept_until_org_id_idx on kept_document (kept_until, org_id);

alter table kept_document enable row level security;
