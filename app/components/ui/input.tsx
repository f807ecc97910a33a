import { forwardRef, type InputHTMLAttributes } from "react";
import { cn } from "./cn";

/** Shared by every text-like control of any height. 16 px on phones keeps iOS from zooming in. */
export const controlLook = [
  "w-full rounded-md border border-control bg-surface px-3 text-base text-ink md:text-sm",
  "transition-[border-color,box-shadow] duration-150 ease-out hover:border-muted",
  "focus-visible:border-focus focus-visible:outline-offset-0",
  "aria-invalid:border-danger disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken",
].join(" ");

/** For controls of one line. */
export const controlClass = `min-h-11 md:min-h-10 ${controlLook}`;

/** A bare input, for filters and places that have their own label. In forms use TextField and similar fields. */
export const Input = forwardRef<HTMLInputElement, InputHTMLAttributes<HTMLInputElement>>(function Input(
  { className, type = "text", ...props },
  ref,
) {
  return <input ref={ref} type={type} className={cn(controlClass, className)} {...props} />;
});
