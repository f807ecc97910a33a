import { parseWithZod } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { errorText } from "~/components/forms/error-text";
import { DomainError } from "~/domain/shared/errors";
import type { Transaction } from "~/domain/transactions/transaction";
import { readTransaction } from "~/domain/transactions/read-transaction.server";
import { setReceipt } from "~/domain/transactions/set-receipt.server";
import { setReceiptSchema, transactionKindOf } from "~/domain/transactions/transaction.schema";
import { translator } from "~/i18n/i18n.server";
import { submitOrFault } from "./faults.server";
import { redirectWithToast } from "./flash.server";
import { staffScope } from "./open-scope.server";
import type { Call } from "./session.server";
import { messageOf, statusOf, type FormReply } from "./submit.server";
import { formOf } from "~/web/form.server";

// The dialog of a receipt, which the transactions and the commissions screen share.

type Target = { kind: string | undefined; id: string | undefined; closeTo: string };

/** What the dialog shows; 404 for whatever is not a transaction of this organisation. */
export async function loadReceipt(call: LoaderFunctionArgs, target: Target) {
  const transaction = await findTransaction(call, target);
  const t = await translator(call.request);
  return {
    transaction,
    closeTo: target.closeTo,
    title: t("transactions:receipt.title", { company: transaction.company }),
  };
}

/** Saves the posted receipt. What the address of the dialog names counts, whatever the form says. */
export async function saveReceipt(call: ActionFunctionArgs, target: Target) {
  const { kind, id } = await findTransaction(call, target);
  const form = await formOf(call.request);
  form.set("kind", kind);
  form.set("id", id);
  const t = await translator(call.request);
  const refused: DomainError[] = [];
  const answer = await submitOrFault(call, form, setReceiptSchema, "receipt_failed", async (input) => {
    try {
      await staffScope(call, (scope) => setReceipt(scope, input));
    } catch (error) {
      if (error instanceof DomainError) refused.push(error);
      throw error;
    }
    return redirectWithToast(target.closeTo, { tone: "success", title: t("transactions:receipt.updated") });
  });
  const [refusal] = refused;
  if (!refusal) return answer;
  // Not only why, but also what did not work.
  const message = `receipt_failed_because|${JSON.stringify({ reason: errorText(t, `errors:${messageOf(refusal)}`) })}`;
  const submission = parseWithZod(form, { schema: setReceiptSchema });
  const reply: FormReply = { ...submission.reply({ formErrors: [message] }), stale: true };
  return data(reply, { status: statusOf(refusal) });
}

async function findTransaction(call: Call, { kind, id }: Target): Promise<Transaction> {
  const known = transactionKindOf(kind);
  const transaction = await staffScope(call, async (scope) =>
    known && id ? readTransaction(scope, { kind: known, id }) : null,
  );
  if (!transaction) throw new Response(null, { status: 404, statusText: "Not Found" });
  return transaction;
}
