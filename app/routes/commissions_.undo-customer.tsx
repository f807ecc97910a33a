import type { ActionFunctionArgs } from "@remix-run/node";
import { undoCustomerPayments } from "~/domain/commissions/record-customer-payments.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { redirect } from "~/server/redirect.server";
import { undoButton } from "~/server/undo-button.server";

export const loader = () => redirect(paths.commissions());

/** Undoes the last recording of customers' payments and redirects to the page with the button. */
export async function action(args: ActionFunctionArgs) {
  const undo = undoButton(paths.commissions(), {
    failed: "errors:status_failed",
    run: async (batchId, { inScope, t }) => {
      const count = await inScope((scope) => undoCustomerPayments(scope, batchId));
      if (count === 0) return { toast: { tone: "info", title: t("transactions:undo.before") } };
      return { toast: { tone: "success", title: t("commissions:customer.undone", { count }) } };
    },
  });
  return runAction(args, undo);
}
