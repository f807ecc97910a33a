import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { listTransactions } from "~/domain/commissions/list-transactions.server";
import { isOwnFile } from "~/domain/commissions/own-file.server";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { setReceipt } from "~/domain/commissions/set-receipt.server";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import { deleteFile, deleteUnusedFiles } from "~/domain/files/delete-file.server";
import { MAX_FILE_BYTES, type FileKind } from "~/domain/files/file";
import { fileBytes, readFile } from "~/domain/files/read-file.server";
import { receiptInFile } from "~/domain/files/receipt";
import { storeFile, withStoredFile, type FileRules } from "~/domain/files/store-file.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { jpeg, pdf, png } from "../support/files";

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org, { name: "Ada" });
  await withTerms(db.database, org, affiliate);
});

const rules: FileRules = { quotaBytes: 100 * 1024 * 1024, scan: null, movesFiles: false };
const inScope = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const store = (bytes: Buffer | Iterable<Buffer>, name = "a.pdf", kind: FileKind = "receipt", by = rules) =>
  storeFile(inScope, { kind, name, bytes: Buffer.isBuffer(bytes) ? [bytes] : bytes }, by);
const rows = async (sql: string, ...values: unknown[]) => (await db.ownerPool.query(sql, values)).rows;
const count = async (table: string) => Number((await rows(`select count(*) from ${table}`))[0].count);

async function read(id: string): Promise<Buffer> {
  const file = await inScope((scope) => readFile(scope, id));
  const pieces: Buffer[] = [];
  for await (const piece of fileBytes(inScope, file!, null)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe("[WORK-10] a stored file", () => {
  test("returns its bytes, in pieces, with the type that they show", async () => {
    for (const [bytes, type] of [
      [pdf(700_000), "application/pdf"],
      [png(), "image/png"],
      [jpeg(), "image/jpeg"],
    ] as const) {
      const id = await store(bytes, "Überweisung März.txt");
      const file = await inScope((scope) => readFile(scope, id));
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      expect(file).toMatchObject({ kind: "receipt", type, size: bytes.length, sha256, place: "database" });
      expect(file!.name).toMatch(/^Überweisung März\.txt\.(pdf|png|jpg)$/);
      expect((await read(id)).equals(bytes)).toBe(true);
    }
    expect(await rows("select count(*) from file_piece where octet_length(bytes) > 262144")).toEqual([{ count: "0" }]);
    const entries = await rows("select data ->> 'name' as name from audit_log where action = 'file.upload'");
    expect(entries).toHaveLength(3);
  });

  test("may have 10 MiB, and no byte more; reading stops there and nothing remains", async () => {
    const id = await store(pdf(MAX_FILE_BYTES));
    expect((await read(id)).length).toBe(MAX_FILE_BYTES);
    let asked = 0;
    function* endless() {
      yield pdf(1_000).subarray(0, 900);
      for (; ; asked++) yield Buffer.alloc(1024 * 1024);
    }
    await expect(store(endless())).rejects.toMatchObject({ code: "file_too_large", params: { max: 10 } });
    expect(asked).toBeLessThan(12);
    expect(await count("file")).toBe(1);
    expect(await count("file_piece")).toBe(40);
  });

  test("is limited by the quota of the organization, also for concurrent uploads", async () => {
    const quota = { ...rules, quotaBytes: 21 * 1024 * 1024 };
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => store(pdf(5_000), "a.pdf", "receipt", quota)));
    const refused = results.filter((one) => one.status === "rejected");
    for (const one of refused) expect(one.reason).toMatchObject({ code: "file_quota", params: { max: 21 } });
    await expect(store(pdf(5_000), "a.pdf", "receipt", { ...rules, quotaBytes: 10_000 })).rejects.toMatchObject({
      code: "file_quota",
    });
    // What was reserved is given back.
    await store(pdf(5_000), "a.pdf", "receipt", quota);
  });

  test("of a generated document is stored by a job", async () => {
    const inJob = <T>(use: (scope: Scope) => Promise<T>) =>
      db.database.withOrg(org.orgId, { kind: "job", name: "test" }, use);
    deal = await oneTimeDeal(db.database, org, affiliate);
    const id = await storeFile(inJob, { kind: "document", name: "statement.pdf", bytes: [pdf(3_000)] }, rules);
    expect((await read(id)).equals(pdf(3_000))).toBe(true);
    await expect(inScope((scope) => useAsReceipt(scope, id))).rejects.toMatchObject({ code: "file_not_found" });
  });
});

let deal: { id: string };
const useAsReceipt = async (scope: Scope, id: string) =>
  payCommissions(scope, { deals: [deal.id], receiptUrl: receiptInFile(id) });

describe("[WORK-10] a receipt in a file", () => {
  beforeEach(async () => {
    deal = await oneTimeDeal(db.database, org, affiliate);
  });

  test("is the receipt of a payment, and its affiliate may open it", async () => {
    const other = await activeAffiliate(db.database, org, { name: "Bea" });
    const id = await store(pdf(2_000));
    const may = (one: Affiliate) => asAffiliate(db.database, org, one, (scope) => isOwnFile(scope, id));
    expect([await may(affiliate), await may(other)]).toEqual([false, false]);
    const { batchId } = await inScope((scope) => useAsReceipt(scope, id));
    expect([await may(affiliate), await may(other)]).toEqual([true, false]);
    const { rows: listed } = await inScope((scope) => listTransactions(scope, "with", {}));
    expect(listed).toMatchObject([{ id: deal.id, receiptUrl: receiptInFile(id) }]);
    await asAffiliate(db.database, org, affiliate, async (scope) => {
      await expect(readFile(scope, id)).rejects.toMatchObject({ code: "forbidden" });
      expect(await scope.db.file.findMany({})).toEqual([]);
      expect(await scope.db.filePiece.findMany({})).toEqual([]);
    });
    await expect(inScope((scope) => deleteFile(scope, id))).rejects.toMatchObject({ code: "file_in_use" });
    await inScope((scope) => undoPayment(scope, batchId!));
    expect(await may(affiliate)).toBe(false);
    await inScope((scope) => deleteFile(scope, id));
    expect([await count("file"), await count("file_piece")]).toEqual([0, 0]);
  });

  test("is deleted again if what was to use it fails", async () => {
    const file = { kind: "receipt" as const, name: "a.pdf", bytes: [pdf(3_000)] };
    const used = await withStoredFile(inScope, file, rules, async (id) => id);
    const failing = withStoredFile(inScope, file, rules, () => Promise.reject(new Error("no payment")));
    await expect(failing).rejects.toThrow("no payment");
    expect(await rows("select id from file")).toEqual([{ id: used }]);
  });

  test("must be a complete file of the same organization", async () => {
    const elsewhere = await createOrg(db.database);
    const foreign = await storeFile(
      (use) => asOwner(db.database, elsewhere, use),
      { kind: "receipt", name: "b.pdf", bytes: [pdf(1_000)] },
      rules,
    );
    await expect(inScope((scope) => useAsReceipt(scope, foreign))).rejects.toMatchObject({ code: "file_not_found" });
    await inScope((scope) => payCommissions(scope, { deals: [deal.id], receiptUrl: null }));
    const receipt = { kind: "deal" as const, id: deal.id, receiptUrl: receiptInFile(foreign) };
    await expect(inScope((scope) => setReceipt(scope, receipt))).rejects.toMatchObject({ code: "file_not_found" });
    expect(await inScope((scope) => readFile(scope, foreign))).toBeNull();
  });

  test("is deleted at night, a week after its upload, if no payment refers to it", async () => {
    const [used, unused] = [await store(pdf(1_000)), await store(png(), "b.png")];
    await store(pdf(1_000), "statement.pdf", "document");
    await inScope((scope) => useAsReceipt(scope, used));
    db.at("2026-01-16T12:00:00Z");
    expect(await inScope(deleteUnusedFiles)).toEqual({ deleted: 0, more: false });
    await db.ownerPool.query(
      "insert into file (org_id, id, kind, name, type, size, created_at) values ($1, $2, 'receipt', 'c.pdf', 'application/pdf', 1, '2026-01-15T00:00:00Z')",
      [org.orgId, crypto.randomUUID()],
    );
    db.at("2026-01-18T12:00:00Z");
    expect(await inScope(deleteUnusedFiles)).toEqual({ deleted: 2, more: false });
    expect(await inScope((scope) => readFile(scope, unused))).toBeNull();
    expect(await inScope((scope) => readFile(scope, used))).not.toBeNull();
    expect(await rows("select entity_id from audit_log where action = 'file.delete'")).toEqual([{ entity_id: unused }]);
  });
});
