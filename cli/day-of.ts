import type { Day } from "~/domain/shared/dates";
import { calendarDay } from "~/domain/shared/period";

/** The day that an option names as YYYY-MM-DD: one of the organisation's time zone. Null for anything else. */
export const dayOf = (text: string): Day | null => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? calendarDay(text) : null);
