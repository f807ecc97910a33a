import { expect, test } from "vitest";
import { priceCommission, type PricedDeal, type PricingTerms } from "~/domain/terms/pricing";
import { day, formatDay } from "~/domain/shared/dates";
import { formatMoney, formatPercent } from "~/domain/shared/money";
import { i18nFor } from "~/i18n/i18n.server";
import type { Language } from "~/i18n/languages";
import { commissionWords } from "./commission-words";

const agreed = { id: "0199a0c4-7d5e-7000-8000-000000000001", version: 1, startDate: day("2026-02-03") };
const none = { revShareBp: null, fixedAmount: null, tiers: null, currency: "EUR" };
const percentage = { revShareBp: 1_000 };
const fixed = { fixedAmount: 5_000 };
const tiers = {
  tiers: [
    { from: 0, rateBp: 1_000 },
    { from: 100_000, rateBp: 1_250 },
  ],
};

/** Describes what terms pay for a deal of 200.00, or 200.00 a month. */
async function words(
  language: Language,
  terms: Partial<PricingTerms> | null,
  per: PricedDeal["per"] = "deal",
  months = 12,
): Promise<string> {
  const base = { amount: 20_000, currency: "EUR" };
  const total = per === "month" ? base.amount * months : base.amount;
  const trace = priceCommission({ base, per, total, year: 2026 }, terms && { ...agreed, ...none, ...terms });
  const format = {
    money: (money: typeof base) => formatMoney(money.amount, money.currency, language),
    percent: (basisPoints: number) => formatPercent(basisPoints, language),
    day: (date: typeof agreed.startDate) => formatDay(date, language),
  };
  const { t } = await i18nFor(language);
  const text = commissionWords(t, format, trace, per === "month" ? months : null);
  return text.replace(/[\u00a0\u202f]/g, " ");
}

test("[COM-07] [POR-03] describes in one sentence what was agreed and when", async () => {
  expect(await words("de", percentage, "month")).toBe(
    "Sie erhalten 10 % von monatlich 200,00 €, 12 Monate lang, wie am 03.02.2026 vereinbart.",
  );
  expect(await words("de", percentage)).toBe("Sie erhalten 10 % von 200,00 €, wie am 03.02.2026 vereinbart.");
  expect(await words("de", fixed)).toBe("Sie erhalten einmalig 50,00 €, wie am 03.02.2026 vereinbart.");
  expect(await words("de", fixed, "month", 1)).toBe(
    "Sie erhalten monatlich 50,00 €, 1 Monat lang, wie am 03.02.2026 vereinbart.",
  );
  expect(await words("de", tiers)).toBe(
    "Sie erhalten 10 % von 200,00 € (Stufe ab 0,00 € Jahresumsatz), wie am 03.02.2026 vereinbart.",
  );
  expect(await words("de", tiers, "month")).toBe(
    "Sie erhalten 12,5 % von monatlich 200,00 € (Stufe ab 1.000,00 € Jahresumsatz), 12 Monate lang, wie am 03.02.2026 vereinbart.",
  );
  expect(await words("de", null)).toBe(
    "Sie erhalten keine Provision: Als der Deal gewonnen wurde, waren keine Konditionen vereinbart.",
  );
});

test("[COM-07] [I18N-02] describes it in each language", async () => {
  expect(await words("en", percentage, "month")).toBe(
    "You receive 10% of €200.00 a month for 12 months, as agreed on Feb 3, 2026.",
  );
  expect(await words("fr", percentage, "month")).toBe(
    "Vous recevez 10 % de 200,00 € par mois, pendant 12 mois, comme convenu le 03.02.2026.",
  );
  expect(await words("es", percentage, "month")).toBe(
    "Usted recibe el 10 % de 200,00 € al mes durante 12 meses, según lo acordado el 03.02.2026.",
  );
  for (const language of ["en", "fr", "es"] as const)
    for (const terms of [percentage, fixed, tiers, null])
      for (const per of ["deal", "month"] as const)
        expect(await words(language, terms, per)).not.toMatch(/\{\{|commission\.words/);
});
