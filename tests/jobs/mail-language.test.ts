import { expect, test } from "vitest";
import { sendInvitation } from "~/domain/affiliates/send-invitation.server";
import { startImport } from "~/domain/imports/change-import.server";
import { inviteMember } from "~/domain/members/invite-member.server";
import type { Scope } from "~/domain/shared/scope";
import { action as addAction } from "~/routes/_app.affiliates.new/route";
import { sessionCookie } from "~/server/app-context.server";
import { withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { goThrough, importedFile } from "../factories/imports";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { apiKey, useApi } from "../support/api";
import { useDatabase } from "../support/database";
import { call, useRoutes } from "../support/web";

// The language of emails to an affiliate without their own choice, for each way to create one.

const db = useDatabase();
useRoutes(db);
const api = useApi(db);

const won = {
  de: "ist ein Deal geworden",
  en: "became a deal",
  fr: "est devenu une affaire",
  es: "se ha convertido en negocio",
};
const invited = {
  de: "lädt Sie als Affiliate ein",
  en: "invites you to be an affiliate",
  fr: "invite",
  es: "invita",
};
type Language = keyof typeof won;

const setLanguage = (userId: string, language: string | null) =>
  db.ownerPool.query("update app_user set language_preference = $2 where id = $1", [userId, language]);

async function affiliateOf(org: Org, email: string): Promise<Affiliate> {
  const { rows } = await db.ownerPool.query<{ affiliateId: string; userId: string; name: string }>(
    `select a.id as "affiliateId", m.user_id as "userId", a.name from affiliate a
     join membership m on m.org_id = a.org_id and m.affiliate_id = a.id where a.org_id = $1 and a.email = $2`,
    [org.orgId, email],
  );
  const found = rows[0]!;
  return { ...found, email, actor: { kind: "affiliate", ...found } };
}

/** Returns the subjects of an affiliate's emails: the earlier ones, and the one about a deal. */
async function subjects(org: Org, email: string) {
  await db.runJobs();
  const first = db.mails.splice(0).filter(({ to }) => to.address === email);
  const affiliate = await affiliateOf(org, email);
  await db.ownerPool.query("update affiliate set status = 'active' where id = $1", [affiliate.affiliateId]);
  await withTerms(db.database, org, affiliate);
  await oneTimeDeal(db.database, org, affiliate);
  await db.runJobs();
  const second = db.mails.splice(0).filter(({ to }) => to.address === email);
  expect(second).toHaveLength(1);
  return { affiliate, invitation: first[0]?.subject, deal: second[0]!.subject };
}

async function expectLanguage(org: Org, email: string, language: Language) {
  const { affiliate, invitation, deal } = await subjects(org, email);
  expect(invitation).toContain(invited[language]);
  expect(deal).toContain(won[language]);
  return affiliate;
}

test("[NOT-02] the form: the language of the page that invited the affiliate", async () => {
  const org = await createOrg(db.database);
  const cookie = (await sessionCookie().serialize(await signIn(db.database, org.owner))).split(";")[0]!;
  const form = { name: "Ada", email: "form@example.com" };
  await call(addAction, "/affiliates/new", { form, cookie, language: "de" });
  const affiliate = await expectLanguage(org, form.email, "de");
  // The user's own choice has precedence from now on.
  await setLanguage(affiliate.userId, "es");
  expect((await subjects(org, form.email)).deal).toContain(won.es);
});

test("[API-01] [NOT-02] the API: the given language, an owner's, or English; also for later invitations", async () => {
  const org = await createOrg(db.database);
  const key = await apiKey(db, org);
  const add = async (email: string, language?: string) => {
    const body = { name: "Ada", email, ...(language && { language }) };
    expect((await api("POST", "/affiliates", { key, body })).status).toBe(201);
  };
  await add("none@example.com");
  await expectLanguage(org, "none@example.com", "en");
  await setLanguage(org.owner.userId, "fr");
  await add("given@example.com", "de");
  const affiliate = await expectLanguage(org, "given@example.com", "de");
  await add("owner@example.com");
  await expectLanguage(org, "owner@example.com", "fr");
  db.at(new Date(Date.now() + 120_000));
  await asOwner(db.database, org, (scope) => sendInvitation(scope, affiliate.affiliateId));
  db.at(null);
  await db.runJobs();
  expect(db.mails.splice(0).map(({ subject }) => subject)).toEqual([expect.stringContaining(invited.de)]);
});

test.each([
  ["the page of the import", "es", "fr"],
  ["an owner's if none was given", null, "fr"],
] as const)("[API-04] [NOT-02] an import: %s", async (_name, language, ownersLanguage) => {
  const org = await createOrg(db.database);
  await setLanguage(org.owner.userId, ownersLanguage);
  const email = `import-${language}@example.com`;
  const inScope = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
  const id = await importedFile(inScope, "affiliates", `Name;E-Mail\nAda;${email}\n`);
  await inScope((scope) => startImport(scope, id, { keepsDuplicates: false, invites: false, language }));
  await goThrough(inScope, id);
  const { invitation, deal } = await subjects(org, email);
  expect([invitation, deal.includes(won[language ?? ownersLanguage])]).toEqual([undefined, true]);
});

test("[NOT-02] [ORG-05] an invitation of a member: the own language of a user, otherwise that of the page", async () => {
  const org = await createOrg(db.database);
  const { owner: known } = await createOrg(db.database);
  await setLanguage(known.userId, "fr");
  const subjectTo = async (email: string) => {
    await asOwner(db.database, org, (scope) => inviteMember(scope, { email, role: "member" }, "de"));
    await db.runJobs();
    return db.mails.splice(0).find(({ to }) => to.address === email)?.subject;
  };
  expect(await subjectTo(known.email)).toContain("vous invite");
  expect(await subjectTo("new@member.example")).toContain("lädt Sie");
});
