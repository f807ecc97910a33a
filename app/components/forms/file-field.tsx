import { cn } from "~/components/ui/cn";
import { controlClass } from "~/components/ui/input";
import { controlProps, FieldFrame } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

type FileFieldProps = FieldBaseProps & {
  /** The accepted types and endings, as in HTML. */
  accept: string;
};

/**
 * Chooses one file. It must be the last field of its form, whose encoding is multipart/form-data, so that the server
 * can read the file as a stream.
 */
export function FileField({ field, label, help, optional, required, className, accept }: FileFieldProps) {
  return (
    <FieldFrame field={field} label={label} help={help} optional={optional} className={className}>
      <input
        key={field.key}
        type="file"
        accept={accept}
        {...controlProps({ field, help, required })}
        className={cn(
          controlClass,
          "min-w-0 py-2 file:mr-3 file:border-0 file:bg-transparent file:font-medium file:text-accent",
        )}
      />
    </FieldFrame>
  );
}
