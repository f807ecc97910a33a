import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Transaction, commissionKindOf } from "~/domain/commissions/commission";
import { readTransaction } from "~/domain/commissions/read-commission.server";
import { setReceipt } from "~/domain/commissions/set-receipt.server";
import { setReceiptSchema } from "~/domain/commissions/commission.schema";
import { translator } from "./request-language.server";
import { staffScope } from "./open-scope.server";
import type { RequestContext } from "./session.server";
import type { z } from "zod";
import type { SingleFormAction } from "./action.server";

// The receipt dialog, which the transactions and the commissions screen share.

type Target = { kind: string | undefined; id: string | undefined; closeTo: string };

/** Loads the dialog. Throws 404 if it is not a transaction of this organization. */
export async function loadReceipt(args: LoaderFunctionArgs, target: Target) {
  const transaction = await findTransaction(args, target);
  const t = await translator(args.request);
  return {
    transaction,
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
  run: async (input, { inScope, t }) => {
    await inScope((scope) => setReceipt(scope, input));
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
