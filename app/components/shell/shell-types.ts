import type { IconName } from "~/components/ui/icon";

export type ShellLink = { to: string; label: string; icon?: IconName };

export type ShellNavItem = ShellLink & {
  icon: IconName;
  /** Active only on exactly this path. */
  end?: boolean;
  /** Another address where the entry is active, for pages that belong to it. */
  also?: string;
  /** Describes what needs attention there. Shows a dot on the entry. */
  mark?: string;
};
