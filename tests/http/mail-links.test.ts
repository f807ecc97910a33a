import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outgoingLinks } from "~/paths/outgoing";
import { mailKinds } from "~/i18n/mail-kinds";
import { createSealer } from "~/platform/seal.server";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import type { Audience } from "../factories/mail-causes";
import { everyMail, type EveryMail } from "../factories/mails";
import { addMember, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { TEST_APP_URL, TEST_SECRET, useDatabase, type SentMail } from "../support/database";
import { filledForm } from "../support/filled-form";
import { attributes, textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// Every link of every kind of email, opened over HTTP as its receiver's browser and email program do.

const db = useDatabase();
const legal = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-legal-"));
fs.writeFileSync(path.join(legal, "imprint.md"), "Operator and Sons");
afterAll(() => fs.rmSync(legal, { recursive: true }));
const site = useSite(db, { LEGAL_DIR: legal });

// The receivers belong to two organizations, and have the other one open.
let org: Org;
let other: Org;
let affiliate: Affiliate;
let mails: EveryMail[];
let visitors: Record<Audience, Visitor>;

beforeAll(async () => {
  db.context.links = outgoingLinks(TEST_APP_URL, () => true);
  org = await createOrg(db.database, { name: "Agency of the mail" });
  other = await createOrg(db.database, { name: "Elsewhere" });
  await addMember(db.database, other, { email: org.owner.email, role: "owner" });
  affiliate = await activeAffiliate(db.database, org, { name: "Paula Partner" });
  const elsewhere = await activeAffiliate(db.database, other, { email: affiliate.email });
  await withTerms(db.database, org, affiliate);
  await withTerms(db.database, other, elsewhere);
  mails = await everyMail(db, org, affiliate);
  // A new session opens the organization that a user belongs to the longest.
  await db.ownerPool.query("update membership set created_at = now() + interval '1 day' where org_id = $1", [
    org.orgId,
  ]);
  const session = (person: { userId: string }, door: "staff" | "affiliate") => signIn(db.database, person, { door });
  const open = (secret: string | null) => openVisitor(site, { language: "en", session: secret });
  visitors = {
    anybody: await open(null),
    staff: await open(await session(org.owner, "staff")),
    affiliate: await open(await session(affiliate, "affiliate")),
  };
}, 240_000);

/** Switches all sessions to the other organization. */
const openOther = () => db.ownerPool.query("update session set org_id = $1, affiliate_org_id = $1", [other.orgId]);

/** Returns the organizations that the sessions of a user show. */
async function shownTo({ userId }: { userId: string }) {
  const { rows } = await db.ownerPool.query<{ staff: string; portal: string }>(
    "select org_id as staff, affiliate_org_id as portal from session where user_id = $1 order by xmin::text::bigint",
    [userId],
  );
  return rows;
}

const headerOf = ({ headers }: SentMail) => /^<(.*)>$/.exec(headers?.["List-Unsubscribe"] ?? "")?.[1];

/** Returns the paths of all links of an email: in its text, its HTML and its header. */
function linksOf(mail: SentMail): string[] {
  const inText = mail.text.match(/https?:\/\/\S+/g) ?? [];
  const inHtml = attributes(mail.html, "href");
  const all = [...inText, ...inHtml, headerOf(mail) ?? inText[0]!];
  return [...new Set(all)].map((url) => {
    expect(url.startsWith(`${site.appUrl}/`), url).toBe(true);
    return url.slice(site.appUrl.length);
  });
}

test("O5 [ORG-07] every link of every kind of email opens its page, in the organization of the email", async () => {
  expect(mails.map(({ kind }) => kind).sort()).toEqual([...mailKinds].sort());
  for (const { kind, audience, mail, shows } of mails) {
    const links = linksOf(mail);
    expect(links.length, kind).toBe(headerOf(mail) ? 3 : 2);
    for (const link of links) {
      const isImprint = link === "/legal/imprint";
      const who = isImprint || link.startsWith("/unsubscribe/") ? "anybody" : audience;
      await openOther();
      const page = await visitors[who].open(link);
      expect({ kind, link, status: page.status }).toEqual({ kind, link, status: 200 });
      if (isImprint) expect(textIn(page.text)).toContain("Operator and Sons");
      if (isImprint || who !== audience || shows === null) continue;
      expect(textIn(page.text), `${kind} ${link}`).toContain(shows);
      if (audience === "anybody") continue;
      expect(page.path, "the address is that of the page").not.toContain(org.orgId);
      expect(textIn(page.text)).toContain(`You are now in ${org.name}`);
      const [shown] = await shownTo(audience === "staff" ? org.owner : affiliate);
      expect(shown, kind).toEqual({
        staff: audience === "staff" ? org.orgId : other.orgId,
        portal: audience === "staff" ? other.orgId : org.orgId,
      });
      // The second visit shows no message.
      const again = await visitors[who].open(link);
      expect([again.path, textIn(again.text).includes("You are now in")]).toEqual([page.path, false]);
    }
  }
});

/** Returns the paths of the emails that are about an organization. */
const pathsIn = () => mails.flatMap(({ mail }) => linksOf(mail)).filter((link) => link.startsWith(`/in/${org.orgId}/`));

test("[ORG-07] a user without access to the organization of a link reads the same as for one that does not exist", async () => {
  const { owner } = await createOrg(db.database, { name: "Stranger" });
  const stranger = await openVisitor(site, { language: "en", session: await signIn(db.database, owner) });
  const links = pathsIn();
  expect(links.length).toBeGreaterThan(20);
  const idsGone = (text: string) => textIn(text).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID");
  for (const link of links) {
    const page = await stranger.open(link);
    const none = await stranger.open(link.replace(org.orgId, randomUUID()));
    expect([page.status, page.path], link).toEqual([404, link]);
    expect(idsGone(page.text)).toBe(idsGone(none.text));
    expect(page.text).not.toContain(org.name);
    expect(textIn(page.text)).toContain(`You are signed in as ${owner.email}`);
  }
  expect((await shownTo(owner)).map(({ staff }) => staff)).toEqual([null]);
  // The page leads to sign-in with another account, and from there to the requested page.
  const { path, form } = filledForm((await stranger.open(links[0]!)).text, "Sign in with another account");
  const { headers } = await stranger.post(path, form);
  const signInPage = links[0]!.includes("/affiliate/") ? "/affiliate/login" : "/auth";
  expect(headers.location).toBe(`${signInPage}?${new URLSearchParams({ redirectTo: links[0]! })}`);
});

test("[AUTH-04] [AUTH-05] [AUTH-11] a signed-out user gets to the link's page by password, new password, or emailed link", async () => {
  const visitor = await openVisitor(site, { language: "en" });
  const useLink = async (to: string, form: Record<string, string>) => {
    await db.runJobs();
    const text = db.mails.findLast(({ to: receiver }) => receiver.address === to)!.text;
    return visitor.submit(new URL(/https?:\S+/.exec(text)![0]).pathname, form);
  };
  const staffLink = pathsIn().find((path) => path.includes("/settings/members"))!;
  const wanted = (path: string) => `?${new URLSearchParams({ redirectTo: path })}`;
  expect((await visitor.open(staffLink)).path).toBe(`/auth${wanted(staffLink)}`);
  const signInPage = await visitor.open(staffLink);
  const forgot = attributes(signInPage.text, "href").find((path) => path.startsWith("/auth/forgot"))!;
  await visitor.submit(forgot, { email: org.owner.email });
  const password = "correct horse battery";
  const renewed = await useLink(org.owner.email, { password });
  expect([renewed.status, renewed.path]).toEqual([200, "/settings/members"]);
  const inOrg = async (person: { userId: string }) => (await shownTo(person)).at(-1);
  expect((await inOrg(org.owner))!.staff).toBe(org.orgId);

  await visitor.submit("/auth/sign-out", {});
  const signedIn = await visitor.submit(`/auth${wanted(staffLink)}`, { email: org.owner.email, password });
  expect([signedIn.status, signedIn.path]).toEqual([200, "/settings/members"]);
  await visitor.submit("/auth/sign-out", {});

  const portalLink = pathsIn().find((path) => path.endsWith("/affiliate/terms"))!;
  expect((await visitor.open(portalLink)).path).toBe(`/affiliate/login${wanted(portalLink)}`);
  await visitor.submit(`/affiliate/login${wanted(portalLink)}`, { email: affiliate.email });
  const linked = await useLink(affiliate.email, {});
  expect([linked.status, linked.path]).toEqual([200, "/affiliate/terms"]);
  expect((await inOrg(affiliate))!.portal).toBe(org.orgId);
});

test("[BIL-06] a link opens the page of a paused organization, too", async () => {
  await db.ownerPool.query("update organization set trial_ends_at = now() - interval '1 day' where org_id = $1", [
    org.orgId,
  ]);
  await openOther();
  const session = await signIn(db.database, org.owner);
  const visitor = await openVisitor(site, { language: "en", session });
  const page = await visitor.open(pathsIn().find((path) => path.startsWith(`/in/${org.orgId}/leads/`))!);
  expect([page.status, textIn(page.text).includes(`You are now in ${org.name}`)]).toEqual([200, true]);
});

test("O5 [NOT-02] one click of an email program turns off every optional email, without a session", async () => {
  const mutable = mails.filter(({ mail }) => headerOf(mail));
  expect(mutable.length).toBeGreaterThan(10);
  const topicsOff = async () => {
    const { rows } = await db.ownerPool.query<{ muted: string[] }>("select muted from mail_choice");
    return rows.flatMap(({ muted }) => muted).sort();
  };
  await db.ownerPool.query("delete from mail_choice");
  for (const { kind, mail } of mutable) {
    const path = headerOf(mail)!.slice(site.appUrl.length);
    expect(path.length, "long addresses break in mails").toBeLessThan(120);
    const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const answers = [
      await site.request(path, { form: { "List-Unsubscribe": "One-Click" } }),
      await site.request(path, {
        method: "POST",
        body: multipart,
        headers: {
          "Content-Type": "multipart/form-data; boundary=x",
          "Content-Length": String(multipart.length),
        },
      }),
    ];
    expect(
      answers.map(({ status }) => status),
      kind,
    ).toEqual([200, 200]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "strict-origin" });
    }
    expect(site.log()).not.toContain(path);
  }
  expect(await topicsOff()).toEqual([
    "affiliate_joined",
    "commission_paid",
    "deal_created",
    "invoice_submitted",
    "lead_created",
    "lead_lost",
    "leads_due",
    "mentioned",
    "message_answered",
    "message_received",
  ]);
});

test("[NOT-02] the longer links of earlier emails still turn them off", async () => {
  await db.ownerPool.query("delete from mail_choice");
  const token = createSealer(TEST_SECRET).seal(
    JSON.stringify({
      purpose: "unsubscribe",
      org: org.orgId,
      user: affiliate.userId,
      affiliate: affiliate.affiliateId,
      topic: "commission_paid",
    }),
  );
  const path = `/unsubscribe/${token}`;
  expect(path.length).toBeGreaterThan(300);
  const page = await site.request(path);
  expect(page.status).toBe(200);
  expect((await site.request(path, { form: { "List-Unsubscribe": "One-Click" } })).status).toBe(200);
  const { rows } = await db.ownerPool.query("select user_id, muted from mail_choice");
  expect(rows).toEqual([{ user_id: affiliate.userId, muted: ["commission_paid"] }]);
  expect((await site.request(`/unsubscribe/${"a".repeat(320)}`)).status).toBe(414);
  expect(site.log()).not.toContain(token);
});
