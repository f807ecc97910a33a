import type { LucideIcon } from "lucide-react";

export type ShellLink = { to: string; label: string; icon?: LucideIcon };

export type ShellNavItem = ShellLink & {
  icon: LucideIcon;
  /** Active only on exactly this path. */
  end?: boolean;
  /** What waits there, in words; draws a dot on the entry. */
  mark?: string;
};
