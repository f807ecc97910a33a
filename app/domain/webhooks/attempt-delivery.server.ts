import { DomainError } from "../shared/errors";
import type { AttemptResult } from "./record-attempt.server";
import { readRetryAfter } from "./retry-timetable";
import { signatureHeaders } from "./signature.server";
import { checkWebhookUrl, isTrustedOrigin, type WebhookAllowance } from "./webhook-url";

export interface Sendable {
  id: string;
  url: string;
  body: string;
  /** Unsealed secrets for the signatures. */
  secrets: readonly string[];
}

export interface PostResult {
  status: number;
  /** The beginning of the response as text, at most 16 KiB of UTF-8. */
  excerpt: string;
  /** The header Retry-After. */
  retryAfter: string | null;
}

export interface PostRequest {
  url: string;
  body: string;
  headers: Record<string, string>;
  /** The operator trusts this origin: a private address and plain http are allowed. */
  trusted: boolean;
}

/** External dependencies of an attempt. */
export interface Sender {
  post(request: PostRequest): Promise<PostResult>;
  allowance: WebhookAllowance;
}

/**
 * Sends a delivery once, for at most 15 s. Never called inside a transaction. A failure is part of the result: the
 * message of the network, or a code of `checkWebhookUrl`, because the address may have been saved when other hosts were
 * allowed.
 */
export async function attemptDelivery(
  { id, url, body, secrets }: Sendable,
  { post: send, allowance }: Sender,
): Promise<AttemptResult> {
  const now = new Date();
  const started = performance.now();
  const timed = (result: Omit<AttemptResult, "durationMs">): AttemptResult => ({
    ...result,
    durationMs: Math.round(performance.now() - started),
  });
  try {
    checkWebhookUrl(url, allowance);
    const { status, excerpt, retryAfter } = await send({
      url,
      body,
      headers: signatureHeaders({ id, timestamp: Math.floor(now.getTime() / 1000), body }, secrets),
      trusted: isTrustedOrigin(new URL(url), allowance),
    });
    const delivered = status >= 200 && status < 300;
    return timed({
      status,
      delivered,
      response: excerpt,
      error: delivered ? null : `status ${status}`,
      retryAfterMs: readRetryAfter(retryAfter, now),
    });
  } catch (error) {
    return timed({
      status: null,
      delivered: false,
      response: null,
      retryAfterMs: null,
      error: error instanceof DomainError ? error.code : messageOf(error),
    });
  }
}

/** Result without an attempt, because the newest secret cannot be read. */
export const unsignable: AttemptResult = {
  status: null,
  delivered: false,
  response: null,
  retryAfterMs: null,
  durationMs: 0,
  error: "webhook_secret_unreadable",
};

/** Time limit for sending consecutive deliveries. */
const FOLLOWING_MS = 1_000;

/**
 * Sends deliveries of one endpoint one after the other, until one fails or the time is over. The endpoint therefore
 * occupies its slot of the worker no longer than a single attempt may.
 * @returns the results of the sent deliveries, in their order
 */
export async function attemptInTurn<D extends Sendable>(
  deliveries: readonly D[],
  sender: Sender,
): Promise<{ delivery: D; result: AttemptResult }[]> {
  const started = performance.now();
  const made: { delivery: D; result: AttemptResult }[] = [];
  for (const delivery of deliveries) {
    const result = await attemptDelivery(delivery, sender);
    made.push({ delivery, result });
    if (!result.delivered || performance.now() - started > FOLLOWING_MS) break;
  }
  return made;
}

/** Postgres does not accept a NUL byte in a text. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll("\0", "");
