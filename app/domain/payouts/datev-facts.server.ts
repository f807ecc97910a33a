import type { DatevAffiliate, DatevDocument, DatevPayout } from "../documents/datev-plan";
import type { DocumentKind, DocumentParty, VatGroup } from "../documents/document";
import { addDays, day, startOfDay, type Day } from "../shared/dates";
import { fromDatabase } from "../shared/money";
import type { Period } from "../shared/period";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql, type Sql } from "../shared/sql";
import type { PayoutBasis } from "./statement";

interface Shared {
  payout_id: string;
  affiliate_id: string;
  number: string;
  currency: string;
  issued_on: string;
  vat: VatGroup[];
  payee: DocumentParty;
}

const sharedOf = (row: Shared) => ({
  payoutId: row.payout_id,
  affiliateId: row.affiliate_id,
  number: row.number,
  currency: row.currency,
  issuedOn: day(row.issued_on),
  vat: row.vat,
  payee: row.payee,
});

/** Reads the documents that were issued in a period, the earliest first, without their lines. Throws `forbidden`. */
export async function readDatevDocuments(scope: Scope, { from, to }: Period): Promise<DatevDocument[]> {
  requireStaff(scope);
  type Row = Shared & { kind: DocumentKind; cancels: string | null; is_objected: boolean };
  const rows = await scope.db.$queryRaw<Row[]>(sql`
    select d.payout_id, d.affiliate_id, d.number, d.currency, d.issued_on::text as issued_on, d.kind,
           d.content->'vat' as vat, d.content->'payee' as payee, c.number as cancels,
           exists (select 1 from objection o where o.org_id = ${scope.orgId}::uuid and o.document_id = d.id and o.state = 'open')
             as is_objected
    from document d left join document c on c.org_id = ${scope.orgId}::uuid and c.id = d.cancels
    where d.org_id = ${scope.orgId}::uuid and d.issued_on between ${from}::date and ${to}::date
    order by d.issued_on, d.id`);
  return rows.map((row) => ({
    ...sharedOf(row),
    kind: row.kind,
    cancels: row.cancels,
    isObjected: row.is_objected,
  }));
}

/**
 * Reads the statements that were issued, paid, taken back or returned in a period, the earliest first. Throws
 * `forbidden`.
 */
export async function readDatevPayouts(scope: Scope, period: Period): Promise<DatevPayout[]> {
  requireStaff(scope);
  const { timeZone } = await scope.organization();
  const begins = startOfDay(period.from, timeZone);
  const ends = startOfDay(addDays(period.to, 1), timeZone);
  const within = (moment: Sql) => sql`${moment} >= ${begins}::timestamptz and ${moment} < ${ends}::timestamptz`;
  const dayOf = (moment: Sql) => sql`(${moment} at time zone ${timeZone}::text)::date::text`;
  type Row = Shared & {
    basis: PayoutBasis;
    gross: bigint;
    paid_on: string | null;
    withdrawn_on: string | null;
    returned_on: string | null;
    document_number: string | null;
  };
  const rows = await scope.db.$queryRaw<Row[]>(sql`
    select p.id as payout_id, p.affiliate_id, p.number, r.currency, p.statement->>'issuedOn' as issued_on,
           p.statement->'vat' as vat, p.statement->'payee' as payee, p.statement->>'basis' as basis, p.gross,
           p.paid_on::text as paid_on,
           ${dayOf(sql`p.withdrawn_at`)} as withdrawn_on, ${dayOf(sql`p.returned_at`)} as returned_on,
           (select d.number from document d
            where d.org_id = ${scope.orgId}::uuid and d.payout_id = p.id and d.kind = 'credit_note'
            order by exists (select 1 from document c where c.org_id = ${scope.orgId}::uuid and c.cancels = d.id), d.created_at desc
            limit 1) as document_number
    from payout p join payout_run r on r.org_id = ${scope.orgId}::uuid and r.id = p.run_id
    where p.org_id = ${scope.orgId}::uuid and p.state not in ('draft', 'none')
      and (p.statement->>'issuedOn' between ${period.from}::text and ${period.to}::text
           or p.paid_on between ${period.from}::date and ${period.to}::date
           or ${within(sql`p.returned_at`)} or ${within(sql`p.withdrawn_at`)})
    order by p.number`);
  const optional = (text: string | null): Day | null => (text === null ? null : day(text));
  return rows.map((row) => ({
    ...sharedOf(row),
    basis: row.basis,
    gross: fromDatabase(row.gross),
    paidOn: optional(row.paid_on),
    withdrawnOn: optional(row.withdrawn_on),
    returnedOn: optional(row.returned_on),
    documentNumber: row.document_number,
  }));
}

/** Reads how the tax adviser knows these affiliates. Throws `forbidden`. */
export async function readDatevAffiliates(scope: Scope, ids: readonly string[]): Promise<DatevAffiliate[]> {
  requireStaff(scope);
  return scope.db.affiliate.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, creditorNumber: true, creditorName: true },
  });
}
