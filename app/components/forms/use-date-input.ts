import { useCallback, useMemo, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useBeforePaint } from "~/browser/use-before-paint";
import type { Day } from "~/domain/shared/dates";
import { dayFormatOf, readDay, showDay } from "./typed-day";

/**
 * Turns a control into a date field once JavaScript runs. It shows the day in the reader's format, while the form data
 * (for a submission, for conform) contain the ISO day under its name.
 */
export function useDateInput(ref: RefObject<HTMLInputElement>, name: string, ready: boolean) {
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
