import type { Command } from "commander";
import { importKinds } from "~/domain/imports/import-run";
import { countOutcomes, latestImports, readImport, type Import } from "~/domain/imports/read-import.server";
import { previewUndo, undoImport } from "~/domain/imports/undo-import.server";
import type { Scope } from "~/domain/shared/scope";
import { SAMPLE_ID, withExamples } from "../examples";
import { runImportSteps, interruptible } from "../import-steps";
import { withOrganization } from "../organizations";
import { confirm, operatorReading, printRows, UsageError, withJson } from "../run-command";

const SAMPLE_IMPORT = "0190a5a0-7c1e-4000-8000-0b6f5d1c2a39";

type Listing = { org: string; json?: boolean };

/** Adds `import list`. */
export function addImportListCommand(parent: Command): void {
  withExamples(
    withJson(parent.command("list"))
      .description("list the latest imports that still have their rows, with their ids")
      .requiredOption("--org <id>", "the organization")
      .action(list),
    `import list --org ${SAMPLE_ID}`,
  );
}

function list({ org, ...options }: Listing): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    const imports = await operatorReading(database, orgId, async (scope) => {
      const kinds = [];
      for (const kind of importKinds) for (const one of await latestImports(scope, kind)) kinds.push({ kind, ...one });
      return kinds;
    });
    const latest = imports.toSorted((one, other) => (one.at < other.at ? 1 : -1));
    printRows(
      latest.map(({ id, kind, status, fileName, rows, at }) => ({
        import: id,
        kind,
        status,
        file: fileName,
        rows,
        at,
      })),
      options,
    );
  });
}

type Undoing = { org: string; dryRun?: boolean; keep?: boolean; yes?: boolean; json?: boolean };

/** Adds `import undo`. */
export function addImportUndoCommand(parent: Command): void {
  withExamples(
    withJson(parent.command("undo <import>"))
      .description("undo an import: delete what it created or recorded, unless it was changed or is in use")
      .requiredOption("--org <id>", "the organization")
      .option("--keep", "keep what was changed or is in use, and delete the rest")
      .option("--dry-run", "only show what would be deleted")
      .option("--yes", "do not ask for confirmation")
      .action(undo),
    `import undo ${SAMPLE_IMPORT} --org ${SAMPLE_ID} --dry-run`,
    `import undo ${SAMPLE_IMPORT} --org ${SAMPLE_ID} --yes`,
  );
}

function undo(id: string, { org, ...options }: Undoing): Promise<void> {
  return withOrganization(org, (database, orgId) =>
    interruptible(database, orgId, async (access) => {
      const { reading, inScope, interruption } = access;
      const { run, what, preview } = await reading(async (scope) => {
        const found = await findImport(scope, id);
        return { run: found, what: found.kind.replace("-", " "), preview: await previewUndo(scope, found) };
      });
      // An undo that was begun before is finished without asking.
      if (run.status !== "undoing") {
        if (!preview) throw new UsageError(nothingToUndo[run.status] ?? "the import is still running");
        const { created, kept } = preview;
        if (kept > 0 && !options.keep)
          throw new UsageError(
            `${kept} of ${created} ${what} were changed or are in use: --keep keeps them and deletes the rest`,
          );
        if (options.dryRun) return printRows([{ undone: created - kept, kept }], options);
        await confirm(
          `${created - kept} ${what} will be deleted${kept > 0 ? ` and ${kept} stay` : ""}.`,
          options.yes ?? false,
          interruption,
        );
        await inScope((scope) => undoImport(scope, run.id));
      }
      if (!options.dryRun) await runImportSteps(access, run);
      const { undone, created } = await reading((scope) => countOutcomes(scope, run.id));
      printRows([{ undone, kept: created }], options);
      if (created > 0 && !options.keep && !options.dryRun)
        throw new Error(`${created} ${what} were changed meanwhile and stay`);
    }),
  );
}

/** Why a finished import cannot be undone. */
const nothingToUndo: Partial<Record<Import["status"], string>> = {
  done: "the import created nothing",
  cancelled: "the import created nothing",
  undone: "the import was already undone",
};

async function findImport(scope: Scope, id: string): Promise<Import> {
  for (const kind of importKinds) {
    const found = await readImport(scope, kind, id);
    if (found) return found;
  }
  throw new UsageError(`the organization has no import with the id "${id}" (see import list)`);
}
