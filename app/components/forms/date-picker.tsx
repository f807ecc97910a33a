import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Calendar, type CalendarProps } from "~/components/ui/calendar";
import { Popover } from "~/components/ui/popover";

export type DatePickerProps = CalendarProps & {
  open: boolean;
  /** The button that opens it and gets the focus back. */
  button: RefObject<HTMLButtonElement>;
  onOpenChange: (open: boolean) => void;
};

/** The calendar of a date field; loaded when it is first opened. */
export default function DatePicker({ open, button, onOpenChange, ...calendar }: DatePickerProps) {
  const { t } = useTranslation("common");
  return (
    <Popover open={open} onOpenChange={onOpenChange} trigger={button} label={t("calendar.title")}>
      <Calendar {...calendar} />
    </Popover>
  );
}
