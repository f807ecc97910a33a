import { beforeEach, expect, test } from "vitest";
import { giveSecurityNotice } from "~/domain/identity/security-notice.server";
import { issueLink } from "~/domain/identity/issue-link.server";
import { inviteMember } from "~/domain/members/invite-member.server";
import { setReplyTo } from "~/domain/organizations/set-reply-to.server";
import { createMailer } from "~/platform/mail/mailer.server";
import { languages } from "~/i18n/languages";
import { activeAffiliate, invitedAffiliate, withTerms } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { everyMail } from "../factories/mails";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { useSmtp } from "../support/smtp";

// The sender of emails as a real mail server receives it: the platform, or an organization through the platform.

const db = useDatabase({ each: true });
const smtp = useSmtp();
const address = "no-reply@finderlohn.test";

beforeEach(() => {
  db.context.mailer = createMailer({
    from: `Finderlohn <${address}>`,
    mailboxDir: "/nowhere",
    smtpUrl: smtp.url,
  });
});

/** Sets a name that the app now rejects. */
const rename = (org: Org, name: string) =>
  db.ownerPool.query("update organization set name = $1 where org_id = $2", [name, org.orgId]);

/** Returns the headers of the last email, one line each. */
const headers = () =>
  smtp.arrived
    .at(-1)!
    .raw.split("\r\n\r\n")[0]!
    .replace(/\r\n[ \t]+/g, " ");
const header = (name: string) =>
  headers()
    .split("\r\n")
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));

const names = {
  en: "Nordlicht & Söhne (via Finderlohn)",
  de: "Nordlicht & Söhne (über Finderlohn)",
  fr: "Nordlicht & Söhne (via Finderlohn)",
  es: "Nordlicht & Söhne (a través de Finderlohn)",
};

test.each(languages)(
  "[NOT-02] [AFF-04] an affiliate who reads %s gets emails from the agency via the platform, with the agency's reply address",
  async (language) => {
    const org = await createOrg(db.database, { name: "Nordlicht & Söhne" });
    const affiliate = await invitedAffiliate(db.database, org);
    await db.ownerPool.query("update app_user set language_preference = $1", [language]);
    await db.runJobs();
    expect(smtp.arrived[0]!.mail.from).toMatchObject({ name: names[language], address });
    expect(header("Reply-To")).toEqual([]);

    await asOwner(db.database, org, (scope) => setReplyTo(scope, { replyTo: "partner@bücher.example" }));
    await withTerms(db.database, org, affiliate);
    await oneTimeDeal(db.database, org, affiliate);
    await db.runJobs();
    const { mail, from } = smtp.arrived.at(-1)!;
    expect([mail.from, from]).toEqual([expect.objectContaining({ name: names[language], address }), address]);
    expect(mail.replyTo).toMatchObject([{ address: expect.stringMatching(/^partner@/) }]);
    expect(header("Reply-To")).toEqual(["Reply-To: partner@xn--bcher-kva.example"]);
    expect(header("Sender")).toEqual([]);
  },
);

test("[NOT-02] emails of the platform have its own name and no reply address", async () => {
  const org = await createOrg(db.database, { name: "Nordlicht" });
  const affiliate = await activeAffiliate(db.database, org);
  await asOwner(db.database, org, (scope) => setReplyTo(scope, { replyTo: "partner@nordlicht.example" }));
  await db.runJobs();
  smtp.arrived.length = 0;
  await db.database.withIdentity(async (scope) => {
    await giveSecurityNotice(scope, org.owner.userId, "factor_on", "en");
    for (const purpose of ["sign-in", "reset"] as const)
      await issueLink(scope, { purpose, userId: affiliate.userId, orgId: org.orgId });
  });
  await db.runJobs();
  expect(smtp.arrived.map(({ mail }) => [mail.from?.name, mail.replyTo ?? []])).toEqual(
    Array(3).fill(["Finderlohn", []]),
  );
});

test("[NOT-02] affiliates get every email from the organization, and staff get every email from the platform", async () => {
  const org = await createOrg(db.database, { name: "Nordlicht" });
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  await db.runJobs();
  db.context.mailer = { send: async (to, mail) => void db.mails.push({ to, ...mail }), close: () => {} };
  for (const { kind, audience, mail } of await everyMail(db, org, affiliate)) {
    const isOutside = audience === "affiliate" || kind === "invite" || kind === "member_invitation";
    expect([kind, mail.senderName]).toEqual([kind, isOutside ? "Nordlicht (via Finderlohn)" : undefined]);
  }
});

test.each([
  ['"Quoted", <b@evil.example>', '"Quoted", <b﹫evil.example> (via Finderlohn)'],
  ["Nordlicht\r\nBcc: victim@evil.example", "Nordlicht Bcc: victim﹫evil.example (via Finderlohn)"],
  ["https://evil.example/login", "evil.example/login (via Finderlohn)"],
  ["support@bank.example", "support﹫bank.example (via Finderlohn)"],
  ["\u202eelpmaxe", "elpmaxe (via Finderlohn)"],
  ["=?utf-8?q?pay=40bank.example?=", "= ?utf-8?q?pay=40bank.example?= (via Finderlohn)"],
  ["👩‍👩‍👧‍👦".repeat(60), `${"👩‍👩‍👧‍👦".repeat(39)}… (via Finderlohn)`],
  ["Ä".repeat(100), `${"Ä".repeat(39)}… (via Finderlohn)`],
  ["北極光", "北極光 (via Finderlohn)"],
])("[NOT-02] an organization called %j only affects the name in the header", async (name, shown) => {
  const org = await createOrg(db.database);
  await rename(org, name);
  await invitedAffiliate(db.database, org);
  await asOwner(db.database, org, (scope) =>
    inviteMember(scope, { email: "new@member.example", role: "member" }, "en"),
  );
  await db.runJobs();
  expect(smtp.arrived).toHaveLength(2);
  for (const { mail } of smtp.arrived) {
    expect(mail.from).toEqual({ name: shown, address });
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.subject).not.toContain("pay@bank.example");
  }
  expect(header("From")).toHaveLength(1);
  expect(header("Bcc")).toEqual([]);
  for (const line of smtp.arrived[0]!.raw.split("\r\n\r\n")[0]!.split("\r\n")) expect(line.length).toBeLessThan(200);
});
