import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Bell } from "~/components/notifications/bell";
import { SearchBox } from "~/components/search/search-box";
import { useKeys } from "~/components/search/use-keys";
import { useTools } from "~/components/search/use-tools";
import type { ShellLink } from "./shell-types";
import { SidebarShell } from "./sidebar-shell";
import type { SidebarState } from "./sidebar-state";
import { UserMenu } from "./user-menu";
import { paths } from "~/paths/paths";
import { StatusBadge } from "~/components/ui/badge";
import { Link } from "~/components/ui/link";
import { useAuth } from "~/browser/use-auth";

const words = { subscribed: "premium", expired: "expired" } as const;
const tones = { subscribed: "success", trial: "info", expired: "danger" } as const;

/** Shows that the plan is paid, the remaining trial, or its end. Links to the subscription or the plans (BIL-02). */
function SubscriptionBadge() {
  const { t } = useTranslation("site");
  const { subscription } = useAuth();
  if (!subscription) return null;
  const { status } = subscription;
  const text =
    status === "trial" ? t("trial.days_left", { count: subscription.daysLeft }) : t(`trial.${words[status]}`);
  return (
    <Link
      to={status === "subscribed" ? paths.settings("subscription") : paths.pricing()}
      prefetch="intent"
      title={text}
      className="-mx-1 inline-flex min-h-11 min-w-0 items-center rounded-md px-1 @max-[18rem]/bar:hidden md:min-h-10 md:shrink-0"
    >
      <StatusBadge tone={tones[status]} className="max-w-full max-sm:[&>svg]:hidden">
        <span className="truncate">{text}</span>
      </StatusBadge>
    </Link>
  );
}

const entries = [
  { key: "leads", icon: "square-kanban", end: true, also: paths.import("leads") },
  { key: "affiliates", icon: "users", also: paths.import("affiliates") },
  { key: "transactions", icon: "banknote" },
  { key: "commissions", icon: "hand-coins", also: paths.import("customer-payments") },
  { key: "payouts", icon: "wallet" },
  { key: "reports", icon: "chart-column" },
  { key: "settings", icon: "settings" },
] as const;

export type AppShellProps = {
  /** Number of unread notifications. */
  unread: number;
  /** From sidebarState(request.headers.get("Cookie")). */
  sidebar: SidebarState;
  /** True if the user is also an affiliate. Shows a link to the portal. */
  isAffiliate: boolean;
  /** True if the user belongs to several organizations. Shows a link to switch. */
  hasSeveral?: boolean;
  /** Entries with a dot and its description, for example { commissions: "3 due this month" }. */
  marks?: Partial<Record<(typeof entries)[number]["key"], string>>;
  /** Above the content: messages for every page. */
  notice?: ReactNode;
  children: ReactNode;
};

/** The frame of every staff page. */
export function AppShell({ isAffiliate, hasSeveral, marks, unread, ...rest }: AppShellProps) {
  const { t } = useTranslation("shell");
  const tools = useTools();
  useKeys();
  const items = entries.map(({ key, ...entry }) => ({
    ...entry,
    to: `/${key}`,
    label: t(`nav.${key}`),
    mark: marks?.[key],
  }));
  const links: ShellLink[] = [{ to: paths.settings("account"), label: t("account"), icon: "circle-user-round" }];
  if (hasSeveral) {
    links.push({ to: paths.organizations(), label: t("organizations.title"), icon: "arrow-left-right" });
  }
  if (isAffiliate) links.push({ to: paths.dashboard(), label: t("portal.title"), icon: "layout-dashboard" });
  return (
    <>
      <SidebarShell
        home={paths.leads()}
        items={items}
        search={<SearchBox onOpen={(typed) => tools.open("commands", typed)} />}
        badge={<SubscriptionBadge />}
        bell={<Bell page={paths.notifications} unread={unread} />}
        userMenu={<UserMenu links={links} onShortcuts={() => tools.open("shortcuts")} />}
        {...rest}
      />
      {tools.element}
    </>
  );
}
