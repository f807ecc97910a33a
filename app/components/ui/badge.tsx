import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { toneIcon, toneSoft, toneText, type Tone } from "./tone";

export type StatusBadgeProps = {
  tone: Tone;
  /** The status as a word; never leave it out. */
  children: ReactNode;
  /** What comes next and when, shown on hover and read out with the word. */
  hint?: string;
  /** Replaces the icon of the tone. */
  icon?: LucideIcon;
  className?: string;
};

/** A status as icon, word and tint. */
export function StatusBadge({ tone, children, hint, icon, className }: StatusBadgeProps) {
  const Icon = icon ?? toneIcon[tone];
  return (
    <span
      title={hint}
      className={cn(
        "inline-flex items-center gap-1.5 rounded-full py-0.5 pr-2.5 pl-2 text-xs font-medium whitespace-nowrap forced-colors:border",
        toneSoft[tone],
        toneText[tone],
        className,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {children}
      {hint && <span className="sr-only">, {hint}</span>}
    </span>
  );
}
