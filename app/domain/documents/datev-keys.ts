import type { VatGroup } from "./document";

/**
 * Returns the tax key of DATEV for a supply of this VAT group, null for none, and undefined if it has no known key. The
 * key makes DATEV calculate input VAT from the gross amount (9: 19 %, 8: 7 %), or both sides of reverse charge from the
 * net amount (506: a business of the EU, 511: of another country, § 13b UStG). Small businesses and private persons
 * charge none. To be replaced by the table of VAT treatments.
 */
export function datevKeyOf({ status, rateBp }: Pick<VatGroup, "status" | "rateBp">): string | null | undefined {
  switch (status) {
    case "regular":
      return { 1900: "9", 700: "8" }[rateBp];
    case "eu_business":
      return "506";
    case "foreign_business":
      return "511";
    case "small_business":
    case "private":
      return null;
    default:
      status satisfies never;
      return undefined;
  }
}
