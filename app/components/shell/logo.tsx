import { cn } from "~/components/ui/cn";

/** A coin with the handle of a magnifying glass, as one SVG path. */
const path =
  "M10 1a9 9 0 1 0 5.32 16.26l4.9 4.9a1.5 1.5 0 0 0 2.12-2.12l-4.96-4.96A9 9 0 0 0 10 1Zm0 3a6 6 0 1 1 0 12 6 6 0 0 1 0-12Zm-1 2.5h4.25v1.75H10.75v1.25h2v1.75h-2v2.25H9Z";

export function LogoMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden
      fill="currentColor"
      fillRule="evenodd"
      className={cn("size-6 text-accent", className)}
    >
      <path d={path} />
    </svg>
  );
}

export type LogoProps = {
  /** Text beside the mark; the product's name by default. */
  word?: string;
  /** Shows only the mark. Screen readers still get the name. */
  markOnly?: boolean;
  className?: string;
};

/** Mark and name of the product. */
export function Logo({ word = "Finderlohn", markOnly, className }: LogoProps) {
  return (
    <span className={cn("inline-flex items-center gap-2 text-base font-semibold tracking-tight text-ink", className)}>
      <LogoMark />
      <span className={cn(markOnly && "sr-only")}>{word}</span>
    </span>
  );
}
