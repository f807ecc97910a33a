import CalendarDays from "lucide-react/icons/calendar-days";
import { lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { isDay, parseDay, type Day } from "~/domain/shared/dates";
import { controlProps, FieldFrame, type ControlField } from "./field-frame";
import type { AnyField, FieldBaseProps } from "./field-meta";
import { showDay } from "./typed-day";
import { useDateInput } from "./use-date-input";
import { useReady } from "./use-ready";

const DatePicker = lazy(() => import("./date-picker"));

export type DateFieldProps = FieldBaseProps & {
  /** ISO dates; taken from the schema if left out. */
  min?: string;
  max?: string;
  autoFocus?: boolean;
};

type DateControlField = ControlField & Partial<Pick<AnyField, "initialValue" | "min" | "max">>;

/**
 * A day, entered in the reader's format or picked from a calendar; the browser's own date control without JavaScript.
 * The form gets the ISO day, or the entered text if it is not a day.
 */
export function DateField(props: DateFieldProps) {
  return (
    <FieldFrame {...props}>
      <DateControl key={props.field.key} {...props} />
    </FieldFrame>
  );
}

/** The control alone, for filters, which have their own label. */
export function DateControl({
  field,
  help,
  required,
  min = field.min as string | undefined,
  max = field.max as string | undefined,
  autoFocus,
}: Pick<DateFieldProps, "help" | "required" | "min" | "max" | "autoFocus"> & { field: DateControlField }) {
  const { t } = useTranslation("common");
  const control = useRef<HTMLInputElement>(null);
  const ready = useReady(control);
  const button = useRef<HTMLButtonElement>(null);
  const { format, tidy, read, enter } = useDateInput(control, field.name, ready);
  const [open, setOpen] = useState(false);
  /** The day shown in the calendar; undefined until it is first opened. */
  const [chosen, setChosen] = useState<Day | null>();
  const show = (next: boolean) => {
    setOpen(next);
    if (next) setChosen(read());
  };
  const given = (field.initialValue as string | undefined) ?? "";
  const initial = parseDay(given) ?? given;
  return (
    <div className="relative grid grid-cols-1 items-center">
      <Input
        ref={control}
        // A date control would remove invalid text.
        type={ready || (initial !== "" && !isDay(initial)) ? "text" : "date"}
        {...controlProps({ field, help, required })}
        {...(ready ? { autoComplete: "off", spellCheck: false, placeholder: t("date_pattern") } : { min, max })}
        autoFocus={autoFocus}
        defaultValue={ready ? showDay(initial, format) : initial}
        onBlur={ready ? tidy : undefined}
        onKeyDown={(event) => {
          if (!event.altKey || event.key !== "ArrowDown") return;
          event.preventDefault();
          show(true);
        }}
        className={ready ? "pr-12 tabular-nums" : "tabular-nums"}
      />
      {ready && (
        <Button
          ref={button}
          variant="ghost"
          size="icon-sm"
          aria-label={t("calendar.open")}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-describedby={field.id}
          onClick={() => show(!open)}
          className="absolute right-0"
        >
          <CalendarDays aria-hidden />
        </Button>
      )}
      {chosen !== undefined && (
        <Suspense fallback={null}>
          <DatePicker
            open={open}
            button={button}
            min={dayOrNull(min)}
            max={dayOrNull(max)}
            selected={chosen}
            sundayFirst={format.american}
            onOpenChange={show}
            onPick={(day) => {
              enter(day);
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

const dayOrNull = (text: string | undefined): Day | null => (text && isDay(text) ? text : null);
