import type { ActionFunctionArgs } from "@remix-run/node";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { redirect } from "~/server/redirect.server";
import { undoButton } from "~/server/undo-button.server";

export const loader = () => redirect(paths.commissions());

/** Undoes the last payment and redirects to the page with the button. */
export async function action(args: ActionFunctionArgs) {
  const undo = undoButton(paths.commissions(), {
    failed: "transactions:undo.failed",
    run: async (batchId, { inScope, t }) => {
      const count = await inScope((scope) => undoPayment(scope, batchId));
      const toast = {
        tone: "success" as const,
        title: t("transactions:undo.done", { count }),
        description: t("transactions:undo.untold"),
      };
      return { toast: count > 0 ? toast : { tone: "info", title: t("transactions:undo.before") } };
    },
  });
  return runAction(args, undo);
}
