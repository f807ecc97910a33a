import { Input } from "~/components/ui/input";
import { cn } from "~/components/ui/cn";
import { controlProps, FieldFrame } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

export type MoneyFieldProps = FieldBaseProps & {
  /** Stands at the end of the control: a currency, or "%" for a share. */
  suffix?: string;
  placeholder?: string;
  autoFocus?: boolean;
};

/** An amount or a share. Text with a decimal keyboard, since number inputs refuse the decimal comma. */
export function MoneyField({
  field,
  label,
  help,
  optional,
  className,
  suffix,
  placeholder,
  autoFocus,
}: MoneyFieldProps) {
  const control = controlProps(field, help);
  return (
    <FieldFrame {...{ field, label, help, optional, className }}>
      <span className="relative grid items-center">
        <Input
          key={field.key}
          inputMode="decimal"
          autoComplete="off"
          {...control}
          aria-describedby={
            [control["aria-describedby"], suffix && `${field.id}-suffix`].filter(Boolean).join(" ") ||
            undefined
          }
          defaultValue={field.initialValue as string | undefined}
          {...{ placeholder, autoFocus }}
          className={cn("text-right tabular-nums", suffix && "pr-14")}
        />
        {suffix && (
          <span className="pointer-events-none absolute right-3 text-muted" id={`${field.id}-suffix`}>
            {suffix}
          </span>
        )}
      </span>
    </FieldFrame>
  );
}
