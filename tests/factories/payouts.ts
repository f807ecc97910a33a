import { LATEST_AGREEMENT } from "~/domain/payouts/agreement";
import { acceptAgreement, readAgreement } from "~/domain/payouts/agreement.server";
import { approveRun } from "~/domain/payouts/approve-run.server";
import { createRun, previewRun } from "~/domain/payouts/create-run.server";
import { payerAccountSchema } from "~/domain/payouts/payer.schema";
import { readRun } from "~/domain/payouts/read-run.server";
import { savePayee } from "~/domain/payouts/save-payee.server";
import { setPayerAccount } from "~/domain/payouts/set-payer-account.server";
import { day, type Day } from "~/domain/shared/dates";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "./affiliates";
import { oneTimeDeal } from "./deals";
import { asOwner, type Org } from "./organizations";
import { enter, IBANS, payeeInput, withPayer } from "./payees";
import type { TestDatabase } from "../support/database";
import type { TestDoor } from "./people";

/** An affiliate who can be paid by a payer in Germany: 10 % of what is sold, payee profile, account and agreement. */
export async function payableAffiliate(
  db: TestDoor,
  org: Org,
  name = "Ada",
  fields: Record<string, string> & { iban?: string } = {},
): Promise<Affiliate> {
  return payable(db, org, await activeAffiliate(db, org, { name }), name, fields);
}

/** Gives an affiliate terms, an account and a payee profile; returns the affiliate. */
export async function payable(
  db: TestDoor,
  org: Org,
  affiliate: Affiliate,
  name = "Ada",
  { iban = IBANS[0] as string, ...fields }: Record<string, string> & { iban?: string } = {},
): Promise<Affiliate> {
  await withTerms(db, org, affiliate);
  await asOwner(db, org, (scope) => enter(scope, affiliate.affiliateId, iban, name));
  await withProfile(db, org, affiliate, { legal_name: name, ...fields });
  return affiliate;
}

/** Gives an affiliate a payee profile and, where it is offered, the agreement to credit notes. */
export async function withProfile(
  db: TestDoor,
  org: Org,
  affiliate: Affiliate,
  fields: Record<string, string> = {},
): Promise<void> {
  await asOwner(db, org, (scope) => savePayee(scope, affiliate.affiliateId, payeeInput(fields)));
  await asAffiliate(db, org, affiliate, async (scope) => {
    const { offer } = await readAgreement(scope, affiliate.affiliateId);
    if (offer === "open") await acceptAgreement(scope, { version: LATEST_AGREEMENT, language: "en" });
  });
}

/** Creates a draft with these affiliates, by default with everybody who is proposed; returns its id. */
export async function draftRun(db: TestDoor, org: Org, until?: Day, affiliateIds?: string[]): Promise<string> {
  return asOwner(db, org, async (scope) => {
    const wanted = { currency: "EUR", until: until ?? (await scope.today()) };
    const { proposals, version } = await previewRun(scope, wanted);
    const proposed = proposals.filter(({ reason }) => reason === null).map((one) => one.affiliateId);
    return createRun(scope, { ...wanted, affiliateIds: affiliateIds ?? proposed, note: null, version });
  });
}

/** Returns the version of the page of a draft. */
export const versionOfRun = async (db: TestDoor, org: Org, runId: string): Promise<string> =>
  asOwner(db, org, async (scope) => (await readRun(scope, runId))!.version);

/** Approves a draft; returns the number of payouts. */
export async function approvedRun(db: TestDoor, org: Org, runId: string): Promise<number> {
  const version = await versionOfRun(db, org, runId);
  return asOwner(db, org, (scope) => approveRun(scope, { runId, version }));
}

/** A draft with one payout of 119.00 EUR; returns the run's id. */
export async function simpleRun(db: TestDoor, org: Org): Promise<string> {
  await withPayer(db, org);
  return runOf(db, org, await payableAffiliate(db, org));
}

/** A draft that pays this affiliate 119.00 EUR; returns the run's id. */
export async function runOf(db: TestDoor, org: Org, affiliate: Affiliate): Promise<string> {
  const today = await asOwner(db, org, (scope) => scope.today());
  await oneTimeDeal(db, org, affiliate, { close_date: today });
  return draftRun(db, org, day(today), [affiliate.affiliateId]);
}

/** Enters the account from which an organization pays. */
export const withPayerAccount = (db: TestDoor, org: Org): Promise<unknown> =>
  asOwner(db, org, (scope) => setPayerAccount(scope, payerAccountSchema.parse({ iban: IBANS[1] })));

/** An approved payout with the files of its statement and credit note; returns the ids by their names in the API. */
export async function payoutWithStatement(
  db: Pick<TestDatabase, "database" | "ownerPool" | "runJobs">,
  org: Org,
): Promise<{ payout_id: string; payout_run_id: string; document_id: string }> {
  const runId = await simpleRun(db.database, org);
  await approvedRun(db.database, org, runId);
  await db.runJobs();
  const { rows } = await db.ownerPool.query<{ payout_id: string; document_id: string }>(
    `select p.id as payout_id, d.id as document_id
     from payout p join document d on d.org_id = p.org_id and d.payout_id = p.id where p.org_id = $1 and run_id = $2`,
    [org.orgId, runId],
  );
  return { ...rows[0]!, payout_run_id: runId };
}
