import type { TFunction } from "i18next";
import { generatePayments } from "~/domain/commissions/generate-payments.server";
import { payAllDue } from "~/domain/commissions/pay-all-due.server";
import { payCommissions, type PaidCommissions } from "~/domain/commissions/pay-commissions.server";
import { markPaymentPaidSchema, payPaymentsSchema } from "~/domain/commissions/payment.schema";
import { formatMoney } from "~/domain/shared/money";
import { requestLanguage, translator } from "~/i18n/i18n.server";
import type { Language } from "~/i18n/languages";
import { actWithToast } from "~/web/act.server";
import { orFaultToast, submitOrFault } from "~/web/faults.server";
import { redirectWithToast } from "~/web/flash.server";
import { staffScope } from "~/web/open-scope.server";
import type { Call } from "~/web/session.server";

/** Back to the tab, filter and page the button was on. */
const backTo = (request: Request) => `/commissions${new URL(request.url).search}`;

/** Makes the monthly payments that are missing (COM-03). */
export async function generate(call: Call): Promise<Response> {
  const t = await translator(call.request);
  const to = backTo(call.request);
  const run = async () => {
    const { created, deals } = await staffScope(call, (scope) => generatePayments(scope));
    if (created > 0) {
      return { tone: "success" as const, title: t("commissions:toasts.created", { count: created }) };
    }
    const reason = deals === 0 ? "no_deals" : "complete";
    return {
      tone: "info" as const,
      title: t(`commissions:toasts.${reason}`),
      description: t(`commissions:toasts.${reason}_text`),
    };
  };
  return orFaultToast(call, to, t("commissions:generate_failed"), () => actWithToast(to, run, t));
}

/** Marks the payment of the posted `payment_id` paid; one that is paid already stays as it is (COM-02). */
export async function markPaid(call: Call, form: FormData): Promise<Response> {
  const t = await translator(call.request);
  const to = backTo(call.request);
  const run = async () => {
    const paymentId = markPaymentPaidSchema.parse(Object.fromEntries(form));
    const { batchId } = await staffScope(call, (scope) =>
      payCommissions(scope, { payments: [paymentId], receiptUrl: null }),
    );
    return batchId
      ? { tone: "success" as const, title: t("commissions:toasts.paid"), undo: batchId }
      : { tone: "info" as const, title: t("commissions:toasts.paid_before") };
  };
  return orFaultToast(call, to, t("commissions:status_failed"), () => actWithToast(to, run, t));
}

/** Marks the chosen commissions paid, or everything due to an affiliate, with one receipt (COM-06). */
export async function pay(call: Call, form: FormData) {
  return submitOrFault(call, form, payPaymentsSchema, "status_failed", async ({ all, ...input }) => {
    const done = await staffScope(call, (scope) =>
      all ? payAllDue(scope, { ...all, receiptUrl: input.receiptUrl }) : payCommissions(scope, input),
    );
    const t = await translator(call.request);
    return redirectWithToast(backTo(call.request), toastOf(done, t, await requestLanguage(call.request)));
  });
}

function toastOf({ paid, amounts, before, batchId }: PaidCommissions, t: TFunction, language: Language) {
  if (paid === 0) return { tone: "info" as const, title: t("commissions:toasts.all_before") };
  const money = amounts.map(({ amount, currency }) => formatMoney(amount, currency, language)).join(" · ");
  const sentences = [
    t("commissions:toasts.paid_sum", { amounts: money }),
    ...(before > 0 ? [t("commissions:toasts.before", { count: before })] : []),
  ];
  return {
    tone: "success" as const,
    title: t("commissions:toasts.paid_many", { count: paid }),
    description: sentences.join(". "),
    ...(batchId && { undo: batchId }),
  };
}
