import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createMailer, type Mailer } from "~/platform/mail/mailer.server";
import { invitedAffiliate } from "../factories/affiliates";
import { createOrg } from "../factories/organizations";
import { expectComplete } from "../support/complete-mail";
import { TEST_APP_URL, useDatabase } from "../support/database";

const db = useDatabase({ each: true });

let mailer: Mailer;
let mailboxDir: string;

beforeEach(async () => {
  mailboxDir = path.join(await mkdtemp(path.join(tmpdir(), "finderlohn-mail-")), "mail");
  mailer = createMailer({ from: "Finderlohn <no-reply@finderlohn.test>", mailboxDir });
  db.context.mailer = mailer;
});

afterEach(async () => {
  mailer.close();
  await rm(path.dirname(mailboxDir), { recursive: true });
});

describe("[NOT-03] without an SMTP server", () => {
  test("stores emails as complete files in the local mailbox, in the order of sending", async () => {
    const org = await createOrg(db.database, { name: "Nordlicht" });
    for (let number = 1; number <= 12; number++) {
      await invitedAffiliate(db.database, org, { name: `Ä ${number}`, email: `a${number}@example.com` });
      await db.runJobs();
    }
    const files = (await readdir(mailboxDir)).sort();
    expect(files).toHaveLength(12);
    for (const [index, file] of files.entries()) {
      expect(file).toMatch(/^\d{4}-\d{2}-\d{2}T[\d-]+Z-.*\.eml$/);
      const mail = await PostalMime.parse(await readFile(path.join(mailboxDir, file)));
      expect(mail.to).toMatchObject([{ name: `Ä ${index + 1}`, address: `a${index + 1}@example.com` }]);
      expect(mail.from).toMatchObject({ address: "no-reply@finderlohn.test" });
      expect(mail.subject).toBe("Nordlicht invites you to be an affiliate");
      expect(mail.text).toContain(`${TEST_APP_URL}/link/`);
      expect(mail.html).toContain(`${TEST_APP_URL}/link/`);
      expect(mail.html).toContain("</html>");
      expectComplete(mail);
    }
  });

  test("stores 50 concurrent emails as 50 files", async () => {
    const content = { subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
    const one = (index: number) =>
      mailer.send({ name: "Bob", address: `b${index}@example.com` }, content, String(index));
    await Promise.all(Array.from({ length: 50 }, (_, index) => one(index)));
    const files = await readdir(mailboxDir);
    expect(files.filter((file) => file.endsWith(".eml") && !file.startsWith("."))).toHaveLength(50);
  });
});

test("[AUTH-11] a link used or expired before its email was sent is not emailed", async () => {
  const org = await createOrg(db.database);
  db.at("2026-03-01T10:00:00Z");
  await invitedAffiliate(db.database, org);
  db.at("2026-03-01T11:00:01Z");
  await db.runJobs();
  await expect(readdir(mailboxDir)).rejects.toThrow();
  await invitedAffiliate(db.database, org);
  await db.runJobs();
  expect(await readdir(mailboxDir)).toHaveLength(1);
});
