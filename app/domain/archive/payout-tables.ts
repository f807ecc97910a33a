import { columnsOf } from "./archived-table";

/** Runs, payouts and the numbers of their documents (tables.ts). */
export const payoutTables = {
  PayoutRun: columnsOf<"PayoutRun">()({
    table: "payout_run",
    kept: [
      ...(["org_id", "id", "currency", "until", "state", "note", "created_by", "created_at"] as const),
      ...(["approved_by", "approved_at", "sent_at", "voided_at", "void_reason"] as const),
    ],
  }),
  Payout: columnsOf<"Payout">()({
    table: "payout",
    kept: [
      ...(["org_id", "id", "run_id", "affiliate_id", "state", "number", "net", "vat", "gross"] as const),
      ...(["account_id", "statement", "file_id", "paid_on", "batch_id", "returned_at", "return_reason"] as const),
      "created_at",
    ],
    atOnce: 500,
  }),
  NumberCounter: columnsOf<"NumberCounter">()({
    table: "number_counter",
    kept: ["org_id", "series", "last"],
    key: { series: "text" },
  }),
};
