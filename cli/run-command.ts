import type { Command } from "commander";
import { DomainError } from "~/domain/shared/errors";
import type { Scope } from "~/domain/shared/scope";
import type { Database } from "~/platform/db/database.server";
import { EnvError } from "~/platform/env.server";
import { prepareRuntime, type Runtime } from "./runtime";

/** The caller used a command wrongly: one line, exit code 2. */
export class UsageError extends Error {}

/** Exit codes: 0 done, 1 failed, 2 used wrongly. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof UsageError || error instanceof EnvError ? 2 : 1;
}

/** One line for stderr. */
export function errorLine(error: unknown): string {
  const text =
    error instanceof DomainError ? error.code : error instanceof Error ? error.message : String(error);
  return `finderlohn: ${text.split("\n")[0]}`;
}

/** Runs a command on a database that is running, and leaves things as they were found. */
export async function withRuntime<T>(use: (runtime: Runtime) => Promise<T>): Promise<T> {
  const runtime = await prepareRuntime();
  try {
    return await use(runtime);
  } finally {
    await runtime.stop();
  }
}

/** Opens a scope of one organisation as the operator. */
export async function operatorScope<T>(
  database: Database,
  orgId: string,
  use: (scope: Scope) => Promise<T>,
): Promise<T> {
  return database.withOrg(orgId, { kind: "operator" }, use);
}

/** Prints rows as a table, or with --json as one JSON array. Columns are the keys of the first row. */
export function printRows(
  rows: Record<string, string | number | null>[],
  { json }: { json?: boolean },
): void {
  if (json) {
    console.log(JSON.stringify(rows, null, 2));
    return;
  }
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? "")))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]!.length)));
  for (const line of cells)
    console.log(
      line
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join("  ")
        .trimEnd(),
    );
}

/** Adds --json to a command that prints something. */
export const withJson = (command: Command) => command.option("--json", "print JSON");
