import { useMemo, useState } from "react";
import { DayPicker, type ClassNames, type CustomComponents, type Formatters, type Labels } from "react-day-picker";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { day, formatMonth, type Day } from "~/domain/shared/dates";
import { Button, buttonClass } from "./button";
import { cn } from "./cn";
import { Icon } from "./icon";

export type CalendarProps = {
  selected: Day | null;
  min: Day | null;
  max: Day | null;
  sundayFirst: boolean;
  onPick: (day: Day) => void;
};

const cell = "size-11 p-0 text-center md:size-10";
const arrow = cn(buttonClass({ variant: "ghost", size: "icon-sm" }), "aria-disabled:opacity-40");
const classNames: Partial<ClassNames> = {
  months: "relative",
  nav: "absolute inset-x-0 top-0 flex justify-between",
  button_previous: arrow,
  button_next: arrow,
  month_caption: "flex h-11 items-center justify-center md:h-10",
  caption_label: "font-semibold",
  month_grid: "border-collapse",
  weekday: cn(cell, "text-xs font-normal text-muted"),
  day: cn(cell, "relative tabular-nums"),
  day_button: cn(
    "size-full rounded-md -outline-offset-2 transition-colors duration-150 hover:bg-sunken",
    "disabled:pointer-events-none disabled:opacity-45 aria-disabled:cursor-default aria-disabled:opacity-45",
  ),
  today:
    "font-semibold after:pointer-events-none after:absolute after:bottom-1.5 after:left-1/2 after:size-1 after:-translate-x-1/2 after:rounded-full after:bg-current",
  selected:
    "font-semibold [&>button]:bg-accent [&>button]:text-accent-ink [&>button]:hover:bg-accent-hover after:text-accent-ink",
  outside: "text-faint",
};

const components: Partial<CustomComponents> = {
  Chevron: ({ orientation }) => (orientation === "left" ? <Icon name="chevron-left" /> : <Icon name="chevron-right" />),
};

/**
 * A month of days to choose from, in the reader's language. Arrows, Home, End, Page Up and Page Down move the focus.
 */
export function Calendar({ selected, min, max, sundayFirst, onPick }: CalendarProps) {
  const { t, i18n } = useTranslation("common");
  const wording = useMemo(() => wordingIn(i18n.language, t), [i18n.language, t]);
  const [now] = useState(() => dayOf(new Date()));
  const first = selected ?? (min && now < min ? min : max && now > max ? max : now);
  return (
    <div>
      <DayPicker
        mode="single"
        required
        autoFocus
        showOutsideDays
        lang={i18n.language}
        weekStartsOn={sundayFirst ? 0 : 1}
        selected={selected ? dateOf(selected) : undefined}
        onSelect={(date) => onPick(dayOf(date))}
        defaultMonth={dateOf(first)}
        {...(min && { startMonth: dateOf(min) })}
        {...(max && { endMonth: dateOf(max) })}
        disabled={[...(min ? [{ before: dateOf(min) }] : []), ...(max ? [{ after: dateOf(max) }] : [])]}
        classNames={classNames}
        components={components}
        {...wording}
      />
      {(!min || now >= min) && (!max || now <= max) && (
        <Button variant="ghost" size="sm" className="mt-1 w-full" onClick={() => onPick(now)}>
          {t("calendar.today")}
        </Button>
      )}
    </div>
  );
}

/** The calendar calculates with local midnights, the rest of the app with days. */
function dateOf(value: Day): Date {
  const [year, month, date] = value.split("-").map(Number) as [number, number, number];
  return new Date(year, month - 1, date);
}

function dayOf(date: Date): Day {
  const year = String(date.getFullYear()).padStart(4, "0");
  return day(`${year}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`);
}

/** Returns all texts of the calendar, formatted by the same rules as everywhere else. */
function wordingIn(language: string, t: TFunction<"common">) {
  const full = new Intl.DateTimeFormat(language, { dateStyle: "full" });
  const weekday = new Intl.DateTimeFormat(language, { weekday: "long" });
  const short = new Intl.DateTimeFormat(language, { weekday: "short" });
  const month = (date: Date) => formatMonth(dayOf(date), language);
  const formatters: Partial<Formatters> = {
    formatCaption: month,
    formatWeekdayName: (date) => short.format(date).slice(0, 2),
    formatDay: (date) => String(date.getDate()),
  };
  const labels: Partial<Labels> = {
    labelNav: () => t("calendar.title"),
    labelPrevious: () => t("calendar.previous"),
    labelNext: () => t("calendar.next"),
    labelGrid: month,
    labelWeekday: (date) => weekday.format(date),
    labelDayButton: (date, { today }) => (today ? `${t("calendar.today")}, ${full.format(date)}` : full.format(date)),
  };
  return { formatters, labels };
}
