import { namesOfActors } from "../audit/audit-names.server";
import { actorOf, type AuditActor } from "../audit/list-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { runState, type RunState } from "./generation-run.server";
import { RUNS_SHOWN, type GenerationCounts } from "./generation";

export interface RunRow extends GenerationCounts {
  id: string;
  /** ISO timestamp. */
  at: string;
  actor: AuditActor;
  state: RunState;
}

/**
 * Returns the latest runs that generated the organization's monthly payments, including running ones. Throws
 * `forbidden`.
 */
export async function listRuns(scope: Scope, most = RUNS_SHOWN): Promise<RunRow[]> {
  requireStaff(scope);
  const runs = await scope.db.generationRun.findMany({
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    take: most,
  });
  const names = await namesOfActors(scope, runs);
  return runs.map((run) => ({
    id: run.id,
    at: run.startedAt.toISOString(),
    actor: actorOf(run.actor, names),
    state: runState(run),
    created: run.created,
    filled: run.dealsFilled,
    complete: run.dealsComplete,
    withoutAffiliate: run.dealsWithoutAffiliate,
    withoutCommission: run.dealsWithoutCommission,
  }));
}
