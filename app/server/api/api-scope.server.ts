import { organizationOfKey } from "~/domain/api-keys/key-text.server";
import { findApiKey, noteKeyUse, type ApiKeyHolder } from "~/domain/api-keys/use-api-key.server";
import type { Actor, Scope } from "~/domain/shared/scope";
import type { Database } from "~/platform/db/database.server";
import { log } from "~/platform/log.server";
import { PAGE_MS } from "../open-scope.server";

/**
 * Who asks through the API, by the text of their key; null for every other text, and for a key that was revoked or has
 * ended. That it was used is noted in a transaction of its own: what it is used for waits for nobody else who uses it.
 */
export async function authenticateApiKey(db: Database, text: string): Promise<ApiKeyHolder | null> {
  const orgId = organizationOfKey(text);
  if (orgId === null) return null;
  const actor: Actor = { kind: "job", name: "api_key" };
  const found = await db.readOrg(orgId, actor, (scope) => findApiKey(scope, text));
  if (!found) return null;
  const { keyId } = found.holder;
  if (!found.isNoted) {
    await db
      .withOrg(orgId, actor, (scope) => noteKeyUse(scope, keyId), "looking")
      .catch((error: unknown) => log.warn({ err: error, api_key_id: keyId }, "the use of a key was not noted"));
  }
  return found.holder;
}

/**
 * Opens transactions for whoever holds a key, inside its organisation; those that only read go on while it is paused.
 */
export const apiScope =
  (db: Database, { orgId, keyId, access }: ApiKeyHolder, writes: boolean) =>
  <T>(use: (scope: Scope) => Promise<T>): Promise<T> => {
    const actor: Actor = { kind: "api_key", keyId, access };
    return writes ? db.withOrg(orgId, actor, use) : db.readOrg(orgId, actor, use, PAGE_MS);
  };
