import { createHmac } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { log } from "~/platform/log.server";
import { sessionSecret } from "./app-context.server";

/** What happens at the doors; each leaves one line in the log (docs/security.md). */
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
  /** Of somebody who has proved who they are; where that failed, only `address`. */
  user_id?: string;
  /** See {@link addressMark}. */
  address?: string;
  /** Of a link. */
  purpose?: string;
  /** Code of the refusal. */
  reason?: string;
}

/** Writes the line of an event: request id and IP address, no secret and no full e-mail address. */
export function logSignIn({ context }: { context: AppLoadContext }, event: SignInEvent, facts: Facts): void {
  log.info({ event, request_id: context.requestId, ip: context.ip, ...facts }, event.replaceAll("_", " "));
}

/**
 * Stands for an e-mail address in the log: the same for the same address, so that attempts can be counted, but without
 * this program's secret nobody can tell which one it is.
 */
export function addressMark(email: string): string {
  return createHmac("sha256", sessionSecret()).update(`log ${email}`).digest("hex").slice(0, 16);
}
