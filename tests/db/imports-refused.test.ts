import { beforeAll, expect, test } from "vitest";
import { deleteAffiliate } from "~/domain/affiliates/delete-affiliate.server";
import { startImport } from "~/domain/imports/change-import.server";
import { listImportRows } from "~/domain/imports/list-import-rows.server";
import { readImport } from "~/domain/imports/read-import.server";
import { stepImport } from "~/domain/imports/step-import.server";
import { DomainError } from "~/domain/shared/errors";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate } from "../factories/affiliates";
import { importedFile, type InScope } from "../factories/imports";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

// Tests rejections while an import creates its rows.

const db = useDatabase();
let org: Org;
let inScope: InScope;

beforeAll(async () => {
  org = await createOrg(db.database);
  await activeAffiliate(db.database, org, { name: "Vogel Beratung" });
  inScope = (use) => asOwner(db.database, org, use);
});

const start = (id: string) =>
  inScope((scope) => startImport(scope, id, { keepsDuplicates: false, invites: false, language: "de" }));
const rowsOf = (id: string) =>
  inScope(async (scope) => {
    const run = await readImport(scope, "leads", id);
    return (await listImportRows(scope, run!, { cursor: null })).rows;
  });
const query = async (sql: string) => (await db.ownerPool.query(sql)).rows;

/** Wraps a scope so that something else happens when the database is accessed at `path`. */
function instead(
  scope: Scope,
  path: readonly [string] | readonly [string, string],
  happens: (...asked: never[]) => Promise<unknown>,
): Scope {
  const replaced = (on: object, [name, ...deeper]: readonly string[]): object =>
    new Proxy(on, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (key !== name) return value;
        return deeper.length > 0 ? replaced(value as object, deeper) : happens;
      },
    });
  return { ...scope, db: replaced(scope.db, path) as Scope["db"] };
}

test("[API-04] if an affiliate is deleted while their leads are created, these rows are wrong and the import continues", async () => {
  const gone = await activeAffiliate(db.database, org, { name: "Bald Weg" });
  const file =
    "Company,Contact,Email,Affiliate\nA,K,away1@kunde.example,Bald Weg\nB,K,away2@kunde.example,Vogel Beratung";
  const id = await importedFile(inScope, "leads", file);
  await start(id);
  let isDeleted = false;
  const next = await inScope((scope) => {
    // The rows were checked; creating them first reads the affiliate.
    const late = instead(scope, ["affiliate", "findFirst"], async (asked: object) => {
      if (!isDeleted) await inScope((other) => deleteAffiliate(other, gone.affiliateId));
      isDeleted = true;
      return scope.db.affiliate.findFirst(asked);
    });
    return stepImport(late, id, 0);
  });
  expect([isDeleted, next]).toEqual([true, 2]);
  expect(await inScope((scope) => stepImport(scope, id, 2))).toBeNull();
  expect(await inScope((scope) => readImport(scope, "leads", id))).toMatchObject({ status: "done" });
  expect((await rowsOf(id)).map(({ outcome, problems }) => [outcome, problems])).toEqual([
    ["wrong", [{ field: "affiliate", reason: "import_affiliate_unknown" }]],
    ["created", []],
  ]);
  expect(await query("select company_name from lead where email like 'away%'")).toEqual([{ company_name: "B" }]);
});

test("[API-04] if an affiliate is deleted again before each row, the single row is wrong with its reason", async () => {
  const file = "Company,Contact,Email,Affiliate\nA,K,never1@kunde.example,Vogel Beratung\nB,K,never2@kunde.example,";
  const id = await importedFile(inScope, "leads", file);
  await start(id);
  // The affiliate has passed the check and is deleted before it is read again.
  const step = (scope: Scope) =>
    stepImport(
      instead(scope, ["affiliate", "findFirst"], () => Promise.resolve(null)),
      id,
      0,
    );
  expect(await inScope(step)).toBe(2);
  expect((await rowsOf(id)).map(({ outcome, problems }) => [outcome, problems])).toEqual([
    ["wrong", [{ field: "affiliate", reason: "not_found" }]],
    ["created", []],
  ]);
});

test("[API-04] a rejection without a field is an unexpected error, so that the worker retries the step", async () => {
  const id = await importedFile(inScope, "leads", "Company,Contact,Email\nA,K,fault@kunde.example");
  await start(id);
  const refusal = () => Promise.reject(new DomainError("affiliate_busy"));
  const refused = await inScope((scope) => stepImport(instead(scope, ["$executeRawUnsafe"], refusal), id, 0)).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(Error);
  expect(refused).not.toBeInstanceOf(DomainError);
  expect(await inScope((scope) => readImport(scope, "leads", id))).toMatchObject({ status: "creating" });
  expect(await inScope((scope) => stepImport(scope, id, 0))).toBe(1);
});
