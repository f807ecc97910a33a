import { payCommissions, type CommissionsToPay } from "~/domain/commissions/pay-commissions.server";
import { reversePayment } from "~/domain/commissions/reverse-payment.server";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import type { TestDatabase } from "./database";

export const RECEIPT = "https://example.com/receipt.pdf";

export interface OwedCommissions {
  org: Org;
  ada: Affiliate;
  /** Two one-off commissions of 100.00 EUR each: one of Ada and one of Bob, or both of Ada. */
  deals: string[];
  /** Ada's recurring deal over six months. */
  contract: string;
  /** Its three due months, 10.00 EUR each, earliest first. */
  payments: string[];
}

/** Creates an organization that owes two affiliates their commissions on 20 March 2026, without jobs and emails. */
export async function oweCommissions(
  db: TestDatabase,
  { second = "Bob" }: { second?: "Ada" | "Bob" } = {},
): Promise<OwedCommissions> {
  db.at("2026-01-10T12:00:00Z");
  const org = await createOrg(db.database);
  const ada = await activeAffiliate(db.database, org, { name: "Ada" });
  const other = second === "Ada" ? ada : await activeAffiliate(db.database, org, { name: "Bob" });
  for (const affiliate of new Set([ada, other])) await withTerms(db.database, org, affiliate);
  const deals = [(await oneTimeDeal(db.database, org, ada)).id, (await oneTimeDeal(db.database, org, other)).id];
  const contract = (await recurringDeal(db.database, org, ada, { contract_duration_months: "6" })).id;
  await db.runJobs();
  db.mails.splice(0);
  db.at("2026-03-20T12:00:00Z");
  const { rows } = await db.ownerPool.query<{ id: string }>(
    "select id from commission_payment where period_start <= '2026-03-20' order by period_start",
  );
  return { org, ada, deals, contract, payments: rows.map(({ id }) => id) };
}

/** Pays and reverses as the owner of an organization, and reads the stored state. */
export function paymentsOf(db: TestDatabase, org: () => Org) {
  async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
    return (await db.ownerPool.query(sql, values)).rows as T[];
  }
  const as = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org(), use);
  /** Returns the batch that paid a commission, or null. */
  const batchOf = async (id: string) =>
    (
      await rows<{ batch_id: string | null }>(
        "select batch_id from deal where id = $1 union all select batch_id from commission_payment where id = $1",
        id,
      )
    )[0]!.batch_id;
  return {
    rows,
    as,
    batchOf,
    /** Returns the batch id. */
    pay: async (wanted: Partial<CommissionsToPay>) =>
      (await as((scope) => payCommissions(scope, { receiptUrl: null, ...wanted }))).batchId!,
    undo: (batchId: string) => as((scope) => undoPayment(scope, batchId)),
    reverse: async (kind: "deal" | "payment", id: string, reason = "Wrong account") => {
      const batchId = await batchOf(id);
      return as((scope) => reversePayment(scope, { kind, id, batchId, reason }));
    },
    paid: () =>
      rows(`select id, payment_date::text as day, receipt_url from deal where commission_paid
            union all select id, paid_date::text, receipt_url from commission_payment where status = 'paid'`),
    /** Returns the number of commissions, one-off and monthly, with traces of a payment. */
    traces: () =>
      rows(`select count(*)::int from deal
            where receipt_url is not null or payment_date is not null or batch_id is not null
            union all select count(*)::int from commission_payment
            where receipt_url is not null or paid_date is not null or batch_id is not null`),
    notices: () => rows("select type from notification where type <> 'deal_created' order by type"),
    /** Returns the actions of the audit log that match a pattern. */
    actions: async (like: string) =>
      (await rows<{ action: string }>("select action from audit_log where action like $1 order by action", like)).map(
        ({ action }) => action,
      ),
  };
}
