import { z } from "zod";
import { isTimeZone } from "../shared/dates";
import { requiredEntry, requiredText, seenFingerprint, visible } from "../shared/fields";

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
      .overwrite(visible)
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{3}$/, "default_currency_invalid"),
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
