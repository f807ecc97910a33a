import type { LucideIcon } from "lucide-react";

export type ShellLink = { to: string; label: string; icon?: LucideIcon };

export type ShellNavItem = ShellLink & {
  icon: LucideIcon;
  /** Active only on exactly this path. */
  end?: boolean;
  /** Where else it is active: pages that belong to it and have an address elsewhere. */
  also?: string;
  /** Describes what needs attention there. Shows a dot on the entry. */
  mark?: string;
};
