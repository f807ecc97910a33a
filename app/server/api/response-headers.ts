import { isWrite, type Operation } from "./operation";

/** Response headers of the API beside those of every HTTP response. Their texts are `rest:headers`. */
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

/** Returns the headers of an operation's response with a status; true marks those that are always present. */
export function headersOf(operation: Operation, status: number): Headers {
  if (status === 401) return { "WWW-Authenticate": true };
  // An unknown key has no rate limit, and without a database no request is counted.
  const isCounted = status < 400;
  const limits = { "RateLimit-Policy": isCounted, RateLimit: isCounted };
  if (status === 429 || status === 503) return { ...limits, "Retry-After": status === 503 };
  if (status >= 400) return limits;
  // The address of a record. It is not a redirect.
  const replayed = { ...(isWrite(operation) && { "Idempotent-Replayed": false }), ...limits };
  if ("create" in operation || "receives" in operation) return { Location: true, ...replayed };
  if ("remove" in operation || "act" in operation) return replayed;
  if ("read" in operation) return { ETag: true, ...replayed };
  return operation.query ? { Link: false, ...limits } : limits;
}

/** The headers of a webhook request. Their texts are `rest:webhook_headers`. */
export const WEBHOOK_HEADERS = [
  { name: "webhook-id", required: true },
  { name: "webhook-timestamp", required: true },
  { name: "webhook-signature", required: false },
] as const;
