import type { InputHTMLAttributes } from "react";
import { Input } from "~/components/ui/input";
import { controlProps, FieldFrame } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

export type TextFieldProps = FieldBaseProps &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "autoComplete" | "placeholder" | "inputMode" | "autoFocus" | "readOnly" | "spellCheck" | "autoCapitalize" | "list"
  > & { type?: "text" | "email" | "tel" | "search" | "number" };

/** One line of text: names, email addresses, links, phone numbers. */
export function TextField({
  field,
  label,
  help,
  optional,
  required,
  className,
  type = "text",
  ...rest
}: TextFieldProps) {
  return (
    <FieldFrame field={field} label={label} help={help} optional={optional} className={className}>
      <Input
        key={field.key}
        type={type}
        {...controlProps({ field, help, required })}
        {...(type === "number" && { min: field.min, max: field.max, step: field.step })}
        defaultValue={field.initialValue as string | undefined}
        {...rest}
      />
    </FieldFrame>
  );
}
