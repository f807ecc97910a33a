import { z } from "zod";
import { lockCommissions } from "~/domain/commissions/lock-commissions.server";
import { optionalReceipt } from "~/domain/commissions/commission.schema";
import { recordId } from "~/domain/shared/fields";
import type { Scope } from "~/domain/shared/scope";
import { listTransactions } from "~/domain/commissions/list-transactions.server";
import { readTransaction } from "~/domain/commissions/read-commission.server";
import { setReceipt } from "~/domain/commissions/set-receipt.server";
import { receiptFilters, type Transaction, commissionKindOf } from "~/domain/commissions/commission";
import { commissionFields, commissionFieldsOf, commissionKind } from "../commission-shape.server";
import { answerPage, idParameter, pageOf, pageParameters, periodOf, periodParameters } from "../lists.server";
import { operation, type Params } from "../operation";
import { day } from "../shapes.server";
import { DomainError } from "~/domain/shared/errors";
import { sentReceipt } from "../sent-receipt.server";
import { about } from "../texts.server";

const transaction = z.object({ ...commissionFields, paid_on: day }).meta({ id: "Transaction" });

const transactionOf = (view: Transaction): z.output<typeof transaction> => ({
  ...commissionFieldsOf(view),
  paid_on: view.paidDate,
});

async function read(scope: Scope, params: Params) {
  const of = commissionKindOf(params["kind"]);
  const found = of ? await readTransaction(scope, { kind: of, id: params["id"]! }) : null;
  return found && transactionOf(found);
}

function lock(scope: Scope, params: Params) {
  const [of, which] = [commissionKindOf(params["kind"]), [params["id"]!]];
  return lockCommissions(scope, {
    payments: of === "payment" ? which : [],
    deals: of === "deal" ? which : [],
  });
}

export const transactionOperations = [
  operation({
    id: "list_transactions",
    tag: "transactions",
    method: "GET",
    path: "/transactions",
    query: z.object({
      ...pageParameters,
      ...periodParameters,
      receipt: z.enum(receiptFilters).optional(),
      kind: commissionKind.optional(),
      affiliate_id: idParameter,
    }),
    answer: pageOf(transaction),
    run: async ({ scope, query }) => {
      const filter = {
        kind: query.kind ?? null,
        affiliateId: query.affiliate_id ?? null,
        period: await periodOf(scope, query),
      };
      const list = (at: { cursor: string | null; size: number }) =>
        listTransactions(scope, query.receipt ?? "all", { ...filter, ...at });
      return answerPage("transactions", query, list, transactionOf);
    },
  }),
  operation({
    id: "read_transaction",
    tag: "transactions",
    method: "GET",
    path: "/transactions/{kind}/{id}",
    answer: transaction,
    read,
  }),
  operation({
    id: "set_receipt",
    tag: "transactions",
    method: "PUT",
    path: "/transactions/{kind}/{id}/receipt",
    body: z.object({
      receipt_url: optionalReceipt,
      receipt_file: recordId.optional().describe(about("receipt_file_sent")),
    }),
    example: { receipt_url: "https://files.example.com/receipts/2026-03.pdf" },
    answer: transaction,
    lock,
    read,
    // `read` has found the transaction, so the kind is valid.
    change: ({ scope, params, body }) => {
      const receiptUrl = sentReceipt(body.receipt_url, body.receipt_file);
      if (receiptUrl === null) throw new DomainError("receipt_required", {}, "receipt_url");
      return setReceipt(scope, { kind: commissionKindOf(params["kind"])!, id: params["id"]!, receiptUrl });
    },
  }),
];
