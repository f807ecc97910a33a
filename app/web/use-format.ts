import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatDay, formatMonth, todayIn, type Day } from "~/domain/shared/dates";
import { formatMoney, formatPercent, type Money } from "~/domain/shared/money";

/** Money, percentages and dates in the reader's language; server and browser write the same. */
export function useFormat() {
  const { i18n } = useTranslation();
  const locale = i18n.language;
  return useMemo(
    () => ({
      money: ({ amount, currency }: Money) => formatMoney(amount, currency, locale),
      /** Basis points as a percentage. */
      percent: (basisPoints: number) => formatPercent(basisPoints, locale),
      day: (value: Day) => formatDay(value, locale),
      month: (value: Day) => formatMonth(value, locale),
      /** The calendar date of a moment (ISO text) in a time zone. */
      moment: (iso: string, timeZone: string) => formatDay(todayIn(timeZone, new Date(iso)), locale),
    }),
    [locale],
  );
}
