import { beforeEach, describe, expect, test } from "vitest";
import { payPayouts } from "~/domain/payouts/pay-payouts.server";
import { day } from "~/domain/shared/dates";
import type { Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { IBANS, withPayer } from "../factories/payees";
import { approvedRun, draftRun, payableAffiliate } from "../factories/payouts";
import { apiKey, useApi } from "../support/api";
import { useDatabase } from "../support/database";
import { readPdf } from "../support/read-pdf";

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
  await oneTimeDeal(db.database, org, ada, { title: "Shop" });
  await recurringDeal(db.database, org, bea, { contract_start_date: "2026-01-01" });
  db.at("2026-03-10T12:00:00Z");
  key = await apiKey(db, org, "read");
});

const read = (path: string) => api("GET", path, { key });
const eur = (amount: string) => ({ amount, currency: "EUR" });
async function approved(until = "2026-02-28"): Promise<string> {
  const runId = await draftRun(db.database, org, day(until));
  await approvedRun(db.database, org, runId);
  return runId;
}

describe("[PAY-15] [API-01] payouts", () => {
  test("of a draft are not listed, those of an approved run are, with every filter and page by page", async () => {
    const draft = await draftRun(db.database, org, day("2026-01-31"));
    expect((await read("/payouts")).body.data).toEqual([]);
    const { rows } = await db.ownerPool.query("select id from payout");
    for (const { id } of rows)
      for (const path of [`/payouts/${id}`, `/payouts/${id}/statement`]) expect((await read(path)).status).toBe(404);
    await approvedRun(db.database, org, draft);
    const second = await approved();
    await asOwner(db.database, org, (scope) =>
      payPayouts(scope, { runId: draft, payoutIds: null, paidOn: day("2026-03-10") }),
    );
    const numbers = async (query: string) =>
      (await read(`/payouts?${query}`)).body.data.map(({ number }: { number: string }) => number).sort();
    const all = ["AB-2026-0001", "AB-2026-0002", "AB-2026-0003"];
    expect(await numbers("")).toEqual(all);
    expect(await numbers(`run_id=${second}`)).toEqual(all.slice(2));
    expect(await numbers(`affiliate_id=${ada.affiliateId}`)).toEqual(all.slice(0, 1));
    expect(await numbers("state=paid")).toEqual(all.slice(0, 2));
    expect(await numbers("state=void")).toEqual([]);
    expect(await numbers("currency=eur")).toEqual(all);
    expect(await numbers("currency=USD")).toEqual([]);
    expect((await read("/payouts?state=draft")).status).toBe(422);
    const whole = (await read("/payouts")).body.data;
    expect(whole[0]).toMatchObject({ run_id: second, number: all[2] });
    const [first, next] = [await read("/payouts?limit=2"), async (at: string) => read(`/payouts?limit=2&cursor=${at}`)];
    const last = await next(first.body.next_cursor);
    expect([...first.body.data, ...last.body.data]).toEqual(whole);
    expect((await next(last.body.previous_cursor)).body.data).toEqual(first.body.data);
    expect([last.body.next_cursor, first.body.previous_cursor]).toEqual([null, null]);
  });

  test("are read as their statement says, with the end of the account only", async () => {
    const runId = await approved();
    const { data } = (await read(`/payouts?affiliate_id=${ada.affiliateId}`)).body;
    const summary = {
      id: expect.any(String),
      run_id: runId,
      affiliate_id: ada.affiliateId,
      affiliate_name: "Ada",
      number: "AB-2026-0001",
      state: "open",
      net: eur("100.00"),
      vat: eur("19.00"),
      gross: eur("119.00"),
      until: "2026-02-28",
      paid_on: null,
      return_reason: null,
      statement_file: null,
      created_at: "2026-03-10T12:00:00.000Z",
      approved_at: "2026-03-10T12:00:00.000Z",
    };
    expect(data).toEqual([summary]);
    const { body, headers } = await read(`/payouts/${data[0].id}`);
    expect(headers.get("ETag")).toBeTruthy();
    expect(body).toMatchObject({
      ...summary,
      basis: "agreement",
      payer: { name: "Agency GmbH", country: "DE", vat_id: "DE136695976" },
      payee: { name: "Ada", street: "Lange Straße", house_number: "7", tax_number: "12/345/67890" },
      account: { holder: "Ada", country: "DE", end: "3000" },
      lines: [{ kind: "deal", deal_title: "Shop", amount: eur("100.00"), due_on: "2026-01-15", reason: null }],
      vat_groups: [{ tax_status: "regular", rate_percent: "19.00", net: eur("100.00"), vat: eur("19.00") }],
      planned: [],
    });
    expect(body.lines[0].explanation).toMatchObject({ rule: "percentage", result: eur("100.00") });
    const others = (await read(`/payouts?affiliate_id=${bea.affiliateId}`)).body.data;
    expect((await read(`/payouts/${others[0].id}`)).body.planned.length).toBeGreaterThan(0);
  });

  test("have their statement as a file, once it is made", async () => {
    await approved();
    const [{ id }] = (await read(`/payouts?affiliate_id=${ada.affiliateId}`)).body.data;
    const early = await read(`/payouts/${id}/statement`);
    expect([early.status, early.body.code]).toEqual([409, "document_pending"]);
    await db.runJobs();
    const { status, headers, body } = await read(`/payouts/${id}/statement`);
    expect([status, headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    expect(headers.get("Content-Disposition")).toContain('filename="AB-2026-0001.pdf"');
    expect(Number(headers.get("Content-Length"))).toBe(body.length);
    expect(headers.get("RateLimit")).toContain("r=");
    expect((await readPdf(body)).pages[0]).toContain("AB-2026-0001");
    const head = await api("HEAD", `/payouts/${id}/statement`, { key });
    expect([head.status, head.headers.get("Content-Length"), head.body]).toEqual([200, String(body.length), null]);
    const file = (await read(`/payouts/${id}`)).body.statement_file;
    expect((await read(`/files/${file}`)).body).toMatchObject({ kind: "document", size: body.length });
  });

  test("and their runs are visible to the keys of their own organization only", async () => {
    const runId = await approved();
    const [{ id }] = (await read("/payouts")).body.data;
    await db.runJobs();
    const other = await apiKey(db, await createOrg(db.database));
    for (const path of ["/payouts", "/payout-runs"])
      expect((await api("GET", path, { key: other })).body.data).toEqual([]);
    for (const path of [`/payouts/${id}`, `/payouts/${id}/statement`, `/payout-runs/${runId}`]) {
      expect((await read(path)).status).toBe(200);
      expect((await api("GET", path, { key: other })).status).toBe(404);
      expect((await api("GET", path)).status).toBe(401);
    }
  });
});

test("[PAY-15] [API-01] payout runs are listed with their sums, drafts without", async () => {
  const first = await approved("2026-01-31");
  const draft = await draftRun(db.database, org, day("2026-02-28"));
  const common = { currency: "EUR", created_at: "2026-03-10T12:00:00.000Z" };
  const shown = [
    { id: draft, state: "draft", until: "2026-02-28", payouts: 1, gross: null, ...common },
    { id: first, state: "approved", until: "2026-01-31", payouts: 2, gross: eur("129.00"), ...common },
  ];
  expect((await read("/payout-runs")).body.data).toEqual(shown);
  for (const one of shown) expect((await read(`/payout-runs/${one.id}`)).body).toEqual(one);
  const page = (await read("/payout-runs?limit=1")).body;
  expect((await read(`/payout-runs?limit=1&cursor=${page.next_cursor}`)).body.data).toEqual(shown.slice(1));
});
