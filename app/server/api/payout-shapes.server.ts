import { z } from "zod";
import type { DocumentParty, VatGroup } from "~/domain/documents/document";
import { taxStatuses } from "~/domain/documents/tax-status";
import { MAX_CURRENCY_LENGTH } from "~/domain/shared/currency";
import { toPercentText } from "~/domain/shared/money";
import { money, moneyOf, percent } from "./shapes.server";
import { about } from "./texts.server";

// Shapes that payouts and their documents share. Account numbers are in no response: of an account only its holder, its
// country and the last four characters (PAY-15).

export const party = z
  .object({
    name: z.string(),
    company: z.string().nullable(),
    street: z.string(),
    house_number: z.string().nullable(),
    postal_code: z.string(),
    town: z.string(),
    country: z.string().describe(about("country")),
    vat_id: z.string().nullable(),
    tax_number: z.string().nullable(),
  })
  .meta({ id: "PayoutParty" });

export const partyOf = (side: DocumentParty): z.output<typeof party> => ({
  name: side.name,
  company: side.company,
  street: side.street,
  house_number: side.houseNumber,
  postal_code: side.postalCode,
  town: side.town,
  country: side.country,
  vat_id: side.vatId,
  tax_number: side.taxNumber,
});

export const account = z
  .object({ holder: z.string(), country: z.string().describe(about("country")), end: z.string() })
  .nullable()
  .describe(about("payout_account"));

export const accountOf = (of: z.output<typeof account>): z.output<typeof account> =>
  of && { holder: of.holder, country: of.country, end: of.end.slice(-4) };

export const vatGroups = z
  .array(z.object({ tax_status: z.enum(taxStatuses), rate_percent: percent, net: money, vat: money }))
  .describe(about("vat_groups"));

export const vatGroupsOf = (groups: readonly VatGroup[], currency: string): z.output<typeof vatGroups> =>
  groups.map(({ status, rateBp, net, vat }) => ({
    tax_status: status,
    rate_percent: toPercentText(rateBp),
    net: moneyOf({ amount: net, currency }),
    vat: moneyOf({ amount: vat, currency }),
  }));

export const currencyParameter = z
  .string()
  .max(MAX_CURRENCY_LENGTH, `too_long|{"max":${MAX_CURRENCY_LENGTH}}`)
  .transform((text) => text.toUpperCase())
  .optional();
