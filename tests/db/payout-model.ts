// A second, plain implementation of the rules of payout runs, to compare with the app. It shares no code with the app:
// amounts are BigInt, days are compared as text.

/** A commission or claim as it is stored, without its payout. */
export interface ModelLine {
  kind: "deal" | "payment" | "claim";
  id: string;
  deal: string;
  affiliate: string;
  period: string;
  /** Below zero for claims. */
  amount: bigint;
  currency: string;
  /** Null while it waits for the customer; of a claim, its period. */
  due: string | null;
  /** Unpaid and not ended; of a claim, not settled. */
  isOpen: boolean;
  /** Paid; of a claim, settled. */
  isPaid: boolean;
}

/** What a run has to know of an affiliate. */
export interface ModelPayee {
  id: string;
  isComplete: boolean;
  hasAgreement: boolean;
  hasPendingAccount: boolean;
  account: string | null;
  taxStatuses: { from: string; status: string }[];
}

export interface ModelPayer {
  minimum: bigint;
  vatRates: { from: string; rate: bigint }[];
}

export interface Plan {
  lines: ModelLine[];
  net: bigint;
  vat: bigint;
  reason: string | null;
  payable: boolean;
}

export type PayoutState = "draft" | "open" | "paid" | "returned" | "void";

export interface ModelPayout {
  affiliate: string;
  state: PayoutState;
  /** Ids of the lines that it holds now. */
  lines: Set<string>;
  number: string | null;
  /** As approved. */
  net: bigint;
  vat: bigint;
  account: string | null;
  isInFile: boolean;
  /** Whether it waits for an invoice of the affiliate. */
  waits: boolean;
  batch: string | null;
}

export interface ModelRun {
  id: string;
  currency: string;
  until: string;
  state: "draft" | "approved" | "sent" | "paid" | "void";
  wasSent: boolean;
  approvedOn: string | null;
  payouts: ModelPayout[];
  /** Numbers and amounts of the transfers of each bank file. A payout that is paid again is in two. */
  files: Map<string, string[]>;
}

/** Returns the percentage in basis points, rounded half away from zero. */
function percent(amount: bigint, rate: bigint): bigint {
  const [sign, size] = amount < 0n ? [-1n, -amount] : [1n, amount];
  return (sign * (size * rate * 2n + 10_000n)) / 20_000n;
}

const last = <T extends { from: string }>(list: readonly T[], on: string): T | undefined =>
  list.filter(({ from }) => from <= on).sort((one, other) => (one.from < other.from ? 1 : -1))[0];

/**
 * Plans what an affiliate gets. `own`: what a new run can take, or what stands in the draft. `waiting`: commissions of
 * months that have begun and wait for the customer.
 */
export function planOf(
  payee: ModelPayee,
  own: readonly ModelLine[],
  waiting: bigint,
  { until, payer, currency }: { until: string; payer: ModelPayer; currency: string },
): Plan {
  const lines = own
    .filter((one) => one.isOpen && one.currency === currency && one.due !== null)
    .filter((one) => one.kind === "claim" || one.due! <= until);
  const net = lines.reduce((sum, { amount }) => sum + amount, 0n);
  const groups = new Map<string, { amount: bigint; rate: bigint }>();
  const earliest = [...payee.taxStatuses].sort((one, other) => (one.from < other.from ? -1 : 1))[0];
  for (const { period, amount } of lines) {
    const status = (last(payee.taxStatuses, period) ?? earliest)?.status;
    const rate = status === "regular" ? (last(payer.vatRates, period)?.rate ?? 0n) : 0n;
    const key = `${status} ${rate}`;
    groups.set(key, { rate, amount: (groups.get(key)?.amount ?? 0n) + amount });
  }
  const vat = [...groups.values()].reduce((sum, { amount, rate }) => sum + percent(amount, rate), 0n);
  const status = (last(payee.taxStatuses, until) ?? earliest)?.status;
  const reason = reasonOf(payee, lines, { net, vat, waiting, status, minimum: payer.minimum });
  const advises = reason === null || reason === "account_changed" || reason === "below_minimum";
  return { lines, net, vat, reason, payable: advises };
}

function reasonOf(
  { isComplete, hasPendingAccount }: ModelPayee,
  lines: readonly ModelLine[],
  sums: { net: bigint; vat: bigint; waiting: bigint; status: string | undefined; minimum: bigint },
): string | null {
  if (lines.length === 0) return sums.waiting > 0n ? "customer_has_not_paid" : "nothing_due";
  // Nobody pays VAT back in a statement of what they get.
  if (sums.net <= 0n || sums.vat < 0n) return "balance_negative";
  if (!isComplete) return "profile_incomplete";
  if (hasPendingAccount) return "account_changed";
  return sums.net < sums.minimum ? "below_minimum" : null;
}
