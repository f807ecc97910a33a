import { Banknote, HandCoins, Settings, SquareKanban, Users } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ShellLink, ShellUser } from "./shell-types";
import { SidebarShell } from "./sidebar-shell";
import { UserMenu } from "./user-menu";

const entries = [
  { key: "leads", icon: SquareKanban, end: true },
  { key: "affiliates", icon: Users },
  { key: "transactions", icon: Banknote },
  { key: "commissions", icon: HandCoins },
  { key: "settings", icon: Settings },
] as const;

export type AppShellProps = {
  user: ShellUser;
  /** From isSidebarCollapsed(request.headers.get("Cookie")). */
  sidebarCollapsed: boolean;
  /** The search of the top bar, usually a GET form. */
  search?: ReactNode;
  /** State of the subscription. */
  badge?: ReactNode;
  /** More entries for the user menu. */
  userLinks?: readonly ShellLink[];
  /** A dot on an entry, with what waits there in words: { commissions: "3 due this month" }. */
  marks?: Partial<Record<(typeof entries)[number]["key"], string>>;
  /** Above the content: Flash, notices that concern every page. */
  notice?: ReactNode;
  children: ReactNode;
};

/** Around every page of the agency's staff. */
export function AppShell({ user, userLinks, marks, ...rest }: AppShellProps) {
  const { t } = useTranslation("shell");
  const items = entries.map(({ key, ...entry }) => ({
    ...entry,
    to: `/${key}`,
    label: t(`nav.${key}`),
    mark: marks?.[key],
  }));
  return (
    <SidebarShell
      home="/leads"
      items={items}
      userMenu={<UserMenu user={user} links={userLinks} />}
      {...rest}
    />
  );
}
