import { markPaymentPaid } from "~/domain/commissions/pay-commissions.server";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { issueLink } from "~/domain/identity/issue-link.server";
import { linkPurposes } from "~/domain/identity/one-time-link";
import { signUp } from "~/domain/identity/sign-up.server";
import { createMailer, type Mailer } from "~/platform/mail/mailer.server";
import { languages, type Language } from "~/i18n/languages";
import { tasks } from "../../jobs/tasks";
import { activeAffiliate, invitedAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { createUser } from "../factories/people";
import { expectComplete } from "../support/complete-mail";
import { TEST_APP_URL, useDatabase, type FailedJob } from "../support/database";
import { useSmtp } from "../support/smtp";

const db = useDatabase({ each: true });
const from = "Finderlohn <no-reply@finderlohn.test>";
const NBSP = "\u00a0";

let mailer: Mailer;
let mailboxDir: string;

beforeEach(async () => {
  mailboxDir = path.join(await mkdtemp(path.join(tmpdir(), "finderlohn-mail-")), "mail");
});

afterEach(async () => {
  mailer.close();
  await rm(path.dirname(mailboxDir), { recursive: true });
});

function sendWith(smtpUrl?: string): void {
  mailer = createMailer({ from, mailboxDir, ...(smtpUrl && { smtpUrl }) });
  db.context.mailer = mailer;
}

const setLanguage = (userId: string, language: string | null) =>
  db.ownerPool.query("update app_user set language_preference = $2 where id = $1", [userId, language]);

describe("[NOT-02] over SMTP", () => {
  const smtp = useSmtp();
  const { arrived } = smtp;
  beforeEach(() => sendWith(smtp.url));

  /** Creates an affiliate who reads a language, without pending emails. */
  async function reader(language: Language | null): Promise<{ org: Org; affiliate: Affiliate }> {
    const org = await createOrg(db.database, { name: "Nordlicht & Söhne" });
    const affiliate = await activeAffiliate(db.database, org, { name: "Ada Lovelace" });
    await setLanguage(affiliate.userId, language);
    await withTerms(db.database, org, affiliate, { rev_share_percent: "12,5" });
    await db.runJobs();
    arrived.splice(0);
    return { org, affiliate };
  }

  const dealMails: Record<Language, { subject: string; body: string; commission: string }> = {
    de: {
      subject: "Aus Müller AG ist ein Deal geworden",
      body: "aus Ihrem Lead Müller AG ist ein Deal geworden",
      commission: `154,32${NBSP}€`,
    },
    en: {
      subject: "Müller AG became a deal",
      body: "Good news: your lead Müller AG is now a deal",
      commission: "€154.32",
    },
    fr: {
      subject: "Votre lead Müller AG est devenu une affaire",
      body: "votre lead Müller AG est devenu une affaire",
      commission: `154,32${NBSP}€`,
    },
    es: {
      subject: "Su lead Müller AG se ha convertido en negocio",
      body: "su lead Müller AG se ha convertido en negocio",
      commission: `154,32${NBSP}€`,
    },
  };

  test.each(languages)("[NOT-01] announces a won deal in the receiver's %s", async (language) => {
    const { org, affiliate } = await reader(language);
    const company = { company_name: "Müller AG", contact_person: "Eva", email: "eva@mueller.example" };
    const lead_id = await submittedLead(db.database, org, affiliate, company);
    const fields = { lead_id, title: "Lizenz <2027>", amount: "1.234,56" };
    const { id } = await oneTimeDeal(db.database, org, affiliate, fields);
    await db.runJobs();

    expect(arrived).toHaveLength(1);
    const [{ mail, from: sender, to, raw }] = arrived as [(typeof arrived)[0]];
    expect({ sender, to }).toEqual({ sender: "no-reply@finderlohn.test", to: [affiliate.email] });
    expect(mail.from).toMatchObject({ address: "no-reply@finderlohn.test" });
    expect(mail.to).toMatchObject([{ name: "Ada Lovelace", address: affiliate.email }]);
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/im);
    const { subject, body, commission } = dealMails[language];
    expect(mail.subject).toBe(subject);
    for (const words of [body, commission, "Nordlicht & Söhne", "Lizenz <2027>", "Ada Lovelace"]) {
      expect(mail.text).toContain(words);
    }
    for (const words of [body, commission, "Nordlicht &amp; Söhne", "Lizenz &lt;2027&gt;"]) {
      expect(mail.html).toContain(words);
    }
    expect(mail.html).toMatch(new RegExp(`<html[^>]* lang="${language}"`));
    const path = `/in/${org.orgId}/affiliate/leads/deals/${id}?tab=deals`;
    expect(mail.text).toContain(`${TEST_APP_URL}${path}`);
    expect(mail.html).toContain(`href="${TEST_APP_URL}${path}"`);
    expectComplete(mail);
  });

  test("[NOT-01] announces a paid month", async () => {
    const { org, affiliate } = await reader("de");
    db.at("2026-02-01T10:00:00Z");
    await recurringDeal(db.database, org, affiliate, { title: "Hosting" });
    await db.runJobs();
    arrived.splice(0);
    const { rows } = await db.ownerPool.query<{ id: string }>(
      "select id from commission_payment order by period_start limit 1",
    );
    await asOwner(db.database, org, (scope) => markPaymentPaid(scope, rows[0]!.id));
    await db.runJobs();
    expect(arrived.map(({ mail }) => mail.subject)).toEqual([`Provision für Januar 2026 bezahlt: 12,50${NBSP}€`]);
    expect(arrived[0]!.mail.text).toContain("Nordlicht & Söhne hat Ihre Provision");
    expectComplete(arrived[0]!.mail);
  });

  test.each(languages)("links to the public address, in %s", async (language) => {
    const org = await createOrg(db.database, { name: "Nordlicht" });
    const person = await createUser(db.database, { name: "Bob", email: "bob@example.com", language });
    const texts = (await import(`~/i18n/${language}/mail.json`)).default as Record<string, Record<string, string>>;
    for (const purpose of linkPurposes) {
      const email = purpose === "confirm" ? "new@example.com" : person.email;
      await db.database.withIdentity<unknown>((scope) =>
        purpose === "confirm"
          ? signUp(scope, { email, name: "Ann", passwordHash: "hash", language, browser: null })
          : issueLink(scope, {
              purpose,
              userId: person.userId,
              orgId: org.orgId,
              ...(purpose.endsWith("-email") && { email }),
            }),
      );
      const [job] = await db.jobs("mail.link");
      const url = `${TEST_APP_URL}/link/${db.context.unseal(String(job!.payload["link"]))}`;
      await db.runJobs();
      const { mail, to } = arrived.pop()!;
      expect(to).toEqual([email]);
      expect(mail.subject).toBe(texts[purpose]!["subject"]!.replace("{{organization}}", "Nordlicht"));
      expect(mail.text!.match(/https?:\/\/\S+/g)).toEqual([url]);
      expect(new Set(mail.html!.match(/https?:\/\/[^"\s<]+/g))).toEqual(new Set([url]));
      expect(mail.html).toMatch(new RegExp(`<html[^>]* lang="${language}"`));
      expectComplete(mail);
    }
  });

  test("[AFF-04] names the organization in an invitation", async () => {
    const org = await createOrg(db.database, { name: "Nordlicht" });
    await invitedAffiliate(db.database, org, { email: "ada@example.com" });
    await db.runJobs();
    expect(arrived.map(({ mail }) => mail.subject)).toEqual(["Nordlicht invites you to be an affiliate"]);
  });

  test("treats names and titles as text, not as markup, text keys or headers", async () => {
    const { org, affiliate } = await reader("en");
    const lead_id = await submittedLead(db.database, org, affiliate, {
      company_name: "ACME\r\nBcc: victim@example.com",
      contact_person: "x",
      email: "x@example.com",
    });
    const title = `$t(footer) <img src=x onerror="alert(1)">`;
    await oneTimeDeal(db.database, org, affiliate, { lead_id, title, amount: "100" });
    await db.runJobs();
    const [{ mail, to, raw }] = arrived as [(typeof arrived)[0]];
    expect(to).toEqual([affiliate.email]);
    expect(mail.bcc ?? []).toEqual([]);
    expect(raw.split("\r\n\r\n")[0]).not.toMatch(/^bcc:/im);
    expect(mail.text).toContain(title);
    expect(mail.html).not.toContain("<img");
  });

  test("retries an email that was not accepted", async () => {
    const { org, affiliate } = await reader("en");
    await oneTimeDeal(db.database, org, affiliate);
    const text = `<${affiliate.email}>: try again later, ${affiliate.email} is busy`;
    smtp.refusal = { code: 451, text };
    const warn = vi.spyOn(db.context.log, "error");
    const failed: FailedJob[] = [];
    await db.runJobs(failed);
    expect(failed.map((one) => one.task)).toEqual(["mail.notification"]);
    expect(arrived).toEqual([]);
    expect(await db.jobs()).toMatchObject([
      { task: "mail.notification", attempts: 1, lastError: expect.stringContaining("try again later") },
    ]);
    // Neither the queue nor the log may reveal addresses.
    const lastError = (await db.jobs())[0]!.lastError!;
    const told = [lastError, inspect(failed, { depth: 9 }), inspect(warn.mock.calls, { depth: 9 })].join();
    expect(told).not.toContain(affiliate.email);
    expect(lastError).toContain("<[address]>: try again later, [address] is busy");
    warn.mockRestore();
    smtp.refusal = null;
    await db.ownerPool.query("update graphile_worker._private_jobs set run_at = now()");
    await db.runJobs();
    expect(arrived).toHaveLength(1);
    expect(await db.jobs()).toEqual([]);
  });

  test("[NOT-02] uses one Message-ID for all attempts of an email, another for others, and prevents out-of-office replies", async () => {
    const { org, affiliate } = await reader("en");
    await oneTimeDeal(db.database, org, affiliate);
    await db.runJobs();
    // As if the email was accepted but the process died before it could store that.
    const { rows } = await db.ownerPool.query("update notification set mailed_at = null returning org_id, id");
    const payload = { org_id: rows[0].org_id, notification_id: rows[0].id };
    await tasks["mail.notification"].run(payload, db.context);
    await oneTimeDeal(db.database, org, affiliate);
    await db.runJobs();
    const ids = arrived.map(({ mail }) => mail.messageId);
    expect(ids).toEqual([expect.stringMatching(/^<[0-9a-f]{40}@finderlohn\.test>$/), ids[0], ids[2]]);
    expect(ids[2]).not.toBe(ids[0]);
    for (const { raw } of arrived) expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  test("writes nothing into the local mailbox", async () => {
    await reader("en");
    await expect(readdir(mailboxDir)).rejects.toThrow("ENOENT");
  });
});
