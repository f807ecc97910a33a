import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import type { ReportUnit } from "~/domain/shared/report-period";
import { dateFromDay } from "~/domain/shared/dates";
import type { Period } from "~/domain/shared/period";

/** Returns the names of a report's parts: in full for tables, and short for the axis of a chart. */
export function usePartNames(unit: ReportUnit) {
  const { t, i18n } = useTranslation("reports");
  const format = useFormat();
  const short = useMemo(
    () =>
      new Intl.DateTimeFormat(i18n.language, {
        ...(unit === "month" ? { month: "short" } : unit === "year" ? { year: "numeric" } : { day: "numeric" }),
        ...(unit === "week" && { month: "numeric" }),
        timeZone: "UTC",
      }),
    [i18n.language, unit],
  );
  return ({ from, to }: Period): { name: string; tick: string } => {
    const days = from === to ? format.day(from) : t("days", { from: format.day(from), to: format.day(to) });
    const name = unit === "month" ? format.month(from) : unit === "year" ? from.slice(0, 4) : days;
    return { name, tick: short.format(dateFromDay(from)) };
  };
}
