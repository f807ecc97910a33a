// A second, plain implementation of the product's rules for money, to compare with the app. It shares no code with the
// app: amounts are BigInt, days are calculated with Date.

import { daysAfter, monthsAfter, sameMonth } from "./money-days";

export interface Terms {
  version: number;
  revShareBp: number | null;
  fixed: bigint | null;
  /** [from, basis points], ascending, the first from 0. */
  tiers: [bigint, number][] | null;
  currency: string;
  /** Whether commissions wait for the customer, and the days that follow. */
  waits: boolean;
  days: number;
}

export interface ModelLead {
  id: string;
  affiliate: number;
  status: "new" | "qualified" | "converted" | "lost";
}

export interface ModelDeal {
  id: string;
  lead: string;
  affiliate: number;
  recurring: { start: string; months: number } | null;
  /** The terms under which it was won. */
  terms: Terms | null;
  /** The amount, or the monthly revenue. */
  base: bigint;
  /** Total worth, and the day and year of the close date. */
  worth: { amount: bigint; currency: string; closed: string; year: string };
  commission: bigint;
  currency: string;
  paidOn: string | null;
  receipt: string | null;
  /** The action that paid it. */
  batch: string | null;
  /** When the customer paid. */
  customerPaid: string | null;
  /** How it ended. */
  end: { day: string; reason: ModelReason } | null;
}

export type ModelReason = "customer_did_not_pay" | "cancelled_by_customer" | "our_fault";

export interface ModelPayment {
  deal: string;
  period: string;
  amount: bigint;
  currency: string;
  paidOn: string | null;
  receipt: string | null;
  /** The action that paid it. */
  batch: string | null;
  /** When the customer paid. */
  customerPaid: string | null;
}

/** Count, and sums per currency as [code, amount] in alphabetical order. */
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

  /**
   * Returns the fixed amount if there is one, else the percentage rounded half up, else 0. With tiers it is the
   * percentage of the last tier that the year's deals in the currency of the terms have reached, including the new one.
   */
  price(
    affiliate: number,
    base: bigint,
    worth: ModelDeal["worth"],
    terms = this.terms[affiliate],
    others = this.deals,
  ): { commission: bigint; currency: string } {
    const { currency } = worth;
    if (terms?.fixed != null) return { commission: terms.fixed, currency: terms.currency };
    let rate = terms?.revShareBp ?? 0;
    if (terms?.tiers) {
      const volume = [
        ...others
          .filter((deal) => deal.affiliate === affiliate)
          .map((deal) => ({ ...deal.worth, amount: this.worthOf(deal) })),
        worth,
      ]
        .filter((one) => one.year === worth.year && one.currency === terms.currency)
        .reduce((sum, one) => sum + one.amount, 0n);
      for (const [from, bp] of terms.tiers) if (volume >= from) rate = bp;
    }
    const tenThousandths = base * BigInt(rate);
    const whole = tenThousandths / 10_000n;
    return { commission: tenThousandths % 10_000n >= 5_000n ? whole + 1n : whole, currency };
  }

  /** Returns the number of missing months. */
  missing(): number {
    const before = this.payments.length;
    const created = this.generate();
    this.payments.splice(before);
    return created;
  }

  /** Adds the missing months of one deal or of all, and returns their number. */
  generate(only?: ModelDeal): number {
    let created = 0;
    for (const deal of only ? [only] : this.deals) {
      if (!deal.recurring || deal.commission === 0n) continue;
      for (let month = 0; month < deal.recurring.months; month++) {
        const period = monthsAfter(deal.recurring.start, month);
        const there = this.payments.filter((one) => one.deal === deal.id);
        if (there.some((one) => one.period === period)) continue;
        if (there.some((one) => one.paidOn !== null && sameMonth(one.period, period))) continue;
        if (deal.end && !isOwed(deal.end, period)) continue;
        const { id, commission, currency } = deal;
        const unpaid = { paidOn: null, receipt: null, batch: null, customerPaid: null };
        this.payments.push({ deal: id, period, amount: commission, currency, ...unpaid });
        created++;
      }
    }
    return created;
  }

  /**
   * Recalculates a deal by the terms under which it was won; paid commissions stay. Returns the error code, if it is
   * rejected.
   */
  edit(
    deal: ModelDeal,
    { base, worth, recurring }: Pick<ModelDeal, "base" | "worth" | "recurring">,
  ): string | undefined {
    const own = this.payments.filter((one) => one.deal === deal.id);
    if (deal.end) return "deal_ended";
    const before = { base: deal.base, worth: deal.worth };
    const otherCurrency = worth.currency !== before.worth.currency;
    if (deal.paidOn !== null && (otherCurrency || base !== before.base)) return "deal_commission_paid";
    if (otherCurrency && own.some((one) => one.paidOn !== null)) return "deal_currency_fixed";
    Object.assign(deal, { base, worth, recurring });
    if (deal.paidOn !== null) return;
    const others = this.deals.filter((one) => one !== deal);
    const same =
      base === before.base &&
      worth.amount === before.worth.amount &&
      !otherCurrency &&
      worth.year === before.worth.year;
    if (!same) Object.assign(deal, this.price(deal.affiliate, base, worth, deal.terms, others));
    this.replan(deal);
  }

  /** Aligns unpaid months with the contract. */
  private replan(deal: ModelDeal): void {
    const unpaid = this.payments.filter((one) => one.deal === deal.id && one.paidOn === null);
    for (const one of unpaid) this.payments.splice(this.payments.indexOf(one), 1);
    const before = this.payments.length;
    this.generate(deal);
    // What the customer has paid for a month stays with the month.
    for (const one of this.payments.slice(before))
      one.customerPaid = unpaid.find(({ period }) => sameMonth(period, one.period))?.customerPaid ?? null;
  }

  /** Undoes payments; a month outside the contract is then aligned with it. */
  reopen(items: (ModelDeal | ModelPayment)[]): void {
    for (const item of items) Object.assign(item, { paidOn: null, receipt: null, batch: null });
    for (const item of items) {
      if ("id" in item) continue;
      const deal = this.deals.find((one) => one.id === item.deal)!;
      const { start, months } = deal.recurring!;
      const periods = Array.from({ length: months }, (_, month) => monthsAfter(start, month));
      if (deal.end && !isOwed(deal.end, item.period)) this.payments.splice(this.payments.indexOf(item), 1);
      const agreed = item.amount === deal.commission && item.currency === deal.currency;
      if (!agreed || !periods.includes(item.period)) this.replan(deal);
    }
  }

  /** Ends a deal. Returns the error code, if it is rejected. */
  end(deal: ModelDeal, day: string, reason: ModelReason): string | undefined {
    if (deal.end) return deal.end.day === day && deal.end.reason === reason ? "before" : "deal_ended";
    if (day > this.today && (!deal.recurring || reason === "customer_did_not_pay")) return "deal_end_in_future";
    if (deal.recurring) {
      const { start, months } = deal.recurring;
      if (day < start || day >= monthsAfter(start, months)) return "deal_end_outside";
    }
    deal.end = { day, reason };
    if (deal.recurring) this.replan(deal);
  }

  resume(deal: ModelDeal): void {
    deal.end = null;
    this.replan(deal);
  }

  /** Returns what is left of its amount. */
  worthOf({ end, recurring, base, worth }: ModelDeal): bigint {
    if (!end) return worth.amount;
    let left = 0n;
    for (let month = 0; recurring && month < recurring.months; month++)
      if (monthsAfter(recurring.start, month) < end.day) left += base;
    return left;
  }

  /** Returns what was paid of ended deals from their ends on, unless the reason is our_fault. */
  claims(): { deal: string; period: string; amount: bigint; currency: string }[] {
    const whole = this.oneOffs().map(({ id, ...one }) => ({ ...one, deal: id }));
    return [...whole, ...this.payments]
      .filter((one) => {
        const { end, recurring } = this.deals.find(({ id }) => id === one.deal)!;
        if (one.paidOn === null || !end || end.reason === "our_fault" || one.amount === 0n) return false;
        return !recurring || one.period >= end.day;
      })
      .map(({ deal, period, amount, currency }) => ({ deal, period, amount, currency }));
  }

  /** Returns the amounts of an affiliate's deals by year of the close date. */
  volumes(affiliate: number): [string, bigint][] {
    const sums = new Map<string, bigint>();
    for (const deal of this.deals.filter((one) => one.affiliate === affiliate)) {
      const key = `${deal.worth.year} ${deal.worth.currency}`;
      sums.set(key, (sums.get(key) ?? 0n) + this.worthOf(deal));
    }
    return [...sums].filter(([, amount]) => amount !== 0n).sort();
  }

  /** Returns the day on which a commission is due; null while it waits for the customer. */
  dueOf(item: ModelDeal | ModelPayment): string | null {
    const deal = "id" in item ? item : this.deals.find(({ id }) => id === item.deal)!;
    const period = "id" in item ? item.worth.closed : item.period;
    const { waits = false, days = 0 } = deal.terms ?? {};
    if (!waits) return daysAfter(period, days);
    if (item.customerPaid === null) return null;
    return daysAfter(item.customerPaid > period ? item.customerPaid : period, days);
  }

  /** Sums monthly payments and one-off commissions; commissions of 0 are excluded. */
  paymentTotals(): Record<"due" | "waiting" | "planned" | "paid", Total> {
    const all = [...this.payments.map((one) => ({ ...one, due: this.dueOf(one) })), ...this.oneOffs()];
    const ended = (one: object) =>
      "end" in one && one.end !== null && (one.end as { reason: string }).reason !== "our_fault";
    const open = all.filter((one) => one.paidOn === null && one.amount > 0n && !ended(one));
    return {
      due: total(open.filter((one) => one.due !== null && one.due <= this.today)),
      waiting: total(open.filter((one) => one.due === null && one.period <= this.today)),
      planned: total(open.filter((one) => (one.due ?? one.period) > this.today)),
      paid: total(all.filter((one) => one.paidOn !== null)),
    };
  }

  /** Returns the commissions of one-time deals, due from their close dates. */
  private oneOffs() {
    return this.deals
      .filter((deal) => !deal.recurring)
      .map((deal) => ({ ...deal, amount: deal.commission, period: deal.worth.closed, due: this.dueOf(deal) }));
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

/** Returns whether an unpaid month of an ended deal is still owed. */
const isOwed = ({ day, reason }: { day: string; reason: ModelReason }, period: string) =>
  reason === "our_fault" || (reason === "cancelled_by_customer" && period < day);
