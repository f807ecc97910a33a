import type { Billing } from "~/domain/subscriptions/billing";
import { openFiles, type Files } from "~/platform/files/open-files.server";
import { openBilling } from "~/platform/stripe/open-billing.server";
import { outgoingLinks } from "~/paths/outgoing";
import { siteCookie } from "~/platform/cookie.server";
import { openDatabase, type Database } from "~/platform/db/database.server";
import { legalPagesThere } from "./legal.server";
import { bankKeys, env, publicAddress, sessionCookieName } from "~/platform/env.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";

// Process-wide objects: opened at the first request, from the validated environment.

let opened: Database | undefined;

/** Returns the web process's database. */
export function database(): Database {
  const { DATABASE_APP_URL: url } = env();
  if (!url) throw new Error("DATABASE_APP_URL is missing");
  opened ??= openDatabase({ url, secret: sessionSecret(), bankKeys: bankKeys(env(), sessionSecret()) });
  return opened;
}

let storage: Files | undefined;

/** Returns the rules for files, and where they are. */
export const files = (): Files => (storage ??= openFiles(env()));

let provider: Promise<Billing> | undefined;

/** Returns the payment provider of the web process. */
export function billing(): Promise<Billing> {
  provider ??= openBilling(env(), database(), { secret: sessionSecret(), appUrl: appUrl() });
  return provider;
}

/** Closes the connections of the web process when the server stops. */
export async function closeDatabase(): Promise<void> {
  await opened?.close();
  opened = undefined;
  provider = undefined;
}

export function sessionSecret(): string {
  const { SESSION_SECRET: secret } = env();
  if (!secret) throw new Error("SESSION_SECRET is missing");
  return secret;
}

export const isProduction = () => env().APP_MODE === "production";

/** Returns the public address without a trailing slash. */
export const appUrl = () => publicAddress(env());

/** Returns the builder of absolute addresses for emails and exports. */
export const links = () => outgoingLinks(appUrl(), () => legalPagesThere().includes("imprint"), contactEmail());

/** Returns the operator's address for questions; null if none is set. */
export const contactEmail = (): string | null => env().CONTACT_EMAIL ?? null;

export const webhookAllowance = () => parseWebhookAllowance(env().WEBHOOK_ALLOWED_HOSTS);

/** Returns whether VIES is queried for VAT ids. */
export const asksVies = () => env().VIES === "on";

let cookie: ReturnType<typeof siteCookie> | undefined;

/**
 * Returns the session cookie. It outlives the session on purpose: the row in the database decides when a session ends.
 */
export function sessionCookie() {
  cookie ??= siteCookie(sessionCookieName(appUrl()), () => ({
    httpOnly: true,
    secrets: [sessionSecret()],
    maxAge: 400 * 24 * 60 * 60,
  }));
  return cookie;
}
