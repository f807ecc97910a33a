import { recordAction } from "../audit/record-audit.server";
import type { Scope } from "../shared/scope";
import { countOutcomes, type Import } from "./read-import.server";

/** Ends an import and writes its audit entry, to which the entries of the created records belong. */
export async function finishImport(scope: Scope, run: Import, status: "done" | "cancelled"): Promise<void> {
  const { count } = await scope.db.importRun.updateMany({
    where: { id: run.id, status: { notIn: ["done", "cancelled"] } },
    data: { status, finishedAt: scope.now },
  });
  if (count === 0) return;
  const { created, wrong, duplicate, ready } = await countOutcomes(scope, run.id);
  await recordAction(
    scope,
    {
      action: "list.import",
      entity: "organization",
      entityId: scope.orgId,
      data: {
        list: run.kind,
        file: run.fileName,
        created,
        wrong,
        duplicate,
        ...(status === "cancelled" && { cancelled: true, left: ready }),
      },
    },
    run.id,
  );
}
