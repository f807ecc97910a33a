import { z } from "zod";
import type { Organization } from "#prisma";
import { isTimeZone } from "../shared/dates";
import { readCurrency, sharedBy } from "../shared/currency";
import { shapeOf, toRecord, type FieldList, type RecordOf } from "../shared/field-list";
import { emailAddress, requiredEntry, requiredText, formVersion } from "../shared/fields";

/** Name of an organization. */
export const organizationName = requiredText("organization_required", 100);

/** The onboarding form (ORG-01). */
export const createOrganizationSchema = z.object({ organization_name: organizationName });

/** Form fields of the organization's settings (ORG-06). */
export const organizationFields = {
  organization_name: { column: "name", schema: organizationName },
  time_zone: {
    column: "timeZone",
    schema: requiredEntry("time_zone_required").refine(isTimeZone, "time_zone_invalid"),
  },
  default_currency: {
    column: "defaultCurrency",
    schema: requiredEntry("default_currency_invalid")
      .transform(readCurrency)
      .superRefine((currency, context) => {
        const choices = sharedBy(currency)?.join(", ");
        const unclear = `currency_unclear|${JSON.stringify({ currency, choices })}`;
        const message = choices ? unclear : /^[A-Z]{3}$/.test(currency) ? null : "default_currency_invalid";
        if (message) context.addIssue({ code: "custom", message });
      }),
  },
} satisfies FieldList<Organization>;

export type OrganizationField = keyof typeof organizationFields;
export type OrganizationSettings = RecordOf<typeof organizationFields>;

export const editOrganizationSchema = z
  .object({ ...shapeOf(organizationFields), version: formVersion })
  .transform((input) => ({ ...toRecord(organizationFields, input), version: input.version }));

/** The address for replies of affiliates; empty for none. */
export const replyFields = {
  reply_to: {
    column: "replyTo",
    schema: emailAddress.nullish().transform((address) => address ?? null),
  },
} satisfies FieldList<Organization>;

export const replyToSchema = z
  .object({ ...shapeOf(replyFields), version: formVersion })
  .transform((input) => ({ ...toRecord(replyFields, input), version: input.version }));
