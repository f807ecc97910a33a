import { continueImport } from "~/domain/imports/change-import.server";
import type { ImportKind } from "~/domain/imports/import-run";
import { readImport } from "~/domain/imports/read-import.server";
import type { InScope } from "~/domain/shared/scope";
import type { Database } from "~/platform/db/database.server";
import { progressBar } from "./progress";
import { InterruptedError, operatorReading, operatorScope, hearingSignals } from "./run-command";

/** Scopes for the imports of an organization; they throw after a signal. */
export interface Access {
  inScope: InScope;
  reading: InScope;
  /** Works even after a signal. */
  anyway: InScope;
  /** Aborted by a signal. */
  interruption: AbortSignal;
}

/** Runs a command that a signal interrupts between two steps. A running step completes; no other begins. */
export async function interruptible(
  database: Database,
  orgId: string,
  run: (access: Access) => Promise<void>,
): Promise<void> {
  const interruption = new AbortController();
  const { signal } = interruption;
  const anyway: InScope = (use) => operatorScope(database, orgId, use);
  const inScope: InScope = async (use) => {
    signal.throwIfAborted();
    return anyway(use);
  };
  const reading: InScope = async (use) => {
    signal.throwIfAborted();
    return operatorReading(database, orgId, use);
  };
  await hearingSignals(
    (name) => interruption.abort(new InterruptedError(name)),
    () => run({ inScope, reading, anyway, interruption: signal }),
  );
}

/** Runs the steps of an import to its end. A worker may run some of them, and continues if this process dies. */
export async function runImportSteps(
  { inScope }: Pick<Access, "inScope">,
  { kind, id, rows }: { kind: ImportKind; id: string; rows: number },
): Promise<void> {
  const bar = progressBar(rows);
  let shown = 0;
  for (;;) {
    const position = await inScope(async (scope) => {
      const run = await readImport(scope, kind, id);
      if (!run || !["checking", "creating", "undoing"].includes(run.status)) return null;
      await continueImport(scope, id, run.position);
      return run.position;
    });
    if (position === null) break;
    bar.add(position - shown);
    shown = position;
  }
  bar.end();
}
