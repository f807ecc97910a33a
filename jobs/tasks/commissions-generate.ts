import { runGeneration } from "~/domain/commissions/run-generation.server";
import type { Scope } from "~/domain/shared/scope";
import { defineTask, jobScope } from "../define-task";

export const commissionsGenerate = defineTask("commissions.generate", async ({ org_id, run_id }, context) => {
  const inPaused = <T>(use: (scope: Scope) => Promise<T>) =>
    context.database.withOrg(org_id, { kind: "job", name: "commissions.generate" }, use, "earlier_events");
  await runGeneration(
    (use) => jobScope(context, { name: "commissions.generate", orgId: org_id }, use),
    run_id === undefined ? {} : { runId: run_id, inPaused },
  );
});
