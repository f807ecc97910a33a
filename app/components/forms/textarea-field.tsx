import type { TextareaHTMLAttributes } from "react";
import { Textarea } from "~/components/ui/textarea";
import { controlProps, FieldFrame } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

export type TextareaFieldProps = FieldBaseProps &
  Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, "rows" | "placeholder" | "autoFocus" | "readOnly">;

/** Several lines of text: notes, messages. */
export function TextareaField({ field, label, help, optional, required, className, ...rest }: TextareaFieldProps) {
  return (
    <FieldFrame field={field} label={label} help={help} optional={optional} className={className}>
      <Textarea
        key={field.key}
        {...controlProps({ field, help, required })}
        defaultValue={field.initialValue as string | undefined}
        {...rest}
      />
    </FieldFrame>
  );
}
