import { FileText, Handshake, LayoutDashboard } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ShellLink } from "./shell-types";
import { SidebarShell } from "./sidebar-shell";
import type { SidebarState } from "./sidebar-state";
import { UserMenu } from "./user-menu";

const entries = [
  { key: "dashboard", icon: LayoutDashboard },
  { key: "leads", icon: Handshake },
  { key: "terms", icon: FileText },
] as const;

export type PortalShellProps = {
  /** From sidebarState(request.headers.get("Cookie")). */
  sidebar: SidebarState;
  badge?: ReactNode;
  userLinks?: readonly ShellLink[];
  /** Above the content: Flash, notices that concern every page. */
  notice?: ReactNode;
  children: ReactNode;
};

/** Around every page of an affiliate. */
export function PortalShell({ userLinks, ...rest }: PortalShellProps) {
  const { t } = useTranslation("shell");
  const items = entries.map(({ key, icon }) => ({
    icon,
    to: `/affiliate/${key}`,
    label: t(`portal.${key}`),
  }));
  return (
    <SidebarShell
      title={t("portal.title")}
      home="/affiliate/dashboard"
      items={items}
      largeOnPhones
      userMenu={<UserMenu links={userLinks} />}
      {...rest}
    />
  );
}
