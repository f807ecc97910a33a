import { createHmac, randomBytes } from "node:crypto";

// Standard Webhooks, https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Creates the secret of an endpoint: 32 random bytes as "whsec_" and base64. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

export interface Signed {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  /** The exact bytes that are sent. */
  body: string;
}

/** Returns the headers of a delivery. It is signed with every secret; without a secret, the signature is left out. */
export function signatureHeaders(signed: Signed, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) => `v1,${sign(signed, secret)}`);
  return {
    "webhook-id": signed.id,
    "webhook-timestamp": String(signed.timestamp),
    ...(signatures.length > 0 && { "webhook-signature": signatures.join(" ") }),
  };
}

function sign({ id, timestamp, body }: Signed, secret: string): string {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, "base64");
  return createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
}
