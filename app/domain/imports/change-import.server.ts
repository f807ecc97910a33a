import { ownersLanguage } from "../identity/owners-language.server";
import { DomainError } from "../shared/errors";
import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { finishImport } from "./finish-import.server";
import { MOST_INVITED, type Columns, type ImportStatus } from "./import-run";
import type { StartChoice } from "./import.schema";
import { stepImport } from "./step-import.server";
import { countOutcomes, lockImport, type Import } from "./read-import.server";
import { dropImport } from "./stage-import.server";

/**
 * Says which columns are which fields, and has the rows checked, also once more. Throws `not_found`, `import_state` (it
 * is being checked or was begun), `forbidden`.
 */
export async function chooseColumns(scope: Scope, id: string, columns: Columns): Promise<void> {
  const run = await lockIn(scope, id, ["columns", "checked"]);
  if (
    Object.values(columns)
      .flat()
      .some((column) => column >= run.header.length)
  )
    throw new DomainError("not_found");
  await scope.db.importRun.updateMany({ where: { id }, data: { columns, status: "checking", position: 0 } });
  await scope.db.importRow.updateMany({
    where: { importId: id, outcome: { not: null } },
    data: { outcome: null, email: null },
  });
  await queueStep(scope, id, 0);
}

/**
 * Begins to create what was checked. `language`: of mails to people who have chosen none; without it that of an
 * owner. Throws `not_found`, `import_state`,
 * `import_too_many_invited` (field invite), `forbidden`.
 */
export async function startImport(
  scope: Scope,
  id: string,
  choice: StartChoice & { language: string | null },
): Promise<void> {
  const run = await lockIn(scope, id, ["checked"]);
  const invites = choice.invites && run.kind === "affiliates";
  const keepsDuplicates = choice.keepsDuplicates && run.kind === "leads";
  const { ready } = await countOutcomes(scope, id);
  if (invites && ready > MOST_INVITED)
    throw new DomainError("import_too_many_invited", { max: MOST_INVITED }, "invite");
  await scope.db.importRun.updateMany({
    where: { id },
    data: {
      status: "creating",
      position: 0,
      keepsDuplicates,
      invites,
      language: choice.language ?? (await ownersLanguage(scope)),
      createdBy: actingUser(scope),
    },
  });
  await queueStep(scope, id, 0);
}

/**
 * Ends an import that has not ended. What was created stays; an import that was not begun is deleted with its rows,
 * which are personal data that nobody needs any more. Returns how many rows were created, null where nothing is left to
 * look at. Throws `not_found`, `import_state`, `forbidden`.
 */
export async function cancelImport(scope: Scope, id: string): Promise<number | null> {
  const run = await lockIn(scope, id, ["columns", "checking", "checked", "creating"]);
  if (run.status !== "creating") {
    await dropImport(scope, id);
    return null;
  }
  const { created } = await countOutcomes(scope, id);
  await finishImport(scope, run, "cancelled");
  return created;
}

/**
 * Goes through the next rows after `position`, and queues the job that goes on after them. Safe to run twice: whoever
 * comes second finds the import further. Throws `not_found`, `forbidden`.
 */
export async function continueImport(scope: Scope, importId: string, position: number): Promise<void> {
  const next = await stepImport(scope, importId, position);
  if (next !== null) await queueStep(scope, importId, next);
}

async function queueStep(scope: Scope, importId: string, position: number): Promise<void> {
  await scope.enqueue("import.step", { import_id: importId, position });
}

/** Reads and locks an import that has one of these statuses. Throws `not_found`, `import_state`, `forbidden`. */
export async function lockIn(scope: Scope, id: string, allowed: readonly ImportStatus[]): Promise<Import> {
  const run = await lockImport(scope, id);
  if (!allowed.includes(run.status)) throw new DomainError("import_state");
  return run;
}
