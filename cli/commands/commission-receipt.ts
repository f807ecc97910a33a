import fs from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { setReceiptSchema } from "~/domain/commissions/commission.schema";
import { setReceipt } from "~/domain/commissions/set-receipt.server";
import { readTransaction } from "~/domain/commissions/read-commission.server";
import { DomainError } from "~/domain/shared/errors";
import { receiptInFile } from "~/domain/files/receipt";
import { withStoredFile, type GivenFile } from "~/domain/files/store-file.server";
import type { InScope } from "~/domain/shared/scope";
import { env } from "~/platform/env.server";
import { openFiles } from "~/platform/files/open-files.server";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { operatorReading, operatorScope, printRows, UsageError, withJson } from "../run-command";

const SAMPLE_DEAL = "0190a5a0-7c1e-7000-8000-0b6f5d1c2a39";

/** Adds the subcommand `receipt` to `commissions`. */
export function addReceiptCommand(commissions: Command): void {
  withExamples(
    withJson(commissions.command("receipt"))
      .description("set or replace the receipt of one paid commission: a file or a web address; run it once for each")
      .requiredOption("--org <id>", "the organization")
      .option("--deal <id>", "the one-time deal of the commission")
      .option("--payment <id>", "the monthly payment")
      .option("--receipt-file <path>", "a PDF, PNG or JPEG file")
      .option("--receipt-url <url>", "a web address")
      .option("--dry-run", "only check whether the commission is paid")
      .action(set),
    `commissions receipt --org ${SAMPLE_ID} --deal ${SAMPLE_DEAL} --receipt-file transfer.pdf`,
  );
}

type Options = {
  org: string;
  deal?: string;
  payment?: string;
  receiptFile?: string;
  receiptUrl?: string;
  dryRun?: boolean;
  json?: boolean;
};

function set({ org, deal, payment, receiptFile, receiptUrl, dryRun = false, ...options }: Options): Promise<void> {
  if ((deal === undefined) === (payment === undefined)) throw new UsageError("name either --deal or --payment");
  if ((receiptFile === undefined) === (receiptUrl === undefined))
    throw new UsageError("name either --receipt-file or --receipt-url");
  const input = setReceiptSchema.safeParse({
    kind: deal === undefined ? "payment" : "deal",
    id: deal ?? payment,
    receipt_url: receiptUrl ?? "",
  });
  if (!input.success) {
    const isUrl = input.error.issues[0]!.path[0] === "receipt_url";
    throw new UsageError(isUrl ? "--receipt-url is not a web address" : "--deal and --payment need a valid id");
  }
  const { kind, id } = input.data;
  return withOrganization(org, async (database, orgId) => {
    const inScope: InScope = (use) => operatorScope(database, orgId, use);
    if (dryRun) {
      const paid = await operatorReading(database, orgId, (scope) => readTransaction(scope, { kind, id }));
      if (!paid) throw new DomainError("receipt_needs_payment");
      printRows([{ kind, id, receipt: receiptFile ?? input.data.receiptUrl! }], options);
      return;
    }
    const record = async (receipt: string) => {
      await inScope((scope) => setReceipt(scope, { kind, id, receiptUrl: receipt }));
      return receipt;
    };
    const receipt = await (receiptFile === undefined
      ? record(input.data.receiptUrl!)
      : withStoredFile(inScope, fileAt(receiptFile), openFiles(env()).rules, (fileId) =>
          record(receiptInFile(fileId)),
        ));
    printRows([{ kind, id, receipt }], options);
  });
}

const fileAt = (place: string): GivenFile => ({
  kind: "receipt",
  name: path.basename(place),
  bytes: fs.createReadStream(place),
});
