import { beforeAll, describe, expect, test } from "vitest";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal } from "../factories/deals";
import { createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { pdf, png } from "../support/files";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// Actions on several records or on all that match, without JavaScript (WORK-04).

const db = useDatabase();
const site = useSite(db);
const field = "receipt_file";

let org: Org;
let ada: Affiliate;
let owner: Visitor;

beforeAll(async () => {
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada Byron" });
  await withTerms(db.database, org, ada);
  owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
});

const rows = async (sql: string, ...values: unknown[]) => (await db.ownerPool.query(sql, values)).rows;
const won = async (title: string, amount = "1000.00", of = ada) =>
  (await oneTimeDeal(db.database, org, of, { title, amount, close_date: "2026-01-15" })).id;
const receiptOf = async (id: string) =>
  (
    await rows(
      "select f.name from deal d left join file f on f.org_id = d.org_id and f.id = d.receipt_file where d.id = $1",
      id,
    )
  )[0].name;
/** The value of the chosen option of each select with this name. */
const chosenIn = (page: string, name: string) =>
  [...page.matchAll(new RegExp(`<select[^>]*name="${name}".*?</select>`, "gs"))].map(
    ([select]) => /<option[^>]*value="([^"]*)"[^>]*selected/.exec(select)?.[1],
  );
const filesIn = (path: string) => new URL(path, site.appUrl).searchParams.getAll("file");
/** A form with fields that repeat. */
const formOf = (fields: Record<string, string | readonly string[]>) =>
  Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]));
const batchIn = (page: string) => /name="batch_id" value="([^"]+)"/.exec(page)![1]!;

describe("[WORK-04] receipts of several transactions", () => {
  test("many files at once are matched by name, shown, corrected, stored and taken back", async () => {
    const [quartz, basalt, amber] = [await won("Quartz relaunch"), await won("Basalt shop"), await won("Amber app")];
    const paid = await owner.submit("/commissions", formOf({ intent: "pay", deal_id: [quartz, basalt, amber] }));
    const batch = batchIn(paid.text);
    const path = `/transactions/receipts?paid=${batch}`;
    expect(paid.text).toContain(`href="${path}"`);
    const dialog = await owner.open(path);
    expect(textIn(dialog.text)).toContain("Receipts of 3 payments");

    const uploaded = await owner.upload(
      path,
      { intent: "upload" },
      { field, name: "quartz-relaunch.pdf", bytes: pdf(300_000) },
      { field, name: "notes.txt", bytes: Buffer.from("no receipt") },
      { field, name: "again.pdf", bytes: pdf(300_000) },
      { field, name: "scan 1.png", bytes: png() },
    );
    const to = uploaded.headers.location!;
    expect(filesIn(to)).toHaveLength(2);
    const preview = await owner.open(to);
    const words = textIn(preview.text);
    expect(words).toContain("2 files were not taken");
    for (const name of ["notes.txt", "again.pdf"]) expect(words).toContain(`${name}: `);
    // First what needs a choice.
    expect(chosenIn(preview.text, "transaction")).toEqual(["none", `deal:${quartz}`]);
    expect(await receiptOf(quartz)).toBeNull();

    // The second file is added to the first ones, and their pairing can be changed.
    const more = await owner.upload(to, { intent: "upload" }, { field, name: "Amber.pdf", bytes: pdf(700) });
    const all = more.headers.location!;
    const ids = filesIn(all);
    expect(ids).toHaveLength(3);
    const twice = { intent: "assign", file_id: ids, transaction: [`deal:${quartz}`, `deal:${quartz}`, "none"] };
    const rejected = await owner.submit(all, formOf(twice));
    expect(textIn(rejected.text)).toContain("Two files have the same payment");
    expect(chosenIn(rejected.text, "transaction").sort()).toEqual(twice.transaction.sort());
    const saved = await owner.submit(
      all,
      formOf({ ...twice, transaction: [`deal:${quartz}`, `deal:${basalt}`, "none"] }),
    );
    expect(saved.path).toBe("/transactions");
    expect(textIn(saved.text)).toContain("Receipts of 2 payments saved");
    expect(await Promise.all([quartz, basalt, amber].map(receiptOf))).toEqual([
      "quartz-relaunch.pdf",
      "scan 1.png",
      null,
    ]);

    const undone = await owner.submit("/transactions/undo", { batch_id: batchIn(saved.text), back: "/transactions" });
    expect(textIn(undone.text)).toContain("Receipts of 2 payments taken back");
    expect(await Promise.all([quartz, basalt, amber].map(receiptOf))).toEqual([null, null, null]);
  });

  test("one file or address serves all that match a filter", async () => {
    const bob = await activeAffiliate(db.database, org, { name: "Bob" });
    await withTerms(db.database, org, bob);
    const own = [await won("One", "1000.00", bob), await won("Two", "2000.00", bob)];
    await owner.post("/commissions", formOf({ intent: "pay", deal_id: own }));
    const path = `/transactions/receipts?all=1&tab=without&affiliate=${bob.affiliateId}`;
    const dialog = await owner.open(path);
    expect(textIn(dialog.text)).toContain("One receipt for all 2 payments");
    const none = await owner.submit(path, formOf({ intent: "share", deal_id: own, receipt_url: "" }));
    expect(textIn(none.text)).toContain("Choose a file or enter a web address");
    expect(textIn((await owner.submit(path, { intent: "upload" })).text)).toContain("Choose at least one file");
    const first = own[0]!;
    const file = { field, name: "run.pdf", bytes: pdf(900) };
    await owner.upload(path, { intent: "share", deal_id: first, receipt_url: "" }, file);
    expect(await Promise.all(own.map(receiptOf))).toEqual(["run.pdf", null]);
    const saved = await owner.submit(path, formOf({ intent: "share", deal_id: own, receipt_url: "bank.example/run" }));
    expect(saved.path).toBe(`/transactions?tab=without&affiliate=${bob.affiliateId}`);
    const stored = await rows("select receipt_url from deal where id = any($1)", own);
    expect(stored.map((row) => row.receipt_url)).toEqual(["https://bank.example/run", "https://bank.example/run"]);
    expect(textIn((await owner.open("/transactions/receipts?deal_id=x")).text)).toContain("No paid commissions");
  });
});

test("[WORK-04] [COM-06] paying all that match leads to the dialog with their sum, and pays nothing before", async () => {
  const id = await won("Unpaid topaz");
  const dialog = await owner.submit("/commissions?q=topaz", { intent: "pay", all: "1" });
  expect(dialog.path).toBe("/commissions/pay?q=topaz");
  expect(textIn(dialog.text)).toContain("topaz");
  expect((await rows("select commission_paid as paid from deal where id = $1", id))[0].paid).toBe(false);
});

test("[WORK-04] [PAY-18] the customers of all waiting commissions that match have paid", async () => {
  const eve = await activeAffiliate(db.database, org, { name: "Eve" });
  await withTerms(db.database, org, eve, { due_when: "customer_paid" });
  const [granite, marble] = [await won("Granite", "1000.00", eve), await won("Marble", "1000.00", eve)];
  const here = `/commissions?tab=waiting&q=granite`;
  const form = { intent: "customer-paid", all: "1", paid_on: "2026-02-03" };
  expect(textIn((await owner.submit(here, form)).text)).toContain("Customer payment saved");
  const stored = await rows("select id from deal where customer_paid_on is not null");
  expect(stored.map((row) => row.id)).toEqual([granite]);
  await owner.submit("/commissions?tab=waiting&q=nowhere", form);
  expect((await rows("select customer_paid_on as on from deal where id = $1", marble))[0].on).toBeNull();
});

test("[WORK-04] leads of all pages that match a filter are changed at once, named and taken back", async () => {
  const other = await createOrg(db.database);
  await addedLead(db.database, other, { company_name: "Zircon foreign" });
  for (let n = 0; n < 52; n++) await addedLead(db.database, org, { company_name: `Zircon ${n}` });
  await addedLead(db.database, org, { company_name: "Opal" });
  const count = async () =>
    await rows(
      "select company_name like 'Zircon%' as ours, count(*)::int from lead where status = 'contacted' group by 1",
    );
  const here = "/leads?view=list&q=zircon";
  const page = await owner.open(here);
  expect(textIn(page.text)).toContain("All 52 results");
  const moved = await owner.submit(here, { intent: "contact-several", all: "1" });
  expect(textIn(moved.text)).toContain("52 leads");
  expect(await count()).toEqual([{ ours: true, count: 52 }]);
  for (const dialog of ["lose", "give", "assign"]) {
    const opened = await owner.open(`/leads/${dialog}?view=list&q=zircon&all=1`);
    expect(opened.text.match(/name="lead_id" value="/g)?.length).toBeGreaterThanOrEqual(52);
  }
  await owner.submit("/leads/undo", { batch_id: batchIn(moved.text), back: here });
  expect(await count()).toEqual([]);
  const none = await owner.submit("/leads?view=list&q=nowhere", { intent: "contact-several", all: "1" });
  expect(textIn(none.text)).toContain("Select at least one lead");
  const filtered = await owner.open("/leads/assign?view=list&responsible=none&all=1");
  expect(filtered.text.match(/name="lead_id" value="/g)?.length).toBeGreaterThanOrEqual(53);
});
