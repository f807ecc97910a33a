import { useTranslation } from "react-i18next";
import { useTermWords } from "~/components/deals/use-term-words";
import { LiveText } from "~/components/ui/live-text";
import { priceCommission, type Tier } from "~/domain/terms/pricing";
import { percentOf } from "~/domain/shared/money";
import { parseAmount, parsePercent } from "~/domain/shared/read-amount";
import { readTiers } from "~/domain/terms/tiers";
import { useFormat, useNumberLocale } from "~/browser/use-format";

/** Explains the entered terms in a sentence, tiers with an example. Needs JavaScript. */
export function TermsMeaning({ typed }: { typed: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation("terms");
  const words = useTermWords();
  const terms = understood(typed, useNumberLocale());
  return (
    <LiveText className="rounded-lg bg-sunken p-4 noscript:hidden">
      <p className="text-muted">{t("means")}</p>
      <p className="mt-1">{terms ? words(terms).sentence : t("means_later")}</p>
      {terms?.tiers && <Example tiers={terms.tiers} currency={terms.currency} />}
    </LiveText>
  );
}

function Example({ tiers, currency }: { tiers: Tier[]; currency: string }) {
  const { t } = useTranslation("terms");
  const format = useFormat();
  const { base, reached, trace } = exampleOf(tiers, currency);
  const money = (amount: number) => format.money({ amount, currency });
  return (
    <p className="mt-1">
      {t("tiers.example", {
        base: money(base),
        reached: money(reached),
        percent: format.percent(trace.revShareBp ?? 0),
        result: format.money(trace.result),
      })}
    </p>
  );
}

/** Returns a deal whose amount reaches the second tier; with a single tier, any deal. */
function exampleOf(tiers: Tier[], currency: string) {
  const from = tiers[1]?.from ?? 1_000_000;
  const reached = percentOf(from, 12_000);
  const base = percentOf(from, 5_000);
  const terms = { id: "", version: 0, startDate: "" as never, revShareBp: null, fixedAmount: null };
  const trace = priceCommission(
    { base: { amount: base, currency }, per: "deal", total: base, year: 0 },
    { ...terms, tiers, currency },
    [{ year: 0, currency, amount: reached - base }],
  );
  return { base, reached, trace };
}

/** Parses the terms from the entered values. Null while a necessary value is missing. */
function understood(typed: Readonly<Record<string, unknown>>, locale: string) {
  const text = (name: string) => String(typed[name] ?? "");
  const model = text("model");
  const currency = text("currency") || "EUR";
  if (model === "tiered") {
    const { tiers, problems } = readTiers(typed, currency, locale);
    return problems.length > 0 ? null : { revShareBp: null, fixedAmount: null, tiers, currency };
  }
  const share = parsePercent(text("rev_share_percent"));
  const fixed = parseAmount(text("fixed_amount"), currency, locale);
  const revShareBp = model === "fixed" ? null : share;
  const fixedAmount = model === "rev_share" ? null : fixed;
  const wrong =
    (model !== "fixed" && (share === null || share > 10_000)) ||
    (model !== "rev_share" && (fixed === null || fixed <= 0));
  return wrong ? null : { revShareBp, fixedAmount, tiers: null, currency };
}
