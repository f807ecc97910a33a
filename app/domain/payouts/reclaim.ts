import type { EndReason } from "../deals/deal-end";
import { addMonths, type Day } from "../shared/dates";
import { percentOf, sum } from "../shared/money";
import { linesByVat, type TaxedLine } from "./plan-run";

/**
 * Number of months for which an affiliate's debt is carried over to the next payouts. A debt that no commission has set
 * off by then is reclaimed: commercial agents get a statement at least every three months (§ 87c (1) HGB).
 */
export const CARRIED_MONTHS = 3;

/** How a debt ends that no payout deducts: the affiliate has paid it back, or the organization waives it. */
export const settlementKinds = ["paid_back", "waived"] as const;
export type SettlementKind = (typeof settlementKinds)[number];

/** What an affiliate has to pay back in a currency. Amounts are in minor units, above 0. */
export interface PlannedReclaim {
  net: number;
  vat: number;
  gross: number;
  /** Since when the oldest part is owed. */
  since: Day;
  /** What is to be paid back of each claim, without VAT, the oldest first. */
  parts: { claimId: string; since: Day; amount: number }[];
}

/** A claim in a debt. */
export interface ReclaimedClaim {
  /** Of the claim. */
  id: string;
  deal: string;
  company: string;
  period: Day;
  since: Day;
  /** What is to be paid back of it, without VAT, minor units. */
  amount: number;
  reason: EndReason | null;
  /** Number of the credit note that the commission was in, else of the statement; null if it was in neither. */
  document: string | null;
}

/** A debt of an affiliate in one currency. */
export interface Reclaim extends Omit<PlannedReclaim, "parts"> {
  affiliateId: string;
  name: string;
  currency: string;
  /** Whether it was carried over for {@link CARRIED_MONTHS} months. */
  isOld: boolean;
  claims: ReclaimedClaim[];
  /** Of the form that settles it. */
  version: string;
}

/** A debt that was settled. Amounts are in minor units. */
export interface Settlement {
  id: string;
  currency: string;
  kind: SettlementKind;
  day: Day;
  note: string | null;
  net: number;
  vat: number;
  gross: number;
  /** Whether it can be taken back: no payout has a claim of it. */
  isUndoable: boolean;
}

/** Orders debts and their parts, the oldest first. */
export const bySince = (one: { since: Day }, other: { since: Day }): number =>
  one.since < other.since ? -1 : Number(one.since > other.since);

/** Returns whether a debt that began on a day is to be reclaimed. */
export const isCarriedLong = (since: Day, today: Day): boolean => addMonths(since, CARRIED_MONTHS) <= today;

/**
 * Returns what an affiliate owes, from their lines that are in no payout; null if it is nothing. What is due to them is
 * set off first, against the oldest claims. Only lines with the same VAT are set off against each other, because the
 * money that is paid back corrects the VAT of its own document. `sinceOf`: since when a claim is owed.
 */
export function planReclaim(lines: readonly TaxedLine[], sinceOf: (claimId: string) => Day): PlannedReclaim | null {
  const groups = linesByVat(lines).flatMap((own) => {
    const net = sum(own.map(({ amount }) => amount));
    return net < 0 ? [{ net: -net, vat: percentOf(-net, own[0]!.rateBp), parts: uncovered(own, sinceOf) }] : [];
  });
  if (groups.length === 0) return null;
  const [net, vat] = [sum(groups.map((group) => group.net)), sum(groups.map((group) => group.vat))];
  const parts = groups.flatMap((group) => group.parts).sort(bySince);
  return { net, vat, gross: sum([net, vat]), since: parts[0]!.since, parts };
}

function uncovered(lines: readonly TaxedLine[], sinceOf: (claimId: string) => Day): PlannedReclaim["parts"] {
  let cover = sum(lines.map(({ amount }) => Math.max(0, amount)));
  const claims = lines.filter(({ amount }) => amount < 0).map((line) => ({ ...line, since: sinceOf(line.id) }));
  const key = ({ since, period, id }: (typeof claims)[number]) => `${since} ${period} ${id}`;
  return claims
    .sort((one, other) => (key(one) < key(other) ? -1 : 1))
    .flatMap(({ id: claimId, since, amount }) => {
      const covered = Math.min(cover, -amount);
      cover -= covered;
      return -amount > covered ? [{ claimId, since, amount: -amount - covered }] : [];
    });
}
