import type { TaxStatus } from "./tax-status";

/** Member states of the European Union, by their two letters of ISO 3166-1. */
export const euCountries: readonly string[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

/** How a supply is taxed in a document, and how bookkeeping books it. */
export interface Treatment {
  /** EN 16931, BT-151: standard rate, exempt, reverse charge. */
  category: "S" | "E" | "AE";
  /** BT-121. There is no code for § 19 UStG. */
  exemptionCode: "VATEX-EU-AE" | null;
  /** The sentence that the document has to show, a key of the texts. */
  sentence: "small_business" | "reverse_charge" | null;
  /** DATEV: 9 input VAT 19 %; 506 service of a business in the EU, 511 of one elsewhere (§ 13b UStG). */
  datevKey: "9" | "506" | "511" | null;
}

const taxed: Treatment = { category: "S", exemptionCode: null, sentence: null, datevKey: "9" };
const exempt: Treatment = { category: "E", exemptionCode: null, sentence: "small_business", datevKey: null };
const reverseCharge = (datevKey: "506" | "511"): Treatment => ({
  category: "AE",
  exemptionCode: "VATEX-EU-AE",
  sentence: "reverse_charge",
  datevKey,
});

type Place = "DE" | "EU" | "elsewhere";

/**
 * By tax status and place of the supplier, for recipients in Germany. An empty cell means that no document can be
 * issued, because the status does not fit the place.
 * - `regular`, DE: taxed in Germany (§ 3a (2), § 12 (1) UStG).
 * - `small_business`, DE: exempt (§ 19 (1) UStG), with the sentence of § 34a no. 5 UStDV.
 * - `eu_business`, EU: the recipient owes the VAT (§ 13b (1), (5) UStG), with the sentence of § 14a (5) UStG.
 * - `foreign_business`, elsewhere: the same by § 13b (2) no. 1 UStG.
 * - `private`: no business supplies, so there is no credit note (§ 14 (2) sentence 5 UStG).
 */
const table: Record<TaxStatus, Partial<Record<Place, Treatment>>> = {
  regular: { DE: taxed },
  small_business: { DE: exempt },
  eu_business: { EU: reverseCharge("506") },
  foreign_business: { elsewhere: reverseCharge("511") },
  private: {},
};

/**
 * Returns how a supply to a payer is taxed; null if no document can be issued for it. Documents are issued for payers
 * in Germany only. Countries are two letters.
 */
export function treatmentOf(status: TaxStatus, payerCountry: string | null, payeeCountry: string): Treatment | null {
  if (payerCountry !== "DE") return null;
  const place = payeeCountry === "DE" ? "DE" : euCountries.includes(payeeCountry) ? "EU" : "elsewhere";
  return table[status][place] ?? null;
}
