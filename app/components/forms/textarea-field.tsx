import type { TextareaHTMLAttributes } from "react";
import { Textarea } from "~/components/ui/textarea";
import { controlProps, FieldFrame, textLimits } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

export type TextareaFieldProps = FieldBaseProps &
  Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, "rows" | "placeholder" | "autoFocus" | "readOnly">;

/** Several lines of text: notes, messages. */
export function TextareaField({ field, label, help, optional, className, ...rest }: TextareaFieldProps) {
  const { minLength, maxLength } = textLimits(field);
  return (
    <FieldFrame {...{ field, label, help, optional, className }}>
      <Textarea
        key={field.key}
        {...controlProps(field, help)}
        {...{ minLength, maxLength }}
        defaultValue={field.initialValue as string | undefined}
        {...rest}
      />
    </FieldFrame>
  );
}
