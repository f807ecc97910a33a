import { fractionDigits } from "../shared/money";
import type { IssuedDocument } from "./document";
import type { TaxStatus } from "./tax-status";

/** VAT categories of EN 16931 (BT-118): standard rate, exempt, reverse charge. */
export type VatCategory = "S" | "E" | "AE";

/** Sentences that the law requires where no VAT is charged. */
export type ExemptionSentence = "small_business" | "reverse_charge";

/**
 * The sentences in German, for the XML file: the recipient of the service is in Germany. Small business: § 34a no. 5
 * UStDV asks for a reference to the exemption. Reverse charge: the words of § 14a (1), (5) UStG.
 */
export const exemptionSentences: Record<ExemptionSentence, string> = {
  small_business: "Kein Ausweis von Umsatzsteuer, da Kleinunternehmer gemäß § 19 UStG",
  reverse_charge: "Steuerschuldnerschaft des Leistungsempfängers",
};

/** VAT treatment of a supply in a credit note. */
export interface Treatment {
  category: VatCategory;
  /** Code of the exemption (BT-121). The list VATEX has none for § 19 UStG. */
  exemptionCode: "VATEX-EU-AE" | null;
  sentence: ExemptionSentence | null;
  /**
   * Tax keys of DATEV for the organization's bookings, by VAT rate in basis points; null for none. Defaults that the
   * tax adviser confirms. With "9" (19 %) and "8" (7 %) DATEV calculates input VAT from the gross amount, with "506"
   * and "511" both sides of reverse charge from the net amount.
   */
  datevKeys: Readonly<Partial<Record<number, "9" | "8" | "506" | "511" | null>>>;
}

/** Why no credit note is issued. */
export const noDocumentReasons = [
  "payer_abroad",
  "payer_country_missing",
  "payee_country_missing",
  "private",
  "regular_abroad",
  "small_business_abroad",
  "eu_business_in_germany",
  "eu_business_outside_eu",
  "foreign_business_in_eu",
  "vat_currency",
] as const;
export type NoDocumentReason = (typeof noDocumentReasons)[number];

/** Places of a payee, as seen from a payer in Germany. */
export type PayeePlace = "germany" | "eu" | "elsewhere";

/** Member states of the EU by ISO 3166-1. Northern Ireland counts only for goods. */
export const euCountries: readonly string[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

const standard: Treatment = { category: "S", exemptionCode: null, sentence: null, datevKeys: { 1900: "9", 700: "8" } };
const exempt: Treatment = { category: "E", exemptionCode: null, sentence: "small_business", datevKeys: { 0: null } };
const reverse = { category: "AE", exemptionCode: "VATEX-EU-AE", sentence: "reverse_charge" } as const;

/**
 * Treatment of a supply to a payer in Germany by the status of the payee on the day of supply, and the payee's place.
 *
 * - `regular` in Germany: VAT at the rate of § 12 UStG; DATEV key 9 or 8. A business that charges VAT has its seat
 *   in Germany: elsewhere the recipient owes the VAT (§ 13b (5) UStG), which the other statuses say.
 * - `small_business` in Germany: exempt (§ 19 (1) UStG), simplified content by § 34a UStDV, no input VAT. The exemption
 *   for small businesses of other member states (§ 19 (4) UStG) needs their id "EX", which a profile does not have.
 * - `eu_business` in another member state: taxed in Germany (§ 3a (2) UStG), owed by the recipient (§ 13b (1), (5)
 *   UStG, Art. 196 of Directive 2006/112/EC); key 506.
 * - `foreign_business` outside of the EU: also taxed in Germany and owed by the recipient (§ 13b (2) no. 1, (5) UStG),
 *   so neither category G nor O; key 511.
 * - `private`: only a business can be credited (§ 14 (2) sentence 5 UStG). VAT in a credit note to anyone else would be
 *   owed by them (§ 14c (2) UStG).
 */
export const treatments: Record<TaxStatus, Record<PayeePlace, Treatment | NoDocumentReason>> = {
  regular: { germany: standard, eu: "regular_abroad", elsewhere: "regular_abroad" },
  small_business: { germany: exempt, eu: "small_business_abroad", elsewhere: "small_business_abroad" },
  eu_business: {
    germany: "eu_business_in_germany",
    eu: { ...reverse, datevKeys: { 0: "506" } },
    elsewhere: "eu_business_outside_eu",
  },
  foreign_business: {
    germany: "foreign_business_in_eu",
    eu: "foreign_business_in_eu",
    elsewhere: { ...reverse, datevKeys: { 0: "511" } },
  },
  private: { germany: "private", eu: "private", elsewhere: "private" },
};

/** Returns the place of a payee by ISO 3166-1. */
export const placeOf = (country: string): PayeePlace =>
  country === "DE" ? "germany" : euCountries.includes(country) ? "eu" : "elsewhere";

/** The currency in which VAT is owed in Germany. */
const VAT_CURRENCY = "EUR";

/**
 * Returns how a supply is treated, or why it stands in no credit note. Credit notes are issued by payers in Germany
 * only: other countries have rules of their own (mandates, platforms, withholding). VAT in another currency has to be
 * stated in euros too (Art. 230 of Directive 2006/112/EC, BT-6 and BT-111), at the average rate that the Ministry of
 * Finance publishes after the month of the supply (§ 16 (6) UStG). It is not known here, so the affiliate sends an
 * invoice.
 *
 * @param payerCountry ISO 3166-1; null if unknown.
 * @param payeeCountry ISO 3166-1; null if unknown.
 */
export function treatmentOf(
  status: TaxStatus,
  {
    payerCountry,
    payeeCountry,
    currency,
  }: { payerCountry: string | null; payeeCountry: string | null; currency: string },
): Treatment | NoDocumentReason {
  if (status === "private") return "private";
  if (payerCountry === null) return "payer_country_missing";
  if (payerCountry !== "DE") return "payer_abroad";
  if (payeeCountry === null) return "payee_country_missing";
  const found = treatments[status][placeOf(payeeCountry)];
  return found === standard && currency !== VAT_CURRENCY ? "vat_currency" : found;
}

/** Returns how a supply of an issued document is treated. */
export const treatmentIn = (
  { payer, payee, currency }: Pick<IssuedDocument, "payer" | "payee" | "currency">,
  status: TaxStatus,
): Treatment | NoDocumentReason =>
  treatmentOf(status, { payerCountry: payer.country, payeeCountry: payee.country, currency });

/**
 * Returns the tax key of DATEV for a VAT group, null for none, and undefined if its rate has no known key. Each status
 * is treated in one place only; a private person, who is in no credit note, charges no VAT.
 */
export function datevKeyOf({ status, rateBp }: { status: TaxStatus; rateBp: number }): string | null | undefined {
  const treatment = Object.values(treatments[status]).find((one) => typeof one !== "string");
  return treatment ? treatment.datevKeys[rateBp] : null;
}

/** What an EN 16931 file lacks. Without it the document is issued as a PDF alone. */
export const fileGaps = ["payee_tax_id", "payer_vat_id", "currency"] as const;
export type FileGap = (typeof fileGaps)[number];

/** What a party has entered. */
export interface TaxIds {
  vatId: string | null;
  taxNumber: string | null;
}

/**
 * Returns why a treatment cannot be written as EN 16931; null if it can. Each category needs the VAT id or the tax
 * number of the seller (BR-S-02, BR-E-02, BR-AE-02). Reverse charge also needs the VAT id of the buyer (BR-AE-02).
 * Amounts have two decimals at most (BR-DEC).
 */
export function fileGapOf({ category }: Treatment, payer: TaxIds, payee: TaxIds, currency: string): FileGap | null {
  if (fractionDigits(currency) > 2) return "currency";
  if (payee.vatId === null && payee.taxNumber === null) return "payee_tax_id";
  return category === "AE" && payer.vatId === null ? "payer_vat_id" : null;
}
