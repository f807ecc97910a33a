import type { LucideIcon } from "lucide-react";

export type ShellLink = { to: string; label: string; icon?: LucideIcon };

export type ShellNavItem = ShellLink & {
  icon: LucideIcon;
  /** Active only on exactly this path. */
  end?: boolean;
  /** Another address where the entry is active, for pages that belong to it. */
  also?: string;
  /** Describes what needs attention there. Shows a dot on the entry. */
  mark?: string;
};
