import { beforeEach, describe, expect, test } from "vitest";
import { createApiKey, MAX_API_KEYS } from "~/domain/api-keys/create-api-key.server";
import { listApiKeys, readApiKey } from "~/domain/api-keys/list-api-keys.server";
import { newKeyText } from "~/domain/api-keys/key-text.server";
import { revokeApiKey } from "~/domain/api-keys/revoke-api-key.server";
import { listAudit } from "~/domain/audit/list-audit.server";
import { removeMember } from "~/domain/members/remove-member.server";
import { authenticateApiKey as authenticate } from "~/server/api/api-scope.server";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase();
const NOON = Date.parse("2026-03-01T12:00:00Z");
const DAY = 24 * 60 * 60 * 1000;
let org: Org;
let other: Org;

beforeEach(async () => {
  db.at(new Date(NOON));
  org = await createOrg(db.database, { name: "Nordlicht" });
  other = await createOrg(db.database);
});

type Input = Partial<Parameters<typeof createApiKey>[1]>;
const create = (input: Input = {}, of = org) =>
  asOwner(db.database, of, (scope) =>
    createApiKey(scope, { name: "Books", access: "read", lifetime: "never", ...input }),
  );
const authenticateApiKey = (text: string) => authenticate(db.database, text);
const keys = (of = org) => asOwner(db.database, of, listApiKeys);
const revoke = (id: string, of = org) => asOwner(db.database, of, (scope) => revokeApiKey(scope, id));
const noted = async () => (await keys())[0]!.lastUsedAt;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string }) => error.code ?? String(error),
  );

describe("[API-02] an API key", () => {
  test("[API-02] identifies its holder and is stored only as a hash", async () => {
    const { id, text } = await create({ access: "write" });
    expect(await authenticateApiKey(text)).toEqual({
      keyId: id,
      name: "Books",
      orgId: org.orgId,
      access: "write",
      readsDocuments: false,
    });
    const { rows } = await db.ownerPool.query<{ text: string }>(
      `select (select json_agg(k)::text from api_key k) || (select json_agg(a)::text from audit_log a)
         || coalesce((select json_agg(j)::text from graphile_worker._private_jobs j), '') as text`,
    );
    expect(rows[0]!.text).not.toContain(text);
    expect(rows[0]!.text).not.toContain(text.slice(25, 57));
    const [shown] = await keys();
    expect(shown).toMatchObject({ name: "Books", tail: text.slice(-4), createdBy: org.owner.name });
    expect(JSON.stringify(shown)).not.toContain(text.slice(25, 57));
  });

  test("[API-02] is rejected if it is malformed, foreign, revoked or expired", async () => {
    const { id, text } = await create({ lifetime: "30" });
    const strangers = [newKeyText(org.orgId), newKeyText(other.orgId), newKeyText(crypto.randomUUID())];
    for (const none of ["", "fl_x", `${text}0`, text.slice(1), ...strangers]) {
      expect(await authenticateApiKey(none)).toBeNull();
    }
    // The same random part with another organization.
    await db.ownerPool.query("update api_key set org_id = $1 where id = $2", [other.orgId, id]);
    expect(await authenticateApiKey(text)).toBeNull();
    await db.ownerPool.query("update api_key set org_id = $1 where id = $2", [org.orgId, id]);

    db.at(new Date(NOON + 30 * DAY - 1));
    expect(await authenticateApiKey(text)).not.toBeNull();
    db.at(new Date(NOON + 30 * DAY));
    expect(await authenticateApiKey(text)).toBeNull();
    expect((await keys())[0]).toMatchObject({ isExpired: true });

    const { text: second, id: secondId } = await create({ name: "Second" });
    expect(await authenticateApiKey(second)).not.toBeNull();
    await revoke(secondId);
    expect(await authenticateApiKey(second)).toBeNull();
  });

  test("[API-02] has its last use recorded once a minute, also while the organization is paused", async () => {
    const { text } = await create();
    expect(await noted()).toBeNull();
    await authenticateApiKey(text);
    expect(await noted()).toEqual(new Date(NOON));
    db.at(new Date(NOON + 59_000));
    await authenticateApiKey(text);
    expect(await noted()).toEqual(new Date(NOON));
    await db.ownerPool.query(
      "update organization set subscription_status = null, trial_ends_at = '2026-01-01' where org_id = $1",
      [org.orgId],
    );
    db.at(new Date(NOON + 60_000));
    expect(await authenticateApiKey(text)).not.toBeNull();
    const { rows } = await db.ownerPool.query("select last_used_at from api_key where org_id = $1", [org.orgId]);
    expect(rows).toEqual([{ last_used_at: new Date(NOON + 60_000) }]);
  });

  test("[API-02] works even if its use cannot be recorded", async () => {
    const { text } = await create();
    await db.ownerPool.query("alter table api_key add constraint unused check (last_used_at is null) not valid");
    expect(await authenticateApiKey(text)).not.toBeNull();
    expect(await noted()).toBeNull();
    await db.ownerPool.query("alter table api_key drop constraint unused");
  });

  test("[API-02] outlives its creator and is named in the audit log", async () => {
    const ben = await addMember(db.database, org, { role: "owner" });
    const { id, text } = await db.database.withOrg(org.orgId, ben.actor, (scope) =>
      createApiKey(scope, { name: "Shop", access: "read", lifetime: "365" }),
    );
    await asOwner(db.database, org, (scope) => removeMember(scope, ben.userId));
    expect(await authenticateApiKey(text)).not.toBeNull();
    expect((await keys())[0]!.createdBy).toBeNull();
    await revoke(id);
    await revoke(id);
    const { rows } = await asOwner(db.database, org, (scope) => listAudit(scope, { cursor: null }));
    const entries = rows.filter(({ action }) => action.startsWith("api_key."));
    expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
      ["api_key.revoke", "Shop"],
      ["api_key.create", "Shop"],
    ]);
    expect(await keys()).toEqual([]);
  });

  test("[API-02] can be seen, created and revoked only by owners of its organization", async () => {
    const { id } = await create();
    const member = await addMember(db.database, org);
    const asMember = <T>(use: Parameters<typeof asOwner<T>>[2]) =>
      codeOf(db.database.withOrg(org.orgId, member.actor, use));
    expect(await asMember(listApiKeys)).toBe("forbidden");
    expect(await asMember((scope) => createApiKey(scope, { name: "X", access: "read", lifetime: "never" }))).toBe(
      "forbidden",
    );
    expect(await asMember((scope) => revokeApiKey(scope, id))).toBe("forbidden");
    expect(await keys(other)).toEqual([]);
    expect(await asOwner(db.database, other, (scope) => readApiKey(scope, id))).toBeNull();
    expect(await codeOf(revoke(id, other))).toBe("not_found");
    expect(await keys()).toHaveLength(1);
  });

  test("[API-02] has a unique name, and concurrent requests respect the limit", async () => {
    const { id } = await create();
    expect(await codeOf(create())).toBe("api_key_name_taken");
    const made = await Promise.all(
      Array.from({ length: MAX_API_KEYS + 4 }, (_, at) => codeOf(create({ name: `Key ${at}` }))),
    );
    expect(made.filter((code) => code === "api_key_limit")).toHaveLength(5);
    expect(await keys()).toHaveLength(MAX_API_KEYS);
    await revoke(id);
    expect(await codeOf(create())).toBeNull();
  });
});
