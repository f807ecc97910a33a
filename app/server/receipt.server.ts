import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Transaction, commissionKindOf } from "~/domain/commissions/commission";
import { readTransaction } from "~/domain/commissions/read-commission.server";
import { setReceipt } from "~/domain/commissions/set-receipt.server";
import { setReceiptSchema } from "~/domain/commissions/commission.schema";
import { translator } from "./request-language.server";
import { staffScope } from "./open-scope.server";
import type { RequestContext } from "./session.server";
import type { z } from "zod";
import { receiptFileOf } from "~/domain/files/receipt";
import { readFile } from "~/domain/files/read-file.server";
import { DomainError } from "~/domain/shared/errors";
import { RECEIPT_FILE, withReceipt } from "./files/take-receipt.server";
import type { SingleFormAction } from "./action.server";

// The receipt dialog, which the transactions and the commissions screen share.

type Target = { kind: string | undefined; id: string | undefined; closeTo: string };

/** Loads the dialog. Throws 404 if it is not a transaction of this organization. */
export async function loadReceipt(args: LoaderFunctionArgs, target: Target) {
  const transaction = await findTransaction(args, target);
  const fileId = receiptFileOf(transaction.receiptUrl);
  const file = fileId && (await staffScope(args, (scope) => readFile(scope, fileId)));
  const t = await translator(args.request);
  return {
    transaction,
    file: file ? { id: file.id, name: file.name } : null,
    closeTo: target.closeTo,
    title: t("transactions:receipt.title", { company: transaction.company }),
  };
}

/** Saves the posted receipt. The ids in the URL override those of the form. */
export const receiptAction = (
  args: RequestContext,
  target: Target,
): SingleFormAction<"member", z.output<typeof setReceiptSchema>> => ({
  who: "member",
  named: { kind: target.kind, id: target.id },
  schema: setReceiptSchema,
  failed: "receipt_failed",
  // The message says what failed, not only why.
  because: "receipt_failed_because",
  takesFile: RECEIPT_FILE,
  run: async ({ kind, id, receiptUrl: entered }, { inScope, file, t }) => {
    // The form shows the stored address; a file replaces it.
    const stored = file && entered !== null ? await inScope((scope) => readTransaction(scope, { kind, id })) : null;
    const receiptUrl = entered === stored?.receiptUrl ? null : entered;
    if (!file && receiptUrl === null) throw new DomainError("receipt_required", {}, "receipt_url");
    await withReceipt(inScope, { file, receiptUrl }, (receipt) =>
      inScope((scope) => setReceipt(scope, { kind, id, receiptUrl: receipt! })),
    );
    return { to: target.closeTo, toast: { tone: "success", title: t("transactions:receipt.updated") } };
  },
});

async function findTransaction(args: RequestContext, { kind, id }: Target): Promise<Transaction> {
  const known = commissionKindOf(kind);
  const transaction = await staffScope(args, async (scope) =>
    known && id ? readTransaction(scope, { kind: known, id }) : null,
  );
  if (!transaction) throw new Response(null, { status: 404, statusText: "Not Found" });
  return transaction;
}
