import { paymentStates } from "~/domain/deals/plan-payments";
import { z } from "zod";
import { queueGeneration, readRun, runStates } from "~/domain/commissions/generation-run.server";
import { listPayments } from "~/domain/commissions/list-payments.server";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { type Commission, commissionKindOf } from "~/domain/commissions/commission";
import { commissionIds, optionalReceipt } from "~/domain/commissions/commission.schema";
import { previewGeneration } from "~/domain/commissions/preview-generation.server";
import { readCommission } from "~/domain/commissions/read-commission.server";
import type { GenerationCounts } from "~/domain/commissions/generation";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import { recordId } from "~/domain/shared/fields";
import type { Scope } from "~/domain/shared/scope";
import { commissionFields, commissionFieldsOf, commissionKind } from "../commission-shape.server";
import { answerPage, idParameter, pageOf, pageParameters, periodOf, periodParameters } from "../lists.server";
import { operation } from "../operation";
import { sentReceipt } from "../sent-receipt.server";
import { ApiProblem } from "../problem.server";
import { day, id, moment, money, moneyOf } from "../shapes.server";
import { about } from "../texts.server";

const commission = z
  .object({ ...commissionFields, state: z.enum(paymentStates), paid_on: day.nullable() })
  .meta({ id: "Commission" });

const commissionOf = (view: Commission): z.output<typeof commission> => ({
  ...commissionFieldsOf(view),
  state: view.state,
  paid_on: view.paidDate,
});

const paid = z
  .object({
    paid: z.int().describe(about("paid")),
    paid_before: z.int().describe(about("paid_before")),
    amounts: z.array(money).describe(about("amounts")),
    batch_id: id.nullable().describe(about("batch_id")),
  })
  .meta({ id: "PaidCommissions" });

const counts = {
  created: z.int().describe(about("created")),
  filled: z.int().describe(about("filled")),
  complete: z.int().describe(about("complete")),
  without_affiliate: z.int(),
  without_commission: z.int(),
};

const countsOf = ({ created, filled, complete, withoutAffiliate, withoutCommission }: GenerationCounts) => ({
  created,
  filled,
  complete,
  without_affiliate: withoutAffiliate,
  without_commission: withoutCommission,
});

const run = z
  .object({ id, state: z.enum(runStates).describe(about("run_state")), started_at: moment, ...counts })
  .meta({ id: "GenerationRun" });

async function runById(scope: Scope, runId: string): Promise<z.output<typeof run> | null> {
  const found = await readRun(scope, runId);
  if (!found) return null;
  return { id: found.id, state: found.state, started_at: found.startedAt.toISOString(), ...countsOf(found) };
}

const skippedDeal = { deal_id: id, company_name: z.string(), title: z.string() };
const dealOf = ({ id: deal_id, company, title }: { id: string; company: string; title: string }) => ({
  deal_id,
  company_name: company,
  title,
});

export const commissionOperations = [
  operation({
    id: "list_commissions",
    tag: "commissions",
    method: "GET",
    path: "/commissions",
    query: z.object({
      ...pageParameters,
      ...periodParameters,
      state: z.enum(paymentStates).optional(),
      kind: commissionKind.optional(),
      affiliate_id: idParameter,
      deal_id: idParameter,
    }),
    answer: pageOf(commission),
    run: async ({ scope, query }) => {
      const filter = {
        kind: query.kind ?? null,
        affiliateId: query.affiliate_id ?? null,
        dealId: query.deal_id ?? null,
        period: await periodOf(scope, query),
      };
      const list = (at: { cursor: string | null; size: number }) =>
        listPayments(scope, query.state ?? "all", { ...filter, ...at });
      return answerPage("commissions", query, list, commissionOf);
    },
  }),
  operation({
    id: "pay_commissions",
    tag: "commissions",
    method: "POST",
    path: "/commissions/pay",
    body: z.object({
      payment_ids: commissionIds.describe(about("payment_ids")),
      deal_ids: commissionIds.describe(about("deal_ids")),
      receipt_url: optionalReceipt,
      receipt_file: recordId.optional().describe(about("receipt_file_sent")),
    }),
    example: { payment_ids: ["0190f5c4-7b1e-7c3a-9d55-2f6a4b8c9d10"] },
    answer: paid,
    act: async ({ scope, body }) => {
      const { payment_ids: payments, deal_ids: deals, receipt_url: url, receipt_file: file } = body;
      if (payments.length === 0 && deals.length === 0)
        throw new ApiProblem("invalid", [{ pointer: "/payment_ids", message: "payments_required" }]);
      const done = await payCommissions(scope, { payments, deals, receiptUrl: sentReceipt(url, file) });
      return {
        paid: done.paid,
        paid_before: done.before,
        amounts: done.amounts.map(moneyOf),
        batch_id: done.batchId,
      };
    },
  }),
  operation({
    id: "undo_payment",
    tag: "commissions",
    method: "POST",
    path: "/commissions/undo",
    body: z.object({ batch_id: recordId }),
    example: { batch_id: "0190f5c4-7b1e-7c3a-9d55-2f6a4b8c9d10" },
    answer: z.object({ reopened: z.int() }),
    act: async ({ scope, body }) => ({ reopened: await undoPayment(scope, body.batch_id) }),
  }),
  operation({
    id: "preview_generation",
    tag: "commissions",
    method: "GET",
    path: "/commissions/generation",
    // After a large import the preview reads the payments of many deals.
    limit: { name: "preview", times: 10, seconds: 60 },
    answer: z.object({
      ...counts,
      missing: z.array(z.object({ ...skippedDeal, payments: z.int() })),
      skipped: z.array(z.object({ ...skippedDeal, why: z.enum(["no_affiliate", "no_commission"]) })),
    }),
    run: async ({ scope }) => {
      const preview = await previewGeneration(scope);
      return {
        ...countsOf(preview),
        missing: preview.missing.map((one) => ({ ...dealOf(one), payments: one.payments })),
        skipped: preview.skipped.map((one) => ({ ...dealOf(one), why: one.why })),
      };
    },
  }),
  operation({
    id: "run_generation",
    tag: "commissions",
    method: "POST",
    path: "/commissions/generation",
    limit: { name: "generation", times: 10, seconds: 60 },
    answer: run,
    isBegun: true,
    create: ({ scope }) => queueGeneration(scope),
    created: runById,
    location: (runId) => `/commissions/generation/${runId}`,
  }),
  operation({
    id: "read_generation",
    tag: "commissions",
    method: "GET",
    path: "/commissions/generation/{run_id}",
    answer: run,
    read: (scope, params) => runById(scope, params["run_id"]!),
  }),
  // After the fixed paths with the same number of segments, so that those match first.
  operation({
    id: "read_commission",
    tag: "commissions",
    method: "GET",
    path: "/commissions/{kind}/{id}",
    answer: commission,
    read: async (scope, params) => {
      const of = commissionKindOf(params["kind"]);
      const found = of ? await readCommission(scope, { kind: of, id: params["id"]! }) : null;
      return found && commissionOf(found);
    },
  }),
];
