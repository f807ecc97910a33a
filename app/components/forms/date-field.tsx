import { Input } from "~/components/ui/input";
import { controlProps, FieldFrame } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

export type DateFieldProps = FieldBaseProps & {
  /** ISO dates; taken from the schema if left out. */
  min?: string;
  max?: string;
  autoFocus?: boolean;
};

/** A day. The value is an ISO date; browsers without a date control show it as text. */
export function DateField({ field, label, help, optional, className, min, max, autoFocus }: DateFieldProps) {
  return (
    <FieldFrame {...{ field, label, help, optional, className }}>
      <Input
        key={field.key}
        type="date"
        {...controlProps(field, help)}
        min={min ?? field.min}
        max={max ?? field.max}
        autoFocus={autoFocus}
        defaultValue={field.initialValue as string | undefined}
        className="tabular-nums"
      />
    </FieldFrame>
  );
}
