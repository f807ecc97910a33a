import { z } from "zod";
import type { CommissionKind } from "~/domain/commissions/commission";
import { commissionIds } from "~/domain/commissions/commission.schema";
import { customerPaymentSchema, MAX_INVOICE_NUMBER } from "~/domain/commissions/customer-payment.schema";
import { readCustomerPayment } from "~/domain/commissions/read-customer-payment.server";
import { recordCustomerPayments, removeCustomerPayments } from "~/domain/commissions/record-customer-payments.server";
import { DomainError } from "~/domain/shared/errors";
import { boundedText, MAX_ENTRY_LENGTH, optionalText } from "~/domain/shared/fields";
import { operation } from "../operation";
import { ApiProblem } from "../problem.server";
import { sentDay } from "../schema-of.server";
import { asTyped, sentDecimal } from "../shapes.server";
import { about } from "../texts.server";

export const customerPaymentOperations = [
  operation({
    id: "record_customer_payments",
    tag: "commissions",
    method: "POST",
    path: "/commissions/customer-payments",
    body: z.object({
      payment_ids: commissionIds.describe(about("payment_ids")),
      deal_ids: commissionIds.describe(about("deal_ids")),
      paid_on: boundedText(MAX_ENTRY_LENGTH, "customer_paid_on_required")
        .describe(about("customer_paid_on"))
        .meta(sentDay),
      amount: sentDecimal.optional().describe(about("customer_amount")),
      invoice_number: optionalText(MAX_INVOICE_NUMBER).describe(about("customer_invoice")),
      invoiced_on: boundedText(MAX_ENTRY_LENGTH).optional().describe(about("customer_invoiced_on")).meta(sentDay),
    }),
    example: { payment_ids: ["0190f5c4-7b1e-7c3a-9d55-2f6a4b8c9d10"], paid_on: "2026-03-02" },
    answer: z.object({
      recorded: z.int().describe(about("customer_recorded")),
      paid_before: z.int().describe(about("paid_before")),
    }),
    act: async ({ scope, body }) => {
      const { payment_ids: payments, deal_ids: deals, amount, ...sent } = body;
      const [first, ...others] = [...deals.map((one) => ["deal", one]), ...payments.map((one) => ["payment", one])];
      if (!first) throw new ApiProblem("invalid", [{ pointer: "/payment_ids", message: "payments_required" }]);
      const [kind, only] = first as [CommissionKind, string];
      if (others.length > 0 && amount !== undefined)
        throw new ApiProblem("invalid", [{ pointer: "/amount", message: "customer_amount_single" }]);
      const sold = amount === undefined ? null : await readCustomerPayment(scope, { kind, id: only });
      if (amount !== undefined && !sold) throw new DomainError("not_found");
      const form = { ...sent, kind, id: only, amount: asTyped(amount) };
      const { data, error } = customerPaymentSchema(sold?.sold.currency ?? "EUR").safeParse(form);
      if (error)
        throw new ApiProblem(
          "invalid",
          error.issues.map(({ path, message }) => ({ pointer: `/${String(path[0])}`, message })),
        );
      const { kind: _kind, id: _id, ...payment } = data;
      const done = await recordCustomerPayments(scope, { payments, deals }, payment);
      return { recorded: done.recorded, paid_before: done.before };
    },
  }),
  operation({
    id: "remove_customer_payments",
    tag: "commissions",
    method: "POST",
    path: "/commissions/customer-payments/remove",
    body: z.object({
      payment_ids: commissionIds.describe(about("payment_ids")),
      deal_ids: commissionIds.describe(about("deal_ids")),
    }),
    example: { payment_ids: ["0190f5c4-7b1e-7c3a-9d55-2f6a4b8c9d10"] },
    answer: z.object({ removed: z.int() }),
    act: async ({ scope, body: { payment_ids: payments, deal_ids: deals } }) => ({
      removed: await removeCustomerPayments(scope, { payments, deals }),
    }),
  }),
];
