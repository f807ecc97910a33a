import { forwardRef, type TextareaHTMLAttributes } from "react";
import { cn } from "./cn";
import { controlLook } from "./input";

/** A bare textarea; it grows with its text where the browser supports it. In forms use TextareaField. */
export const Textarea = forwardRef<HTMLTextAreaElement, TextareaHTMLAttributes<HTMLTextAreaElement>>(function Textarea(
  { className, rows = 3, ...props },
  ref,
) {
  return (
    <textarea
      ref={ref}
      rows={rows}
      className={cn(controlLook, "field-sizing-content min-h-20 max-h-96 resize-y py-2", className)}
      {...props}
    />
  );
});
