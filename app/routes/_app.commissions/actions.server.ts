import type { TFunction } from "i18next";
import { generatePayments } from "~/domain/commissions/generate-payments.server";
import { payAllDue } from "~/domain/commissions/pay-all-due.server";
import { payCommissions, type PaidCommissions } from "~/domain/commissions/pay-commissions.server";
import { markPaidSchema, payAllDueSchema, payPaymentsSchema } from "~/domain/commissions/payment.schema";
import type { Scope } from "~/domain/shared/scope";
import { formatMoney } from "~/domain/shared/money";
import { numberLocale, translator } from "~/i18n/i18n.server";
import { actWithToast } from "~/web/act.server";
import { orFaultToast, submitOrFault } from "~/web/faults.server";
import { redirectWithToast } from "~/web/flash.server";
import { staffScope } from "~/web/open-scope.server";
import type { Call } from "~/web/session.server";
import { withFocus } from "~/web/with-focus";
import { readFilter } from "./load.server";

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

/** Marks the posted payment or one-off commission paid; one that is paid already stays as it is (COM-02, TRX-04). */
export async function markPaid(call: Call, form: FormData): Promise<Response> {
  const t = await translator(call.request);
  const to = withFocus(backTo(call.request), form);
  const run = async () => {
    const wanted = markPaidSchema.parse(Object.fromEntries(form));
    const { batchId } = await staffScope(call, (scope) =>
      payCommissions(scope, { ...wanted, receiptUrl: null }),
    );
    return batchId
      ? { tone: "success" as const, title: t("commissions:toasts.paid"), undo: batchId }
      : { tone: "info" as const, title: t("commissions:toasts.paid_before") };
  };
  return orFaultToast(call, to, t("commissions:status_failed"), () => actWithToast(to, run, t));
}

/** Marks the chosen commissions paid, with one receipt (COM-06). */
export async function pay(call: Call, form: FormData) {
  return submitOrFault(call, form, payPaymentsSchema, "status_failed", async (input) =>
    paidToast(call, form, await staffScope(call, (scope) => payCommissions(scope, input))),
  );
}

/** Marks everything paid that is due and in the filter of the address, with one receipt (COM-06). */
export async function payAll(call: Call, form: FormData) {
  return submitOrFault(call, form, payAllDueSchema, "status_failed", async (input) => {
    const { searchParams } = new URL(call.request.url);
    const pay = async (scope: Scope) =>
      payAllDue(scope, { ...input, filter: (await readFilter(scope, searchParams)).filter });
    return paidToast(call, form, await staffScope(call, pay));
  });
}

async function paidToast(call: Call, form: FormData, done: PaidCommissions): Promise<Response> {
  const t = await translator(call.request);
  const to = withFocus(backTo(call.request), form);
  return redirectWithToast(to, toastOf(done, t, await numberLocale(call.request)));
}

function toastOf({ paid, amounts, before, batchId }: PaidCommissions, t: TFunction, locale: string) {
  if (paid === 0) return { tone: "info" as const, title: t("commissions:toasts.all_before") };
  const money = amounts.map(({ amount, currency }) => formatMoney(amount, currency, locale)).join(" · ");
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
