import type { DocumentParty } from "~/domain/documents/document";
import type { Language } from "./languages";

/** Countries that write the number before the street. */
const NUMBER_FIRST = "AU CA FR GB IE LU MC NZ US".split(" ");
/** Countries that write the postcode after the town. */
const POSTCODE_LAST = "AU CA GB IE NZ US".split(" ");

/** Returns name and address, a line each. With a language, the last line is the name of the country in it. */
export function addressLines(party: DocumentParty, countryIn: Language | null): string[] {
  const { name, company, street, houseNumber, postalCode, town, country } = party;
  const streetParts = NUMBER_FIRST.includes(country) ? [houseNumber, street] : [street, houseNumber];
  const townParts = POSTCODE_LAST.includes(country) ? [town, postalCode] : [postalCode, town];
  const lines = [
    ...(company && company !== name ? [company] : []),
    name,
    streetParts.filter(Boolean).join(" "),
    townParts.filter(Boolean).join(" "),
    countryIn ? countryName(country, countryIn) : "",
  ];
  return lines.filter(Boolean);
}

/** Returns the code itself for a code that is not a country. */
function countryName(code: string, language: Language): string {
  try {
    return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}
