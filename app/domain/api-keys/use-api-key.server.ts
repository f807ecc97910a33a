import type { ApiAccess } from "../shared/scope";
import { hashSecret } from "../identity/secret.server";
import type { Scope } from "../shared/scope";

/** Who asks through the API. */
export interface ApiKeyHolder {
  keyId: string;
  /** By which people know the key. */
  name: string;
  orgId: string;
  /** `write` includes reading. */
  access: ApiAccess;
}

/** How exactly the last use is kept. */
const USE_INTERVAL_MS = 60_000;

/**
 * The key of this organisation with this text; null when there is none, or it was revoked or has ended. `isNoted`: its
 * last use needs not be written again. The text is long and random, so that the time of an index look-up by its hash
 * tells nothing.
 */
export async function findApiKey(
  scope: Scope,
  text: string,
): Promise<{ holder: ApiKeyHolder; isNoted: boolean } | null> {
  const key = await scope.db.apiKey.findFirst({
    where: { hash: hashSecret(text), revokedAt: null },
    select: { id: true, name: true, access: true, expiresAt: true, lastUsedAt: true },
  });
  if (!key || (key.expiresAt && key.expiresAt <= scope.now)) return null;
  const { id: keyId, name, lastUsedAt } = key;
  return {
    holder: { keyId, name, orgId: scope.orgId, access: key.access as ApiAccess },
    isNoted: lastUsedAt !== null && lastUsedAt > minuteBefore(scope.now),
  };
}

/** Notes that a key was used, at most once a minute. */
export async function noteKeyUse(scope: Scope, id: string): Promise<void> {
  await scope.db.apiKey.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: minuteBefore(scope.now) } }] },
    data: { lastUsedAt: scope.now },
  });
}

const minuteBefore = (now: Date) => new Date(now.getTime() - USE_INTERVAL_MS);
