import { expect, test } from "vitest";
import { languages } from "~/i18n/languages";
import { domainProblems } from "./problem.server";
import { refusalKeys, restTexts } from "./texts.server";

/** Words that only make sense in front of a screen, and screen formats of amounts and days. */
const onScreens = {
  en: /\b(?:the page|screen|button|click|choose|select|chosen|enter|fill in|under (?:Transactions|Commissions))\b|1,234|Mar 1/i,
  de: /\b(?:die Seite|Bildschirm|klicken|wählen|ausgewählt\w*|geben Sie|füllen Sie|unter (?:Transaktionen|Provisionen))\b|1\.234|01\.03/i,
  fr: /\b(?:écran|bouton|cliquez|choisi\w*|saisissez|remplissez|dans (?:Transactions|Commissions))\b|1\s234|01\.03/i,
  es: /\b(?:pantalla|botón|haga clic|elija|elegidos|introduzca|rellene|en (?:Transacciones|Comisiones))\b|1\.234|01\.03/i,
};

/** Schema messages of fields that the API accepts. */
const fieldProblems = [
  "amount_required",
  "amount_invalid",
  "amount_invalid_whole",
  "amount_invalid_decimals",
  "amount_positive",
  "amount_too_large",
  "cadence_required",
  "close_date_required",
  "company_required",
  "contact_required",
  "contract_start_required",
  "currency_required",
  "currency_unclear",
  "date_invalid",
  "deal_type_required",
  "duration_invalid",
  "duration_required",
  "duration_too_long",
  "email_invalid",
  "email_required",
  "fixed_amount_positive",
  "fixed_amount_required",
  "model_required",
  "mrr_required",
  "name_required",
  "payments_required",
  "receipt_url_credentials",
  "receipt_url_host",
  "receipt_url_invalid",
  "rev_share_range",
  "rev_share_required",
  "rev_share_step",
  "start_date_required",
  "status_invalid",
  "text_damaged",
  "tier_first_zero",
  "tier_from_ascending",
  "tier_from_required",
  "tier_rate_range",
  "tier_rate_required",
  "tier_rate_step",
  "tier_row_empty",
  "title_required",
  "too_long",
];

test.each(languages)("[API-01] no error message of the API mentions a screen, in %s", async (language) => {
  const t = await restTexts(language);
  for (const code of [...domainProblems, ...fieldProblems]) {
    const sentence = t(refusalKeys(code), { defaultValue: "" });
    expect(sentence, code).toBeTruthy();
    expect(sentence, code).not.toMatch(onScreens[language]);
  }
});
