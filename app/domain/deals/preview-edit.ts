import { pricedDeal, samePrice } from "./deal-contract";
import type { DealEnd } from "./deal-end";
import type { DealContract } from "./deal.schema";
import { planPayments, type ExistingPayment, type PaymentPlan } from "./plan-payments";
import { resolveCurrency } from "./settle-currency";
import { priceCommission, type CommissionTrace, type PricingTerms, type WonVolume } from "../terms/pricing";

/** A deal with everything that its edit form needs. */
export interface EditableDeal {
  id: string;
  contract: DealContract;
  /** A deal without an affiliate has no commission. */
  hasAffiliate: boolean;
  /** The commission of a one-time deal is paid, so amount and currency are fixed. */
  paid: boolean;
  /** The organization's default currency; it resolves "$". */
  home: string;
  trace: CommissionTrace;
  /** The terms under which the deal was won. */
  terms: PricingTerms | null;
  /** The affiliate's won volume without this deal. */
  won: WonVolume[];
  /** How the deal ended; then only its title can be changed. */
  ended: DealEnd | null;
  payments: ExistingPayment[];
}

export interface EditPreview {
  commission: CommissionTrace;
  /** Changes to the payments of a recurring deal. */
  plan: PaymentPlan | null;
}

/** Returns what `editDeal` would do with this contract. Null while its currency is ambiguous. */
export function previewEdit(deal: EditableDeal, sent: DealContract): EditPreview | null {
  const input = sent.currency === deal.contract.currency ? sent : resolveCurrency(sent, deal.home).contract;
  if (!input) return null;
  const { recurring } = input;
  const commission =
    deal.paid || samePrice(deal.contract, input)
      ? deal.trace
      : priceCommission(pricedDeal(input), deal.terms, deal.won);
  return {
    commission,
    plan:
      recurring &&
      planPayments(deal.payments, {
        ...recurring,
        commission: deal.hasAffiliate ? commission.result : null,
        ended: deal.ended,
      }),
  };
}
