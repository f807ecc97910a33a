import path from "node:path";
import { env } from "~/platform/env.server";
import { isProduction } from "./app-context.server";

/**
 * Returns the folder of the local mailbox. Throws 404 if there is none: in production, and with a mail server. It shows
 * the emails of all users (NOT-03).
 */
export function requireMailbox(): string {
  if (isProduction() || env().SMTP_URL) throw new Response(null, { status: 404 });
  return path.join(env().DATA_DIR, "mail");
}
