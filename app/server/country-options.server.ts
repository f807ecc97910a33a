import { countries } from "~/domain/payouts/countries";
import { compareNames } from "~/domain/shared/order";
import type { Language } from "~/i18n/languages";
import { requestLanguage } from "./request-language.server";

export interface CountryOption {
  /** Two letters. */
  value: string;
  label: string;
}

const known = new Map<Language, CountryOption[]>();

/**
 * Returns all countries by name, in the language of the request. The server names them, because browsers name some of
 * them differently, and the page that they hydrate would not be the one they got.
 */
export async function countryOptions(request: Request): Promise<CountryOption[]> {
  const language = await requestLanguage(request);
  const found = known.get(language);
  if (found) return found;
  const names = new Intl.DisplayNames(language, { type: "region" });
  const options = countries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => compareNames(one.label, other.label));
  known.set(language, options);
  return options;
}
