import { ownersLanguage } from "../identity/owners-language.server";
import { DomainError } from "../shared/errors";
import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { finishImport } from "./finish-import.server";
import { MAX_INVITED, type Columns, type ImportStatus } from "./import-run";
import type { StartChoice } from "./import.schema";
import { stepImport } from "./step-import.server";
import { countOutcomes, lockImport, type Import } from "./read-import.server";
import { dropImport } from "./stage-import.server";

/**
 * Assigns columns to fields and queues the check of the rows; it can be repeated.
 * Throws `not_found`, `import_state` (it is being checked or has started), `forbidden`.
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
    data: { outcome: null, email: null, recordId: null },
  });
  await queueStep(scope, id, 0);
}

/**
 * Starts to create the checked rows. `language` is for emails to people who have chosen none; default: the language of
 * an owner.
 * Throws `not_found`, `import_state`, `import_too_many_invited` (field invite), `forbidden`.
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
  if (invites && ready > MAX_INVITED) throw new DomainError("import_too_many_invited", { max: MAX_INVITED }, "invite");
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
 * Cancels an unfinished import and returns the number of created rows; null if the import was deleted. Created records
 * stay. An import that had not started is deleted with its rows, which are personal data without a purpose.
 * Throws `not_found`, `import_state`, `forbidden`.
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
 * Processes the next rows after `position` and queues the job for the rows after them. Running it twice has no further
 * effect, because the second run finds a later position.
 * Throws `not_found`, `forbidden`.
 */
export async function continueImport(scope: Scope, importId: string, position: number): Promise<void> {
  const next = await stepImport(scope, importId, position);
  if (next !== null) await queueStep(scope, importId, next);
}

async function queueStep(scope: Scope, importId: string, position: number): Promise<void> {
  await scope.enqueue("import.step", { import_id: importId, position });
}

/**
 * Locks an import and reads it, if it has one of these statuses.
 * Throws `not_found`, `import_state`, `forbidden`.
 */
export async function lockIn(scope: Scope, id: string, allowed: readonly ImportStatus[]): Promise<Import> {
  const run = await lockImport(scope, id);
  if (!allowed.includes(run.status)) throw new DomainError("import_state");
  return run;
}
