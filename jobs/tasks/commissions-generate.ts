import { generatePayments } from "~/domain/commissions/generate-payments.server";
import { defineTask, jobScope } from "../define-task";

export const commissionsGenerate = defineTask("commissions.generate", async ({ org_id }, context) => {
  await jobScope(context, { name: "commissions.generate", orgId: org_id }, (scope) =>
    generatePayments(scope),
  );
});
