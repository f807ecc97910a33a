import { actorName } from "../audit/record-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { GenerationCounts } from "./generation";

// A run of the generation that somebody asks for and that a job carries out. Its row is there from the beginning, so
// that it can be asked how far it is.

export const runStates = ["running", "done", "failed"] as const;
/** A run that failed is tried again. */
export type RunState = (typeof runStates)[number];

/** How a stored run stands. */
export const stateOf = ({ failed, isRunning }: { failed: boolean; isRunning: boolean }): RunState =>
  failed ? "failed" : isRunning ? "running" : "done";

export interface BegunRun extends GenerationCounts {
  id: string;
  state: RunState;
  startedAt: Date;
}

const nothing = { created: 0, dealsFilled: 0, dealsComplete: 0 };

/** Begins a run: queues its job. Returns the run's id. Throws `forbidden`. */
export async function beginGeneration(scope: Scope): Promise<string> {
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

/** How far a run is; null when there is none of this id. Throws `forbidden`. */
export async function readRun(scope: Scope, id: string): Promise<BegunRun | null> {
  requireStaff(scope);
  const run = await scope.db.generationRun.findFirst({ where: { id } });
  if (!run) return null;
  return {
    id: run.id,
    startedAt: run.startedAt,
    state: stateOf(run),
    created: run.created,
    filled: run.dealsFilled,
    complete: run.dealsComplete,
    withoutAffiliate: run.dealsWithoutAffiliate,
    withoutCommission: run.dealsWithoutCommission,
  };
}

/** A run that is done stays as it is: its job may run a second time. */
const unfinished = (id: string) => ({ id, OR: [{ isRunning: true }, { failed: true }] });

/** Adds to the counts of a run what one of its transactions has made. */
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

/** Ends a run. `paying`: recurring deals that pay something. */
export async function finishRun(scope: Scope, id: string, outcome: Outcome): Promise<void> {
  const run = await scope.db.generationRun.findFirst({ where: unfinished(id) });
  if (!run) return;
  const { failed } = outcome;
  const counts = failed
    ? {}
    : {
        // A run that was ended halfway has filled deals before, and between two transactions a deal may cease to pay.
        dealsComplete: Math.max(0, outcome.paying - run.dealsFilled),
        dealsWithoutAffiliate: outcome.withoutAffiliate,
        dealsWithoutCommission: outcome.withoutCommission,
      };
  await scope.db.generationRun.updateMany({
    where: unfinished(id),
    data: { failed, isRunning: false, ...counts },
  });
}
