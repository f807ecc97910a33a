import { mailKinds, type MailKind } from "~/i18n/mail-kinds";
import type { SentMail, TestDatabase } from "../support/database";
import type { Affiliate } from "./affiliates";
import { oneTimeDeal, submittedLead } from "./deals";
import { causes, DAY_MS, setTrial, type Audience, type Cause, type World } from "./mail-causes";
import type { Org } from "./organizations";

/** A sent email, with a text that only the page of its record shows. */
export interface EveryMail {
  kind: MailKind;
  audience: Audience;
  mail: SentMail;
  /** Text on the page that the link opens; null if the page shows no record. */
  shows: string | null;
}

/**
 * Causes one email of every kind and collects them: to an organization's owner and to one of its affiliates, who has
 * terms. Afterwards the organization is in its trial, so that every link works and a plan can be chosen.
 */
export async function everyMail(db: TestDatabase, org: Org, affiliate: Affiliate): Promise<EveryMail[]> {
  const company = `Company of ${org.name}`;
  const leadId = await submittedLead(db.database, org, affiliate, { company_name: company });
  const title = `Deal of ${org.name}`;
  const { id } = await oneTimeDeal(db.database, org, affiliate, { title });
  await db.runJobs();
  const world: World = { db, org, affiliate, leadId, company, deal: { id, title } };
  const sent: EveryMail[] = [];
  // The deletion comes last, because the organization is paused afterwards.
  const inOrder = [...mailKinds].sort((one, other) => Number(isLast(one)) - Number(isLast(other)));
  for (const kind of inOrder) {
    const { audience, shows, cause }: Cause = causes[kind];
    db.mails.splice(0);
    await cause(world);
    await db.runJobs();
    // Other owners are notified of changes to an owner's account too.
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
