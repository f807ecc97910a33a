import { createHmac } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { log } from "~/platform/log.server";
import { sessionSecret } from "./app-context.server";

/** Sign-in events; each writes one log line (docs/security.md). */
export type SignInEvent =
  | "signed_in"
  | "sign_in_failed"
  | "signed_out"
  | "session_ended"
  | "password_changed"
  | "email_changed"
  | "name_changed"
  | "account_deleted"
  | "access_ended"
  | "link_used"
  | "link_refused"
  | "factor_asked"
  | "factor_failed"
  | "factor_on"
  | "factor_changed"
  | "factor_off"
  | "recovery_codes_made"
  | "recovery_code_used";

interface Facts {
  /** Set after authentication; a failed attempt has only `address`. */
  user_id?: string;
  /** See {@link addressMark}. */
  address?: string;
  /** Purpose of the link. */
  purpose?: string;
  /** Code of the domain error. */
  reason?: string;
}

/** Writes the log line of an event: request id and IP address, no secret and no full email address. */
export function logSignIn({ context }: { context: AppLoadContext }, event: SignInEvent, facts: Facts): void {
  log.info({ event, request_id: context.requestId, ip: context.ip, ...facts }, event.replaceAll("_", " "));
}

/**
 * Returns a keyed hash of an email address for the log. Equal addresses have equal hashes, so attempts can be counted,
 * but nobody can reverse it without the secret.
 */
export function addressMark(email: string): string {
  return createHmac("sha256", sessionSecret()).update(`log ${email}`).digest("hex").slice(0, 16);
}
