import { runGeneration } from "~/domain/commissions/run-generation.server";
import { defineTask, jobScope } from "../define-task";

export const commissionsGenerate = defineTask("commissions.generate", async ({ org_id, run_id }, context) => {
  await runGeneration(
    (use) => jobScope(context, { name: "commissions.generate", orgId: org_id }, use),
    run_id === undefined ? {} : { runId: run_id },
  );
});
