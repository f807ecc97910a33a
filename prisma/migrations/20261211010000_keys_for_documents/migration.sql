-- The files of credit notes have whole account numbers (PAY-02), so a key reads them only if an owner has said so.
alter table api_key add column reads_documents boolean not null default false;
