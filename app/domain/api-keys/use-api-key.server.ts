import type { ApiAccess, Scope } from "../shared/scope";
import { hashSecret } from "../identity/secret.server";

/** The key that authenticates an API request. */
export interface ApiKeyHolder {
  keyId: string;
  /** The name that people gave the key. */
  name: string;
  orgId: string;
  /** `write` includes reading. */
  access: ApiAccess;
  /** Whether it reads the files of credit notes. */
  readsDocuments: boolean;
}

/** Precision of the last use. */
const USE_INTERVAL_MS = 60_000;

/**
 * Finds the key of this organization with this text; null if it does not exist, was revoked or has expired. `isNoted`
 * reports that its last use is recent and need not be recorded. The text is long and random, so the duration of the
 * index lookup by its hash reveals nothing.
 */
export async function findApiKey(
  scope: Scope,
  text: string,
): Promise<{ holder: ApiKeyHolder; isNoted: boolean } | null> {
  const key = await scope.db.apiKey.findFirst({
    where: { hash: hashSecret(text), revokedAt: null },
    select: { id: true, name: true, access: true, readsDocuments: true, expiresAt: true, lastUsedAt: true },
  });
  if (!key || (key.expiresAt && key.expiresAt <= scope.now)) return null;
  const { id: keyId, name, readsDocuments, lastUsedAt } = key;
  return {
    holder: { keyId, name, orgId: scope.orgId, access: key.access as ApiAccess, readsDocuments },
    isNoted: lastUsedAt !== null && lastUsedAt > minuteBefore(scope.now),
  };
}

/** Records the use of a key, at most once a minute. */
export async function recordKeyUse(scope: Scope, id: string): Promise<void> {
  await scope.db.apiKey.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: minuteBefore(scope.now) } }] },
    data: { lastUsedAt: scope.now },
  });
}

const minuteBefore = (now: Date) => new Date(now.getTime() - USE_INTERVAL_MS);
