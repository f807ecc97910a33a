import type { Day } from "../shared/dates";
import { grouped } from "../shared/grouped";
import { percentOf, sum } from "../shared/money";
import { compareNames } from "../shared/order";
import { taxStatusOn, type DatedTaxStatus, type PayeeGap, type TaxStatus } from "./payee";
import { vatRateOn, type VatRate } from "./payer-settings";
import type { LineKind, PayoutBasis, VatGroup } from "./statement";

/** A commission or claim that a run can pay or deduct. */
export interface RunLine {
  kind: LineKind;
  /** Of the deal, the payment or the claim. */
  id: string;
  /** The day of supply: the close date or the start of the month. */
  period: Day;
  /** Minor units; below zero for claims. */
  amount: number;
}

/** An affiliate, as far as a run has to know. */
export interface RunPayee {
  id: string;
  name: string;
  /** What is missing before they can be paid. */
  missing: readonly PayeeGap[];
  taxStatuses: readonly DatedTaxStatus[];
  /** Whether they agreed to credit notes by the organization. */
  hasAgreement: boolean;
  /** Whether another account was entered and is not in effect yet. */
  hasPendingAccount: boolean;
  lines: readonly RunLine[];
  /** Commissions that wait for the customer, minor units. */
  waiting: number;
}

/** What the run is for. */
export interface RunTerms {
  currency: string;
  /** Commissions due until this day are proposed. */
  until: Day;
  /** Of the payer, two letters; null if not entered. */
  payerCountry: string | null;
  /** Smallest sum to pay, minor units of the run's currency. */
  minimum: number;
  vatRates: readonly VatRate[];
}

/** Why an affiliate is left out of a run, the first that applies. */
export const leaveOutReasons = [
  "nothing_due",
  "customer_has_not_paid",
  "balance_negative",
  "profile_incomplete",
  "account_changed",
  "below_minimum",
] as const;
export type LeaveOutReason = (typeof leaveOutReasons)[number];

/** Reasons that only advise. A member can include the affiliate all the same. */
const advice: readonly LeaveOutReason[] = ["account_changed", "below_minimum"];

/** What a run pays to an affiliate, or why it pays nothing. */
export interface ProposedPayout {
  affiliateId: string;
  name: string;
  lines: readonly RunLine[];
  vat: VatGroup[];
  /** Minor units, like `vatTotal` and `gross`. */
  net: number;
  vatTotal: number;
  gross: number;
  /** With `own_invoice`, the payout waits for an invoice of the affiliate once the run is approved (PAY-17). */
  basis: PayoutBasis;
  missing: readonly PayeeGap[];
  waiting: number;
  /** Null if it is proposed. */
  reason: LeaveOutReason | null;
  /** Whether a member can include it. */
  payable: boolean;
}

/**
 * Plans a run (PAY-05): the facts in, for each affiliate a payout or the reason for none out, by name. Page, CLI and
 * API show the same. Claims are deducted whatever their age. Whoever gets less than the minimum, or owes more than they
 * get, is left out, and everything stays for the next run.
 */
export function planRun(terms: RunTerms, payees: readonly RunPayee[]): ProposedPayout[] {
  const proposals = payees.map((payee): ProposedPayout => {
    const { id: affiliateId, name, lines, missing, waiting } = payee;
    const vat = vatGroups(terms, payee);
    const [net, vatTotal] = [sum(vat.map((group) => group.net)), sum(vat.map((group) => group.vat))];
    const basis = basisOf(terms, payee);
    const reason = reasonFor(terms, payee, { net, vatTotal });
    const sums = { vat, net, vatTotal, gross: sum([net, vatTotal]) };
    const payable = reason === null || advice.includes(reason);
    return { affiliateId, name, lines, ...sums, basis, missing, waiting, reason, payable };
  });
  return proposals.sort((one, other) => compareNames(one.name, other.name));
}

function reasonFor(
  { minimum }: RunTerms,
  { lines, waiting, missing, hasPendingAccount }: RunPayee,
  { net, vatTotal }: Pick<ProposedPayout, "net" | "vatTotal">,
): LeaveOutReason | null {
  const applies: Record<LeaveOutReason, boolean> = {
    nothing_due: lines.length === 0 && waiting === 0,
    customer_has_not_paid: lines.length === 0,
    // VAT below zero would correct what an earlier document shows, so it waits for the next one.
    balance_negative: net <= 0 || vatTotal < 0,
    profile_incomplete: missing.length > 0,
    account_changed: hasPendingAccount,
    below_minimum: net < minimum,
  };
  return leaveOutReasons.find((reason) => applies[reason]) ?? null;
}

/**
 * Returns the tax status on the day of supply. The first status counts for earlier days too: affiliates enter it when
 * they are first asked, which is after their first commissions.
 */
function statusAt(statuses: readonly DatedTaxStatus[], day: Day): TaxStatus {
  const first = statuses.reduce<DatedTaxStatus | null>((a, b) => (a && a.beginsOn < b.beginsOn ? a : b), null);
  return taxStatusOn(statuses, day) ?? first?.status ?? "private";
}

/** Documents are issued for payers in Germany only; elsewhere affiliates send an invoice. */
function basisOf({ payerCountry, until }: RunTerms, { taxStatuses, hasAgreement }: RunPayee): PayoutBasis {
  if (statusAt(taxStatuses, until) === "private") return "private";
  return payerCountry === "DE" && hasAgreement ? "agreement" : "own_invoice";
}

/**
 * VAT, once on the sum of the lines with the same status and rate. Only businesses in Germany that charge VAT add it:
 * small businesses do not (§ 19 UStG), for businesses elsewhere the payer owes it (§ 13b UStG).
 */
function vatGroups({ payerCountry, vatRates }: RunTerms, { lines, taxStatuses }: RunPayee): VatGroup[] {
  const rated = lines.map((line) => {
    const status = statusAt(taxStatuses, line.period);
    return {
      ...line,
      status,
      rateBp: status === "regular" && payerCountry === "DE" ? vatRateOn(vatRates, line.period) : 0,
    };
  });
  return [...grouped(rated, ({ status, rateBp }) => `${status} ${rateBp}`).values()].map((own) => {
    const { status, rateBp } = own[0]!;
    const net = sum(own.map(({ amount }) => amount));
    return { status, rateBp, net, vat: percentOf(net, rateBp) };
  });
}
