import { organizationOfKey } from "~/domain/api-keys/key-text.server";
import { findApiKey, recordKeyUse, type ApiKeyHolder } from "~/domain/api-keys/use-api-key.server";
import type { Actor, InScope } from "~/domain/shared/scope";
import type { Database } from "~/platform/db/database.server";
import { log } from "~/platform/log.server";
import { PAGE_MS } from "../open-scope.server";

/**
 * Returns the holder of an API key by the text of the key; null for unknown, revoked and expired keys. The use is
 * recorded in its own transaction, so that concurrent requests with the key do not wait for each other.
 */
export async function authenticateApiKey(db: Database, text: string): Promise<ApiKeyHolder | null> {
  const orgId = organizationOfKey(text);
  if (orgId === null) return null;
  const actor: Actor = { kind: "job", name: "api_key" };
  const found = await db.readOrg(orgId, actor, async (scope) => {
    const key = await findApiKey(scope, text);
    // A closed organization rejects the request, and nothing is recorded there.
    return key && { ...key, records: !key.isNoted && (await scope.organization()).closedAt === null };
  });
  if (!found) return null;
  const { keyId } = found.holder;
  if (found.records) {
    await db
      .withOrg(orgId, actor, (scope) => recordKeyUse(scope, keyId), "looking")
      .catch((error: unknown) => log.warn({ err: error, api_key_id: keyId }, "use of an API key not recorded"));
  }
  return found.holder;
}

/**
 * Opens transactions for the holder of a key, inside its organization. Reading works while the organization is paused.
 */
export const apiScope =
  (db: Database, { orgId, keyId, access, readsDocuments }: ApiKeyHolder, writes: boolean): InScope =>
  (use) => {
    const actor: Actor = { kind: "api_key", keyId, access, readsDocuments };
    return writes ? db.withOrg(orgId, actor, use) : db.readOrg(orgId, actor, use, { statementMs: PAGE_MS });
  };

/** Opens a transaction for reading that the audit log records, also for a key that may only read. */
export const recordedScope =
  (db: Database, { orgId, keyId, readsDocuments }: ApiKeyHolder): InScope =>
  (use) =>
    db.withOrg(orgId, { kind: "api_key", keyId, access: "write", readsDocuments }, use, "looking");
