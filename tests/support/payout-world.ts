import { previewRun } from "~/domain/payouts/create-run.server";
import { payPayouts } from "~/domain/payouts/pay-payouts.server";
import type { Statement } from "~/domain/payouts/statement";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import type { Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { IBANS, withPayer } from "../factories/payees";
import { approvedRun, draftRun, payableAffiliate, versionOfRun } from "../factories/payouts";
import type { TestDatabase } from "./database";

export interface PayoutWorld {
  org: Org;
  /** Charges VAT. Due is the commission of a one-time deal, 100.00 EUR. */
  ada: Affiliate;
  /** A small business. Due are two months of a recurring deal, 10.00 EUR each. */
  bea: Affiliate;
  /** Ids of their deals. */
  deal: string;
  contract: string;
}

/** Creates a payer in Germany who owes two affiliates their commissions until the end of February 2026. */
export async function createPayoutWorld(db: TestDatabase): Promise<PayoutWorld> {
  db.at("2026-01-02T12:00:00Z");
  const org = await createOrg(db.database);
  await withPayer(db.database, org);
  const ada = await payableAffiliate(db.database, org, "Ada");
  const bea = await payableAffiliate(db.database, org, "Bea", { iban: IBANS[1], tax_status: "small_business" });
  const deal = await oneTimeDeal(db.database, org, ada);
  const contract = await recurringDeal(db.database, org, bea, { contract_start_date: "2026-01-01" });
  db.at("2026-03-10T12:00:00Z");
  return { org, ada, bea, deal: deal.id, contract: contract.id };
}

/** Runs of an organization with what is due until the end of February 2026, by its owner. */
export function payoutsOf(db: TestDatabase, org: () => Org) {
  const until = day("2026-02-28");
  const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org(), use);
  const rows = async (text: string, ...values: unknown[]) => (await db.ownerPool.query(text, values)).rows;
  const draft = () => draftRun(db.database, org(), until);
  const approve = (runId: string) => approvedRun(db.database, org(), runId);
  return {
    until,
    owner,
    rows,
    draft,
    approve,
    preview: () => owner((scope) => previewRun(scope, { currency: "EUR", until })),
    versionOf: (runId: string) => versionOfRun(db.database, org(), runId),
    /** Creates and approves a run; returns its id. */
    approved: async (): Promise<string> => {
      const runId = await draft();
      await approve(runId);
      return runId;
    },
    pay: (runId: string, paidOn = "2026-03-10", payoutIds: string[] | null = null) =>
      owner((scope) => payPayouts(scope, { runId, payoutIds, paidOn: day(paidOn) })),
    /** Returns the statements that were issued, by number. */
    statements: async () =>
      (await rows("select statement from payout where statement is not null order by number")).map(
        ({ statement }) => statement as Statement,
      ),
  };
}
