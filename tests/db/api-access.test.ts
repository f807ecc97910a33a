import { randomUUID } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import { findApiKey } from "~/domain/api-keys/use-api-key.server";
import { newKeyText } from "~/domain/api-keys/key-text.server";
import { removeMember } from "~/domain/members/remove-member.server";
import { log } from "~/platform/log.server";
import { isWrite, namesIn, type Operation } from "~/server/api/operation";
import { operations } from "~/server/api/operations/index.server";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { apiKey, useApi } from "../support/api";
import { useDatabase } from "../support/database";
import { pdf } from "../support/files";
import { snapshotTables } from "../support/snapshot-tables";

// Which key may call which operation, for every operation of the catalog. A rejected request changes nothing.

const db = useDatabase();
const api = useApi(db);

let orgs: Record<"open" | "paused" | "closed", Org>;
let keys: Record<string, string | null>;

beforeAll(async () => {
  orgs = {
    open: await createOrg(db.database),
    paused: await createOrg(db.database),
    closed: await createOrg(db.database),
  };
  const { open, paused, closed } = orgs;
  const leaving = await addMember(db.database, open, { role: "owner" });
  const full = { readsDocuments: true };
  const writerOfLeft = await apiKey(db, { ...open, owner: leaving }, "write", full);
  await asOwner(db.database, open, (scope) => removeMember(scope, leaving.userId));
  keys = {
    none: null,
    unknown: newKeyText(open.orgId),
    nowhere: newKeyText(randomUUID()),
    revoked: await changed(open, "revoked_at = now()"),
    expired: await changed(open, "expires_at = now() - interval '1 second'"),
    revokedOfClosed: await changed(closed, "revoked_at = now()"),
    reader: await apiKey(db, open, "read", full),
    writer: await apiKey(db, open, "write", full),
    withoutDocuments: await apiKey(db, open),
    writerOfLeft,
    readerOfPaused: await apiKey(db, paused, "read", full),
    writerOfPaused: await apiKey(db, paused, "write", full),
    readerOfClosed: await apiKey(db, closed, "read", full),
    writerOfClosed: await apiKey(db, closed, "write", full),
  };
  const set = (what: string, { orgId }: Org) =>
    db.ownerPool.query(`update organization set ${what} where org_id = $1`, [orgId]);
  await set("subscription_status = null, trial_ends_at = now() - interval '1 day'", paused);
  await set("closed_at = now()", closed);
});

/** Creates a key and changes its row. */
async function changed(org: Org, what: string): Promise<string> {
  const text = await apiKey(db, org);
  const found = await asOwner(db.database, org, (scope) => findApiKey(scope, text));
  await db.ownerPool.query(`update api_key set ${what} where id = $1`, [found!.holder.keyId]);
  return text;
}

/** Sends a valid request about records that do not exist, and returns status and code of the response. */
async function ask(operation: Operation, name: string): Promise<[status: number, code: string | undefined]> {
  const put = (path: string, part: string) => path.replace(`{${part}}`, randomUUID());
  const address = namesIn(operation.path).reduce(put, operation.path);
  const isFile = "receives" in operation;
  const sent = isFile
    ? { body: pdf(1_000), headers: { "Content-Type": "application/pdf" } }
    : operation.example && { body: operation.example };
  const reply = await api(operation.method, isFile ? `${address}?name=a.pdf` : address, { key: keys[name]!, ...sent });
  return [reply.status, reply.body?.code];
}

type Answer = [status: number, code: string];
const nobody = (): Answer => [401, "unauthorized"];
const unlessWriting = (otherwise: Answer) => (operation: Operation) => (isWrite(operation) ? otherwise : null);

/** How the operations reject each key; null if they do what they do for a key that may everything. */
const rejections: Record<string, (operation: Operation) => Answer | null> = {
  none: nobody,
  unknown: nobody,
  nowhere: nobody,
  revoked: nobody,
  expired: nobody,
  revokedOfClosed: nobody,
  reader: unlessWriting([403, "read_only_key"]),
  // Documents have the account numbers of affiliates.
  withoutDocuments: (operation) => ("load" in operation ? [403, "forbidden"] : null),
  readerOfPaused: unlessWriting([403, "read_only_key"]),
  writerOfPaused: unlessWriting([402, "organization_paused"]),
  readerOfClosed: (operation) => [403, isWrite(operation) ? "read_only_key" : "organization_closed"],
  writerOfClosed: () => [403, "organization_closed"],
  writer: () => null,
  writerOfLeft: () => null,
};

/** All rows but the last uses of keys and what answers to strangers count. */
async function snapshot() {
  const { api_key: _, ...tables } = await snapshotTables(db.ownerPool);
  return tables;
}

test("[API-02] every operation accepts and rejects each key as designed, and a rejected request changes nothing", async () => {
  expect(Object.keys(rejections).toSorted()).toEqual(Object.keys(keys).toSorted());
  const before = await snapshot();
  const warned = vi.spyOn(log, "warn");
  const found: Record<string, unknown> = {};
  const planned: Record<string, unknown> = {};
  // Keys that are none are told apart before the operation, so each operation is tried with one of them.
  const invalid = Object.keys(rejections).filter((name) => rejections[name] === nobody);
  for (const [index, operation] of operations.entries()) {
    await db.ownerPool.query("delete from rate_limit");
    const asked = Object.entries(rejections).map(async ([name, rejected]) => {
      const answer = rejected(operation);
      if (answer === null || (rejected === nobody && name !== invalid[index % invalid.length])) return;
      planned[`${name} ${operation.id}`] = answer;
      found[`${name} ${operation.id}`] = await ask(operation, name);
    });
    await Promise.all(asked);
  }
  expect(found).toEqual(planned);
  expect(await snapshot()).toEqual(before);
  expect(warned.mock.calls).toEqual([]);

  const refused = new Set(["unauthorized", "forbidden", "read_only_key", "organization_paused", "organization_closed"]);
  for (const operation of operations) {
    await db.ownerPool.query("delete from rate_limit");
    const answers: Record<string, unknown> = {};
    for (const [name, rejected] of Object.entries(rejections))
      if (rejected(operation) === null) answers[name] = await ask(operation, name);
    const [status, code] = answers["writer"] as Answer;
    expect(status < 500 && !refused.has(code), `${operation.id}: ${status} ${code}`).toBe(true);
    // What a program writes is there for the next one.
    if (!isWrite(operation)) expect(new Set(Object.values(answers).map(String)), operation.id).toHaveLength(1);
  }
});
