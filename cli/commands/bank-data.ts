import type { Command } from "commander";
import { createBankVault } from "~/platform/bank-vault.server";
import { resealBankData, type Resealed } from "~/platform/db/reseal.server";
import { bankKeys } from "~/platform/env.server";
import { withExamples } from "../examples";
import { printRows, withJson, withRuntime } from "../run-command";
import { withOwner } from "../runtime";

/** Adds the command `bank-data` with its subcommand. */
export function addBankDataCommands(program: Command): void {
  const bankData = program
    .command("bank-data")
    .description("account numbers and issued documents, which are encrypted");
  withExamples(
    withJson(bankData.command("reseal"))
      .description(
        "encrypt all of it again with BANK_DATA_KEY, so that earlier keys can be removed; it can be repeated",
      )
      .option("--dry-run", "only decrypt, and show how much would be encrypted again")
      .action(reseal),
    "bank-data reseal --dry-run",
    "bank-data reseal",
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
