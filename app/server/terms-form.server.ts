import { tierFields } from "~/domain/terms/tiers";
import { asTyped } from "./api/shapes.server";

/** Terms as programs name them: amounts and percentages are decimal texts. */
export interface SentTerms {
  fixed_amount?: string | undefined;
  holding_days?: number | undefined;
  tiers?: readonly { from?: string | undefined; rate_percent?: string | undefined }[] | undefined;
}

/** Returns the fields of the form for terms that an API request or a command contains; its schema checks them. */
export function termsForm<Sent extends SentTerms>({ tiers = [], ...rest }: Sent) {
  const rows = tiers.flatMap((tier, index) => {
    const [from, rate] = tierFields(index + 1);
    return [
      [from, asTyped(tier.from)],
      [rate, tier.rate_percent],
    ];
  });
  return {
    ...rest,
    fixed_amount: asTyped(rest.fixed_amount),
    holding_days: rest.holding_days?.toString(),
    ...Object.fromEntries(rows),
  };
}
