import { forwardRef, type SelectHTMLAttributes } from "react";
import { cn } from "./cn";
import { Icon } from "./icon";
import { controlClass } from "./input";

export type SelectOption = { value: string; label: string; disabled?: boolean };

export type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  /** The choices; alternatively pass option elements as children. */
  options?: readonly SelectOption[];
};

/** A bare native select, for filters. In forms use SelectField. */
export const Select = forwardRef<HTMLSelectElement, SelectProps>(function Select(
  { className, options, children, ...props },
  ref,
) {
  return (
    <span className={cn("relative inline-grid w-full items-center", className)}>
      <select ref={ref} className={cn(controlClass, "appearance-none truncate pr-9")} {...props}>
        {options?.map(toOption)}
        {children}
      </select>
      <Icon name="chevron-down" className="pointer-events-none absolute right-3 size-4 text-muted" />
    </span>
  );
});

function toOption({ value, label, disabled }: SelectOption) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  );
}
