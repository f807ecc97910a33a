import { addMonths, todayIn } from "~/domain/shared/dates";
import { texts } from "../../e2e/support/texts";
import { activeAffiliate, withTerms } from "../../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../../factories/deals";
import { createOrg, type Org } from "../../factories/organizations";
import { signIn } from "../../factories/people";
import type { TestDatabase } from "../database";
import type { Site } from "../site";
import { openPlain, type PlainPage } from "./page";
import "./matchers";

export const today = todayIn("Europe/Berlin", new Date());

type Language = "de" | "en";

/** Returns an organization in its trial, and its owner's browser without JavaScript. */
export async function plainOwner(db: TestDatabase, site: Site, language: Language, name?: string) {
  const org = await createOrg(db.database, { trial: true, ...(name && { name }) });
  const staff = await openPlain(site, { language, session: await signIn(db.database, org.owner) });
  return { org, staff, t: await texts(language) };
}

/** Opens the portal of an affiliate. */
export async function plainPortal(
  db: TestDatabase,
  site: Site,
  org: Org,
  { userId, language = "en" }: { userId: string; language?: Language },
): Promise<PlainPage> {
  const session = await signIn(db.database, { userId }, { door: "affiliate", affiliateOrgId: org.orgId });
  return openPlain(site, { language, session });
}

/**
 * Returns an agency with two affiliates: each has a contract with three months due and two planned; one has a one-off
 * deal that is due today.
 */
export async function plainAgency(db: TestDatabase, site: Site, language: Language) {
  const owner = await plainOwner(db, site, language);
  const { org } = owner;
  const affiliate = async (name: string) => {
    const made = await activeAffiliate(db.database, org, { name });
    await withTerms(db.database, org, made, { cadence: "monthly", currency: "EUR" });
    return { ...made, id: made.affiliateId };
  };
  const pia = await affiliate("Pia Partner");
  const otto = await affiliate("Otto Ohnesorg");
  const lead = (of: typeof pia, company_name: string) => submittedLead(db.database, org, of, { company_name });
  const website = { lead_id: await lead(pia, "Alpha"), title: "Website", close_date: today };
  const months = { contract_duration_months: "5", contract_start_date: addMonths(today, -2) };
  const support = { lead_id: await lead(pia, "Beta"), title: "Support", mrr: "100", ...months };
  const hosting = { lead_id: await lead(otto, "Gamma"), title: "Hosting", mrr: "200", ...months };
  await recurringDeal(db.database, org, otto, hosting);
  await recurringDeal(db.database, org, pia, support);
  const { id: websiteId } = await oneTimeDeal(db.database, org, pia, website);
  return { ...owner, pia, otto, websiteId };
}

/** Posts a form without the page, which must be accepted. */
export async function send(page: PlainPage, path: string, form: Record<string, string>): Promise<void> {
  const { status, text } = await page.request.post(path, form);
  if (status !== 302) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
}

/** Finds the message of a redirect. */
export const shown = (page: PlainPage, text: string) => page.locator("[role=status]").filter({ hasText: text }).first();

/** Sends the waiting emails, those about payments after the time to undo, and returns the newest one. */
export async function newestMail(db: TestDatabase, to: string, subject: string): Promise<string> {
  await db.ownerPool.query("update notification set created_at = created_at - interval '1 minute'");
  await db.ownerPool.query("update graphile_worker._private_jobs set run_at = now()");
  await db.runJobs();
  const mail = db.mails.findLast((one) => one.to.address === to && one.subject === subject);
  if (!mail) throw new Error(`no mail "${subject}" to ${to}: ${db.mails.map((one) => one.subject).join(", ")}`);
  return mail.text;
}
