import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatDay, formatMonth, todayIn, type Day } from "~/domain/shared/dates";
import { formatMoney, formatPercent, numberFormat, type Money } from "~/domain/shared/money";
import { useMoneyLocale } from "./money-locale";

/** Returns the reader's number locale: amounts are read and entered as they are shown. */
export function useNumberLocale(): string {
  const { i18n } = useTranslation();
  return useMoneyLocale() ?? i18n.language;
}

/**
 * Returns formatters: money and percentages as the reader's browser writes them, dates in the reader's language. Server
 * and browser write the same (I18N-03).
 */
export function useFormat() {
  const { i18n } = useTranslation();
  const locale = i18n.language;
  const numbers = useNumberLocale();
  return useMemo(() => {
    const money = ({ amount, currency }: Money) => formatMoney(amount, currency, numbers);
    return {
      money,
      /** A sum in several currencies. */
      sum: (amounts: readonly Money[]) => amounts.map(money).join(" + "),
      /** A number with at most one decimal. */
      number: (value: number) => numberFormat(numbers, { style: "decimal", maximumFractionDigits: 1 }).format(value),
      /** Basis points as a percentage. */
      percent: (basisPoints: number) => formatPercent(basisPoints, numbers),
      day: (value: Day) => formatDay(value, locale),
      month: (value: Day) => formatMonth(value, locale),
      /** Formats the calendar date of a time (ISO text) in a time zone. */
      moment: (iso: string, timeZone: string) => formatDay(todayIn(timeZone, new Date(iso)), locale),
    };
  }, [locale, numbers]);
}
