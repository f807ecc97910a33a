import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { keepDocuments } from "~/platform/db/keep-documents.server";
import { createBankVault } from "~/platform/bank-vault.server";
import { resealBankData } from "~/platform/db/reseal.server";
import { createOrg } from "../factories/organizations";
import { IBANS } from "../factories/payees";
import { approvedRun, simpleRun, withPayerAccount } from "../factories/payouts";
import { TEST_SECRET, useDatabase } from "../support/database";
import { run } from "./program";

const db = useDatabase();
const KEYS = ["first", "second"].map((name) => `${name} ${"k".repeat(40)}`.replace(" ", "-")) as [string, string];

const reseal = (env: Record<string, string>, ...options: string[]) =>
  run(["db", "reseal", "--json", ...options], {
    DATABASE_URL: db.ownerUrl,
    DATABASE_APP_URL: db.appUrl,
    SESSION_SECRET: TEST_SECRET,
    ...env,
  });
const rows = async (text: string) => (await db.ownerPool.query(text)).rows;
const vaultOf = (...keys: string[]) => createBankVault(keys as [string, ...string[]]);
const tables = ["payee_account", "payer_account", "bank_file", "document_file", "kept_document"];
const keysInUse = async () =>
  Promise.all(
    tables.map(async (table) =>
      (await rows(`select distinct key_id as key from ${table} where key_id is not null`)).map(({ key }) => key),
    ),
  );

/** Everything that is encrypted, decrypted. */
async function contents(...keys: string[]) {
  const vault = vaultOf(...keys);
  const accounts = await rows(
    "select iban_sealed, key_id, iban_mark from payee_account union all select iban_sealed, key_id, iban_mark from payer_account",
  );
  const files = await rows(
    "select pdf, xml, key_id from document_file union all select pdf, xml, key_id from kept_document where pdf is not null",
  );
  const texts = await rows("select sealed, key_id from bank_file");
  return {
    ibans: accounts.map(({ iban_sealed, key_id }) => vault.open(iban_sealed, key_id)).sort(),
    marks: accounts.map(({ iban_sealed, key_id, iban_mark }) =>
      vault.marks(vault.open(iban_sealed, key_id)).indexOf(iban_mark),
    ),
    files: files.flatMap(({ pdf, xml, key_id }) =>
      [pdf, xml].map((one) => Buffer.from(vault.openBytes(one, key_id)).toString("base64")),
    ),
    texts: texts.map(({ sealed, key_id }) => vault.open(sealed, key_id)),
  };
}

beforeAll(async () => {
  const org = await createOrg(db.database);
  await withPayerAccount(db.database, org);
  await approvedRun(db.database, org, await simpleRun(db.database, org));
  await db.runJobs();
  await keepDocuments(db.ownerPool, org.orgId, db.database.now());
  const { sealed, keyId } = vaultOf(TEST_SECRET).seal("<Document/>");
  await db.ownerPool.query(
    `insert into bank_file (org_id, run_id, message_id, sealed, key_id, sha256, count, amount, created_at)
     select org_id, id, 'M-1', $1, $2, repeat('0', 64), 1, 11900, now() from payout_run`,
    [sealed, keyId],
  );
}, 120_000);

it("[PAY-02] [CLI-01] encrypts all bank data with the current key, twice without harm, and drops the earlier one", async () => {
  const before = await contents(TEST_SECRET);
  expect(before.ibans).toEqual(IBANS.slice(0, 2).sort());
  const dry = await reseal({ BANK_DATA_KEY: KEYS[0] }, "--dry-run");
  expect(await contents(TEST_SECRET)).toEqual(before);
  const first = await reseal({ BANK_DATA_KEY: KEYS[0] });
  expect(dry.stdout).toBe(first.stdout);
  expect([first.code, first.stderr]).toEqual([0, ""]);
  const counts = JSON.parse(first.stdout) as { table: string; resealed: number; failed: number }[];
  expect(counts.map(({ table, resealed, failed }) => [table, resealed > 0, failed])).toEqual(
    tables.map((table) => [table, true, 0]),
  );
  const keyId = vaultOf(KEYS[0]).keyId;
  expect(await keysInUse()).toEqual(tables.map(() => [keyId]));
  const after = await contents(KEYS[0]);
  expect(after).toEqual({ ...before, marks: [0, 0] });

  const second = await reseal({ BANK_DATA_KEY: KEYS[0] });
  expect(JSON.parse(second.stdout).map(({ resealed }: { resealed: number }) => resealed)).toEqual([0, 0, 0, 0, 0]);
}, 120_000);

it("[PAY-02] continues after an interruption, with a list of earlier keys", async () => {
  const before = await contents(KEYS[0]);
  for await (const { table } of resealBankData(db.ownerPool, vaultOf(KEYS[1], KEYS[0])))
    if (table === "payer_account") break;
  expect((await keysInUse()).flat()).toEqual(
    [KEYS[1], KEYS[1], KEYS[0], KEYS[0], KEYS[0]].map((key) => vaultOf(key).keyId),
  );
  const unknown = randomUUID();
  const { code, stderr } = await reseal({ BANK_DATA_KEY: KEYS[1], BANK_DATA_KEY_EARLIER: `${unknown}\n${KEYS[0]}` });
  expect([code, stderr]).toEqual([0, ""]);
  expect(await contents(KEYS[1])).toEqual(before);
}, 120_000);

it("[PAY-02] leaves and names what no key decrypts, and what is damaged", async () => {
  const missing = await reseal({ BANK_DATA_KEY: KEYS[0] });
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining(vaultOf(KEYS[1]).keyId)]);
  expect((await keysInUse()).flat()).toEqual(tables.map(() => vaultOf(KEYS[1]).keyId));
  await db.ownerPool.query("update kept_document set xml_sha256 = repeat('0', 64) where xml is not null");
  const damaged = await reseal({ BANK_DATA_KEY: KEYS[0], BANK_DATA_KEY_EARLIER: KEYS[1] });
  expect(damaged.code).toBe(1);
  expect(JSON.parse(damaged.stdout).at(-1)).toMatchObject({ table: "kept_document", resealed: 0, failed: 1 });
  const short = await reseal({ BANK_DATA_KEY_EARLIER: `${KEYS[0]},short` });
  expect([short.code, short.stderr]).toEqual([
    2,
    expect.stringContaining("BANK_DATA_KEY_EARLIER must have at least 32"),
  ]);
}, 120_000);

it("[PAY-02] every table with the id of a key is among those", async () => {
  const found = await rows(
    `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'key_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  expect(found.map(({ name }) => name).sort()).toEqual([...tables].sort());
});
