import { queueStep } from "~/domain/imports/change-import.server";
import { stepImport } from "~/domain/imports/step-import.server";
import { defineTask, jobScope } from "../define-task";

/** Goes through some rows of an import, and queues the next ones in the same transaction. */
export const importStep = defineTask("import.step", async ({ org_id, import_id, position }, context) => {
  await jobScope(context, { name: "import.step", orgId: org_id }, async (scope) => {
    const next = await stepImport(scope, import_id, position);
    if (next !== null) await queueStep(scope, import_id, next);
  });
});
