import { DAY_MS } from "../shared/dates";
import { randomUUID } from "node:crypto";
import { recordAudit } from "../audit/record-audit.server";
import { hashSecret } from "../identity/secret.server";
import { lockMembersAsOwner } from "../members/lock-members.server";
import { DomainError } from "../shared/errors";
import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { NewApiKey } from "./api-key.schema";
import { newKeyText } from "./key-text.server";

/** Limit for the keys of an organization. Expired keys count until they are revoked. */
export const MAX_API_KEYS = 20;

/**
 * Creates an API key and returns its text, which can be shown only now because only its hash is stored.
 * Throws `api_key_limit`, `api_key_name_taken` (field name), `forbidden` for all but owners.
 */
export async function createApiKey(scope: Scope, input: NewApiKey): Promise<{ id: string; text: string }> {
  // The lock keeps concurrent requests from counting the same keys.
  await lockMembersAsOwner(scope);
  const { name, access, lifetime } = input;
  const readsDocuments = input.reads_documents === "yes";
  const keys = await scope.db.apiKey.findMany({ where: { revokedAt: null }, select: { name: true } });
  if (keys.some((key) => key.name === name)) throw new DomainError("api_key_name_taken", {}, "name");
  if (keys.length >= MAX_API_KEYS) throw new DomainError("api_key_limit", { max: MAX_API_KEYS });

  const [id, text] = [randomUUID(), newKeyText(scope.orgId)];
  const expiresAt = lifetime === "never" ? null : new Date(scope.now.getTime() + Number(lifetime) * DAY_MS);
  await scope.db.apiKey.createMany({
    data: {
      id,
      name,
      access,
      readsDocuments,
      expiresAt,
      hash: hashSecret(text),
      tail: text.slice(-4),
      createdBy: actingUser(scope),
      createdAt: scope.now,
    },
  });
  await recordAudit(scope, {
    action: "api_key.create",
    entity: "api_key",
    entityId: id,
    data: { name, access, reads_documents: readsDocuments, expires_at: expiresAt && expiresAt.toISOString() },
  });
  return { id, text };
}
