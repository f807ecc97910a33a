import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createTransport } from "nodemailer";
import type { Env } from "~/platform/env.server";
import { fileSentence } from "~/platform/file-trouble.server";
import { weaknessOf } from "~/platform/weak-secret";
import { legalPages, legalPagesThere } from "~/server/legal.server";
import type { Runtime } from "../runtime";
import { fail, ok, warn, type Check, type Finding } from "./finding";

const DEADLINE_MS = 6_000;
const FREE_BYTES = { warn: 2 * 1024 ** 3, fail: 256 * 1024 ** 2 };
// An import file has up to 25 MB; a long export for a slow reader takes some hundred.
const TEMPORARY_BYTES = { warn: 1024 ** 3, fail: 128 * 1024 ** 2 };

/** Checks of the settings, the machine and the external services. */
export const machineChecks = ({ env, embedded }: Pick<Runtime, "env" | "embedded">): Check[] => [
  { name: "settings", run: () => settings(env) },
  { name: "legal pages", run: async () => legal(env) },
  { name: "disk", run: () => disk(env.DATA_DIR, embedded !== null) },
  { name: "temporary files", run: () => temporary(os.tmpdir()) },
  { name: "mail", run: () => mail(env) },
  { name: "Stripe", run: () => stripe(env) },
];

export async function settings({
  APP_MODE,
  APP_URL,
  SESSION_SECRET,
  DATA_DIR,
}: Pick<Env, "APP_MODE" | "APP_URL" | "SESSION_SECRET" | "DATA_DIR">): Promise<Finding> {
  const found = `APP_MODE ${APP_MODE}, APP_URL ${APP_URL ?? "not set"}`;
  const local = !APP_URL || ["localhost", "127.0.0.1", "[::1]"].includes(new URL(APP_URL).hostname);
  if (APP_MODE !== "production" && !local)
    return warn(found, "use APP_MODE=production for a public address: the demo has public passwords");
  const file = path.join(DATA_DIR, "secret");
  if (!SESSION_SECRET && (fs.statSync(file).mode & 0o077) !== 0)
    return fail(`${file} can be read by others`, `run "chmod 600 ${file}", and change the secret`);
  // Production rejects such a secret at the start.
  const weakness = weaknessOf(SESSION_SECRET ?? fs.readFileSync(file, "utf8").trim());
  if (weakness)
    return warn(
      `${SESSION_SECRET ? "SESSION_SECRET" : file} ${weakness}`,
      "set the output of `openssl rand -hex 32`; afterwards users sign in again, and set up second factors and webhook secrets again",
    );
  return ok(found);
}

/** Checks for the two pages that German law requires. */
export function legal({ APP_MODE, LEGAL_DIR }: Pick<Env, "APP_MODE" | "LEGAL_DIR">): Finding {
  const advice =
    "put imprint.md and privacy.md into a folder and set LEGAL_DIR to it (docs/operations/configure.md, Legal pages)";
  if (!LEGAL_DIR) return APP_MODE === "production" ? warn("LEGAL_DIR is not set", advice) : ok("none (no LEGAL_DIR)");
  if (!fs.existsSync(LEGAL_DIR)) return fail(`LEGAL_DIR names "${LEGAL_DIR}", which does not exist`, advice);
  const there = legalPagesThere(LEGAL_DIR);
  const missing = legalPages.filter((page) => !there.includes(page));
  return missing.length > 0 ? warn(`${LEGAL_DIR} has no ${missing.join(" and no ")}`, advice) : ok(there.join(", "));
}

async function disk(folder: string, embedded: boolean): Promise<Finding> {
  if (!embedded) return ok("the database has its own server: monitor its disk there");
  const found = await freeBytes(folder);
  return diskFinding(found, FREE_BYTES, "for the database", "free disk space: without it the database stops");
}

/** Checks the folder for temporary files of imports and slow downloads. */
export async function temporary(folder: string): Promise<Finding> {
  const advice = "free disk space there, or set TMPDIR to another folder: imports and slow downloads need it";
  const file = path.join(folder, `finderlohn-doctor-${randomUUID()}`);
  try {
    fs.writeFileSync(file, "", { flag: "wx", mode: 0o600 });
    fs.rmSync(file);
  } catch (error) {
    return fail(`cannot create a file in "${folder}": ${fileSentence(error)}`, advice);
  }
  return diskFinding(await freeBytes(folder), TEMPORARY_BYTES, `in ${folder}`, advice);
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.promises.statfs(folder);
  return bavail * bsize;
}

export function diskFinding(free: number, limits: typeof FREE_BYTES, where: string, advice: string): Finding {
  const found = `${(free / 1024 ** 3).toFixed(1)} GiB free ${where}`;
  if (free < limits.fail) return fail(found, advice);
  return free < limits.warn ? warn(found, advice) : ok(found);
}

/** Connects and signs in without sending an email. */
async function mail({ SMTP_URL }: Env): Promise<Finding> {
  if (!SMTP_URL) return ok("emails go to the local mailbox (no SMTP_URL)");
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: DEADLINE_MS,
    greetingTimeout: DEADLINE_MS,
    socketTimeout: DEADLINE_MS,
  });
  const { host } = new URL(SMTP_URL);
  try {
    await transport.verify();
    return ok(`${host} accepts connection and login`);
  } catch (error) {
    return fail(`${host}: ${(error as Error).message.split("\n", 1)[0]}`, "check SMTP_URL and the mail server");
  } finally {
    transport.close();
  }
}

async function stripe(env: Env): Promise<Finding> {
  const { STRIPE_SECRET_KEY, STRIPE_PRICE_MONTHLY, STRIPE_PRICE_YEARLY } = env;
  if (!STRIPE_SECRET_KEY) return ok("simulated (no STRIPE_SECRET_KEY)");
  return stripeFinding(STRIPE_SECRET_KEY, STRIPE_PRICE_MONTHLY!, STRIPE_PRICE_YEARLY!);
}

/** Reads the two prices. Tests pass `fetch`. */
export async function stripeFinding(
  secretKey: string,
  monthly: string,
  yearly: string,
  fetch?: typeof globalThis.fetch,
): Promise<Finding> {
  const { readPrices } = await import("~/platform/stripe/gateway.server");
  try {
    const prices = await readPrices({
      secretKey,
      prices: [monthly, yearly],
      deadlineMs: DEADLINE_MS,
      ...(fetch && { fetch }),
    });
    const off = prices.find(({ active }) => !active);
    if (off) return fail(`the price ${off.id} is not active`, "activate it, or set the current price");
    return ok("the key works, and both prices are active");
  } catch (error) {
    return fail(
      (error as Error).message.split("\n", 1)[0]!,
      "check STRIPE_SECRET_KEY and both STRIPE_PRICE_… variables",
    );
  }
}
