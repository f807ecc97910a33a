import { readRun } from "~/domain/payouts/read-run.server";
import type { Run } from "~/domain/payouts/run";
import type { Scope } from "~/domain/shared/scope";
import { UsageError } from "./run-command";

/** Reads a payout run; `id` may be any text. Throws a UsageError if it does not exist. */
export async function requireRun(scope: Scope, id: string): Promise<Run> {
  const run = await readRun(scope, id);
  if (!run) throw new UsageError(`the organization has no payout run with the id "${id}"`);
  return run;
}
