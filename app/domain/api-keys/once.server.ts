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

/** What is kept of a request that was carried out. */
export interface Done {
  /** The id of what it has created. */
  recordId?: string;
  /** What it answers, when that is no record that can be read anew. It names no person: nobody would erase it. */
  answer?: object;
}

/**
 * Carries a request out unless that was done before, in the same transaction as what it does. Of two at once the second
 * waits and finds what the first has done; what fails leaves nothing, and can be tried again.
 *
 * @returns what was done, and whether it was done before.
 * Throws `idempotency_key_reused`, and what `work` throws.
 */
export async function doOnce(
  scope: Scope,
  { keyId: apiKeyId, idempotencyKey, content }: IdempotentRequest,
  work: () => Promise<Done>,
): Promise<Done & { repeated: boolean }> {
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
    if (earlier?.requestHash !== requestHash) throw new DomainError("idempotency_key_reused");
    const { recordId, answer } = earlier;
    return { ...(recordId && { recordId }), ...(answer && { answer: answer as object }), repeated: true };
  }
  const done = await work();
  if (done.recordId || done.answer) await scope.db.apiRequest.updateMany({ where, data: done });
  return { ...done, repeated: false };
}

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
