import { isWrite, type Operation } from "./operation";

/** What answers say in their headers, beside what every HTTP answer has. Their texts are `rest:headers`. */
export const HEADERS = [
  "ETag",
  "Location",
  "Link",
  "Idempotent-Replayed",
  "RateLimit-Policy",
  "RateLimit",
  "Retry-After",
  "WWW-Authenticate",
] as const;

export type HeaderName = (typeof HEADERS)[number];

type Headers = Partial<Record<HeaderName, boolean>>;

/** The headers of an operation's answers with a status: true of those that are always there. */
export function headersOf(operation: Operation, status: number): Headers {
  if (status === 401) return { "WWW-Authenticate": true };
  // Whoever is no key has no share of requests, and without a database none is counted.
  const isCounted = status < 400;
  const limits = { "RateLimit-Policy": isCounted, RateLimit: isCounted };
  if (status === 429 || status === 503) return { ...limits, "Retry-After": status === 503 };
  if (status >= 400) return limits;
  // A name in the document: nobody is led there.
  const replayed = { ...(isWrite(operation) && { "Idempotent-Replayed": false }), ...limits };
  if ("create" in operation) return { Location: true, ...replayed };
  if ("remove" in operation || "act" in operation) return replayed;
  if ("read" in operation) return { ETag: true, ...replayed };
  return operation.query ? { Link: false, ...limits } : limits;
}

/** The headers of a webhook's request. Their texts are `rest:webhook_headers`. */
export const WEBHOOK_HEADERS = [
  { name: "webhook-id", required: true },
  { name: "webhook-timestamp", required: true },
  { name: "webhook-signature", required: false },
] as const;
