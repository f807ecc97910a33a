import os from "node:os";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { createInstance } from "i18next";
import { DomainError, natureOf, type ErrorCode } from "~/domain/shared/errors";
import type { Scope } from "~/domain/shared/scope";
import type { WhilePaused } from "~/domain/subscriptions/subscription";
import type { Database } from "~/platform/db/database.server";
import { outageOf, type Outage } from "~/platform/db/outage.server";
import { EnvError } from "~/platform/env.server";
import errors from "~/i18n/en/errors.json";
import { i18nOptions } from "~/i18n/languages";
import { fileSentence } from "~/platform/file-trouble.server";
import { isUsed } from "./embedded-users";
import { clearProgress } from "./progress";
import { prepareRuntime, type Runtime } from "./runtime";

/** A command was used incorrectly. Its message is printed as one line, and the exit code is 2. */
export class UsageError extends Error {}

/** Signals that end a command. SIGHUP: its terminal was closed. */
export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A signal ended a command after its cleanup. The exit code is the one that shells use for the signal. */
export class InterruptedError extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`);
  }
}

/** Exit code of a domain error by what must change before the command can succeed. */
const refusalExitCodes = { state: 1, input: 2 };

/** Returns the exit code for an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof InterruptedError) return 128 + os.constants.signals[error.signal];
  if (error instanceof DomainError) return refusalExitCodes[natureOf(error.code).cause];
  if (outageOf(error) !== null) return TRY_AGAIN;
  return error instanceof UsageError || error instanceof EnvError ? 2 : 1;
}

/** Exit code if the database is unavailable. Supervisors and scripts read it as "try again later" (sysexits.h). */
const TRY_AGAIN = 75;

const outages = {
  away: "the database does not respond",
  full: "the database has no space left",
  read_only: "the database is read-only at the moment",
  slow: "the database took too long",
} satisfies Record<Outage, string>;

// Postgres codes for a missing table, column and schema.
const NOT_THERE = ["42P01", "42703", "3F000"];

/** Formats an error as one line for stderr. */
export function errorLine(error: unknown): string {
  return `finderlohn: ${reasonOf(error)}`;
}

/** Prints an error as one line to stderr. `about` names the failed item of several. */
export function printError(error: unknown, about?: string): void {
  clearProgress();
  console.error(about === undefined ? errorLine(error) : `${errorLine(error)} (${about})`);
}

const i18n = createInstance();
// The texts are passed here, so they are ready when this call returns.
void i18n.init({ ...i18nOptions, lng: "en", defaultNS: "errors", resources: { en: { errors } } });

type ErrorText<Key = keyof typeof errors> = Key extends `${infer Code}_other` ? Code : Key;

/** Returns the English sentence of an error code. */
export function sentenceOf(code: ErrorCode, params: DomainError["params"]): string {
  // A code without a sentence does not compile.
  const key: ErrorText = code;
  return i18n.t(key, params);
}

/** Returns the English sentence of a domain error, then its code for scripts. */
const domainErrorText = ({ code, params }: DomainError): string => `${sentenceOf(code, params)} (${code})`;

/** Returns the reason of an error in one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof DomainError) return domainErrorText(error);
  if (!(error instanceof Error)) return String(error);
  // Node tries all addresses of a host; the message is then only in the nested errors.
  if (error instanceof AggregateError && !error.message) return reasonOf(error.errors[0]);
  const { code } = error as NodeJS.ErrnoException;
  const aboutFile = fileSentence(error);
  if (aboutFile !== null) return aboutFile;
  const outage = outageOf(error);
  if (outage !== null) return `${outages[outage]}: ${error.message.split("\n", 1)[0]}`;
  if (code && NOT_THERE.includes(code)) return `${error.message}: run "finderlohn db migrate" first`;
  const lines = error.message.split("\n").filter((line) => line.trim());
  // Prisma messages begin with the place in the code and end with the reason.
  const line = lines[0]?.startsWith("Invalid `") ? lines.at(-1) : lines[0];
  return line?.trim() ?? error.name;
}

/** Runs a command with a running database. Stops the embedded server afterwards if this command started it. */
export async function withRuntime<T>(run: (runtime: Runtime) => Promise<T>): Promise<T> {
  const runtime = await prepareRuntime();
  try {
    return await run(runtime);
  } finally {
    // Another process may meanwhile use the server that this one started.
    if (!isUsed(runtime)) await runtime.stop();
  }
}

/** Runs a callback while signals call `told` instead of ending the process. */
export async function hearingSignals<T>(told: (signal: NodeJS.Signals) => void, use: () => Promise<T>): Promise<T> {
  for (const one of SIGNALS) process.on(one, told);
  try {
    return await use();
  } finally {
    for (const one of SIGNALS) process.off(one, told);
  }
}

/**
 * Waits for work that must not be interrupted, such as a migration. Throws an InterruptedError afterwards if a signal
 * arrived meanwhile. `work` may end earlier where it only waits, by throwing the reason of its argument.
 */
export async function toItsEnd<T>(work: (interrupted: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const result = await hearingSignals(
    (signal) => interruption.abort(new InterruptedError(signal)),
    () => work(interruption.signal),
  );
  interruption.signal.throwIfAborted();
  return result;
}

/**
 * Opens a read-write scope of one organization as the operator. Throws `organization_paused` unless `whilePaused` names
 * an exception.
 */
export async function operatorScope<T>(
  database: Database,
  orgId: string,
  use: (scope: Scope) => Promise<T>,
  whilePaused?: WhilePaused,
): Promise<T> {
  return database.withOrg(orgId, { kind: "operator" }, use, whilePaused);
}

/** Opens a read-only scope of one organization as the operator. */
export async function operatorReading<T>(
  database: Database,
  orgId: string,
  use: (scope: Scope) => Promise<T>,
): Promise<T> {
  return database.readOrg(orgId, { kind: "operator" }, use);
}

type Row = Record<string, string | number | null>;

// Control characters, including 8-bit ones, and characters that change the text direction.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Replaces control characters in foreign text, so that it cannot move the terminal's cursor or imitate other text. */
export const printable = (text: string): string => text.replaceAll(UNPRINTABLE, " ");

/**
 * Prints rows as a table, or as one JSON array with --json. The keys of the first row are the columns. cli-table3 is
 * not used, because disabling its frame takes as many lines.
 */
export function printRows(rows: Row[], { json }: { json?: boolean }): void {
  if (json) {
    console.log(JSON.stringify(rows, null, 2));
    return;
  }
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) {
    console.log("Nothing to list");
    return;
  }
  const cells = [columns, ...rows.map((row) => columns.map((column) => printable(String(row[column] ?? ""))))];
  const widths = columns.map((_, index) => cells.reduce((width, line) => Math.max(width, line[index]!.length), 0));
  for (const line of cells)
    console.log(
      line
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join("  ")
        .trimEnd(),
    );
}

/**
 * Asks the operator to confirm an irreversible step, with --yes or by typing "yes" on a terminal. Throws a UsageError
 * without a terminal or for other input, and the reason of `signal` if it is aborted.
 */
export async function confirm(question: string, isGiven: boolean, signal?: AbortSignal): Promise<void> {
  if (isGiven) return;
  if (!process.stdin.isTTY) throw new UsageError(`${question} Add --yes to confirm`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // While reading, the terminal receives Ctrl+C as a key and would otherwise wait forever.
  terminal.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const typed = await terminal
    .question(`${question} Type "yes" to continue: `, { ...(signal && { signal }) })
    .finally(() => {
      terminal.close();
      signal?.throwIfAborted();
    });
  if (typed.trim().toLowerCase() !== "yes") throw new UsageError("not confirmed, nothing was done");
}

/** Parses a whole number from `least` to `most`. Throws a UsageError. */
export function wholeNumber(option: string, text: string, most: number, least = 1): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most))
    throw new UsageError(`${option} must be a number from ${least} to ${most}, not "${text}"`);
  return value;
}

/** Prints the result of a command, as JSON with --json and otherwise as a sentence. */
export function printResult(result: object, sentence: string, { json }: { json?: boolean }): void {
  console.log(json ? JSON.stringify(result) : sentence);
}

/** Adds the option --json to a command. */
export const withJson = (command: Command) => command.option("--json", "print JSON");
