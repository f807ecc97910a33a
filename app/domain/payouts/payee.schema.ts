import { isValidBIC, electronicFormatIBAN, isValidIBAN } from "ibantools";
import { checkVAT, countries as vatCountries } from "jsvat";
import { z } from "zod";
import type { PayeeProfile } from "#prisma";
import { day, parseDay } from "../shared/dates";
import { shapeOf, toRecord, type FieldList, type RecordOf } from "../shared/field-list";
import {
  boundedText,
  formVersion,
  MAX_ENTRY_LENGTH,
  optionalEntry,
  optionalText,
  recordId,
  requiredText,
} from "../shared/fields";
import { countries, needsBic } from "./countries";
import { taxStatuses } from "../documents/tax-status";

/** Limit for the name of an account's holder: banks take no longer one (EPC132-08). */
export const MAX_HOLDER = 70;

const codeText = optionalEntry.transform((text) => (text ? text.replace(/[\s.-]/g, "").toUpperCase() : null));

/**
 * A VAT id, checked by its form and check digits where they are known (the EU, and some others); of other countries any
 * letters and digits are accepted.
 */
const vatId = codeText.superRefine((text, context) => {
  if (text === null) return;
  const { isSupportedCountry, isValid } = checkVAT(text, vatCountries);
  const isEu = vatCountries.some(({ codes }) => text.startsWith(codes[0]!) || text.startsWith(codes[2]!));
  const wrong = isSupportedCountry ? !isValid : isEu || !/^[A-Z0-9]{4,20}$/.test(text);
  if (wrong) context.addIssue({ code: "custom", message: "vat_id_invalid" });
});

/** Digits with the separators that tax offices use; the formats of the German states are too many to check. */
const taxNumber = optionalText(30).superRefine((text, context) => {
  if (text !== null && (text.match(/\d/g) ?? []).length < 5)
    context.addIssue({ code: "custom", message: "tax_number_invalid" });
});

const country = optionalEntry
  .transform((text) => text?.toUpperCase() || null)
  .superRefine((text, context) => {
    if (text !== null && !countries.includes(text)) context.addIssue({ code: "custom", message: "country_invalid" });
  });

/** Fields of an address and of tax numbers; all may be empty. */
export const addressFields = {
  legal_name: { column: "legalName", schema: optionalText(140) },
  street: { column: "street", schema: optionalText(70) },
  house_number: { column: "houseNumber", schema: optionalText(16) },
  postal_code: { column: "postalCode", schema: optionalText(16) },
  town: { column: "town", schema: optionalText(35) },
  country: { column: "country", schema: country },
  vat_id: { column: "vatId", schema: vatId },
  tax_number: { column: "taxNumber", schema: taxNumber },
} satisfies FieldList<PayeeProfile>;

export type AddressField = keyof typeof addressFields;

/** Form fields of a payee (PAY-01), beside tax status and account. All may be empty: what is missing is shown. */
export const payeeFields = {
  ...addressFields,
  company: { column: "company", schema: optionalText(140) },
} satisfies FieldList<PayeeProfile>;

export type PayeeRecord = RecordOf<typeof payeeFields>;

/** Form of a payee. The tax status begins on the given day, by default today. */
export const payeeSchema = z
  .object({
    ...shapeOf(payeeFields),
    tax_status: z.enum(taxStatuses, { error: "tax_status_required" }).optional(),
    tax_status_from: optionalEntry,
    version: formVersion,
  })
  .transform((input, context) => {
    const from = input.tax_status_from ? parseDay(input.tax_status_from) : null;
    if (input.tax_status_from && !from)
      context.addIssue({ code: "custom", path: ["tax_status_from"], message: "date_invalid" });
    return {
      ...toRecord(payeeFields, input),
      taxStatus: input.tax_status ?? null,
      taxStatusFrom: from && day(from),
      version: input.version,
    };
  });

export type PayeeInput = z.output<typeof payeeSchema>;

/** An account number and, outside of the European Economic Area, the bank's BIC. */
export const ibanFields = {
  iban: boundedText(MAX_ENTRY_LENGTH, "iban_required")
    .transform((text) => electronicFormatIBAN(text) ?? "")
    .superRefine((iban, context) => {
      const message = iban === "" ? "iban_required" : isValidIBAN(iban) ? null : "iban_invalid";
      if (message) context.addIssue({ code: "custom", message });
    }),
  bic: codeText,
};

/** Adds an issue for a BIC that is missing or wrong. */
export function checkBic({ iban, bic }: { iban: string; bic: string | null }, context: z.RefinementCtx): void {
  const fail = (message: string) => context.addIssue({ code: "custom", path: ["bic"], message });
  if (bic === null && iban !== "" && needsBic(iban.slice(0, 2))) fail("bic_required");
  if (bic !== null && !isValidBIC(bic)) fail("bic_invalid");
}

/** Form of an account. */
export const accountSchema = z
  .object({ holder: requiredText("account_holder_required", MAX_HOLDER), ...ibanFields })
  .superRefine(checkBic);

export type AccountInput = z.output<typeof accountSchema>;

/** Form with which a member confirms an account before its days are over. */
export const confirmAccountSchema = z.object({ id: recordId, note: requiredText("confirmed_by_required", 200) });

/** Form that withdraws an account that is not paid to yet. */
export const withdrawAccountSchema = z.object({ id: recordId });
