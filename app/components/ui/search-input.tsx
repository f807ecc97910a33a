import { forwardRef, type InputHTMLAttributes, type ReactNode } from "react";
import { cn } from "./cn";
import { Icon } from "./icon";
import { Input } from "./input";

export type SearchInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  /** Class of the field with its icon. */
  className?: string;
  /** Content at the end of the field, at most 4 rem wide. */
  children?: ReactNode;
};

/** The field of every search: its text becomes the URL parameter "q". */
export const SearchInput = forwardRef<HTMLInputElement, SearchInputProps>(function SearchInput(
  { className, children, ...props },
  ref,
) {
  return (
    <span className={cn("relative grid min-w-0 items-center", className)}>
      <Icon name="search" className="pointer-events-none absolute left-3 size-4 text-faint" />
      <Input ref={ref} type="search" name="q" maxLength={200} className={cn("pl-9", children && "pr-16")} {...props} />
      {children}
    </span>
  );
});
