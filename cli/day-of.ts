import type { Day } from "~/domain/shared/dates";
import { calendarDay } from "~/domain/shared/period";

/** Parses an option YYYY-MM-DD as a day in the organization's time zone. Returns null for anything else. */
export const dayOf = (text: string): Day | null => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? calendarDay(text) : null);
