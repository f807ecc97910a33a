import { continueImport } from "~/domain/imports/change-import.server";
import { defineTask, jobScope } from "../define-task";

/** Goes through some rows of an import, and queues the next ones in the same transaction. */
export const importStep = defineTask("import.step", async ({ org_id, import_id, position }, context) => {
  await jobScope(context, { name: "import.step", orgId: org_id }, (scope) =>
    continueImport(scope, import_id, position),
  );
});
