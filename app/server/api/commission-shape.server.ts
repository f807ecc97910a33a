import { z } from "zod";
import { commissionKinds, type Commission } from "~/domain/commissions/commission";
import { receiptFileOf, receiptUrlOf } from "~/domain/files/receipt";
import { day, explanation, explanationOf, id, money, moneyOf } from "./shapes.server";
import { about } from "./texts.server";

/** Whether a commission is a monthly payment or that of a one-time deal. */
export const commissionKind = z.enum(commissionKinds);

/** The fields that commissions and transactions have in common. */
export const commissionFields = {
  kind: commissionKind.describe(about("kind")),
  id,
  amount: money,
  period_start: day.describe(about("period_start")),
  due_on: day.nullable().describe(about("due_on")),
  receipt_url: z.string().nullable(),
  receipt_file: id.nullable().describe(about("receipt_file")),
  deal_id: id,
  deal_title: z.string(),
  lead_id: id,
  company_name: z.string(),
  affiliate_id: id.nullable(),
  affiliate_name: z.string().nullable(),
  explanation,
};

/** Returns the values of {@link commissionFields}. */
export const commissionFieldsOf = (view: Commission) => ({
  kind: view.kind,
  id: view.id,
  amount: moneyOf(view.amount),
  period_start: view.period,
  due_on: view.due,
  receipt_url: receiptUrlOf(view.receiptUrl),
  receipt_file: receiptFileOf(view.receiptUrl),
  deal_id: view.dealId,
  deal_title: view.deal,
  lead_id: view.leadId,
  company_name: view.company,
  affiliate_id: view.affiliateId,
  affiliate_name: view.affiliate,
  explanation: explanationOf(view.trace),
});
