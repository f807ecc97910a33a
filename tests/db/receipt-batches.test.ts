import { beforeEach, describe, expect, test } from "vitest";
import { chooseTransactions } from "~/domain/commissions/choose-transactions.server";
import type { CommissionKind } from "~/domain/commissions/commission";
import { markDealPaid, payCommissions } from "~/domain/commissions/pay-commissions.server";
import { setReceipt } from "~/domain/commissions/set-receipt.server";
import { setReceipts } from "~/domain/commissions/set-receipts.server";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import { undoReceipts } from "~/domain/commissions/undo-receipts.server";
import { receiptInFile } from "~/domain/files/receipt";
import { storeFile } from "~/domain/files/store-file.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { useDatabase } from "../support/database";
import { pdf } from "../support/files";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
/** Two one-off commissions and a month, all paid by one action. */
let paid: { kind: CommissionKind; id: string }[];
let batch: string;

const within = <T>(use: (scope: Scope) => Promise<T>, by = org) => asOwner(db.database, by, use);
const rows = async (sql: string, ...values: unknown[]) => (await db.ownerPool.query(sql, values)).rows;
const url = (number: number) => `https://bank.example/${number}`;
const set = (receipts: readonly (string | null)[], of = paid) =>
  within((scope) =>
    setReceipts(
      scope,
      of.flatMap((one, index) => (receipts[index] ? [{ ...one, receiptUrl: receipts[index] }] : [])),
    ),
  );
const undo = (id: string) => within((scope) => undoReceipts(scope, id));
const stored = async () => {
  const found = await within((scope) => chooseTransactions(scope, { ids: paid.map(({ id }) => id) }));
  return paid.map(({ id }) => found.find((one) => one.id === id)?.receiptUrl);
};
const file = (name: string) =>
  within(async () => undefined).then(() =>
    storeFile(
      (use) => within(use),
      { kind: "receipt", name, bytes: [pdf(1_000 + name.length)] },
      { quotaBytes: 100 * 1024 * 1024, scan: null, movesFiles: false },
    ),
  );

beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  await withTerms(db.database, org, ada);
  const deals = [await oneTimeDeal(db.database, org, ada), await oneTimeDeal(db.database, org, ada)];
  const { id } = await recurringDeal(db.database, org, ada);
  db.at("2026-02-20T12:00:00Z");
  const [month] = await rows("select id from commission_payment where deal_id = $1 order by period_start limit 1", id);
  const wanted = { deals: deals.map((one) => one.id), payments: [month.id as string], receiptUrl: null };
  batch = (await within((scope) => payCommissions(scope, wanted))).batchId!;
  paid = [
    ...deals.map((one) => ({ kind: "deal" as const, id: one.id })),
    { kind: "payment" as const, id: month.id as string },
  ];
  db.at("2026-02-20T12:10:00Z");
});

describe("[WORK-04] receipts of several transactions", () => {
  test("are stored together, each with its own result, and the log names each", async () => {
    await within((scope) => setReceipt(scope, { ...paid[0]!, receiptUrl: url(1) }));
    const open = await oneTimeDeal(db.database, org, ada);
    const foreign = await createOrg(db.database);
    const others = [
      { kind: "deal" as const, id: open.id },
      { kind: "deal" as const, id: crypto.randomUUID() },
    ];
    const all = [...paid, ...others];
    await expect(
      within(
        (scope) =>
          setReceipts(
            scope,
            all.map((one) => ({ ...one, receiptUrl: url(2) })),
          ),
        foreign,
      ),
    ).resolves.toMatchObject({ done: 0, skipped: all.map(() => ({ name: null, code: "not_found" })) });
    const result = await set([url(1), url(2), url(3), url(4), url(5)], all);
    expect(result).toMatchObject({
      done: 2,
      unchanged: 1,
      skipped: [{ code: "receipt_needs_payment" }, { name: null, code: "not_found" }],
    });
    expect(await stored()).toEqual([url(1), url(2), url(3)]);
    await expectExactAggregates(db.ownerPool);
    const log = await rows(
      "select action, entity, data from audit_log where id = $1 or batch_id = $1 order by data ->> 'receiptUrl' nulls first",
      result.batchId,
    );
    expect(log).toEqual([
      { action: "receipts.set", entity: "organization", data: { count: 2 } },
      { action: "receipt.change", entity: "deal", data: { receiptUrl: url(2), receipt_before: null } },
      { action: "receipt.change", entity: "commission_payment", data: { receiptUrl: url(3), receipt_before: null } },
    ]);
    expect(await set([url(1), url(2)])).toEqual({ done: 0, unchanged: 2, skipped: [], batchId: null });
  });

  test("can be files, which must exist, and are kept while they are used", async () => {
    const id = await file("a.pdf");
    const missing = receiptInFile(crypto.randomUUID());
    expect(await set([receiptInFile(id), missing, receiptInFile(id)])).toMatchObject({
      done: 2,
      skipped: [{ code: "file_not_found" }],
    });
    expect(await stored()).toEqual([receiptInFile(id), null, receiptInFile(id)]);
  });

  test("are taken back once, to what was there before, by the same user in time", async () => {
    const [first, second] = [receiptInFile(await file("first.pdf")), receiptInFile(await file("second.pdf"))];
    await within((scope) => setReceipt(scope, { ...paid[0]!, receiptUrl: first }));
    const { batchId } = await set([second, second, second]);
    await within((scope) => setReceipt(scope, { ...paid[2]!, receiptUrl: url(9) }));
    const strangers = asOwner(db.database, await createOrg(db.database), (scope) => undoReceipts(scope, batchId!));
    await expect(strangers).rejects.toMatchObject({ code: "not_found" });
    expect(await undo(batchId!)).toMatchObject({ undone: 2, kept: [{ code: "changed_meanwhile" }] });
    expect(await stored()).toEqual([first, null, url(9)]);
    await expectExactAggregates(db.ownerPool);
    expect(await undo(batchId!)).toEqual({ undone: 0, kept: [] });
    const again = await set([second]);
    db.at("2026-02-20T12:15:01Z");
    await expect(undo(again.batchId!)).rejects.toMatchObject({ code: "batch_undo_too_late" });
  });

  test("stay without a file that was deleted meanwhile", async () => {
    const first = await file("first.pdf");
    await within((scope) => setReceipt(scope, { ...paid[0]!, receiptUrl: receiptInFile(first) }));
    const { batchId } = await set([url(1)]);
    await rows("delete from file where id = $1", first);
    expect(await undo(batchId!)).toMatchObject({ undone: 0, kept: [{ code: "changed_meanwhile" }] });
    expect(await stored()).toEqual([url(1), null, null]);
  });

  test("are for staff, and for at most 500", async () => {
    const own = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, ada, use);
    const many = Array.from({ length: 501 }, () => ({ ...paid[0]!, id: crypto.randomUUID(), receiptUrl: url(1) }));
    await expect(within((scope) => setReceipts(scope, many))).rejects.toMatchObject({ code: "too_many_transactions" });
    for (const use of [
      (scope: Scope) => setReceipts(scope, []),
      (scope: Scope) => undoReceipts(scope, batch),
      (scope: Scope) => chooseTransactions(scope, { ids: [] }),
    ])
      await expect(own<unknown>(use)).rejects.toMatchObject({ code: "forbidden" });
  });
});

test("[WORK-04] transactions are chosen by id, by the payment and by the filter, of no other organization", async () => {
  const choose = async (choice: Parameters<typeof chooseTransactions>[1], by = org) =>
    (await within((scope) => chooseTransactions(scope, choice), by)).map(({ id }) => id).sort();
  const ids = paid.map(({ id }) => id).sort();
  const later = await oneTimeDeal(db.database, org, ada);
  expect(await choose({ batchId: batch })).toEqual(ids);
  expect(await choose({ ids: [...ids, later.id, "x"] })).toEqual(ids);
  await within((scope) => markDealPaid(scope, later.id));
  await set([url(1)]);
  const without = [...ids.filter((id) => id !== paid[0]!.id), later.id].sort();
  expect(await choose({ tab: "without", filter: {} })).toEqual(without);
  expect(await choose({ tab: "all", filter: { kind: "payment" } })).toEqual([paid[2]!.id]);
  const foreign = await createOrg(db.database);
  for (const choice of [{ batchId: batch }, { ids }, { tab: "all" as const, filter: {} }, { batchId: "x" }])
    expect(await choose(choice, foreign)).toEqual([]);
});

test("[WORK-04] undoing the payment ends the receipts; both are undone in any order", async () => {
  db.at("2026-02-20T12:00:10Z");
  const { batchId } = await set([url(1), url(2), url(3)]);
  expect(await within((scope) => undoPayment(scope, batch))).toBe(3);
  expect(await undo(batchId!)).toMatchObject({ undone: 0, kept: [{}, {}, {}] });
});
