import { Banknote, HandCoins, LayoutDashboard, Settings, SquareKanban, Users } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SearchBox } from "~/components/search/search-box";
import { useTools } from "~/components/search/use-tools";
import { SidebarShell } from "./sidebar-shell";
import type { SidebarState } from "./sidebar-state";
import { SubscriptionBadge } from "./subscription-badge";
import { UserMenu } from "./user-menu";

const entries = [
  { key: "leads", icon: SquareKanban, end: true },
  { key: "affiliates", icon: Users },
  { key: "transactions", icon: Banknote },
  { key: "commissions", icon: HandCoins },
  { key: "settings", icon: Settings },
] as const;

export type AppShellProps = {
  /** From sidebarState(request.headers.get("Cookie")). */
  sidebar: SidebarState;
  /** The person is an affiliate, too: offers the way to the portal. */
  isAffiliate: boolean;
  /** A dot on an entry, with what waits there in words: { commissions: "3 due this month" }. */
  marks?: Partial<Record<(typeof entries)[number]["key"], string>>;
  /** Above the content: notices that concern every page. */
  notice?: ReactNode;
  children: ReactNode;
};

/** Around every page of the agency's staff. */
export function AppShell({ isAffiliate, marks, ...rest }: AppShellProps) {
  const { t } = useTranslation("shell");
  const tools = useTools();
  const items = entries.map(({ key, ...entry }) => ({
    ...entry,
    to: `/${key}`,
    label: t(`nav.${key}`),
    mark: marks?.[key],
  }));
  const links = isAffiliate
    ? [{ to: "/affiliate/dashboard", label: t("portal.title"), icon: LayoutDashboard }]
    : [];
  return (
    <>
      <SidebarShell
        home="/leads"
        items={items}
        search={<SearchBox onOpen={(typed) => tools.open("commands", typed)} />}
        badge={<SubscriptionBadge />}
        userMenu={<UserMenu links={links} onShortcuts={() => tools.open("shortcuts")} />}
        {...rest}
      />
      {tools.element}
    </>
  );
}
