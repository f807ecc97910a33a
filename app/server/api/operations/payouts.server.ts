import { z } from "zod";
import { endReasons } from "~/domain/deals/deal-end";
import { listPayouts, readPayout, type PayoutSummary } from "~/domain/payouts/list-payouts.server";
import { listPayoutRuns, readRun } from "~/domain/payouts/read-run.server";
import { payoutStates, runStates, type RunSummary } from "~/domain/payouts/run";
import { lineKinds } from "~/domain/documents/document";
import { payoutBases, type Statement, type StatementLine } from "~/domain/payouts/statement";
import { DomainError } from "~/domain/shared/errors";
import type { Scope } from "~/domain/shared/scope";
import { answerPage, idParameter, pageOf, pageParameters } from "../lists.server";
import { operation, type Params } from "../operation";
import { account, accountOf, currencyParameter, party, partyOf, vatGroups, vatGroupsOf } from "../payout-shapes.server";
import { day, explanation, explanationOf, id, moment, money, moneyOf } from "../shapes.server";
import { about } from "../texts.server";

const summary = {
  id,
  run_id: id.describe(about("payout_run")),
  affiliate_id: id,
  affiliate_name: z.string(),
  number: z.string().describe(about("payout_number")),
  state: z.enum(payoutStates).describe(about("payout_state")),
  net: money,
  vat: money,
  gross: money.describe(about("payout_gross")),
  until: day.describe(about("payout_until")),
  paid_on: day.nullable(),
  return_reason: z.string().nullable().describe(about("return_reason")),
  statement_file: id.nullable().describe(about("statement_file")),
  created_at: moment,
  approved_at: moment,
};

const summaryOf = (payout: PayoutSummary): z.output<z.ZodObject<typeof summary>> => {
  const of = (amount: number) => moneyOf({ amount, currency: payout.currency });
  return {
    id: payout.id,
    run_id: payout.runId,
    affiliate_id: payout.affiliateId,
    affiliate_name: payout.affiliate,
    number: payout.number,
    state: payout.state,
    net: of(payout.net),
    vat: of(payout.vat),
    gross: of(payout.gross),
    until: payout.until,
    paid_on: payout.paidOn,
    return_reason: payout.returnReason,
    statement_file: payout.fileId,
    created_at: payout.createdAt,
    approved_at: payout.approvedAt,
  };
};

const line = z
  .object({
    kind: z.enum(lineKinds).describe(about("line_kind")),
    deal_title: z.string(),
    company_name: z.string(),
    period_start: day.describe(about("period_start")),
    due_on: day.nullable().describe(about("due_on")),
    invoice_number: z.string().nullable(),
    invoiced_on: day.nullable(),
    customer_paid_on: day.nullable(),
    customer_paid: money.nullable(),
    amount: money,
    reason: z.enum(endReasons).nullable().describe(about("claim_reason")),
    explanation,
  })
  .meta({ id: "PayoutLine" });

const lineOf = (one: StatementLine, currency: string): z.output<typeof line> => ({
  kind: one.kind,
  deal_title: one.deal,
  company_name: one.company,
  period_start: one.period,
  due_on: one.due,
  invoice_number: one.invoiceNumber,
  invoiced_on: one.invoicedOn,
  customer_paid_on: one.customerPaidOn,
  customer_paid: one.customerPaid && moneyOf(one.customerPaid),
  amount: moneyOf({ amount: one.amount, currency }),
  reason: one.reason,
  explanation: explanationOf(one.trace),
});

const payout = z.object(summary).meta({ id: "Payout" });

const payoutDetails = z
  .object({
    ...summary,
    basis: z.enum(payoutBases).describe(about("payout_basis")),
    payer: party,
    payee: party,
    account,
    lines: z.array(line),
    vat_groups: vatGroups,
    planned: z.array(line).describe(about("planned_lines")),
  })
  .meta({ id: "PayoutDetails" });

function detailsOf(found: PayoutSummary & { statement: Statement }): z.output<typeof payoutDetails> {
  const { basis, payer, payee, lines, vat, planned, currency } = found.statement;
  return {
    ...summaryOf(found),
    basis,
    payer: partyOf(payer),
    payee: partyOf(payee),
    account: accountOf(found.statement.account),
    lines: lines.map((one) => lineOf(one, currency)),
    vat_groups: vatGroupsOf(vat, currency),
    planned: planned.map((one) => lineOf(one, currency)),
  };
}

const run = z
  .object({
    id,
    state: z.enum(runStates).describe(about("payout_run_state")),
    currency: z.string(),
    until: day.describe(about("payout_until")),
    payouts: z.int().describe(about("run_payouts")),
    gross: money.nullable().describe(about("run_gross")),
    created_at: moment,
  })
  .meta({ id: "PayoutRun" });

const runOf = (found: RunSummary): z.output<typeof run> => ({
  id: found.id,
  state: found.state,
  currency: found.currency,
  until: found.until,
  payouts: found.payouts,
  // The amounts of a draft follow the deals.
  gross:
    found.state === "draft" || found.gross === null ? null : moneyOf({ amount: found.gross, currency: found.currency }),
  created_at: found.createdAt,
});

async function read(scope: Scope, params: Params) {
  const found = await readPayout(scope, params["payout_id"]);
  return found && detailsOf(found);
}

export const payoutOperations = [
  operation({
    id: "list_payouts",
    tag: "payouts",
    method: "GET",
    path: "/payouts",
    query: z.object({
      ...pageParameters,
      run_id: idParameter,
      affiliate_id: idParameter,
      state: z.enum(payoutStates).optional().describe(about("payout_state")),
      currency: currencyParameter,
    }),
    answer: pageOf(payout),
    run: async ({ scope, query }) => {
      const { run_id: runId = null, affiliate_id: affiliateId = null, state = null, currency = null } = query;
      const list = (at: { cursor: string | null; size: number }) =>
        listPayouts(scope, { runId, affiliateId, state, currency }, at);
      return answerPage("payouts", query, list, summaryOf);
    },
  }),
  operation({
    id: "read_payout",
    tag: "payouts",
    method: "GET",
    path: "/payouts/{payout_id}",
    answer: payoutDetails,
    read,
  }),
  operation({
    id: "read_statement",
    tag: "payouts",
    method: "GET",
    path: "/payouts/{payout_id}/statement",
    answer: z.unknown(),
    sends: "application/pdf",
    file: async (scope, params) => {
      const found = await readPayout(scope, params["payout_id"]);
      if (!found) throw new DomainError("not_found");
      if (found.fileId === null) throw new DomainError("document_pending");
      return found.fileId;
    },
  }),
  operation({
    id: "list_payout_runs",
    tag: "payouts",
    method: "GET",
    path: "/payout-runs",
    query: z.object(pageParameters),
    answer: pageOf(run),
    run: ({ scope, query }) =>
      answerPage("payout_runs", query, ({ cursor, size }) => listPayoutRuns(scope, cursor, size), runOf),
  }),
  operation({
    id: "read_payout_run",
    tag: "payouts",
    method: "GET",
    path: "/payout-runs/{payout_run_id}",
    answer: run,
    read: async (scope, params) => {
      const found = await readRun(scope, params["payout_run_id"]);
      return found && runOf(found);
    },
  }),
];
