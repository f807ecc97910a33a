import { beforeEach, describe, expect, test } from "vitest";
import type { IssuedDocument } from "~/domain/documents/document";
import { endDeal } from "~/domain/deals/end-deal.server";
import {
  documentsWithoutFiles,
  documentToWrite,
  loadDocument,
  readDocuments,
  storeDocumentFiles,
} from "~/domain/payouts/documents.server";
import { readBankFiles } from "~/domain/payouts/make-bank-file.server";
import { keepDocument, raiseObjection, withdrawObjection } from "~/domain/payouts/objections.server";
import { payPayouts } from "~/domain/payouts/pay-payouts.server";
import { cancelPayout } from "~/domain/payouts/return-payout.server";
import { voidRun } from "~/domain/payouts/take-back-run.server";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { asAffiliate, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { IBANS, withPayer } from "../factories/payees";
import { approvedRun, draftRun, payableAffiliate, withPayerAccount } from "../factories/payouts";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let bea: Affiliate;
let deal: string;

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const own = <T>(affiliate: Affiliate, use: (scope: Scope) => Promise<T>) =>
  asAffiliate(db.database, org, affiliate, use);
const rows = async (text: string, ...values: unknown[]) => (await db.ownerPool.query(text, values)).rows;
const until = day("2026-02-28");

async function approved(): Promise<string> {
  const runId = await draftRun(db.database, org, until);
  await approvedRun(db.database, org, runId);
  return runId;
}
const contents = async () =>
  (await rows("select content from document order by issued_on, number")).map(
    ({ content }) => content as IssuedDocument,
  );
const numbers = async () => (await contents()).map(({ number }) => number);
const noteOf = (affiliate: Affiliate) =>
  owner((scope) => scope.db.document.findFirstOrThrow({ where: { affiliateId: affiliate.affiliateId } }));

beforeEach(async () => {
  db.at("2026-01-02T12:00:00Z");
  org = await createOrg(db.database);
  await withPayer(db.database, org);
  ada = await payableAffiliate(db.database, org, "Ada");
  bea = await payableAffiliate(db.database, org, "Bea", { iban: IBANS[1], tax_status: "small_business" });
  ({ id: deal } = await oneTimeDeal(db.database, org, ada, { close_date: "2026-01-20" }));
  await oneTimeDeal(db.database, org, bea, { close_date: "2026-01-20" });
  db.at("2026-03-10T12:00:00Z");
});

describe("[PAY-08] a credit note", () => {
  test("is issued for each business of an approved run, with the lines and sums of its statement", async () => {
    const carl = await payableAffiliate(db.database, org, "Carl", { tax_status: "private" });
    await oneTimeDeal(db.database, org, carl, { close_date: "2026-01-21" });
    const runId = await approved();
    const [first, second, ...more] = await contents();
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      kind: "credit_note",
      number: "GU-2026-0001",
      statement: "AB-2026-0001",
      issuedOn: "2026-03-10",
      net: 100_00,
      vatTotal: 19_00,
      gross: 119_00,
      cancels: null,
      payee: { name: "Ada" },
      lines: [{ kind: "deal", from: "2026-01-20", to: "2026-01-20", amount: 100_00, status: "regular", rateBp: 1900 }],
    });
    expect(second).toMatchObject({ number: "GU-2026-0002", vatTotal: 0, lines: [{ status: "small_business" }] });
    expect(await rows("select distinct kept_until::text from document")).toEqual([{ kept_until: "2034-12-31" }]);
    expect((await rows("select 1 from payout where run_id = $1", runId)).length).toBe(3);
  });

  test("never changes and is never deleted, also by the runtime role", async () => {
    await approved();
    const change = (text: string) => owner((scope) => scope.db.$executeRawUnsafe(text));
    for (const table of ["document", "document_file"]) {
      await expect(change(`update ${table} set created_at = now()`)).rejects.toThrow(/permission denied/);
      await expect(change(`delete from ${table}`)).rejects.toThrow(/permission denied/);
    }
  });

  test("is not written if it differs from its statement, the account or what it cancels", async () => {
    const runId = await approved();
    const { id, content } = await noteOf(ada);
    const write = (documentId: string) => owner((scope) => documentToWrite(scope, documentId));
    const change = (field: string, value: string) =>
      rows(`update document set content = jsonb_set(content, $2, $3) where id = $1`, id, field, value);
    for (const [field, value, difference] of [
      ["{payee,name}", '"Bea"', "payee"],
      ["{gross}", "12000", "gross"],
      ["{statement}", '"AB-2026-0002"', "statement"],
      ["{account,holder}", '"Bea"', "account"],
      ["{lines,0,amount}", "10001", "lines"],
      ["{lines,0,corrects}", '"GU-2026-0009"', "corrects"],
    ] as const) {
      await change(field, value);
      await expect(write(id)).rejects.toThrow(new RegExp(`GU-2026-0001 differs in: .*\\b${difference}`));
      await rows("update document set content = $2 where id = $1", id, JSON.stringify(content));
    }
    expect((await write(id))!.content).toEqual(content);
    await owner((scope) => voidRun(scope, { runId, reason: null }));
    const canceling = (await rows("select id from document where cancels = $1", id))[0].id as string;
    expect((await write(canceling))!.content.kind).toBe("cancellation");
    await change("{number}", '"GU-2026-0009"');
    await expect(write(canceling)).rejects.toThrow("ST-2026-0001 differs in: cancels");
  });

  test("names the earlier credit note where a commission is owed back", async () => {
    await payAll(await approved());
    await owner((scope) =>
      endDeal(scope, {
        dealId: deal,
        day: day("2026-03-10"),
        reason: "cancelled_by_customer",
        note: null,
        version: undefined,
      }),
    );
    await oneTimeDeal(db.database, org, ada, { close_date: "2026-03-10", amount: "3000" });
    const runId = await draftRun(db.database, org, day("2026-03-10"));
    await approvedRun(db.database, org, runId);
    const last = (await contents()).at(-1)!;
    expect(last.lines.map(({ kind, amount, corrects }) => [kind, amount, corrects])).toEqual([
      ["claim", -100_00, "GU-2026-0001"],
      ["deal", 300_00, null],
    ]);
    await db.runJobs();
    expect(await owner((scope) => documentsWithoutFiles(scope, runId))).toEqual([]);
  });

  const payAll = (runId: string) =>
    owner((scope) => payPayouts(scope, { runId, payoutIds: null, paidOn: day("2026-03-10") }));
});

describe("[PAY-10] a cancellation", () => {
  test("is a document with opposite amounts, once for each credit note, and a new run issues it anew", async () => {
    const runId = await approved();
    const payoutId = (await noteOf(ada)).payoutId;
    await owner((scope) => cancelPayout(scope, { payoutId, reason: "Wrong address" }));
    await owner((scope) => voidRun(scope, { runId, reason: null }));
    expect(await numbers()).toEqual(["GU-2026-0001", "GU-2026-0002", "ST-2026-0001", "ST-2026-0002"]);
    const [, , first] = await contents();
    expect(first).toMatchObject({
      kind: "cancellation",
      net: -100_00,
      vatTotal: -19_00,
      gross: -119_00,
      cancels: { number: "GU-2026-0001", issuedOn: "2026-03-10" },
      lines: [{ amount: -100_00 }],
      vat: [{ net: -100_00, vat: -19_00 }],
    });
    expect(await rows("select sum(gross)::int as gross from document")).toEqual([{ gross: 0 }]);
    db.at("2026-03-11T12:00:00Z");
    await approved();
    expect((await numbers()).slice(4)).toEqual(["GU-2026-0003", "GU-2026-0004"]);
  });
});

describe("[PAY-10] an objection", () => {
  const object = (documentId: string) =>
    own(ada, (scope) => raiseObjection(scope, { documentId, reason: "Wrong VAT" }));
  const paid = (runId: string, payoutIds: string[] | null = null) =>
    owner((scope) => payPayouts(scope, { runId, payoutIds, paidOn: day("2026-03-10") }));

  test("holds back the payout until it is settled, is told to staff, and its reply to the affiliate", async () => {
    const runId = await approved();
    await withPayerAccount(db.database, org);
    const { id, payoutId } = await noteOf(ada);
    await db.runJobs();
    db.mails.length = 0;
    expect(await object(id)).toBe(true);
    expect(await object(id)).toBe(false);
    await db.runJobs();
    expect(db.mails.map(({ to, subject }) => [to.address, subject.includes("GU-2026-0001")])).toEqual([
      [org.owner.email, true],
    ]);
    expect(await owner((scope) => readBankFiles(scope, runId))).toMatchObject({
      ready: 1,
      unreachable: [{ name: "Ada", problem: "payout_objected" }],
    });
    await expect(paid(runId, [payoutId])).rejects.toMatchObject({ code: "payout_objected" });
    expect(await paid(runId)).toMatchObject({ paid: 1 });
    const { id: objectionId } = (await own(ada, (scope) => readDocuments(scope, payoutId)))[0]!.objections[0]!;
    expect(await owner((scope) => keepDocument(scope, { objectionId, answer: "It is right" }))).toBe(true);
    expect(await owner((scope) => keepDocument(scope, { objectionId, answer: "Again" }))).toBe(false);
    db.mails.length = 0;
    await db.runJobs();
    // Bea is told of her payment.
    expect(db.mails.filter(({ to }) => to.address === ada.email).map(({ text }) => text)).toEqual([
      expect.stringContaining("It is right"),
    ]);
    expect(await paid(runId)).toMatchObject({ paid: 1 });
  });

  test("can be raised again and withdrawn by the affiliate alone, and ends with a cancellation", async () => {
    await approved();
    const { id, payoutId } = await noteOf(ada);
    const states = async () =>
      (await owner((scope) => readDocuments(scope, payoutId)))[0]!.objections.map(({ state }) => state);
    await expect(own(bea, (scope) => raiseObjection(scope, { documentId: id, reason: "x" }))).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(owner((scope) => raiseObjection(scope, { documentId: id, reason: "x" }))).rejects.toMatchObject({
      code: "forbidden",
    });
    await object(id);
    const { id: first } = await owner((scope) => scope.db.objection.findFirstOrThrow());
    await expect(own(bea, (scope) => withdrawObjection(scope, first))).rejects.toMatchObject({ code: "not_found" });
    expect(await own(ada, (scope) => withdrawObjection(scope, first))).toBe(true);
    db.at("2026-03-10T13:00:00Z");
    await object(id);
    expect(await states()).toEqual(["open", "withdrawn"]);
    await owner((scope) => cancelPayout(scope, { payoutId, reason: "Wrong" }));
    expect(await states()).toEqual(["canceled", "withdrawn"]);
    await expect(object(id)).rejects.toMatchObject({ code: "document_canceled" });
  });
});

test("[PAY-08] [PAY-02] files are stored once and encrypted, and read by staff and by their affiliate alone", async () => {
  await approved();
  const { id } = await noteOf(ada);
  const { iban } = (await owner((scope) => documentToWrite(scope, id)))!;
  expect(iban).toBe(IBANS[0]);
  const files = { pdf: Buffer.from(`%PDF ${iban}`), xml: Buffer.from(`<a>${iban}</a>`) };
  expect(await owner((scope) => storeDocumentFiles(scope, id, files))).toBe(true);
  expect(await owner((scope) => storeDocumentFiles(scope, id, { ...files, xml: null }))).toBe(false);
  expect(await owner((scope) => documentToWrite(scope, id))).toBeNull();
  const [{ pdf, xml }] = await rows("select pdf, xml from document_file");
  expect(`${pdf}${xml}`).not.toContain(iban);
  for (const load of [
    () => owner((scope) => loadDocument(scope, id, "xml")),
    () => own(ada, (scope) => loadDocument(scope, id, "xml")),
  ])
    expect(Buffer.from((await load())!.bytes)).toEqual(files.xml);
  expect(await own(bea, (scope) => loadDocument(scope, id, "pdf"))).toBeNull();
  expect(await owner((scope) => loadDocument(scope, "x", "pdf"))).toBeNull();
});
