// What the product promises about money, written down a second time and as plainly as possible, to be held against the
// program. Nothing here is shared with it: amounts are BigInt, days are worked out with Date.

export interface Terms {
  version: number;
  revShareBp: number | null;
  fixed: bigint | null;
  currency: string;
}

export interface ModelLead {
  id: string;
  affiliate: number;
  status: "new" | "qualified" | "converted" | "lost";
}

export interface ModelDeal {
  id: string;
  affiliate: number;
  recurring: { start: string; months: number } | null;
  commission: bigint;
  currency: string;
  paidOn: string | null;
  receipt: string | null;
}

export interface ModelPayment {
  deal: string;
  period: string;
  amount: bigint;
  currency: string;
  paidOn: string | null;
  receipt: string | null;
}

/** Count and sums per currency, as [code, amount] in alphabetical order. */
export interface Total {
  count: number;
  sums: [string, bigint][];
}

export class MoneyModel {
  today: string;
  terms: (Terms | null)[];
  readonly leads: ModelLead[] = [];
  readonly deals: ModelDeal[] = [];
  readonly payments: ModelPayment[] = [];

  constructor(today: string, affiliates: number) {
    this.today = today;
    this.terms = Array.from({ length: affiliates }, () => null);
  }

  /** The fixed amount if there is one, else the percentage rounded half up, else nothing. */
  price(affiliate: number, base: bigint, currency: string): { commission: bigint; currency: string } {
    const terms = this.terms[affiliate];
    if (terms?.fixed != null) return { commission: terms.fixed, currency: terms.currency };
    if (terms?.revShareBp == null) return { commission: 0n, currency };
    const tenThousandths = base * BigInt(terms.revShareBp);
    const whole = tenThousandths / 10_000n;
    return { commission: tenThousandths % 10_000n >= 5_000n ? whole + 1n : whole, currency };
  }

  /** Adds the months that are missing, of one deal or of all; returns how many. */
  generate(only?: ModelDeal): number {
    let created = 0;
    for (const deal of only ? [only] : this.deals) {
      if (!deal.recurring || deal.commission === 0n) continue;
      for (let month = 0; month < deal.recurring.months; month++) {
        const period = monthsAfter(deal.recurring.start, month);
        if (this.payments.some((one) => one.deal === deal.id && one.period === period)) continue;
        const { id, commission, currency } = deal;
        this.payments.push({ deal: id, period, amount: commission, currency, paidOn: null, receipt: null });
        created++;
      }
    }
    return created;
  }

  paymentTotals(): Record<"due" | "planned" | "paid", Total> {
    const open = this.payments.filter((one) => one.paidOn === null);
    return {
      due: total(open.filter((one) => one.period <= this.today)),
      planned: total(open.filter((one) => one.period > this.today)),
      paid: total(this.payments.filter((one) => one.paidOn !== null)),
    };
  }

  transactionTotals(): Record<"all" | "with" | "without", Total> {
    const paid = [
      ...this.deals.map(({ commission, ...deal }) => ({ ...deal, amount: commission })),
      ...this.payments,
    ].filter((one) => one.paidOn !== null);
    return {
      all: total(paid),
      with: total(paid.filter((one) => one.receipt !== null)),
      without: total(paid.filter((one) => one.receipt === null)),
    };
  }
}

function total(items: { amount: bigint; currency: string }[]): Total {
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of items) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  return { count: items.length, sums: [...sums].sort() };
}

/** The same day so many months later, or that month's last. */
function monthsAfter(start: string, months: number): string {
  const [year, month, day] = start.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

export function daysAfter(start: string, days: number): string {
  return new Date(Date.parse(start) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Random numbers that a seed repeats (mulberry32). */
export class Chance {
  constructor(private state: number) {}

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}
