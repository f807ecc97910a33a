import { createHash } from "node:crypto";
import { DAY_MS } from "../shared/dates";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";

/** An API request that is executed only once. */
export interface IdempotentRequest {
  /** The API key that sends the request. */
  keyId: string;
  /** The sender's name for the request. */
  idempotencyKey: string;
  /** Everything that determines what the request does. The same name with other content is another request. */
  content: string;
}

/** How long a request is remembered. */
const KNOWN_MS = DAY_MS;

/** What is stored of an executed request. */
export interface Done {
  /** The id of the created record. */
  recordId?: string;
  /**
   * The response, if it is not a record that can be read again. It must contain no personal data, because erasing a
   * person does not cover it.
   */
  answer?: object;
}

/**
 * Executes a request unless it was executed before, in the transaction of its changes. Of two concurrent requests the
 * second waits and gets the result of the first. A failed request stores nothing and can be repeated.
 * Returns the result, and whether the request was `repeated`.
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
