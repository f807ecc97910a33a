import os from "node:os";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { createInstance } from "i18next";
import { DomainError, natureOf } from "~/domain/shared/errors";
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

/** A command was used wrongly. Its message is printed as one line, and the exit code is 2. */
export class UsageError extends Error {}

/** The signals that end a command. SIGHUP: its terminal is closed. */
export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A signal has ended a command, which has tidied up. The exit code is the one that shells give it. */
export class InterruptedError extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`);
  }
}

/** Exit code of a domain error by what must change before the command can succeed. */
const refusalExitCodes = { state: 1, input: 2 };

/** The exit code of a command that threw this. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof InterruptedError) return 128 + os.constants.signals[error.signal];
  if (error instanceof DomainError) return refusalExitCodes[natureOf(error.code).cause];
  if (outageOf(error) !== null) return TRY_AGAIN;
  return error instanceof UsageError || error instanceof EnvError ? 2 : 1;
}

/**
 * The exit code of a command that found the database away: what supervisors and scripts know as "try again later"
 * (sysexits.h).
 */
const TRY_AGAIN = 75;

const outages = {
  away: "the database does not answer",
  full: "the database has no room left",
  read_only: "the database takes no changes at the moment",
  slow: "the database took too long",
} satisfies Record<Outage, string>;

// Postgres' codes for a table, a column and a schema that do not exist.
const NOT_THERE = ["42P01", "42703", "3F000"];

/** The line about an error for stderr. */
export function errorLine(error: unknown): string {
  return `finderlohn: ${reasonOf(error)}`;
}

/** Writes the line about an error to stderr; where several things are done, `about` says which one failed. */
export function printError(error: unknown, about?: string): void {
  clearProgress();
  console.error(about === undefined ? errorLine(error) : `${errorLine(error)} (${about})`);
}

const i18n = createInstance();
// The texts are given here, so they are ready when this call returns.
void i18n.init({ ...i18nOptions, lng: "en", defaultNS: "errors", resources: { en: { errors } } });

type ErrorText<Key = keyof typeof errors> = Key extends `${infer Code}_other` ? Code : Key;

/** Returns the English sentence of a domain error, then its code for scripts. */
function refusalText({ code, params }: DomainError): string {
  // A code without a sentence does not compile.
  const key: ErrorText = code;
  return `${i18n.t(key, params)} (${code})`;
}

/** Why something failed, in one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof DomainError) return refusalText(error);
  if (!(error instanceof Error)) return String(error);
  // Node tries all addresses of a host, and its error then only contains theirs.
  if (error instanceof AggregateError && !error.message) return reasonOf(error.errors[0]);
  const { code } = error as NodeJS.ErrnoException;
  const aboutFile = fileSentence(error);
  if (aboutFile !== null) return aboutFile;
  const outage = outageOf(error);
  if (outage !== null) return `${outages[outage]}: ${error.message.split("\n", 1)[0]}`;
  if (code && NOT_THERE.includes(code)) return `${error.message}: run "finderlohn db migrate" first`;
  const lines = error.message.split("\n").filter((line) => line.trim());
  // Prisma begins with the place in the code and ends with the reason.
  const line = lines[0]?.startsWith("Invalid `") ? lines.at(-1) : lines[0];
  return line?.trim() ?? error.name;
}

/** Runs a command with a running database. An embedded server that was started for it is stopped afterwards. */
export async function withRuntime<T>(run: (runtime: Runtime) => Promise<T>): Promise<T> {
  const runtime = await prepareRuntime();
  try {
    return await run(runtime);
  } finally {
    // Another process may have begun to use the server that we started.
    if (!isUsed(runtime)) await runtime.stop();
  }
}

/** Runs something while signals do not end the process but are told. */
export async function hearingSignals<T>(told: (signal: NodeJS.Signals) => void, use: () => Promise<T>): Promise<T> {
  for (const one of SIGNALS) process.on(one, told);
  try {
    return await use();
  } finally {
    for (const one of SIGNALS) process.off(one, told);
  }
}

/**
 * Waits for what must not be cut off, such as a migration. Throws an InterruptedError afterwards when a signal came
 * meanwhile.
 */
export async function toItsEnd<T>(work: Promise<T>): Promise<T> {
  let interruption: InterruptedError | undefined;
  const result = await hearingSignals(
    (signal) => (interruption ??= new InterruptedError(signal)),
    () => work,
  );
  if (interruption) throw interruption;
  return result;
}

/**
 * Opens a scope of one organisation as the operator. Throws `organization_paused` unless `whilePaused` says why
 * something is changed all the same.
 */
export async function operatorScope<T>(
  database: Database,
  orgId: string,
  use: (scope: Scope) => Promise<T>,
  whilePaused?: WhilePaused,
): Promise<T> {
  return database.withOrg(orgId, { kind: "operator" }, use, whilePaused);
}

/** The same for reading only. */
export async function operatorReading<T>(
  database: Database,
  orgId: string,
  use: (scope: Scope) => Promise<T>,
): Promise<T> {
  return database.readOrg(orgId, { kind: "operator" }, use);
}

type Row = Record<string, string | number | null>;

// Control characters, also those of eight bits, and what turns the direction of writing around.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** A text of somebody else, so that it cannot move the cursor of a terminal or look like another one. */
export const printable = (text: string): string => text.replaceAll(UNPRINTABLE, " ");

/**
 * Prints rows as a table, or with --json as one JSON array. Columns are the keys of the first row. Not cli-table3:
 * turning off its frame takes as many lines.
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
 * Has the operator confirm what cannot be undone: with --yes, or by typing "yes" on a terminal. Throws a UsageError
 * where there is none, and when something else is typed, and the reason of `signal` when that is aborted meanwhile.
 */
export async function confirm(question: string, isGiven: boolean, signal?: AbortSignal): Promise<void> {
  if (isGiven) return;
  if (!process.stdin.isTTY) throw new UsageError(`${question} Add --yes to confirm`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // A terminal that is read from hands Ctrl+C over as a key, and would then wait without end.
  terminal.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const typed = await terminal
    .question(`${question} Type "yes" to go on: `, { ...(signal && { signal }) })
    .finally(() => {
      terminal.close();
      signal?.throwIfAborted();
    });
  if (typed.trim().toLowerCase() !== "yes") throw new UsageError("not confirmed, nothing was done");
}

/** The whole number from 1 to `most` that an option says. Throws a UsageError. */
export function wholeNumber(option: string, text: string, most: number, least = 1): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most))
    throw new UsageError(`${option} is a number from ${least} to ${most}, not "${text}"`);
  return value;
}

/** Prints what a command did: with --json as JSON, else in a sentence. */
export function say(result: object, sentence: string, { json }: { json?: boolean }): void {
  console.log(json ? JSON.stringify(result) : sentence);
}

/** Adds the option --json to a command. */
export const withJson = (command: Command) => command.option("--json", "print JSON");
