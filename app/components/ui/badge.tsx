import type { ReactNode } from "react";
import { SpriteIcon, type SpriteIconName } from "./sprite";
import { toneSoft, toneText, type Tone } from "./tone";

export type StatusBadgeProps = {
  tone: Tone;
  /** The status as a word; never leave it out. */
  children: ReactNode;
  /** The next step and its date, shown on hover and read with the word. */
  hint?: string;
  /** Replaces the icon of the tone. */
  icon?: SpriteIconName;
  className?: string;
};

/** A status as icon, word and tint. Its page has a Sprite; app/styles/badge.css has the styles. */
export function StatusBadge({ tone, children, hint, icon = tone, className }: StatusBadgeProps) {
  return (
    <span title={hint} className={`badge ${toneSoft[tone]} ${toneText[tone]} ${className ?? ""}`.trimEnd()}>
      <SpriteIcon name={icon} />
      {children}
      {hint && <span className="sr-only">, {hint}</span>}
    </span>
  );
}
