import type { ActionFunctionArgs } from "@remix-run/node";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import { undoPaymentSchema } from "~/domain/commissions/commission.schema";
import { safePath } from "~/paths/landing";
import { redirect } from "~/server/redirect.server";
import { runAction } from "~/server/action.server";
import { paths } from "~/paths/paths";

export const loader = () => redirect(paths.commissions());

/** Undoes the last payment and redirects to the page with the button. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    backTo: (form) => safePath(form.get("back")) ?? paths.commissions(),
    schema: undoPaymentSchema,
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
}
