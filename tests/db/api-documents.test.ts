import { createHash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { listAudit } from "~/domain/audit/list-audit.server";
import { raiseObjection } from "~/domain/payouts/objections.server";
import { cancelPayout } from "~/domain/payouts/return-payout.server";
import { day } from "~/domain/shared/dates";
import { asAffiliate, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { IBANS, withPayer } from "../factories/payees";
import { approvedRun, draftRun, payableAffiliate } from "../factories/payouts";
import { apiKey, useApi } from "../support/api";
import { useDatabase } from "../support/database";
import { readPdf } from "../support/read-pdf";

// Credit notes and cancellations over the API.

const db = useDatabase({ each: true });
const api = useApi(db);
let org: Org;
let ada: Affiliate;
let bea: Affiliate;
let key: string;

beforeEach(async () => {
  db.at("2026-01-02T12:00:00Z");
  org = await createOrg(db.database);
  await withPayer(db.database, org);
  ada = await payableAffiliate(db.database, org, "Ada");
  bea = await payableAffiliate(db.database, org, "Bea", { iban: IBANS[1], tax_status: "small_business" });
  for (const affiliate of [ada, bea]) await oneTimeDeal(db.database, org, affiliate, { title: "Shop" });
  db.at("2026-03-10T12:00:00Z");
  await approvedRun(db.database, org, await draftRun(db.database, org, day("2026-02-28")));
  key = await apiKey(db, org, "read", { readsDocuments: true });
});

const read = (path: string, as = key) => api("GET", path, { key: as });
const eur = (amount: string) => ({ amount, currency: "EUR" });
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const listed = async (query = "") => (await read(`/payout-documents?${query}`)).body.data;
const numbers = async (query = "") => (await listed(query)).map(({ number }: { number: string }) => number).sort();
const idOf = async (number: string): Promise<string> =>
  (await listed()).find((one: { number: string }) => one.number === number).id;

test("[PAY-15] credit notes are listed and read with sums, checksums and the end of the account only", async () => {
  await db.runJobs();
  const [note] = await listed(`affiliate_id=${ada.affiliateId}`);
  const payout = (await read(`/payouts?affiliate_id=${ada.affiliateId}`)).body.data[0];
  const file = { size: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) };
  expect(note).toEqual({
    id: expect.any(String),
    kind: "credit_note",
    number: "GU-2026-0001",
    state: "issued",
    payout_id: payout.id,
    affiliate_id: ada.affiliateId,
    affiliate_name: "Ada",
    issued_on: "2026-03-10",
    cancels: null,
    canceled_by: null,
    net: eur("100.00"),
    vat: eur("19.00"),
    gross: eur("119.00"),
    pdf: file,
    xml: file,
    created_at: "2026-03-10T12:00:00.000Z",
  });
  const details = await read(`/payout-documents/${note.id}`);
  expect(details.headers.get("ETag")).toBeTruthy();
  expect(details.body).toMatchObject({
    ...note,
    statement: payout.number,
    payer: { name: "Agency GmbH", vat_id: "DE136695976" },
    payee: { name: "Ada", tax_number: "12/345/67890" },
    account: { holder: "Ada", country: "DE", end: "3000" },
    lines: [{ kind: "deal", deal_title: "Shop", amount: eur("100.00"), tax_status: "regular", rate_percent: "19.00" }],
    vat_groups: [{ tax_status: "regular", rate_percent: "19.00", net: eur("100.00"), vat: eur("19.00") }],
  });
  expect(JSON.stringify([note, details.body])).not.toContain(IBANS[0]);
});

test("[PAY-15] documents are filtered and read page by page", async () => {
  const { payout_id: payoutId } = (await listed(`affiliate_id=${ada.affiliateId}`))[0];
  db.at("2026-03-12T12:00:00Z");
  await asOwner(db.database, org, (scope) => cancelPayout(scope, { payoutId, reason: "Wrong address" }));
  expect(await numbers()).toEqual(["GU-2026-0001", "GU-2026-0002", "ST-2026-0001"]);
  expect(await numbers(`payout_id=${payoutId}`)).toEqual(["GU-2026-0001", "ST-2026-0001"]);
  const { run_id: runId } = (await read(`/payouts/${payoutId}`)).body;
  expect(await numbers(`run_id=${runId}`)).toEqual(await numbers());
  expect(await numbers(`run_id=${payoutId}`)).toEqual([]);
  expect(await numbers("kind=cancellation")).toEqual(["ST-2026-0001"]);
  expect(await numbers("from=2026-03-11&to=2026-03-12")).toEqual(["ST-2026-0001"]);
  expect(await numbers("to=2026-03-10")).toEqual(["GU-2026-0001", "GU-2026-0002"]);
  expect(await numbers("currency=usd")).toEqual([]);
  expect((await read("/payout-documents?kind=invoice")).status).toBe(422);
  const first = (await read("/payout-documents?limit=2")).body;
  const last = (await read(`/payout-documents?limit=2&cursor=${first.next_cursor}`)).body;
  expect([...first.data, ...last.data].map(({ number }) => number).sort()).toEqual(await numbers());
  expect([last.data.length, last.next_cursor]).toEqual([1, null]);
});

test("[PAY-10] [PAY-15] a document says whether it is canceled or objected to, and what it cancels", async () => {
  const [note] = await listed(`affiliate_id=${ada.affiliateId}`);
  const of = { documentId: await idOf("GU-2026-0002"), reason: "Not my customer" };
  await asAffiliate(db.database, org, bea, (scope) => raiseObjection(scope, of));
  const payoutId = note.payout_id;
  await asOwner(db.database, org, (scope) => cancelPayout(scope, { payoutId, reason: "Wrong address" }));
  const [cancellation] = await listed("kind=cancellation");
  expect(cancellation).toMatchObject({
    number: "ST-2026-0001",
    state: "issued",
    cancels: { id: note.id, number: "GU-2026-0001" },
    canceled_by: null,
    gross: eur("-119.00"),
  });
  const states = (await listed()).map((one: { number: string; state: string }) => [one.number, one.state]).sort();
  expect(states.slice(0, 2)).toEqual([
    ["GU-2026-0001", "canceled"],
    ["GU-2026-0002", "objected"],
  ]);
  expect((await read(`/payout-documents/${note.id}`)).body.canceled_by).toEqual({
    id: cancellation.id,
    number: "ST-2026-0001",
  });
});

test("[PAY-15] files are the bytes that were issued, once they are made, and each download is in the log", async () => {
  const writer = await apiKey(db, org);
  const id = await idOf("GU-2026-0001");
  for (const format of ["pdf", "xml"]) {
    const early = await read(`/payout-documents/${id}/${format}`);
    expect([early.status, early.body.code]).toEqual([409, "document_pending"]);
  }
  await db.runJobs();
  const note = (await read(`/payout-documents/${id}`)).body;
  const pdf = await read(`/payout-documents/${id}/pdf`);
  expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  expect(pdf.headers.get("Content-Disposition")).toContain('filename="GU-2026-0001.pdf"');
  expect({ size: pdf.body.length, sha256: sha256(pdf.body) }).toEqual(note.pdf);
  expect((await readPdf(pdf.body)).pages[0]).toContain("GU-2026-0001");
  const xml = await read(`/payout-documents/${id}/xml`);
  expect(xml.headers.get("Content-Type")).toContain("application/xml");
  expect({ size: xml.body.length, sha256: sha256(xml.body) }).toEqual(note.xml);
  expect(xml.body.toString()).toContain("CrossIndustryInvoice");
  const { rows } = await asOwner(db.database, org, (scope) => listAudit(scope, {}));
  const loads = rows.filter(({ action }) => action === "document.load");
  expect(loads.map(({ actor }) => actor.kind)).toEqual(["api_key", "api_key"]);
  // Reading stays possible while the organization is paused.
  const end = "update organization set subscription_status = null, trial_ends_at = '2026-01-03' where org_id = $1";
  await db.ownerPool.query(end, [org.orgId]);
  expect((await api("POST", "/commissions/generation", { key: writer })).status).toBe(402);
  expect((await read(`/payout-documents/${id}/xml`)).status).toBe(200);
});

test("[PAY-02] [PAY-15] a key without an owner's consent reads documents, and no files with account numbers", async () => {
  await db.runJobs();
  const [note] = await listed();
  for (const access of ["read", "write"] as const) {
    const plain = await apiKey(db, org, access);
    expect((await read(`/payout-documents/${note.id}`, plain)).status).toBe(200);
    for (const format of ["pdf", "xml"]) {
      const refused = await read(`/payout-documents/${note.id}/${format}`, plain);
      expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
      expect(refused.headers.get("Content-Type")).toContain("application/problem+json");
    }
  }
});

test("[PAY-15] [ORG-07] documents are visible to the keys of their own organization only", async () => {
  await db.runJobs();
  const [note] = await listed();
  const other = await apiKey(db, await createOrg(db.database), "write", { readsDocuments: true });
  expect((await read("/payout-documents", other)).body.data).toEqual([]);
  for (const path of ["", "/pdf", "/xml"]) {
    const address = `/payout-documents/${note.id}${path}`;
    expect((await read(address)).status).toBe(200);
    expect((await read(address, other)).status).toBe(404);
    expect((await api("GET", address)).status).toBe(401);
  }
});
