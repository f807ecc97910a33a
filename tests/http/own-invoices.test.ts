import { beforeAll, expect, test } from "vitest";
import { todayIn } from "~/domain/shared/dates";
import { oneTimeDeal } from "../factories/deals";
import { createOrg, type Org } from "../factories/organizations";
import { approvedPayouts, invoicingAffiliate } from "../factories/own-invoices";
import { IBANS, withPayer } from "../factories/payees";
import { payableAffiliate, withPayerAccount } from "../factories/payouts";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { pdf, png } from "../support/files";
import { brokenFormIds, textIn } from "../support/html";
import { cii, ubl } from "../support/invoice-files";
import { bomb, pdfWith, rawPdf } from "../support/invoice-pdfs";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// From the run to the payment of an affiliate without an agreement to credit notes, without JavaScript.

const db = useDatabase();
const site = useSite(db);
const today = todayIn("Europe/Berlin", new Date());
const NEW = `/payouts/runs/new?until=${today}`;
let org: Org;
let ids: string[];
let [owner, portal]: Visitor[] = [];

beforeAll(async () => {
  org = await createOrg(db.database, { name: "Paying agency" });
  await withPayer(db.database, org);
  const ada = await payableAffiliate(db.database, org, "Ada");
  const ida = await invoicingAffiliate(db.database, org, "Ida", { iban: IBANS[2] });
  for (const affiliate of [ada, ida]) await oneTimeDeal(db.database, org, affiliate, { close_date: today });
  await withPayerAccount(db.database, org);
  ids = [ada.affiliateId, ida.affiliateId];
  owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const session = await signIn(db.database, ida, { door: "affiliate", affiliateOrgId: org.orgId });
  portal = await openVisitor(site, { language: "en", session });
});

const hidden = (page: { text: string }, name: string) =>
  new RegExp(`<input(?=[^>]*type="hidden")(?=[^>]*name="${name}")[^>]*value="([^"]*)"`).exec(page.text)?.[1] ?? "";
const file = (bytes: Buffer, name: string) => ({ field: "invoice_file", name, bytes });
const xml = (text: string, name = "invoice.xml") => file(Buffer.from(text), name);
const zugferd = async (text: string) => file(await pdfWith({ "factur-x.xml": text }), "Rechnung.pdf");
const entered = { number: "RE-2026-8", issued_on: today, net: "100.00", vat: "19.00", gross: "119.00" };

test("[PAY-17] an own invoice: proposed, needed, sent, refused, sent again, accepted, paid", async () => {
  const preview = await owner!.open(NEW);
  expect(textIn(preview.text)).toContain(
    "Ida Needs an invoice of their own before it is paid: they have not agreed to self-billed invoices",
  );
  const form = { intent: "create", currency: "EUR", until: today, version: hidden(preview, "version") };
  const chosen = ids.map((id): [string, string] => ["affiliate_id", id]);
  const draft = await owner!.submit(NEW, [...Object.entries(form), ...chosen]);
  expect(textIn(draft.text)).toContain(
    "Ida Needs an invoice of their own before it is paid: they have not agreed to self-billed invoices",
  );
  const run = draft.path;
  const asked = await owner!.open(`${run}/approve`);
  const approved = await owner!.submit(`${run}/approve`, { version: hidden(asked, "version") });
  expect(textIn(approved.text)).toContain("1 payout waits for an invoice that you accept.");
  expect(textIn(approved.text)).toContain("Create bank file with 1 transfer");
  await db.runJobs();

  const list = await portal!.open("/affiliate/statements");
  expect(textIn(list.text)).toContain("Invoice needed");
  const statement = /href="(\/affiliate\/statements\/[0-9a-f-]{36})"/.exec(list.text)![1]!;
  expect(brokenFormIds((await portal!.open(statement)).text)).toEqual([]);
  await expectRejected(statement);
  const sent = await portal!.upload(
    statement,
    { intent: "upload" },
    xml(cii({ vat: "0.00", gross: "100.00", payable: "100.00" })),
  );
  expect(sent.headers.location).toBe(statement);
  const waiting = textIn((await portal!.open(statement)).text);
  for (const shown of ["Invoice is being checked", "RE-2026-7", "The amounts are not those of the statement."])
    expect(waiting).toContain(shown);

  const dialog = /href="(\/payouts\/runs\/[0-9a-f-]{36}\/invoice\/[0-9a-f-]{36})"/.exec(approved.text)![1]!;
  const seen = await owner!.open(dialog);
  for (const shown of ["Invoice of Ida", "€100.00 differs", "€0.00 differs", "Values read from the e-invoice"])
    expect(textIn(seen.text)).toContain(shown);
  await expectAttachment(owner!, /href="(\/files\/[0-9a-f-]{36})"/.exec(seen.text)![1]!);
  const own = (await portal!.open(statement)).text.split('id="invoice"')[1]!;
  await expectAttachment(portal!, /href="(\/affiliate\/files\/[0-9a-f-]{36})"/.exec(own)![1]!);
  const first = { invoice_id: hidden(seen, "invoice_id") };
  const noReason = await owner!.post(dialog, { intent: "refuse", ...first, reason: "" });
  expect(noReason.status).toBe(422);
  expect(textIn(noReason.text)).toContain("Say why the invoice is refused");
  const refused = await owner!.submit(dialog, { intent: "refuse", ...first, reason: "VAT is missing" });
  expect(textIn(refused.text)).toContain("Invoice refused: the affiliate is told");
  expect(textIn((await portal!.open(statement)).text)).toContain("Refused: VAT is missing");
  const early = await owner!.post(`${run}/pay`, { paid_on: today, payout_id: dialog.split("/").at(-1)! });
  expect([early.status, textIn(early.text)]).toEqual([409, expect.stringContaining("waits for an invoice")]);

  await portal!.upload(statement, { intent: "upload", ...entered }, file(pdf(), "Rechnung.pdf"));
  const again = await owner!.open(dialog);
  expect(textIn(again.text)).toContain("All amounts are those of the statement.");
  expect(textIn(again.text)).toMatch(/Earlier invoices \( ?1 ?\)/);
  const late = await owner!.submit(dialog, { intent: "accept", ...first });
  expect(textIn(late.text)).toContain("Another invoice or decision has come in the meantime.");
  const accepted = await owner!.submit(dialog, { intent: "accept", invoice_id: hidden(again, "invoice_id") });
  expect(textIn(accepted.text)).toContain("Invoice accepted: the payout can be paid");
  expect(textIn(accepted.text)).toContain("Create bank file with 2 transfers");
  const paid = await owner!.submit(`${run}/pay`, { paid_on: today });
  expect(textIn(paid.text)).toContain("2 payouts marked as paid");
  expect(textIn((await portal!.open(statement)).text)).toContain("Invoice accepted");
});

/** What is no invoice is rejected at its field, and leaves no file behind. */
async function expectRejected(statement: string): Promise<void> {
  const entities = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><a xmlns="urn:a">&b;</a>`;
  const cases: [upload: ReturnType<typeof file>, message: string, form?: Record<string, string>][] = [
    [file(png(), "invoice.pdf"), "Choose a PDF or an e-invoice in XML.", entered],
    [file(Buffer.from("<html><script>1</script></html>"), "invoice.xml"), "Choose a PDF or an e-invoice in XML."],
    [xml(entities), "The XML cannot be read"],
    [xml('<?xml version="1.0"?><a xmlns="urn:a"/>'), "This XML is not an e-invoice"],
    [xml(cii({ type: "381" })), "This e-invoice is not a plain invoice"],
    [xml(ubl({ gross: "119,00" })), "no readable value for BT-112"],
    [xml(cii({}, `<!--${"x".repeat(2 * 1024 * 1024)}-->`)), "The file is larger than 2 MB."],
    [file(pdf(), "invoice.pdf"), "Enter the invoice number"],
    [file(pdf(), "invoice.pdf"), "Net and VAT do not add up to the total.", { ...entered, vat: "18.00" }],
    [file(Buffer.alloc(0), ""), "Choose the invoice as a file", entered],
    [file(pdf().subarray(0, 900), "invoice.pdf"), "The file is damaged or incomplete.", entered],
    [await zugferd(cii({ type: "381" })), "This e-invoice is not a plain invoice", entered],
    [await zugferd(ubl({ gross: "119,00" })), "no readable value for BT-112", entered],
    [await zugferd('<?xml version="1.0"?><a xmlns="urn:a"/>'), "Enter the invoice number"],
    [file(rawPdf(bomb()), "invoice.pdf"), "Enter the invoice number"],
  ];
  for (const [upload, message, form = {}] of cases) {
    const answer = await portal!.upload(statement, { intent: "upload", ...form }, upload);
    expect([answer.status, textIn(answer.text)]).toEqual([expect.any(Number), expect.stringContaining(message)]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  }
  const { rows } = await db.ownerPool.query(
    "select 1 from file where kind = 'invoice' union all select 1 from payout_invoice",
  );
  expect(rows).toEqual([]);
}

/** A browser saves the XML, and does not show it. */
async function expectAttachment(visitor: Visitor, path: string): Promise<void> {
  const answer = await visitor.open(path);
  expect(answer.headers).toMatchObject({
    "content-type": "application/xml",
    "content-disposition": expect.stringMatching(/^attachment; filename="invoice\.xml"/),
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  });
  expect(answer.text).toContain("CrossIndustryInvoice");
}

test("[PAY-17] a member enters an invoice that came by mail, which the portal shows as such", async () => {
  const other = await invoicingAffiliate(db.database, org, "Mia", { iban: IBANS[2] });
  await oneTimeDeal(db.database, org, other, { close_date: today });
  const preview = await owner!.open(NEW);
  const form = { intent: "create", currency: "EUR", until: today, version: hidden(preview, "version") };
  const run = (await owner!.submit(NEW, { ...form, affiliate_id: other.affiliateId })).path;
  const version = hidden(await owner!.open(`${run}/approve`), "version");
  const approved = await owner!.submit(`${run}/approve`, { version });
  const dialog = /href="(\/payouts\/runs\/[0-9a-f-]{36}\/invoice\/[0-9a-f-]{36})"/.exec(approved.text)![1]!;
  expect(approved.text).not.toContain(`href="${run}/pay"`);
  const wrong = await owner!.upload(dialog, { intent: "upload" }, file(pdf(), "a.pdf"));
  expect([wrong.status, textIn(wrong.text)]).toEqual([422, expect.stringContaining("Enter the invoice number")]);
  const saved = await owner!.upload(dialog, { intent: "upload" }, xml(ubl()));
  expect(saved.headers.location).toBe(dialog);
  expect(textIn((await owner!.open(dialog)).text)).toMatch(/Entered by Person \d+, /);
  const session = await signIn(db.database, other, { door: "affiliate", affiliateOrgId: org.orgId });
  const mia = await openVisitor(site, { language: "en", session });
  const own = await mia.open(`/affiliate/statements/${dialog.split("/").at(-1)}`);
  expect(textIn(own.text)).toContain("Entered by Paying agency, ");
  expect((await portal!.get(own.path)).status).toBe(404);
  expect((await portal!.upload(own.path, { intent: "upload" }, xml(ubl()))).status).toBe(404);
});

test("[PAY-17] a PDF with an e-invoice in it is read and compared, and a number counts for one statement", async () => {
  const zoe = await invoicingAffiliate(db.database, org, "Zoe", { iban: IBANS[1] });
  const [first] = await approvedPayouts(db.database, org, [zoe]);
  const { payoutId, runId } = first!;
  const { rows } = await db.ownerPool.query("select number from payout where id = $1", [payoutId]);
  const dialog = `/payouts/runs/${runId}/invoice/${payoutId}`;
  const send = (text: string) => zugferd(text).then((given) => owner!.upload(dialog, { intent: "upload" }, given));
  expect((await send(cii({ reference: "AB-2020-9999", currency: "CHF" }))).headers.location).toBe(dialog);
  const other = textIn((await owner!.open(dialog)).text);
  for (const shown of [
    "Values read from the e-invoice",
    "The invoice names another statement.",
    "The amounts are not those of the statement.",
    "Currency EUR CHF differs",
    `Statement ${rows[0].number} AB-2020-9999 differs`,
  ])
    expect(other).toContain(shown);
  await send(cii({ reference: `Abrechnung ${rows[0].number}` }));
  const same = textIn((await owner!.open(dialog)).text);
  expect(same).toContain("All amounts are those of the statement.");
  expect(same).not.toContain("another statement");

  const [second] = await approvedPayouts(db.database, org, [zoe]);
  const next = `/payouts/runs/${second!.runId}/invoice/${second!.payoutId}`;
  const used = await owner!.upload(next, { intent: "upload" }, await zugferd(cii()));
  expect(used.status).toBe(409);
  expect(textIn(used.text)).toContain(`The invoice number RE-2026-7 is already used for statement ${rows[0].number}.`);
});
