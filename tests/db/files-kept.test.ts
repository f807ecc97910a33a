import { buffer } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import { fileBytes, readFile } from "~/domain/files/read-file.server";
import { storeFile } from "~/domain/files/store-file.server";
import type { Scope } from "~/domain/shared/scope";
import { scannerOf } from "~/platform/files/scanner.server";
import { startArchive } from "~/server/exports/archive.server";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { pdf } from "../support/files";
import { memoryBucket } from "../support/memory-bucket";
import { unzip } from "../support/unzip";
import { tasks } from "../../jobs/tasks";

const db = useDatabase({ each: true });
let org: Org;

beforeEach(async () => {
  org = await createOrg(db.database);
  db.context.files = { ...db.context.files, bucket: null };
});

const inScope = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const store = (name = "a.pdf", scan: string | null = null, timeoutMs = 5_000) =>
  storeFile(
    inScope,
    { kind: "receipt", name, bytes: [pdf(300_000)] },
    { quotaBytes: 1e9, scan: scan === null ? null : scannerOf(scan, timeoutMs), movesFiles: false },
  );
const rows = async (sql: string, ...values: unknown[]) => (await db.ownerPool.query(sql, values)).rows;

test("[WORK-10] the data archive has every file, byte for byte", async () => {
  const id = await store("Beleg März.pdf");
  const { pieces } = await startArchive({ first: inScope, page: inScope }, (() => "") as never, null);
  const files = await unzip(await buffer(pieces));
  expect(files.get(`files/${id}/Beleg März.pdf`)!.equals(pdf(300_000))).toBe(true);
  expect(files.get("data/file.jsonl")!.toString()).toContain('"size" : 300000');
  const manifest = JSON.parse(files.get("manifest.json")!.toString());
  expect(manifest.files).toContainEqual(
    expect.objectContaining({ name: `files/${id}/Beleg März.pdf`, bytes: 300_000 }),
  );
});

test("[WORK-10] a file that moves into the bucket while it is read is read to its end", async () => {
  const bucket = memoryBucket(db.database.now);
  db.context.files = { ...db.context.files, bucket };
  const file = (await store().then((id) => inScope((scope) => readFile(scope, id))))!;
  const pieces: Buffer[] = [];
  for await (const piece of fileBytes(inScope, file, { orgId: org.orgId, get: bucket.get })) {
    if (pieces.push(piece) === 1) await tasks["file.move"].run({ org_id: org.orgId }, db.context);
  }
  expect(pieces).toHaveLength(2);
  expect(Buffer.concat(pieces).equals(pdf(300_000))).toBe(true);
});

test("[WORK-10] files move into a bucket and back out of the database, and orphans of both sides are found", async () => {
  const bucket = memoryBucket(db.database.now);
  db.context.files = { ...db.context.files, bucket };
  const [id, kept] = [await store(), await store("b.pdf")];
  const payload = { org_id: org.orgId };
  await tasks["file.move"].run(payload, db.context);
  expect(await rows("select place, count(*)::int from file group by 1")).toEqual([{ place: "bucket", count: 2 }]);
  expect(await rows("select 1 from file_piece")).toEqual([]);
  const file = (await inScope((scope) => readFile(scope, id)))!;
  const read = async (from: typeof bucket | null) => {
    const pieces: Buffer[] = [];
    for await (const piece of fileBytes(inScope, file, from && { orgId: org.orgId, get: from.get })) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  expect((await read(bucket)).equals(pdf(300_000))).toBe(true);
  await expect(read(null)).rejects.toThrow("FILES_URL is missing");
  // An object without a file is removed after a day, one of another organization never.
  await bucket.put(org.orgId, crypto.randomUUID(), pdf());
  const other = await createOrg(db.database);
  await bucket.put(other.orgId, crypto.randomUUID(), pdf());
  await tasks["file.clean"].run(payload, db.context);
  expect(bucket.objects.size).toBe(4);
  db.at(new Date(Date.now() + 2 * 24 * 60 * 60 * 1000));
  await bucket.remove(org.orgId, kept);
  await tasks["file.clean"].run(payload, db.context);
  expect([...bucket.objects.keys()].filter((key) => key.startsWith(org.orgId))).toEqual([`${org.orgId}/${id}`]);
  expect(bucket.objects.size).toBe(2);
});

test("[WORK-10] a scanner decides by its exit code, and its failure rejects the file", async () => {
  const node = (code: string) => `${process.execPath} -e ${code}`;
  const readsAll = "process.stdin.resume().on('end',()=>process.exit(0))";
  await store("clean.pdf", node(readsAll));
  await expect(store("a.pdf", node("process.exit(1)"))).rejects.toMatchObject({ code: "file_refused" });
  await expect(store("a.pdf", node("process.exit(2)"))).rejects.toMatchObject({ code: "file_unchecked" });
  await expect(store("a.pdf", "/no/such/scanner")).rejects.toMatchObject({ code: "file_unchecked" });
  const hangs = node("setInterval(()=>{},1000)");
  await expect(store("a.pdf", hangs, 300)).rejects.toMatchObject({ code: "file_unchecked" });
  const never = node("process.stdin.resume();setInterval(()=>{},1000)");
  await expect(store("a.pdf", never, 300)).rejects.toMatchObject({ code: "file_unchecked" });
  expect(await rows("select name from file")).toEqual([{ name: "clean.pdf" }]);
});
