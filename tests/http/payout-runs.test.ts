import { beforeAll, expect, test } from "vitest";
import { addDays, todayIn } from "~/domain/shared/dates";
import { oneTimeDeal } from "../factories/deals";
import { createOrg, type Org } from "../factories/organizations";
import { withPayer } from "../factories/payees";
import { payableAffiliate, withPayerAccount } from "../factories/payouts";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Page, type Visitor } from "../support/visitor";

// The whole way from the preview to the receipt, without JavaScript.

const db = useDatabase();
const site = useSite(db);
const today = todayIn("Europe/Berlin", new Date());
const number = `AB-${today.slice(0, 4)}-0001`;
const NEW = `/payouts/runs/new?until=${today}`;
let org: Org;
let ada: { affiliateId: string };
let [owner, portal]: Visitor[] = [];

beforeAll(async () => {
  org = await createOrg(db.database, { name: "Paying agency" });
  await withPayer(db.database, org);
  const affiliate = await payableAffiliate(db.database, org, "Ada");
  ada = affiliate;
  await oneTimeDeal(db.database, org, affiliate, { title: "Relaunch", close_date: today });
  await withPayerAccount(db.database, org);
  owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const session = await signIn(db.database, affiliate, { door: "affiliate", affiliateOrgId: org.orgId });
  portal = await openVisitor(site, { language: "en", session });
});

/** Returns the value of a hidden field. */
const hidden = (page: { text: string }, name: string) =>
  new RegExp(`<input(?=[^>]*type="hidden")(?=[^>]*name="${name}")[^>]*value="([^"]*)"`).exec(page.text)?.[1] ?? "";

// Neither the affiliate nor the organization has chosen a language for documents, so the statement is in German.
test("[PAY-05] [PAY-06] [PAY-11] [PAY-12] [PAY-07] a run is previewed, created, approved, sent and paid", async () => {
  // The last month is proposed, in which nothing was due yet.
  const usual = await owner!.open("/payouts/runs/new");
  expect(textIn(usual.text)).not.toContain("€119.00");
  expect(usual.text).toContain(
    `href="/payouts/runs/new?currency=EUR&amp;until=${today}">Include what is due up to today</a>`,
  );
  const preview = await owner!.open(NEW);
  expect(textIn(preview.text)).not.toContain("up to today");
  for (const shown of ["Ada", "€100.00", "€19.00", "€119.00"]) expect(textIn(preview.text)).toContain(shown);
  const form = { intent: "create", currency: "EUR", until: today, version: hidden(preview, "version") };

  const nobody = await owner!.post(NEW, { ...form, note: "For the books" });
  expect(nobody.status).toBe(422);
  expect(textIn(nobody.text)).toContain("Select at least one affiliate");
  expect(nobody.text).toContain('value="For the books"');

  const draft = await owner!.submit(NEW, { ...form, affiliate_id: ada.affiliateId });
  expect(draft.path).toMatch(/^\/payouts\/runs\/[0-9a-f-]{36}$/);
  const run = draft.path;
  expect(textIn(draft.text)).toContain("Draft");
  expect((await portal!.open("/affiliate/statements")).text).not.toContain(number);

  const asked = await owner!.open(`${run}/approve`);
  const approved = await owner!.submit(`${run}/approve`, { version: hidden(asked, "version") });
  expect(textIn(approved.text)).toContain("Approved: 1 statement issued");
  expect(textIn(approved.text)).toContain(number);
  const statement = /href="(\/payouts\/statements\/[0-9a-f-]{36})"/.exec(approved.text)![1]!;
  await db.runJobs();
  const shown = await owner!.open(statement);
  for (const text of [`Provisionsabrechnung ${number}`, "Relaunch", "Agency GmbH", "119,00 €"])
    expect(textIn(shown.text)).toContain(text);

  const sent = await owner!.submit(run, { intent: "bank_file" });
  expect(textIn(sent.text)).toContain("Sent to the bank");
  const fileId = /name="file_id"[^>]*value="([0-9a-f-]{36})"/.exec(sent.text)![1]!;
  const file = await owner!.post(`${run}/bank-file`, { file_id: fileId });
  expect(file.status).toBe(200);
  expect(file.headers["content-disposition"]).toMatch(/^attachment; filename="[0-9a-f]{32}\.xml"$/);
  expect(file.text).toContain("<CtrlSum>119.00</CtrlSum>");
  const list = await owner!.post(`${run}/list`, { format: "csv" });
  expect(list.text).toContain(number);

  const early = await owner!.post(`${run}/pay`, { paid_on: addDays(today, 1) });
  expect(early.status).toBe(422);
  const paid = await owner!.submit(`${run}/pay`, { paid_on: today });
  expect(textIn(paid.text)).toContain("1 payout marked as paid");

  await expectOwnStatement();
});

/** The affiliate sees the statement with its PDF, which is the receipt of the commission. */
async function expectOwnStatement(): Promise<void> {
  const own = await portal!.open("/affiliate/statements");
  expect(textIn(own.text)).toContain(number);
  const page: Page = await portal!.open(/href="(\/affiliate\/statements\/[0-9a-f-]{36})"/.exec(own.text)![1]!);
  expect(textIn(page.text)).toContain(`Provisionsabrechnung ${number}`);
  const pdf = await portal!.open(/href="(\/affiliate\/files\/[0-9a-f-]{36})"/.exec(page.text)![1]!);
  expect(pdf.headers["content-type"]).toBe("application/pdf");
  expect(pdf.text.startsWith("%PDF-1.7")).toBe(true);
  const { rows } = await db.ownerPool.query("select receipt_file is not null as receipt from deal");
  expect(rows).toEqual([{ receipt: true }]);
}
