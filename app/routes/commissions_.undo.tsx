import type { ActionFunctionArgs } from "@remix-run/node";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import { undoPaymentSchema } from "~/domain/commissions/payment.schema";
import { safePath } from "~/domain/identity/landing";
import { translator } from "~/i18n/i18n.server";
import { actWithToast } from "~/web/act.server";
import { requireActingMember } from "~/web/acting-member.server";
import { orFaultToast } from "~/web/faults.server";
import { formOf } from "~/web/form.server";
import { staffScope } from "~/web/open-scope.server";
import { redirect } from "~/web/redirect.server";

export const loader = () => redirect("/commissions");

/** Undoes what was just paid and leads back to the page the button was on. */
export async function action(call: ActionFunctionArgs) {
  await requireActingMember(call);
  const t = await translator(call.request);
  const form = Object.fromEntries(await formOf(call.request));
  const to = safePath(form["back"]) ?? "/commissions";
  const run = async () => {
    const batchId = undoPaymentSchema.parse(form);
    const count = await staffScope(call, (scope) => undoPayment(scope, batchId));
    return count > 0
      ? {
          tone: "success" as const,
          title: t("transactions:undo.done", { count }),
          description: t("transactions:undo.untold"),
        }
      : { tone: "info" as const, title: t("transactions:undo.before") };
  };
  return orFaultToast(call, to, t("transactions:undo.failed"), () => actWithToast(to, run, t));
}
