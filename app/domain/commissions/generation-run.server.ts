import { actorName } from "../audit/record-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { GenerationCounts } from "./generation";

// A requested run of the generation, carried out by a job. Its row exists from the beginning so that its progress can
// be queried.

export const runStates = ["running", "done", "failed"] as const;
/** A failed run is retried. */
export type RunState = (typeof runStates)[number];

/** Returns the state of a stored run. */
export const runState = ({ failed, isRunning }: { failed: boolean; isRunning: boolean }): RunState =>
  failed ? "failed" : isRunning ? "running" : "done";

export interface BegunRun extends GenerationCounts {
  id: string;
  state: RunState;
  startedAt: Date;
}

const nothing = { created: 0, dealsFilled: 0, dealsComplete: 0 };

/** Begins a run by queueing its job. Returns the run's id. Throws `forbidden`. */
export async function queueGeneration(scope: Scope): Promise<string> {
  requireStaff(scope);
  const { id } = await scope.db.generationRun.create({
    data: {
      ...nothing,
      dealsWithoutAffiliate: 0,
      dealsWithoutCommission: 0,
      actor: actorName(scope.actor),
      startedAt: scope.now,
      failed: false,
      isRunning: true,
    },
    select: { id: true },
  });
  await scope.enqueue("commissions.generate", { run_id: id });
  return id;
}

/** Returns the progress of a run; null for an unknown id. Throws `forbidden`. */
export async function readRun(scope: Scope, id: string): Promise<BegunRun | null> {
  requireStaff(scope);
  const run = await scope.db.generationRun.findFirst({ where: { id } });
  if (!run) return null;
  return {
    id: run.id,
    startedAt: run.startedAt,
    state: runState(run),
    created: run.created,
    filled: run.dealsFilled,
    complete: run.dealsComplete,
    withoutAffiliate: run.dealsWithoutAffiliate,
    withoutCommission: run.dealsWithoutCommission,
  };
}

/** A finished run stays unchanged, because its job may run a second time. */
const unfinished = (id: string) => ({ id, OR: [{ isRunning: true }, { failed: true }] });

/** Adds the counts of one transaction to a run. */
export async function addToRun(
  scope: Scope,
  id: string,
  { created, filled }: Pick<GenerationCounts, "created" | "filled">,
): Promise<void> {
  await scope.db.generationRun.updateMany({
    where: unfinished(id),
    data: { created: { increment: created }, dealsFilled: { increment: filled } },
  });
}

type Outcome =
  | { failed: true }
  | ({ failed: false; paying: number } & Omit<GenerationCounts, "created" | "filled" | "complete">);

/** Ends a run. `paying`: number of recurring deals with a commission. */
export async function finishRun(scope: Scope, id: string, outcome: Outcome): Promise<void> {
  const run = await scope.db.generationRun.findFirst({ where: unfinished(id) });
  if (!run) return;
  const { failed } = outcome;
  const counts = failed
    ? {}
    : {
        // An interrupted run has filled deals before, and a deal may lose its commission between two transactions.
        dealsComplete: Math.max(0, outcome.paying - run.dealsFilled),
        dealsWithoutAffiliate: outcome.withoutAffiliate,
        dealsWithoutCommission: outcome.withoutCommission,
      };
  await scope.db.generationRun.updateMany({
    where: unfinished(id),
    data: { failed, isRunning: false, ...counts },
  });
}
