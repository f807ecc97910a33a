import { notifyTrialEnding } from "~/domain/subscriptions/notify-billing.server";
import { defineTask, jobScope } from "../define-task";

export const trialTell = defineTask("trial.tell", async ({ org_id }, context) => {
  await jobScope(context, { name: "trial.tell", orgId: org_id }, notifyTrialEnding);
});
