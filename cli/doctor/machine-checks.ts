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
// A file that is imported has up to 25 MB, a long list for a slow reader some hundred.
const TEMPORARY_BYTES = { warn: 1024 ** 3, fail: 128 * 1024 ** 2 };

/** What can be wrong with the settings, the machine, and the services that the program uses. */
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
    return warn(found, "a public address wants APP_MODE=production: the demo has public passwords");
  const file = path.join(DATA_DIR, "secret");
  if (!SESSION_SECRET && (fs.statSync(file).mode & 0o077) !== 0)
    return fail(`${file} can be read by others`, `chmod 600 ${file}, and change the secret`);
  // Production has refused it at the start.
  const weakness = weaknessOf(SESSION_SECRET ?? fs.readFileSync(file, "utf8").trim());
  if (weakness)
    return warn(
      `${SESSION_SECRET ? "SESSION_SECRET" : file} ${weakness}`,
      "set what `openssl rand -hex 32` prints; people then sign in again, and set up second factors and webhook secrets anew",
    );
  return ok(found);
}

/** German law asks for both pages. */
export function legal({ APP_MODE, LEGAL_DIR }: Pick<Env, "APP_MODE" | "LEGAL_DIR">): Finding {
  const advice =
    "put imprint.md and privacy.md into a folder and name it in LEGAL_DIR (docs/operations/configure.md, Legal pages)";
  if (!LEGAL_DIR) return APP_MODE === "production" ? warn("LEGAL_DIR is not set", advice) : ok("none (no LEGAL_DIR)");
  if (!fs.existsSync(LEGAL_DIR)) return fail(`LEGAL_DIR names "${LEGAL_DIR}", which does not exist`, advice);
  const there = legalPagesThere(LEGAL_DIR);
  const missing = legalPages.filter((page) => !there.includes(page));
  return missing.length > 0 ? warn(`${LEGAL_DIR} has no ${missing.join(" and no ")}`, advice) : ok(there.join(", "));
}

async function disk(folder: string, embedded: boolean): Promise<Finding> {
  if (!embedded) return ok("the database has a server of its own: watch its disk there");
  const found = await freeBytes(folder);
  return diskFinding(found, FREE_BYTES, "for the database", "make room: without it the database stops");
}

/** Imports are kept there while they are read, and downloads whose readers are slow. */
export async function temporary(folder: string): Promise<Finding> {
  const advice = "make room there, or set TMPDIR to a folder that has it: imports and slow downloads wait there";
  const file = path.join(folder, `finderlohn-doctor-${randomUUID()}`);
  try {
    fs.writeFileSync(file, "", { flag: "wx", mode: 0o600 });
    fs.rmSync(file);
  } catch (error) {
    return fail(`no file can be made in "${folder}": ${fileSentence(error)}`, advice);
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

/** Connects and signs in; no mail is sent. */
async function mail({ SMTP_URL }: Env): Promise<Finding> {
  if (!SMTP_URL) return ok("mails go to the local mailbox (no SMTP_URL)");
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: DEADLINE_MS,
    greetingTimeout: DEADLINE_MS,
    socketTimeout: DEADLINE_MS,
  });
  const { host } = new URL(SMTP_URL);
  try {
    await transport.verify();
    return ok(`${host} accepts connection and sign-in`);
  } catch (error) {
    return fail(`${host}: ${(error as Error).message.split("\n", 1)[0]}`, "check SMTP_URL and the mail server");
  } finally {
    transport.close();
  }
}

async function stripe(env: Env): Promise<Finding> {
  const { STRIPE_SECRET_KEY, STRIPE_PRICE_MONTHLY, STRIPE_PRICE_YEARLY } = env;
  if (!STRIPE_SECRET_KEY) return ok("a stand-in answers (no STRIPE_SECRET_KEY)");
  return stripeFinding(STRIPE_SECRET_KEY, STRIPE_PRICE_MONTHLY!, STRIPE_PRICE_YEARLY!);
}

/** Reads the two prices. `fetch` is given by tests. */
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
    if (off) return fail(`the price ${off.id} is not active`, "activate it, or set the price that is sold");
    return ok("the key works, and both prices are sold");
  } catch (error) {
    return fail((error as Error).message.split("\n", 1)[0]!, "check STRIPE_SECRET_KEY and the two STRIPE_PRICE_…");
  }
}
