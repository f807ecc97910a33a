import { mailKinds, type MailKind } from "~/platform/mail/compose.server";
import type { SentMail, TestDatabase } from "../support/database";
import { type Affiliate } from "./affiliates";
import { oneTimeDeal, submittedLead } from "./deals";
import { causes, DAY_MS, setTrial, type Audience, type Cause, type World } from "./mail-causes";
import { type Org } from "./organizations";

/** A mail as it went out, with the record that its link is about, by a text that only this record's page shows. */
export interface EveryMail {
  kind: MailKind;
  audience: Audience;
  mail: SentMail;
  /** Text on the page that the link opens; null if the page is about no record. */
  shows: string | null;
}

/**
 * Causes one mail of every kind and collects them: those to an organization's owner and to one of its affiliates, who
 * has terms. Afterwards the organization is in its trial, so that every link can be followed and a plan chosen.
 */
export async function everyMail(db: TestDatabase, org: Org, affiliate: Affiliate): Promise<EveryMail[]> {
  const company = `Company of ${org.name}`;
  const leadId = await submittedLead(db.database, org, affiliate, { company_name: company });
  const title = `Deal of ${org.name}`;
  const { id } = await oneTimeDeal(db.database, org, affiliate, { title });
  await db.runJobs();
  const world: World = { db, org, affiliate, leadId, company, deal: { id, title } };
  const sent: EveryMail[] = [];
  // The deletion comes last, as the organization is paused by then.
  const inOrder = [...mailKinds].sort((one, other) => Number(isLast(one)) - Number(isLast(other)));
  for (const kind of inOrder) {
    const { audience, shows, cause }: Cause = causes[kind];
    db.mails.splice(0);
    await cause(world);
    await db.runJobs();
    // What happens to the account of an owner is told to the other owners of their organizations, too.
    const mails = db.mails.splice(0);
    const own = audience === "staff" ? mails.filter(({ to }) => to.address === org.owner.email) : mails;
    const [mail, second] = own;
    if (!mail || second) throw new Error(`${kind} caused ${mail ? "several mails" : "no mail"}`);
    sent.push({ kind, audience, mail, shows: shows(world) });
  }
  await setTrial(db, org, new Date(db.database.now().getTime() + DAY_MS));
  return sent;
}

const isLast = (kind: MailKind) => kind === "deletion_near";
