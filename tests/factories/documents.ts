import type { Pool } from "pg";
import type { DocumentKind } from "~/domain/documents/document";

interface IssueDocument {
  payoutId: string;
  number: string;
  changed?: {
    kind?: DocumentKind;
    /** The credit note that a cancellation takes back. */
    cancels?: { id: string; number: string };
    currency?: string;
  };
}

/** Stores a credit note of a payout, or its cancellation, as issued on the day of its statement; returns its id. */
export async function issuedDocument(
  pool: Pool,
  { payoutId, number, changed: { kind = "credit_note", cancels, currency = "EUR" } = {} }: IssueDocument,
): Promise<string> {
  const { rows } = await pool.query(
    `insert into document (org_id, payout_id, affiliate_id, kind, number, issued_on, cancels, currency, net, vat, gross,
                           content, kept_until, created_at)
     select org_id, id, affiliate_id, $2, $3, (statement->>'issuedOn')::date, $4, $5, s.sign * net, s.sign * vat,
            s.sign * gross,
            jsonb_build_object('payee', statement->'payee', 'vat', (
              select jsonb_agg(one || jsonb_build_object('net', s.sign * (one->>'net')::bigint,
                                                         'vat', s.sign * (one->>'vat')::bigint))
              from jsonb_array_elements(statement->'vat') one)),
            date '2040-12-31', now()
     from payout cross join (select case $2::text when 'cancellation' then -1 else 1 end as sign) s
     where id = $1 returning id`,
    [payoutId, kind, number, cancels?.id ?? null, currency],
  );
  return rows[0].id;
}
