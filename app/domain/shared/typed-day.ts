import { formatDay, isDay, parseDay, type Day } from "./dates";
import { plain } from "./search";

/** How days are read and shown for one reader. */
export interface DayFormat {
  /** The language of the texts. */
  language: string;
  /** True if "03/02/2026" is March 2 and weeks begin on Sunday. */
  american: boolean;
}

/** Below this, two-digit years are of this century. */
const CENTURY_TURNS = 70;
const NUMERIC = /^(\d{1,4})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{1,4})$/;
const DAY_AND_NAME = /^(\d{1,2})\s*[. -]?\s*(?:de |of )?([^\d\s.,]{3,})\.?\s*,?\s*(?:de |-)?(\d{2}|\d{4})$/;
const NAME_AND_DAY = /^([^\d\s.,]{3,})\.?\s+(\d{1,2})\s*,?\s+(\d{2}|\d{4})$/;

const monthNames = new Map<string, readonly string[]>();

/**
 * Returns the reader's day format.
 * @param languages the browser's, best first
 */
export function dayFormatOf(language: string, languages: readonly string[]): DayFormat {
  const tag = languages.find((one) => one.split("-")[0] === language);
  return { language, american: tag === "en" || tag === "en-US" };
}

/**
 * Reads a day as people enter it: "3.2.26", "03.02.2026", "2026-02-03", "03/02/2026" in the reader's order, "3 Feb
 * 2026" in their language or in English. It also understands whatever the server understands. Null if it is not a day.
 */
export function readDay(text: string, format: DayFormat): Day | null {
  const typed = plain(text).trim().replace(/\s+/g, " ");
  return numeric(typed, format.american) ?? named(typed, format.language) ?? parseDay(text);
}

/** Returns the field's text: a day in the reader's format, any other text unchanged. */
export function showDay(text: string, format: DayFormat): string {
  const day = readDay(text, format);
  return day ? formatDay(day, format.language) : text;
}

function numeric(typed: string, american: boolean): Day | null {
  const [, first = "", separator, second = "", third = ""] = NUMERIC.exec(typed) ?? [];
  if (!separator) return null;
  if (first.length > 2) return dayOf(first, second, third);
  return american && separator !== "." ? dayOf(third, first, second) : dayOf(third, second, first);
}

function named(typed: string, language: string): Day | null {
  const [, day = "", name, year = ""] = DAY_AND_NAME.exec(typed) ?? reordered(NAME_AND_DAY.exec(typed)) ?? [];
  if (!name) return null;
  for (const candidate of [language, "en"]) {
    const found = namesOf(candidate).flatMap((month, index) => (month.startsWith(name) ? [index + 1] : []));
    if (found.length === 1) return dayOf(year, String(found[0]), day);
  }
  return null;
}

const reordered = (match: RegExpExecArray | null) => match && [match[0], match[2], match[1], match[3]];

function dayOf(year: string, month: string, day: string): Day | null {
  const full = year.length === 2 ? `${Number(year) < CENTURY_TURNS ? "20" : "19"}${year}` : year;
  const iso = `${full}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(iso) ? iso : null;
}

/** Returns January to December, as `plain` writes them. */
function namesOf(language: string): readonly string[] {
  let names = monthNames.get(language);
  if (!names) {
    const format = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
    names = Array.from({ length: 12 }, (_, month) => plain(format.format(new Date(Date.UTC(2026, month, 1)))));
    monthNames.set(language, names);
  }
  return names;
}
