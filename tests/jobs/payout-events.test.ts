import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import { loadBankFile, makeBankFile } from "~/domain/payouts/make-bank-file.server";
import { payPayouts } from "~/domain/payouts/pay-payouts.server";
import { cancelPayout, returnPayout } from "~/domain/payouts/return-payout.server";
import { voidRun } from "~/domain/payouts/take-back-run.server";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { UNDO } from "~/domain/shared/undo";
import { eventBodies, eventNames, type EventName } from "~/domain/webhooks/events";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import { log } from "~/platform/log.server";
import type { Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { IBANS, withPayer } from "../factories/payees";
import { approvedRun, draftRun, payableAffiliate, withPayerAccount } from "../factories/payouts";
import { apiKey, useApi } from "../support/api";
import { useDatabase } from "../support/database";
import { readPdf } from "../support/read-pdf";
import { startReceiver, type Receiver } from "./receiver";

const db = useDatabase({ each: true });
const api = useApi(db);
let receiver: Receiver;
let org: Org;
let ada: Affiliate;
let bea: Affiliate;

/** A time of the test clock. It lies before the server's time, so the queue considers a job waiting for it as due. */
const START = new Date("2026-03-10T12:00:00Z");
const at = (seconds: number) => db.at(new Date(START.getTime() + seconds * 1_000));
const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const payoutEvents = eventNames.filter((name) => name.startsWith("payout."));
const listen = (events: readonly EventName[]) =>
  owner((scope) => saveWebhook(scope, { url: receiver.url, events: [...events] }, db.context.webhooks));
const heard = () => receiver.requests.map(({ body }) => JSON.parse(body));
/** Runs all jobs, and returns the events that arrived meanwhile, each checked against its documented body. */
async function arrivals() {
  receiver.requests.length = 0;
  await db.runJobs();
  for (const body of heard()) expect(eventBodies[body.event as EventName].strict().parse(body)).toEqual(body);
  return heard().sort((a, b) => a.payout.number.localeCompare(b.payout.number));
}

beforeEach(async () => {
  receiver = await startReceiver();
  db.context.webhooks = parseWebhookAllowance(receiver.origin);
  db.at("2026-01-02T12:00:00Z");
  org = await createOrg(db.database);
  await withPayer(db.database, org);
  ada = await payableAffiliate(db.database, org, "Ada");
  bea = await payableAffiliate(db.database, org, "Bea", { iban: IBANS[2], tax_status: "small_business" });
  for (const affiliate of [ada, bea]) await oneTimeDeal(db.database, org, affiliate);
  await db.runJobs();
  at(0);
});
afterEach(() => receiver.close());

async function approved(): Promise<string> {
  const runId = await draftRun(db.database, org, day("2026-02-28"));
  await approvedRun(db.database, org, runId);
  return runId;
}
const pay = (runId: string) =>
  owner((scope) => payPayouts(scope, { runId, payoutIds: null, paidOn: day("2026-03-10") }));

describe("[PAY-15] [HOOK-01] events of payouts", () => {
  test("are sent for each payout that is approved, paid, returned by the bank or taken back", async () => {
    await listen(payoutEvents);
    const draft = await draftRun(db.database, org, day("2026-02-28"));
    expect(await arrivals()).toEqual([]);
    await approvedRun(db.database, org, draft);
    const payout = {
      id: expect.any(String),
      run_id: draft,
      number: "AB-2026-0001",
      state: "open",
      currency: "EUR",
      net: 100,
      vat: 19,
      gross: 119,
      until: "2026-02-28",
    };
    const second = { ...payout, number: "AB-2026-0002", vat: 0, gross: 100 };
    const [toAda, toBea] = [ada, bea].map(({ affiliateId: id, name }) => ({ affiliate: { id, name } }));
    const timestamp = START.toISOString();
    expect(await arrivals()).toEqual([
      { event: "payout.approved", timestamp, payout, ...toAda },
      { event: "payout.approved", timestamp, payout: second, ...toBea },
    ]);
    await pay(draft);
    at(UNDO.seconds);
    const paid = { event: "payout.paid", timestamp, paid_on: "2026-03-10" };
    expect(await arrivals()).toEqual([
      { ...paid, payout: { ...payout, state: "paid" }, ...toAda },
      { ...paid, payout: { ...second, state: "paid" }, ...toBea },
    ]);
    const { rows } = await db.ownerPool.query("select id from payout order by number");
    await owner((scope) => returnPayout(scope, { payoutId: rows[0].id, reason: "AC04" }));
    expect(await arrivals()).toMatchObject([
      { event: "payout.returned", payout: { id: rows[0].id, state: "returned" }, return_reason: "AC04", ...toAda },
    ]);
    await owner((scope) => cancelPayout(scope, { payoutId: rows[0].id, reason: "Wrong account" }));
    expect(await arrivals()).toMatchObject([
      { event: "payout.voided", payout: { id: rows[0].id, state: "void" }, ...toAda },
    ]);
    const next = await approved();
    await arrivals();
    await owner((scope) => voidRun(scope, { runId: next, reason: null }));
    expect(await arrivals()).toMatchObject([
      { event: "payout.voided", payout: { number: "AB-2026-0003", state: "void" }, void_reason: null, ...toAda },
    ]);
  });

  test("tell of each credit note and its cancellation", async () => {
    await listen(["document.issued", "document.cancelled"]);
    const runId = await approved();
    const document = {
      kind: "credit_note",
      number: "GU-2026-0001",
      issued_on: "2026-03-10",
      cancels: null,
      gross: 119,
    };
    const issued = await arrivals();
    expect(issued).toMatchObject([
      { event: "document.issued", document, payout: { number: "AB-2026-0001" }, affiliate: { name: "Ada" } },
      { event: "document.issued", document: { number: "GU-2026-0002", vat: 0 } },
    ]);
    await owner((scope) => voidRun(scope, { runId, reason: null }));
    expect(await arrivals()).toMatchObject([
      { event: "document.cancelled", document: { number: "ST-2026-0001", cancels: "GU-2026-0001", gross: -119 } },
      { event: "document.cancelled", document: { number: "ST-2026-0002", cancels: "GU-2026-0002" } },
    ]);
  });

  test("are not sent for a payment that is undone, nor to an endpoint that has not chosen them", async () => {
    await listen(["payout.paid"]);
    const runId = await approved();
    expect(await arrivals()).toEqual([]);
    const { batchId } = await pay(runId);
    await owner((scope) => undoPayment(scope, batchId!));
    at(UNDO.seconds);
    expect(await arrivals()).toEqual([]);
    // Undone and marked again, before the event of the first time is sent.
    const again = await pay(runId);
    await owner((scope) => undoPayment(scope, again.batchId!));
    await pay(runId);
    at(2 * UNDO.seconds);
    expect((await arrivals()).map(({ event }) => event)).toEqual(["payout.paid", "payout.paid"]);
  });
});

test("[PAY-15] [PAY-02] no webhook, response of the API, audit entry or line of the log has an account number", async () => {
  const logged = (["info", "warn", "error"] as const).map((level) => vi.spyOn(log, level));
  const [key, reading] = [await apiKey(db, org), (path: string) => api("GET", path, { key })];
  const texts: string[] = [];
  const collect = async () => {
    await db.runJobs();
    const { body: list } = await reading("/payouts");
    for (const { id } of list.data) {
      texts.push(JSON.stringify((await reading(`/payouts/${id}`)).body));
      texts.push((await readPdf((await reading(`/payouts/${id}/statement`)).body)).pages.join());
    }
    const { body: runs } = await reading("/payout-runs");
    for (const { id } of runs.data) texts.push(JSON.stringify((await reading(`/payout-runs/${id}`)).body));
    texts.push(JSON.stringify([list, runs, heard()]));
  };
  await listen(eventNames);
  await withPayerAccount(db.database, org);
  const first = await approved();
  await owner(async (scope) => loadBankFile(scope, { runId: first, fileId: await makeBankFile(scope, first) }));
  await collect();
  await owner((scope) => voidRun(scope, { runId: first, reason: `not to DE89 3704 0044 0532 0130 00` }));
  const runId = await approved();
  await pay(runId);
  at(UNDO.seconds);
  await collect();
  const { rows } = await db.ownerPool.query("select id from payout where run_id = $1 order by number", [runId]);
  await owner((scope) => returnPayout(scope, { payoutId: rows[0].id, reason: `AC04 ${IBANS[0]}` }));
  await collect();
  texts.push(JSON.stringify((await db.ownerPool.query("select * from audit_log")).rows));
  texts.push(JSON.stringify((await db.ownerPool.query("select * from graphile_worker._private_jobs")).rows));
  texts.push(JSON.stringify(logged.flatMap((spy) => spy.mock.calls)));
  const all = texts.join("\n");
  // What was looked through has something to hide.
  expect(new Set(heard().map(({ event }) => event))).toEqual(
    new Set(
      ["payout.approved", "payout.paid", "payout.returned", "payout.voided"].concat([
        "document.issued",
        "document.cancelled",
        "deal.paid",
      ]),
    ),
  );
  for (const one of ["payout.load_bank_file", "not to …3000", "AC04 …3000", '"end":"3000"']) expect(all).toContain(one);
  const bare = all.replace(/[\s.-]/g, "");
  for (const iban of IBANS) for (const part of [iban, iban.slice(4)]) expect(bare).not.toContain(part);
  for (const spy of logged) spy.mockRestore();
});
