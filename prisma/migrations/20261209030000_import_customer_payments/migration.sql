-- Payments of customers are imported from a file. A row names its commission by a company that has won deals, or by the
-- number of an invoice. The commission of an earlier row is looked up by its id.
alter table import_run drop constraint import_run_kind;
alter table import_run add constraint import_run_kind check (kind in ('leads', 'affiliates', 'customer-payments'));
create index import_row_org_id_import_id_record_id_idx on import_row (org_id, import_id, record_id);
create index lead_won_company on lead (org_id, lower(company_name)) where status = 'converted';
create index deal_invoice on deal (org_id, invoice_number) where invoice_number is not null;
create index commission_payment_invoice on commission_payment (org_id, invoice_number) where invoice_number is not null;
