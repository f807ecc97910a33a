import { expect } from "vitest";
import { startImport } from "~/domain/imports/change-import.server";
import type { ImportKind } from "~/domain/imports/import-run";
import { tasks } from "../../jobs/tasks";
import { importedFile, type InScope } from "../factories/imports";
import { asOwner, type Org } from "../factories/organizations";
import type { TestDatabase } from "../support/database";

/** Import jobs, for the test that runs every job twice concurrently. */
export function importCases(db: TestDatabase, org: () => Org) {
  /** Stages a checked file and starts its import. */
  async function imported(kind: ImportKind, file: string, invites = false) {
    const inScope: InScope = (use) => asOwner(db.database, org(), use);
    const id = await importedFile(inScope, kind, file);
    const choice = { keepsDuplicates: false, invites, language: "de" };
    await inScope((scope) => startImport(scope, id, choice));
    const [job] = await db.jobs("import.step");
    await db.ownerPool.query("delete from graphile_worker._private_jobs");
    return job!.payload;
  }
  return {
    "affiliate.invite": {
      async prepare() {
        await tasks["import.step"].run(
          await imported("affiliates", "Name;E-Mail\nAda;ada@partner.example", true),
          db.context,
        );
        const [job] = await db.jobs("affiliate.invite");
        await db.ownerPool.query("delete from graphile_worker._private_jobs");
        return job!.payload;
      },
      effect: async () => expect(await db.jobs("mail.link")).toHaveLength(1),
    },
    "import.step": {
      prepare: () => imported("leads", "Firma;Kontakt;E-Mail\nA;Ada;a@kunde.example\nB;Bob;b@kunde.example"),
      async effect() {
        const { rows } = await db.ownerPool.query("select company_name from lead order by 1");
        expect(rows).toEqual([{ company_name: "A" }, { company_name: "B" }]);
        // Each step queues the next one once.
        expect(await db.jobs("import.step")).toHaveLength(1);
      },
    },
  };
}
