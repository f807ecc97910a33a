import { beforeEach, describe, expect, test } from "vitest";
import { creditorSchema, datevSettingsSchema } from "~/domain/documents/datev.schema";
import { readFiles } from "~/domain/files/read-file.server";
import { numberCreditors, setCreditor } from "~/domain/payouts/creditors.server";
import { loadDatevFile, loadDatevPdfs, previewDatev } from "~/domain/payouts/datev-files.server";
import { saveDatevSettings } from "~/domain/payouts/datev-settings.server";
import { payPayouts } from "~/domain/payouts/pay-payouts.server";
import { cancelPayout, returnPayout } from "~/domain/payouts/return-payout.server";
import { savePayee } from "~/domain/payouts/save-payee.server";
import { voidRun } from "~/domain/payouts/take-back-run.server";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import type { Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { IBANS, payeeInput, withPayer } from "../factories/payees";
import { approvedRun, draftRun, payableAffiliate } from "../factories/payouts";
import { useDatabase } from "../support/database";
import { readDatevBookings, readDatevCreditors } from "../support/read-datev";

const db = useDatabase({ each: true });
let org: Org;
let other: Org;
let ada: Affiliate;
let ivo: Affiliate;

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const foreign = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, other, use);
const rows = async (text: string, ...values: unknown[]) => (await db.ownerPool.query(text, values)).rows;
const march = { from: day("2026-03-01"), to: day("2026-03-31") };
const input = (changed: Record<string, string> = {}) =>
  datevSettingsSchema.parse({
    adviser: "29098",
    client: "55003",
    fiscal_month: "1",
    account_length: "4",
    chart: "03",
    ...changed,
  });
const save = (changed: Record<string, string> = {}) => owner((scope) => saveDatevSettings(scope, input(changed)));
const creditor = (creditor_number: string, creditor_name = "") =>
  creditorSchema.parse({ creditor_number, creditor_name });
const number = (affiliate: Affiliate, of: string, name?: string) =>
  owner((scope) => setCreditor(scope, affiliate.affiliateId, creditor(of, name)));
const load = (kind: "bookings" | "creditors" = "bookings", period = march) =>
  owner((scope) => loadDatevFile(scope, { kind, period }));
const bookings = async () => readDatevBookings((await load()).bytes).bookings;
const unbooked = async () =>
  (await owner((scope) => previewDatev(scope, march))).unbooked.map((one) => [one.number, one.reason]);

/** A run of March 10 with a business, Ada, and a private person, Ivo; returns its id. */
async function approved(): Promise<string> {
  const runId = await draftRun(db.database, org, day("2026-02-28"));
  await approvedRun(db.database, org, runId);
  return runId;
}
const payoutOf = async ({ affiliateId }: Affiliate): Promise<string> =>
  (await rows("select id from payout where affiliate_id = $1", affiliateId))[0].id;

beforeEach(async () => {
  db.at("2026-01-02T12:00:00Z");
  org = await createOrg(db.database);
  other = await createOrg(db.database);
  await withPayer(db.database, org);
  ada = await payableAffiliate(db.database, org, "Ada Äußerst – Söhne");
  db.at("2026-01-03T12:00:00Z");
  ivo = await payableAffiliate(db.database, org, "Ivo", { iban: IBANS[1], tax_status: "private", tax_number: "" });
  for (const affiliate of [ada, ivo]) await oneTimeDeal(db.database, org, affiliate);
  db.at("2026-03-10T12:00:00Z");
});

describe("[PAY-14] bookings", () => {
  test("of documents, statements for private persons and payments, read back from the file", async () => {
    const runId = await approved();
    await save();
    await number(ada, "70001");
    await number(ivo, "70002");
    await owner((scope) => payPayouts(scope, { runId, payoutIds: null, paidOn: day("2026-03-10") }));
    const { name, bytes } = await load();
    expect(name).toBe("EXTF_Buchungsstapel_20260301_20260331.csv");
    const read = readDatevBookings(bytes);
    expect(read).toMatchObject({ adviser: "29098", yearBegins: "20260101", from: "20260301", to: "20260331" });
    const shown = read.bookings.map((one) => [one.amount, one.account, one.contra, one.key, one.reference, one.text]);
    expect(shown).toEqual([
      [100_00, "4760", "70002", "", "AB-2026-0002", "Abrechnung AB-2026-0002 Ivo"],
      [100_00, "70002", "1200", "", "AB-2026-0002", "Zahlung AB-2026-0002 Ivo"],
      [119_00, "4760", "70001", "9", "GU-2026-0001", "Gutschrift GU-2026-0001 Ada Äußerst – Söhne"],
      [119_00, "70001", "1200", "", "GU-2026-0001", "Zahlung AB-2026-0001 Ada Äußerst – Söhne"],
    ]);
    expect(readDatevCreditors((await load("creditors")).bytes)).toMatchObject([
      { number: "70001", company: "Ada Äußerst – Söhne", kind: "2", taxNumber: "12/345/67890" },
      { number: "70002", person: "Ivo", kind: "0" },
    ]);
    const audit = await rows("select data from audit_log where action = 'datev.load' order by id");
    expect(audit.map(({ data }) => data)).toEqual([
      { file: "bookings", from: "2026-03-01", to: "2026-03-31", count: 4, sha256: expect.any(String) },
      { file: "creditors", from: "2026-03-01", to: "2026-03-31", count: 2, sha256: expect.any(String) },
    ]);
  });

  test("a cancellation keeps the key of its credit note and refers to it", async () => {
    await approved();
    await save();
    await number(ada, "70001");
    await number(ivo, "70002");
    const payoutId = await payoutOf(ada);
    await owner((scope) => cancelPayout(scope, { payoutId, reason: "Wrong" }));
    const ofAda = (await bookings()).filter(({ contra }) => contra === "70001");
    expect(ofAda.map((one) => [one.amount, one.key, one.reference])).toEqual([
      [119_00, "9", "GU-2026-0001"],
      [-119_00, "9", "GU-2026-0001"],
    ]);
  });

  test("an open objection is in the text", async () => {
    await approved();
    const [{ id: documentId }] = await rows("select id from document");
    await rows(
      `insert into objection (org_id, document_id, affiliate_id, reason, raised_at) values ($1, $2, $3, 'Wrong', now())`,
      org.orgId,
      documentId,
      ada.affiliateId,
    );
    const { entries } = await owner((scope) => previewDatev(scope, march));
    expect(entries.map(({ text }) => text)).toContain("Gutschrift GU-2026-0001 (widersprochen) Ada Äußerst – Söhne");
  });

  test("a returned payment is named, while its statement and credit note stay booked", async () => {
    const runId = await approved();
    await save();
    await owner(numberCreditors);
    await owner((scope) => payPayouts(scope, { runId, payoutIds: null, paidOn: day("2026-03-10") }));
    for (const one of [ada, ivo]) {
      const payoutId = await payoutOf(one);
      await owner((scope) => returnPayout(scope, { payoutId, reason: "AC04" }));
    }
    expect((await bookings()).map((one) => [one.amount, one.reference])).toEqual([
      [100_00, "AB-2026-0002"],
      [119_00, "GU-2026-0001"],
    ]);
    expect(await unbooked()).toEqual([
      ["AB-2026-0001", "returned"],
      ["AB-2026-0002", "returned"],
    ]);
  });

  test("a run that was taken back leaves statement and credit note at zero", async () => {
    const runId = await approved();
    await save();
    await owner(numberCreditors);
    db.at("2026-04-01T00:30:00+02:00");
    await owner((scope) => voidRun(scope, { runId, reason: "Wrong" }));
    expect((await bookings()).map(({ amount }) => amount)).toEqual([100_00, 119_00]);
    const april = { from: day("2026-04-01"), to: day("2026-04-30") };
    const read = readDatevBookings((await load("bookings", april)).bytes);
    expect(read.bookings.map((one) => [one.amount, one.date])).toEqual([
      [-100_00, "0104"],
      [-119_00, "0104"],
    ]);
  });

  test("without a credit note, or in another currency, a payout is named", async () => {
    await approved();
    await rows("update document set currency = 'USD'");
    expect(await unbooked()).toEqual([["GU-2026-0001", "currency"]]);
    await rows("update document set kept_until = '2026-06-30'");
    await rows("delete from document");
    expect(await unbooked()).toEqual([["AB-2026-0001", "no_document"]]);
    await rows(
      `update payout set statement = jsonb_set(statement, '{basis}', '"own_invoice"'), invoice_state = 'needed'
       where number like '%1'`,
    );
    expect(await unbooked()).toContainEqual(["AB-2026-0001", "own_invoice"]);
  });
});

describe("[PAY-14] what stops the file", () => {
  test("no settings, no creditor number, a number of another length, a fiscal year, nothing to book", async () => {
    await approved();
    await expect(load()).rejects.toMatchObject({ code: "datev_settings_missing" });
    await save();
    await expect(load()).rejects.toMatchObject({
      code: "datev_creditor_missing",
      params: { name: "Ada Äußerst – Söhne" },
    });
    await number(ada, "70001");
    await expect(load()).rejects.toMatchObject({ code: "datev_creditor_missing", params: { name: "Ivo" } });
    await number(ivo, "70002");
    expect(await bookings()).toHaveLength(2);
    await save({ account_length: "5" });
    await expect(load()).rejects.toMatchObject({
      code: "datev_creditor_length",
      params: { name: "Ada Äußerst – Söhne", number: "70001" },
    });
    await save({ fiscal_month: "3" });
    await expect(load("bookings", { from: day("2026-02-28"), to: march.to })).rejects.toMatchObject({
      code: "datev_fiscal_year",
    });
    expect(readDatevBookings((await load()).bytes).yearBegins).toBe("20260301");
    await expect(load("bookings", { from: day("2025-01-01"), to: day("2025-01-31") })).rejects.toMatchObject({
      code: "datev_empty",
    });
    expect(await rows("select 1 from audit_log where action = 'datev.load'")).toHaveLength(2);
  });

  test("a name with other letters, until staff enter one for the tax adviser", async () => {
    await owner((scope) =>
      savePayee(scope, ivo.affiliateId, payeeInput({ legal_name: "Łukasz", tax_status: "private", tax_number: "" })),
    );
    await approved();
    await save();
    await owner(numberCreditors);
    await expect(load()).rejects.toMatchObject({ code: "datev_character", params: { name: "Łukasz", character: "Ł" } });
    await number(ivo, "70002", "Lukasz");
    expect((await bookings()).map(({ text }) => text)).toContain("Abrechnung AB-2026-0002 Lukasz");
  });
});

describe("[PAY-14] the ZIP", () => {
  test("has the PDF of each statement and credit note by number, and waits until all are made", async () => {
    await approved();
    const pdfs = () => owner((scope) => loadDatevPdfs(scope, march));
    await expect(pdfs()).rejects.toMatchObject({ code: "datev_files_pending" });
    await db.runJobs();
    const found = await pdfs();
    expect(found.map(({ name }) => name)).toEqual(["AB-2026-0001.pdf", "AB-2026-0002.pdf", "GU-2026-0001.pdf"]);
    const ids = found.flatMap(({ source }) => ("file" in source ? source.file.id : []));
    expect((await owner((scope) => readFiles(scope, ids))).size).toBe(2);
    expect((await foreign((scope) => readFiles(scope, ids))).size).toBe(0);
    await expect(foreign((scope) => loadDatevPdfs(scope, march))).rejects.toMatchObject({ code: "datev_empty" });
  });
});
