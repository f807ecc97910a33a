import ChevronDown from "lucide-react/icons/chevron-down";
import { forwardRef, type SelectHTMLAttributes } from "react";
import { cn } from "./cn";
import { controlClass } from "./input";
import { optionsHtml, type SelectOption } from "./options-html";

export type { SelectOption };

export type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  /** The choices; alternatively pass option elements as children. */
  options?: readonly SelectOption[];
};

/** A bare native select, for filters. In forms use SelectField. */
export const Select = forwardRef<HTMLSelectElement, SelectProps>(function Select(
  { className, options, children, ...props },
  ref,
) {
  // React takes about eight writes per option, and a filter by affiliate has hundreds. The browser gets the same HTML.
  const html =
    import.meta.env.SSR && options && !children
      ? optionsHtml(options, String(props.value ?? props.defaultValue ?? ""))
      : null;
  const content =
    html === null
      ? {
          children: (
            <>
              {options?.map(toOption)}
              {children}
            </>
          ),
        }
      : { dangerouslySetInnerHTML: { __html: html } };
  return (
    <span className={cn("relative inline-grid w-full items-center", className)}>
      <select ref={ref} className={cn(controlClass, "appearance-none truncate pr-9")} {...props} {...content} />
      <ChevronDown aria-hidden className="pointer-events-none absolute right-3 size-4 text-muted" />
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
