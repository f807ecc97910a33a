-- Number of the statement that an e-invoice names; null if it names none. It is compared, so it does not change either.
alter table payout_invoice add column statement text;

create or replace function app.keep_invoice() returns trigger language plpgsql set search_path = '' as $$
begin
  if (new.is_read, new.number, new.issued_on, new.currency, new.net, new.vat, new.gross, new.statement, new.entered_by,
      new.created_at)
    is distinct from
    (old.is_read, old.number, old.issued_on, old.currency, old.net, old.vat, old.gross, old.statement, old.entered_by,
      old.created_at)
  then
    raise exception 'an invoice does not change' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
drop trigger keep_invoice on payout_invoice;
create trigger keep_invoice
  before update of is_read, number, issued_on, currency, net, vat, gross, statement, entered_by, created_at
  on payout_invoice
  for each row execute function app.keep_invoice('payout_invoice');

-- An affiliate uses each number for one statement.
create index payout_invoice_org_id_affiliate_id_number_idx on payout_invoice (org_id, affiliate_id, lower(number));

alter table notification drop constraint notification_type;
alter table notification add constraint notification_type check (type in ('deal_created', 'deal_ended', 'deal_resumed',
  'commission_paid', 'commission_reversed', 'payout_paid', 'payout_returned', 'statement_issued', 'terms_changed',
  'lead_lost', 'lead_created', 'affiliate_joined', 'member_joined', 'invoice_needed', 'invoice_submitted',
  'invoice_refused', 'objection_raised', 'objection_answered', 'webhook_disabled', 'billing', 'security'));
