import { refuseInvoice } from "~/domain/payouts/decide-invoice.server";
import { storeFile } from "~/domain/files/store-file.server";
import type { InvoiceFacts } from "~/domain/payouts/own-invoice";
import { submitInvoice } from "~/domain/payouts/submit-invoice.server";
import { dateFromDay, day, type Day } from "~/domain/shared/dates";
import { toDatabase } from "~/domain/shared/money";
import { timeOrderedId } from "~/domain/shared/time-ordered-id.server";
import type { TestDatabase } from "../support/database";
import { pdf } from "../support/files";
import { sampleLine, sampleStatement } from "../support/sample-statement";
import { asAffiliate, type Affiliate } from "./affiliates";
import { oneTimeDeal } from "./deals";
import { asOwner, type Org } from "./organizations";
import { approvedRun, draftRun, payableAffiliate } from "./payouts";
import type { TestDoor } from "./people";

/** A payout that an invoice is for. */
export interface InvoicedPayout {
  runId: string;
  payoutId: string;
}

/** An affiliate who can be paid against invoices: like `payableAffiliate`, but the agreement is gone. */
export async function invoicingAffiliate(
  db: TestDoor,
  org: Org,
  name = "Ida",
  fields: Record<string, string> = {},
): Promise<Affiliate> {
  const affiliate = await payableAffiliate(db, org, name, fields);
  const { affiliateId } = affiliate;
  await asOwner(db, org, (scope) => scope.db.selfBillingAgreement.deleteMany({ where: { affiliateId } }));
  return affiliate;
}

/** Approves a run that pays a new deal of each of these affiliates; returns its payouts in their order. */
export async function approvedPayouts(
  db: TestDoor,
  org: Org,
  affiliates: readonly Affiliate[],
  until?: Day,
): Promise<InvoicedPayout[]> {
  const today = until ?? (await asOwner(db, org, (scope) => scope.today()));
  for (const affiliate of affiliates) await oneTimeDeal(db, org, affiliate, { close_date: today });
  const ids = affiliates.map(({ affiliateId }) => affiliateId);
  const runId = await draftRun(db, org, today, ids);
  await approvedRun(db, org, runId);
  const payouts = await asOwner(db, org, (scope) => scope.db.payout.findMany({ where: { runId } }));
  return ids.map((id) => ({ runId, payoutId: payouts.find(({ affiliateId }) => affiliateId === id)!.id }));
}

/** A payout that waits for an invoice, without the run that a member would approve. */
export async function waitingPayout(
  db: TestDoor,
  org: Org,
  { affiliateId }: Affiliate,
  number: string,
): Promise<InvoicedPayout> {
  const sample = sampleStatement([sampleLine(1)], { number, basis: "own_invoice" });
  const statement = { ...sample, payer: { ...sample.payer, name: "Agency GmbH" } };
  return asOwner(db, org, async (scope) => {
    const { now } = scope;
    const [runId, payoutId] = [timeOrderedId(now.getTime()), timeOrderedId(now.getTime())];
    const { currency, until, net, vatTotal, gross } = statement;
    await scope.db.payoutRun.create({
      data: { id: runId, currency, until: dateFromDay(until), state: "approved", approvedAt: now, createdAt: now },
    });
    const amounts = { net: toDatabase(net), vat: toDatabase(vatTotal), gross: toDatabase(gross) };
    const data = { id: payoutId, runId, affiliateId, number, ...amounts, createdAt: now };
    await scope.db.payout.create({
      data: { ...data, state: "open", invoiceState: "needed", statement: JSON.parse(JSON.stringify(statement)) },
    });
    return { runId, payoutId };
  });
}

/** Stores the file of an invoice as the program does it for affiliates; returns its id. */
export const storedInvoice = (db: TestDoor, org: Org): Promise<string> =>
  storeFile(
    (use) => db.withOrg(org.orgId, { kind: "job", name: "upload" }, use),
    { kind: "invoice", name: "invoice.pdf", bytes: [pdf()] },
    { quotaBytes: 100 * 1024 * 1024, scan: null, movesFiles: false },
  );

/** What an invoice over the usual commission says. */
export const invoiceFacts: InvoiceFacts = {
  number: "RE-7",
  issuedOn: day("2026-02-01"),
  currency: "EUR",
  net: 100_00,
  vat: 19_00,
  gross: 119_00,
  references: [],
};

/** Sends an invoice as the affiliate; returns its id. */
export async function sentInvoice(
  db: TestDoor,
  org: Org,
  affiliate: Affiliate,
  payoutId: string,
  facts: Partial<InvoiceFacts> = {},
): Promise<string> {
  const fileId = await storedInvoice(db, org);
  const invoice = { payoutId, fileId, facts: { ...invoiceFacts, ...facts }, isRead: false };
  return asAffiliate(db, org, affiliate, (scope) => submitInvoice(scope, invoice));
}

type InvoiceWorld = { db: TestDatabase; org: Org; affiliate: Affiliate };

/** Sends the invoice for the statement AB-SENT; returns its id. */
export async function submittedForMail({ db, org, affiliate }: InvoiceWorld): Promise<string> {
  const { payoutId } = await waitingPayout(db.database, org, affiliate, "AB-SENT");
  return sentInvoice(db.database, org, affiliate, payoutId, { number: "RE-SENT" });
}

/** Refuses the invoice for the statement AB-REFUSED. */
export async function refusedForMail({ db, org, affiliate }: InvoiceWorld): Promise<void> {
  const { payoutId } = await waitingPayout(db.database, org, affiliate, "AB-REFUSED");
  const invoiceId = await sentInvoice(db.database, org, affiliate, payoutId, { number: "RE-REFUSED" });
  await db.runJobs();
  db.mails.splice(0);
  const reason = "The number of the statement is missing";
  await asOwner(db.database, org, (scope) => refuseInvoice(scope, { payoutId, invoiceId, reason }));
}
