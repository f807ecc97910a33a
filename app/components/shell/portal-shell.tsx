import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Bell } from "~/components/notifications/bell";
import type { ShellLink } from "./shell-types";
import { SidebarShell } from "./sidebar-shell";
import type { SidebarState } from "./sidebar-state";
import { UserMenu } from "./user-menu";
import { paths } from "~/paths/paths";

const entries = [
  { key: "dashboard", to: paths.dashboard(), icon: "layout-dashboard" },
  { key: "leads", to: paths.ownLeads(), icon: "handshake" },
  { key: "earnings", to: paths.ownEarnings(), also: paths.ownStatements(), icon: "banknote" },
  { key: "terms", to: paths.ownTerms(), icon: "file-text" },
  { key: "payout", to: paths.payoutDetails(), icon: "wallet" },
] as const;

export type PortalShellProps = {
  /** Number of unread notifications. */
  unread: number;
  /** From sidebarState(request.headers.get("Cookie")). */
  sidebar: SidebarState;
  badge?: ReactNode;
  userLinks?: readonly ShellLink[];
  /** Above the content: Flash, messages for every page. */
  notice?: ReactNode;
  children: ReactNode;
};

/** The frame of every page of an affiliate. */
export function PortalShell({ userLinks, unread, ...rest }: PortalShellProps) {
  const { t } = useTranslation("shell");
  const items = entries.map(({ key, ...entry }) => ({ ...entry, label: t(`portal.${key}`) }));
  return (
    <SidebarShell
      title={t("portal.title")}
      home={paths.dashboard()}
      items={items}
      isRoomy
      bell={<Bell page={paths.ownNotifications} unread={unread} />}
      userMenu={<UserMenu links={userLinks} />}
      {...rest}
    />
  );
}
