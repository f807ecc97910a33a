import { Select, type SelectOption } from "~/components/ui/select";
import { controlProps, FieldFrame } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

export type SelectFieldProps = FieldBaseProps & {
  options: readonly SelectOption[];
  /** Text of a first, empty choice. */
  placeholder?: string;
  autoFocus?: boolean;
};

/** One of several known choices. For up to three that need explaining use RadioCardsField. */
export function SelectField(props: SelectFieldProps) {
  const { field, options, placeholder, autoFocus } = props;
  return (
    <FieldFrame {...props}>
      <Select
        key={field.key}
        {...controlProps(props)}
        defaultValue={field.initialValue as string | undefined}
        autoFocus={autoFocus}
        options={placeholder === undefined ? options : [{ value: "", label: placeholder }, ...options]}
      />
    </FieldFrame>
  );
}
