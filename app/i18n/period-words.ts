import type { TFunction } from "i18next";
import { endsOf, type ChosenPeriod } from "~/domain/shared/period";
import type { Day } from "~/domain/shared/dates";

/** Returns the text of a period: its name, its first and last day, or its only bound. */
export function periodWords(t: TFunction, period: ChosenPeriod, day: (one: Day) => string): string {
  if (period.name) return t(`common:period.${period.name}`);
  const { from, to } = endsOf(period);
  if (from === null) return t("common:period.until", { day: day(period.to) });
  if (to === null) return t("common:period.since", { day: day(from) });
  return from === to ? day(from) : `${day(from)} – ${day(to)}`;
}
