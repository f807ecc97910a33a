import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { commissionKindOf, type CommissionKind } from "~/domain/commissions/commission";
import {
  customerPaymentSchema,
  customerPaymentsSchema,
  removeCustomerPaymentSchema,
} from "~/domain/commissions/customer-payment.schema";
import { chooseWaiting } from "~/domain/commissions/choose-waiting.server";
import { readCustomerPayment } from "~/domain/commissions/read-customer-payment.server";
import {
  recordCustomerPayments,
  removeCustomerPayments,
  type RecordedPayments,
} from "~/domain/commissions/record-customer-payments.server";
import type { TFunction } from "i18next";
import type { z } from "zod";
import type { Toast } from "~/browser/toast";
import { paths } from "~/paths/paths";
import type { ButtonHandler, FormHandler } from "./action.server";
import { paymentListParams } from "./list-params.server";
import { staffScope } from "./open-scope.server";
import { numberLocale, translator } from "./request-language.server";

/** Returns the toast of a recording: how many customers have paid, and how to undo it. */
function recordedToast({ recorded, before, batchId }: RecordedPayments, t: TFunction): Omit<Toast, "id"> {
  if (recorded === 0) return { tone: "info", title: t("commissions:customer.paid_out", { count: before }) };
  return {
    tone: "success",
    title: t("commissions:customer.recorded", { count: recorded }),
    ...(before > 0 && { description: t("commissions:toasts.before", { count: before }) }),
    ...(batchId && { undo: { of: "customer" as const, batchId } }),
  };
}

/** Records that the customers of the chosen commissions have paid what was agreed. */
export const customerPaid = (request: Request): FormHandler<"member", z.output<typeof customerPaymentsSchema>> => ({
  schema: customerPaymentsSchema,
  failed: "status_failed",
  run: async ({ paidOn, all, ...ids }, { inScope, t }) => {
    const agreed = { paidOn, amount: null, invoiceNumber: null, invoicedOn: null };
    const { search, searchParams } = new URL(request.url);
    const done = await inScope(async (scope) => {
      if (!all) return recordCustomerPayments(scope, ids, agreed);
      const { filter } = await paymentListParams(scope, searchParams);
      return recordCustomerPayments(scope, await chooseWaiting(scope, filter), agreed);
    });
    return { to: paths.commissions(search), toast: recordedToast(done, t) };
  },
});

/** The commission that the address of the dialog names. */
const wantedBy = ({ params }: Pick<LoaderFunctionArgs, "params">) => {
  const [kind, id] = [commissionKindOf(params["kind"]), params["id"]];
  return kind && id ? { kind, id } : null;
};

/** Loads the dialog about a customer's payment. Throws 404 for an unknown commission. */
export async function loadCustomerPayment(args: LoaderFunctionArgs) {
  const wanted = wantedBy(args);
  const t = await translator(args.request);
  return staffScope(args, async (scope) => {
    const payment = wanted && (await readCustomerPayment(scope, wanted));
    if (!payment) throw new Response(null, { status: 404, statusText: "Not Found" });
    return {
      payment,
      today: await scope.today(),
      title: t("commissions:customer.title", { company: payment.commission.company }),
    };
  });
}

const idsOf = (kind: CommissionKind, id: string) =>
  kind === "deal" ? { deals: [id], payments: [] } : { deals: [], payments: [id] };

type One = z.output<ReturnType<typeof customerPaymentSchema>>;

/** The handlers of the dialog: they record or remove the customer's payment that it shows. */
export function customerPaymentHandlers(args: ActionFunctionArgs) {
  const { request } = args;
  const to = paths.commissions(new URL(request.url).search);
  const record: FormHandler<"member", One> = {
    schema: async () => {
      const wanted = wantedBy(args);
      const payment = wanted && (await staffScope(args, (scope) => readCustomerPayment(scope, wanted)));
      return customerPaymentSchema(payment?.sold.currency ?? "EUR", await numberLocale(request));
    },
    failed: "status_failed",
    run: async ({ kind, id, ...payment }, { inScope, t }) => {
      const done = await inScope((scope) => recordCustomerPayments(scope, idsOf(kind, id), payment));
      return { to, toast: recordedToast(done, t) };
    },
  };
  const remove: ButtonHandler<"member", z.output<typeof removeCustomerPaymentSchema>> = {
    backTo: to,
    schema: removeCustomerPaymentSchema,
    failed: "errors:status_failed",
    run: async (ids, { inScope, t }) => {
      const count = await inScope((scope) => removeCustomerPayments(scope, ids));
      return { toast: { tone: "success", title: t("commissions:customer.undone", { count }) } };
    },
  };
  return { record, remove };
}
