import type { Day } from "../shared/dates";

/**
 * Tax statuses of an affiliate (PAY-01): a business that charges VAT, a small business (in Germany § 19 UStG), a
 * business in another country of the EU or outside of it, or a private person.
 */
export const taxStatuses = ["regular", "small_business", "eu_business", "foreign_business", "private"] as const;
export type TaxStatus = (typeof taxStatuses)[number];

/** A tax status and the first day on which it counts. */
export interface DatedTaxStatus {
  status: TaxStatus;
  beginsOn: Day;
}

/** Returns the status on a day, from statuses in any order; null before the first one. */
export function taxStatusOn(statuses: readonly DatedTaxStatus[], day: Day): TaxStatus | null {
  const begun = statuses.filter(({ beginsOn }) => beginsOn <= day);
  return (
    begun.reduce<DatedTaxStatus | null>((last, one) => (last && last.beginsOn > one.beginsOn ? last : one), null)
      ?.status ?? null
  );
}
