import { pricedDeal, samePrice } from "./deal-contract";
import type { DealEnd } from "./deal-end";
import type { DealContract } from "./deal.schema";
import { planPayments, type ExistingPayment, type PaymentPlan } from "./plan-payments";
import { settleCurrency } from "./settle-currency";
import { priceCommission, type CommissionTrace, type PricingTerms, type WonVolume } from "../terms/pricing";

/** A deal as the form that edits it needs it. */
export interface EditableDeal {
  id: string;
  contract: DealContract;
  /** Without one it pays nothing. */
  hasAffiliate: boolean;
  /** The commission of a one-time deal is paid: amount and currency are settled. */
  paid: boolean;
  /** The organisation's default currency: says what "$" means. */
  home: string;
  trace: CommissionTrace;
  /** The terms it was won under. */
  terms: PricingTerms | null;
  /** What its affiliate has won without it. */
  won: WonVolume[];
  /** How it ended; then only its title can be changed. */
  ended: DealEnd | null;
  payments: ExistingPayment[];
}

export interface EditPreview {
  commission: CommissionTrace;
  /** Of a recurring deal. */
  plan: PaymentPlan | null;
}

/** What `editDeal` would do if the contract were saved now. Null while its currency is unclear. */
export function previewEdit(deal: EditableDeal, sent: DealContract): EditPreview | null {
  const input = sent.currency === deal.contract.currency ? sent : settleCurrency(sent, deal.home).contract;
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
