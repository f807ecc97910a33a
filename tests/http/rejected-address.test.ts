import { inspect } from "node:util";
import { beforeEach, expect, test, vi } from "vitest";
import { editAffiliate } from "~/domain/affiliates/edit-affiliate.server";
import { sendInvitation } from "~/domain/affiliates/send-invitation.server";
import { issueLink } from "~/domain/identity/issue-link.server";
import { inviteMember } from "~/domain/members/invite-member.server";
import { resendInvitation } from "~/domain/members/resend-invitation.server";
import { AddressRefused } from "~/platform/mail/address-refused";
import { createMailer } from "~/platform/mail/mailer.server";
import { languages, type Language } from "~/i18n/languages";
import { texts } from "../e2e/support/texts";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase, type FailedJob } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { useSmtp, type Refusal } from "../support/smtp";
import { openVisitor } from "../support/visitor";

// A mail server that reports that an address does not exist, and what staff see of it.

const db = useDatabase();
const site = useSite(db);
const smtp = useSmtp();
const unknown: Refusal = {
  code: 550,
  text: "5.1.1 The email account that you tried to reach does not exist",
};

let org: Org;

beforeEach(async () => {
  db.context.mailer = createMailer({
    from: "Finderlohn <no-reply@finderlohn.test>",
    mailboxDir: "/nowhere",
    smtpUrl: smtp.url,
  });
  org = await createOrg(db.database);
});

/** Runs all jobs; returns the names of those that failed and are retried. */
async function work(): Promise<string[]> {
  const failed: FailedJob[] = [];
  await db.runJobs(failed);
  return failed.map(({ task }) => task);
}

/** Creates a deal, about which the affiliate is notified by email. */
async function deal(affiliate: Affiliate): Promise<void> {
  await oneTimeDeal(db.database, org, affiliate);
}

async function pageOf(path: string, language: Language = "en"): Promise<string> {
  const session = await signIn(db.database, org.owner);
  return textIn((await (await openVisitor(site, { language, session })).open(path)).text);
}

const badge = "Address does not exist";
const pages = ({ affiliateId }: Affiliate) => ["/affiliates", `/affiliates/${affiliateId}`];

async function expectShown(affiliate: Affiliate, isShown: boolean): Promise<void> {
  for (const path of pages(affiliate)) expect((await pageOf(path)).includes(badge), path).toBe(isShown);
}

async function refusedAffiliate(): Promise<Affiliate> {
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  await db.runJobs();
  smtp.arrived.length = 0;
  Object.assign(smtp, { refusal: unknown, asked: 0 });
  await deal(affiliate);
  expect(await work()).toEqual([]);
  return affiliate;
}

test("[NOT-02] [AFF-12] tries an address that does not exist once, and shows it at the affiliate in each language", async () => {
  const affiliate = await refusedAffiliate();
  expect([smtp.asked, await db.jobs()]).toEqual([1, []]);
  for (const language of languages) {
    await db.ownerPool.query("update app_user set language_preference = $1 where id = $2", [
      language,
      org.owner.userId,
    ]);
    const t = await texts(language);
    for (const path of pages(affiliate)) expect(await pageOf(path, language)).toContain(t("common:refused.badge"));
    const [, page] = pages(affiliate);
    expect(await pageOf(page!, language)).toContain(t("common:refused.text", { email: affiliate.email }));
  }
  const dialog = await pageOf(`/affiliates/${affiliate.affiliateId}/invitation`, "es");
  expect(dialog).toContain((await texts("es"))("common:refused.text", { email: affiliate.email }));
  // Another affiliate's page does not show it.
  const other = await activeAffiliate(db.database, org);
  expect(await pageOf(`/affiliates/${other.affiliateId}`)).not.toContain(badge);
});

test("[NOT-02] afterwards sends no notifications, but links and invitations; a delivered email clears the mark", async () => {
  const affiliate = await refusedAffiliate();
  await deal(affiliate);
  expect([await work(), smtp.asked]).toEqual([[], 1]);
  const askForLink = () =>
    db.database.withIdentity((scope) => issueLink(scope, { purpose: "sign-in", userId: affiliate.userId }));
  await askForLink();
  expect([await work(), smtp.asked]).toEqual([[], 2]);
  db.at(new Date(Date.now() + 120_000));
  await asOwner(db.database, org, (scope) => sendInvitation(scope, affiliate.affiliateId));
  db.at(null);
  expect([await work(), smtp.asked]).toEqual([[], 3]);
  await expectShown(affiliate, true);

  smtp.refusal = null;
  await askForLink();
  await work();
  expect(smtp.arrived.map(({ to }) => to)).toEqual([[affiliate.email]]);
  await expectShown(affiliate, false);
  await deal(affiliate);
  await work();
  expect(smtp.arrived).toHaveLength(2);
});

test("[AFF-05] [NOT-02] a new address clears it", async () => {
  const affiliate = await refusedAffiliate();
  smtp.refusal = null;
  const { name } = affiliate;
  const email = `other-${affiliate.email}`;
  await asOwner(db.database, org, (scope) =>
    editAffiliate(scope, affiliate.affiliateId, { name, email, status: "active" }),
  );
  await expectShown(affiliate, false);
  await deal(affiliate);
  await work();
  expect(smtp.arrived.map(({ to }) => to)).toEqual([[email]]);
});

test("[AUTH-15] [NOT-02] a report about the previous address does not mark a changed one", async () => {
  const member = await addMember(db.database, org);
  const changed = "update app_user set email = 'changed-' || email where id = $1";
  db.context.mailer = {
    ...db.context.mailer,
    send: async () => {
      await db.ownerPool.query(changed, [member.userId]);
      throw new AddressRefused();
    },
  };
  await db.database.withIdentity((scope) => issueLink(scope, { purpose: "reset", userId: member.userId }));
  expect(await work()).toEqual([]);
  expect(await pageOf("/settings/members")).not.toContain(badge);
});

test("[AUTH-15] [NOT-02] an account with a new address is not marked", async () => {
  const member = await addMember(db.database, org);
  await db.ownerPool.query("update app_user set refused_email = email where id = $1", [member.userId]);
  expect(await pageOf("/settings/members")).toContain(badge);
  await db.ownerPool.query("update app_user set email = 'new-' || email where id = $1", [member.userId]);
  expect(await pageOf("/settings/members")).not.toContain(badge);
});

test.each([
  { code: 550, text: "5.7.1 Message rejected as spam" },
  { code: 554, text: "5.7.1 Relay access denied" },
  { code: 550, text: "5.1.8 Sender address rejected: Domain not found" },
  { code: 450, text: "4.1.1 User unknown, try again" },
  { code: 550, text: "5.1.1 user unknown", atData: true },
  { code: 552, text: "5.2.2 Mailbox full" },
])("[NOT-02] $code $text (after the content: $atData) is retried and does not mark the address", async (refusal) => {
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  await db.runJobs();
  smtp.arrived.length = 0;
  smtp.refusal = refusal;
  await deal(affiliate);
  expect(await work()).toEqual(["mail.notification"]);
  const stored = "select 1 from app_user where refused_email is not null and id = $1";
  expect((await db.ownerPool.query(stored, [affiliate.userId])).rowCount).toBe(0);
  smtp.refusal = null;
  await db.ownerPool.query("update graphile_worker._private_jobs set run_at = now()");
  expect(await work()).toEqual([]);
  expect(smtp.arrived).toHaveLength(1);
});

test("[ORG-05] [NOT-02] the members page marks members and invitations, until the next email is delivered", async () => {
  const invite = await asOwner(db.database, org, (scope) =>
    inviteMember(scope, { email: "nobody@member.example", role: "member" }, "en"),
  );
  smtp.refusal = unknown;
  expect(await work()).toEqual([]);
  const member = await addMember(db.database, org);
  await db.database.withIdentity((scope) => issueLink(scope, { purpose: "reset", userId: member.userId }));
  expect(await work()).toEqual([]);
  const count = async () => (await pageOf("/settings/members")).split(badge).length - 1;
  expect(await count()).toBe(2);
  smtp.refusal = null;
  await db.database.withIdentity((scope) => issueLink(scope, { purpose: "reset", userId: member.userId }));
  await work();
  expect(await count()).toBe(1);
  db.at(new Date(Date.now() + 120_000));
  await asOwner(db.database, org, (scope) => resendInvitation(scope, invite));
  await work();
  db.at(null);
  expect(await count()).toBe(0);
});

test("[ORG-08] shows the state of an address where the person is known, and never in a log", async () => {
  const log = vi.spyOn(db.context.log, "info");
  const { affiliateId, email } = await refusedAffiliate();
  const said = inspect(log.mock.calls, { depth: 9 });
  log.mockRestore();
  expect(said).toContain("the address does not exist");
  expect(said).not.toContain(email);
  const elsewhere = await createOrg(db.database);
  const session = await signIn(db.database, elsewhere.owner);
  const visitor = await openVisitor(site, { language: "en", session });
  expect((await visitor.open(`/affiliates/${affiliateId}`)).status).toBe(404);
  expect(textIn((await visitor.open("/affiliates")).text)).not.toContain(badge);
});
