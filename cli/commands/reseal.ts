import type { Command } from "commander";
import { createBankVault } from "~/platform/bank-vault.server";
import { resealBankData, type Resealed } from "~/platform/db/reseal.server";
import { bankKeys } from "~/platform/env.server";
import { withExamples } from "../examples";
import { printRows, withJson, withRuntime } from "../run-command";
import { withOwner } from "../runtime";

/** Adds the command `db reseal`. */
export function addResealCommand(db: Command): void {
  withExamples(
    withJson(db.command("reseal"))
      .description("encrypt bank data again with BANK_DATA_KEY, so that earlier keys can be removed (idempotent)")
      .option("--dry-run", "only decrypt, and show how much would be encrypted again")
      .action(reseal),
    "db reseal --dry-run",
    "db reseal",
  );
}

function reseal({ dryRun = false, json = false }: { dryRun?: boolean; json?: boolean }): Promise<void> {
  return withRuntime((runtime) =>
    withOwner(runtime, async (owner) => {
      const vault = createBankVault(bankKeys(runtime.env, runtime.secret));
      const done: Resealed[] = [];
      for await (const one of resealBankData(owner, vault, { dryRun })) done.push(one);
      printRows(
        done.map(({ failed_keys, ...one }) => ({ ...one, failed_keys: failed_keys.join(" ") || null })),
        { json },
      );
      const keys = [...new Set(done.flatMap(({ failed_keys }) => failed_keys))];
      if (keys.length > 0)
        throw new Error(
          `some rows could not be decrypted, of the keys ${keys.join(", ")}: set them as BANK_DATA_KEY_EARLIER`,
        );
    }),
  );
}
