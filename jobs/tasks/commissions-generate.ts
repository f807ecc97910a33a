import { runGeneration, type InScope } from "~/domain/commissions/run-generation.server";
import { defineTask, jobScope } from "../define-task";

export const commissionsGenerate = defineTask("commissions.generate", async ({ org_id, run_id }, context) => {
  const job = { name: "commissions.generate", orgId: org_id } as const;
  const inScope: InScope = (use) => jobScope(context, job, use);
  const inPaused: InScope = (use) => jobScope(context, job, use, "earlier_events");
  await runGeneration(inScope, run_id === undefined ? { full: "when due" } : { runId: run_id, inPaused });
});
