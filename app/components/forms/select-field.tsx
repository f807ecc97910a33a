import { Select, type SelectOption } from "~/components/ui/select";
import { controlProps, FieldFrame } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

export type SelectFieldProps = FieldBaseProps & {
  options: readonly SelectOption[];
  /** A first, empty choice. */
  placeholder?: string;
  autoFocus?: boolean;
};

/** One of several known choices. With up to three that need explaining use RadioCardsField. */
export function SelectField({
  field,
  label,
  help,
  optional,
  required,
  className,
  options,
  placeholder,
  autoFocus,
}: SelectFieldProps) {
  return (
    <FieldFrame {...{ field, label, help, optional, className }}>
      <Select
        key={field.key}
        {...controlProps(field, help, required)}
        defaultValue={field.initialValue as string | undefined}
        autoFocus={autoFocus}
        options={placeholder === undefined ? options : [{ value: "", label: placeholder }, ...options]}
      />
    </FieldFrame>
  );
}
