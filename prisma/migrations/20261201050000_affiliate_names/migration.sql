-- The name of an affiliate as app.plain() writes it: those who have one together are told apart by their addresses on every screen of
-- the staff, so the whole organization is asked on each of them. The index answers without a sort.
alter table affiliate add column name_key text not null generated always as (app.plain(name)) stored;
create index affiliate_org_id_name_key_idx on affiliate (org_id, name_key);
