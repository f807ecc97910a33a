import { z } from "zod";
import { isTimeZone } from "../shared/dates";
import { readCurrency, sharedBy } from "../shared/currency";
import { requiredEntry, requiredText, seenFingerprint } from "../shared/fields";

/** What an organisation may be called. */
const organizationName = requiredText("organization_required", 100);

/** The onboarding form (ORG-01). */
export const createOrganizationSchema = z.object({ organization_name: organizationName });

/** The organisation's settings (ORG-06). */
export const editOrganizationSchema = z
  .object({
    organization_name: organizationName,
    time_zone: requiredEntry("time_zone_required").refine(isTimeZone, "time_zone_invalid"),
    default_currency: requiredEntry("default_currency_invalid")
      .transform(readCurrency)
      .superRefine((currency, context) => {
        const choices = sharedBy(currency)?.join(", ");
        const unclear = `currency_unclear|${JSON.stringify({ currency, choices })}`;
        const message = choices ? unclear : /^[A-Z]{3}$/.test(currency) ? null : "default_currency_invalid";
        if (message) context.addIssue({ code: "custom", message });
      }),
    seen: seenFingerprint,
  })
  .transform((input) => ({
    name: input.organization_name,
    timeZone: input.time_zone,
    defaultCurrency: input.default_currency,
    seen: input.seen,
  }));

export type OrganizationEdit = z.output<typeof editOrganizationSchema>;
export type OrganizationSettings = Omit<OrganizationEdit, "seen">;
