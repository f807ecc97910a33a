import { lazy, Suspense, useRef, useState, useCallback, useMemo, type RefObject, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Input } from "~/components/ui/input";
import { isDay, parseDay, type Day } from "~/domain/shared/dates";
import { controlProps, FieldFrame, type ControlField } from "./field-frame";
import type { AnyField, FieldBaseProps } from "./field-meta";
import { showDay, dayFormatOf, readDay } from "~/domain/shared/typed-day";
import { useBeforePaint } from "~/browser/use-before-paint";

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
          <Icon name="calendar-days" />
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

/**
 * Turns a control into a date field once JavaScript runs. It shows the day in the reader's format, while the form data
 * (for a submission, for conform) contain the ISO day under its name.
 */
function useDateInput(ref: RefObject<HTMLInputElement>, name: string, ready: boolean) {
  const { language } = useTranslation().i18n;
  const format = useMemo(
    () => dayFormatOf(language, typeof navigator === "undefined" ? [] : navigator.languages),
    [language],
  );

  const tidy = useCallback(() => {
    const input = ref.current;
    if (!input) return;
    const shown = showDay(input.value, format);
    if (shown !== input.value) input.value = shown;
  }, [ref, format]);

  useBeforePaint(() => {
    const form = ref.current?.form;
    if (!form) return;
    if (ready) tidy();
    const onFormData = ({ formData }: FormDataEvent) => {
      // A date control with an incomplete date reports an empty value, but it is not empty.
      if (ref.current?.validity.badInput) formData.set(name, "?");
      const day = ref.current && readDay(ref.current.value, format);
      if (day && formData.has(name)) formData.set(name, day);
    };
    form.addEventListener("formdata", onFormData);
    return () => form.removeEventListener("formdata", onFormData);
  }, [ref, ready, name, format, tidy]);

  return {
    format,
    tidy,
    /** Returns the day that is in the field now. */
    read: () => readDay(ref.current?.value ?? "", format),
    /** Enters a day and sends the events of typing. */
    enter(day: Day) {
      const input = ref.current;
      if (!input) return;
      input.value = showDay(day, format);
      for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
    },
  };
}

/**
 * Returns true once the browser's date control may be replaced by a text field. Scripts cannot read an incomplete date
 * from it, so a control with an incomplete date is replaced only after it is complete and has lost the focus.
 */
function useReady(control: RefObject<HTMLInputElement>): boolean {
  const [{ subscribe, isReady }] = useState(() => readinessOf(control));
  return useSyncExternalStore(subscribe, isReady, () => false);
}

function readinessOf(control: RefObject<HTMLInputElement>) {
  let held = false;
  return {
    subscribe(changed: () => void) {
      const input = control.current;
      input?.addEventListener("blur", changed);
      return () => input?.removeEventListener("blur", changed);
    },
    isReady() {
      const input = control.current;
      if (input?.type !== "date") return true;
      if (input.validity.badInput) held = true;
      return !held || (!input.validity.badInput && document.activeElement !== input);
    },
  };
}
