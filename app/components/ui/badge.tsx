import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";
import { toneIcon, toneSoft, toneText, type Tone } from "./tone";

export type StatusBadgeProps = {
  tone: Tone;
  /** The status as a word; never leave it out. */
  children: ReactNode;
  /** The next step and its date, shown on hover and read with the word. */
  hint?: string;
  /** Replaces the icon of the tone. */
  icon?: IconName;
  className?: string;
};

/** A status as icon, word and tint. app/styles/badge.css has the styles. */
export function StatusBadge({ tone, children, hint, icon = toneIcon[tone], className }: StatusBadgeProps) {
  return (
    <span title={hint} className={`badge ${toneSoft[tone]} ${toneText[tone]} ${className ?? ""}`.trimEnd()}>
      <Icon name={icon} />
      {children}
      {hint && <span className="sr-only">, {hint}</span>}
    </span>
  );
}
