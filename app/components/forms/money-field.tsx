import { Input } from "~/components/ui/input";
import { cn } from "~/components/ui/cn";
import { controlProps, FieldFrame } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

export type MoneyFieldProps = FieldBaseProps & {
  /** A currency, or "%" for a share: shown at the end of the control, or behind the label if it is long. */
  suffix?: string;
  placeholder?: string;
  autoFocus?: boolean;
};

/** Longest suffix in characters that never overlaps the digits, however wide its letters are. */
const MAX_INSIDE_LENGTH = 3;

/** An amount or a share. It is a text field with a decimal keyboard, because number inputs reject the decimal comma. */
export function MoneyField(props: MoneyFieldProps) {
  const { field, label, suffix, placeholder, autoFocus } = props;
  const control = controlProps(props);
  const inside = suffix && suffix.length <= MAX_INSIDE_LENGTH;
  return (
    <FieldFrame {...props} label={inside || !suffix ? label : `${label} (${suffix})`}>
      <span className="relative grid items-center">
        <Input
          key={field.key}
          inputMode="decimal"
          autoComplete="off"
          {...control}
          aria-describedby={
            [control["aria-describedby"], inside && `${field.id}-suffix`].filter(Boolean).join(" ") || undefined
          }
          defaultValue={field.initialValue as string | undefined}
          placeholder={placeholder}
          autoFocus={autoFocus}
          className={cn("text-right tabular-nums", inside && "pr-14")}
        />
        {inside && (
          <span className="pointer-events-none absolute right-3 text-muted" id={`${field.id}-suffix`}>
            {suffix}
          </span>
        )}
      </span>
    </FieldFrame>
  );
}
