import { createHash } from "node:crypto";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";

/** A request of a key that is carried out once. */
export interface IdempotentRequest {
  /** The key of the API that sends it. */
  keyId: string;
  /** What its sender calls it. */
  idempotencyKey: string;
  /** All that decides what it does: with another content under the same name it is another request. */
  content: string;
}

/** For so long the same request is known. */
const KNOWN_MS = 24 * 60 * 60 * 1000;

/**
 * Creates a record unless this request has created it before, in the same transaction as the record. Of two at once the second waits
 * and finds what the first has created; what fails leaves nothing, and can be tried again.
 *
 * @param create creates the record and returns its id.
 * @returns the id, and whether it was there.
 * Throws `idempotency_key_reused`, and what `create` throws.
 */
export async function createOnce(
  scope: Scope,
  { keyId: apiKeyId, idempotencyKey, content }: IdempotentRequest,
  create: () => Promise<string>,
): Promise<{ id: string; repeated: boolean }> {
  const [keyHash, requestHash] = [hash(idempotencyKey), hash(content)];
  const where = { apiKeyId, keyHash };
  await scope.db.apiRequest.deleteMany({
    where: { ...where, createdAt: { lt: new Date(scope.now.getTime() - KNOWN_MS) } },
  });
  const { count } = await scope.db.apiRequest.createMany({
    data: [{ ...where, requestHash, createdAt: scope.now }],
    skipDuplicates: true,
  });
  if (count === 0) {
    const earlier = await scope.db.apiRequest.findFirst({ where });
    if (!earlier?.recordId || earlier.requestHash !== requestHash)
      throw new DomainError("idempotency_key_reused");
    return { id: earlier.recordId, repeated: true };
  }
  const id = await create();
  await scope.db.apiRequest.updateMany({ where, data: { recordId: id } });
  return { id, repeated: false };
}

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
