import { cn } from "~/components/ui/cn";
import { controlProps, FieldNotes } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

export type CheckboxFieldProps = Omit<FieldBaseProps, "optional"> & { value?: string };

/** A yes or no that takes effect when the form is sent. */
export function CheckboxField({ field, label, help, className, value = "on" }: CheckboxFieldProps) {
  return (
    <div className={cn("space-y-1", className)}>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 md:min-h-10">
        <input
          key={field.key}
          type="checkbox"
          {...controlProps(field, help)}
          value={value}
          defaultChecked={field.initialValue === value}
          className="size-4 shrink-0"
        />
        <span>{label}</span>
      </label>
      <div className="pl-7">
        <FieldNotes field={field} help={help} />
      </div>
    </div>
  );
}
