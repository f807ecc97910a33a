import { beforeAll, expect, test } from "vitest";
import { mailKinds } from "~/platform/mail/compose.server";
import { createSealer } from "~/platform/seal.server";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { everyMail, type Audience, type EveryMail } from "../factories/mails";
import { createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { TEST_SECRET, useDatabase, type SentMail } from "../support/database";
import { attributes, textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// Every link of every kind of email, opened over HTTP as its receiver's browser and email program do.

const db = useDatabase();
const site = useSite(db);

let org: Org;
let affiliate: Affiliate;
let mails: EveryMail[];
let visitors: Record<Audience, Visitor>;

beforeAll(async () => {
  org = await createOrg(db.database, { name: "Agency of the mail" });
  affiliate = await activeAffiliate(db.database, org, { name: "Paula Partner" });
  await withTerms(db.database, org, affiliate);
  mails = await everyMail(db, org, affiliate);
  const session = (person: { userId: string }, door: "staff" | "affiliate") =>
    signIn(db.database, person, { door });
  const open = (secret: string | null) => openVisitor(site, { language: "en", session: secret });
  visitors = {
    anybody: await open(null),
    staff: await open(await session(org.owner, "staff")),
    affiliate: await open(await session(affiliate, "affiliate")),
  };
}, 240_000);

const headerOf = ({ headers }: SentMail) => /^<(.*)>$/.exec(headers?.["List-Unsubscribe"] ?? "")?.[1];

/** The paths of all links of an email: in its text, in its HTML and in its header. */
function linksOf(mail: SentMail): string[] {
  const inText = mail.text.match(/https?:\/\/\S+/g) ?? [];
  const inHtml = attributes(mail.html, "href");
  const all = [...inText, ...inHtml, headerOf(mail) ?? inText[0]!];
  return [...new Set(all)].map((url) => {
    expect(url.startsWith(`${site.appUrl}/`), url).toBe(true);
    return url.slice(site.appUrl.length);
  });
}

test("O5 every link of every kind of email opens a page", async () => {
  expect(mails.map(({ kind }) => kind).sort()).toEqual([...mailKinds].sort());
  for (const { kind, audience, mail, shows } of mails) {
    const links = linksOf(mail);
    expect(links.length, kind).toBe(headerOf(mail) ? 2 : 1);
    for (const link of links) {
      const who = link.startsWith("/unsubscribe/") ? "anybody" : audience;
      const page = await visitors[who].open(link);
      expect({ kind, link, status: page.status }).toEqual({ kind, link, status: 200 });
      if (who === audience && shows !== null) expect(textIn(page.text), `${kind} ${link}`).toContain(shows);
    }
  }
});

test("O5 [NOT-02] every email that can be turned off is turned off by one click of an email program, without a session", async () => {
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
    const multipart =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const answers = [
      await site.request(path, { form: { "List-Unsubscribe": "One-Click" } }),
      await site.request(path, {
        ...{ method: "POST", body: multipart },
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
    "lead_created",
    "lead_lost",
  ]);
});

test("[NOT-02] the longer links of earlier emails still turn them off", async () => {
  await db.ownerPool.query("delete from mail_choice");
  const token = createSealer(TEST_SECRET).seal(
    JSON.stringify({
      ...{ purpose: "unsubscribe", org: org.orgId, user: affiliate.userId },
      ...{ affiliate: affiliate.affiliateId, topic: "commission_paid" },
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
