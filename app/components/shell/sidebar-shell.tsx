import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";
import { NavigationProgress } from "~/components/ui/navigation-progress";
import { Sheet, SheetTrigger } from "~/components/ui/sheet";
import { useAuth } from "~/browser/use-auth";
import { Logo } from "./logo";
import { SessionWatch } from "./session-watch";
import type { ShellNavItem } from "./shell-types";
import { type SidebarState, storeSidebarState } from "./sidebar-state";
import { SkipLink } from "./skip-link";
import { useLocation } from "@remix-run/react";

// Matches the variant "rail" in app.css.
const small = "(width < 80rem)";

function onSizeChange(changed: () => void) {
  const query = window.matchMedia(small);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/**
 * Manages the state of the sidebar, with Ctrl/Cmd+B as its shortcut. On phones the shortcut opens and closes the sheet
 * instead.
 */
function useSidebar(initial: SidebarState, sheet: string) {
  const [state, setState] = useState(initial);
  const onSmall = useSyncExternalStore(
    onSizeChange,
    () => window.matchMedia(small).matches,
    () => false,
  );
  const collapsed = state === "auto" ? onSmall : state === "collapsed";
  const toggle = useCallback(() => {
    const next = collapsed ? "open" : "collapsed";
    setState(next);
    storeSidebarState(next);
  }, [collapsed]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "b" || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey || event.defaultPrevented) return;
      event.preventDefault();
      if (window.matchMedia("(width < 48rem)").matches) document.getElementById(sheet)?.togglePopover();
      else toggle();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [toggle, sheet]);

  return { state, collapsed, toggle };
}

export type SidebarShellProps = {
  /** Text beside the mark. */
  title?: string;
  home: string;
  items: readonly ShellNavItem[];
  sidebar: SidebarState;
  search?: ReactNode;
  badge?: ReactNode;
  /** The bell of the notifications. */
  bell?: ReactNode;
  userMenu: ReactNode;
  /** Above the content: flash messages, messages for every page. */
  notice?: ReactNode;
  /** Font size 16 px on phones instead of 14, and air around rows of several lines. */
  isRoomy?: boolean;
  children: ReactNode;
};

/** The common part of AppShell and PortalShell. Pages use those two. */
export function SidebarShell(props: SidebarShellProps) {
  const { title, home, items, search, badge, bell, userMenu, notice, isRoomy, children } = props;
  const { t } = useTranslation("shell");
  const { user, organization, appearance } = useAuth();
  const { state, collapsed, toggle } = useSidebar(props.sidebar, "menu");
  const toggleLabel = t(collapsed ? "expand_sidebar" : "collapse_sidebar");
  return (
    <div
      data-compact={appearance?.compactLists || undefined}
      className={cn(
        "min-h-dvh [--bar-height:3.5rem] [--row-height:2.5rem] data-compact:[--row-height:2.125rem] md:flex",
        isRoomy && "[--row-padding:0.375rem]",
      )}
    >
      <SkipLink />
      <NavigationProgress />
      <SessionWatch user={user.id} organization={organization} />
      <Sheet
        as="aside"
        id="menu"
        label={t("menu")}
        data-print="hide"
        data-sidebar={state}
        className={cn(
          "flex-col max-md:open:flex md:sticky md:top-0 md:flex md:h-dvh md:shrink-0 md:overflow-y-auto md:border-r md:bg-canvas",
          "md:w-64 md:transition-[width] md:duration-200 md:ease-out rail:w-12",
        )}
      >
        <div className="flex h-14 shrink-0 items-center justify-between px-3">
          <Link to={home} className="flex min-h-11 items-center rounded-md">
            <Logo word={title} className="rail:[&>span]:sr-only" />
          </Link>
          <SheetTrigger sheet="menu" autoFocus aria-label={t("close_menu")} className="-mr-2 md:hidden">
            <Icon name="x" />
          </SheetTrigger>
        </div>
        <div className="flex-1 px-1 py-2 max-md:px-2">
          <ShellNav items={items} />
        </div>
        <div className="p-1 max-md:hidden noscript:hidden">
          <Button
            variant="ghost"
            size="icon"
            onClick={toggle}
            aria-label={toggleLabel}
            aria-expanded={!collapsed}
            aria-controls="menu"
            aria-keyshortcuts="Control+B Meta+B"
          >
            <Icon name="panel-left" />
          </Button>
        </div>
      </Sheet>
      <div className="min-w-0 flex-1">
        <header
          data-print="hide"
          className="@container/bar sticky top-0 z-20 flex h-14 items-center gap-2 border-b bg-canvas px-2 md:gap-4 md:px-6 min-[90rem]:px-8"
        >
          <SheetTrigger sheet="menu" aria-label={t("open_menu")} className="md:hidden">
            <Icon name="menu" />
          </SheetTrigger>
          <div className="flex flex-1 items-center justify-between md:block md:min-w-0">
            <Logo
              word={title}
              className={cn("md:hidden", badge && "[&>span]:sr-only", search && "max-[24rem]:hidden")}
            />
            {search}
          </div>
          {badge}
          {bell}
          {userMenu}
        </header>
        {notice}
        <main
          id="main"
          tabIndex={-1}
          className={cn(
            // Space below the last row for the toasts, which would otherwise cover its buttons.
            "mx-auto max-w-[104rem] px-4 py-4 md:px-6 md:pb-28 min-[90rem]:px-8 print:max-w-none print:p-0",
            isRoomy && "text-base md:text-sm",
          )}
        >
          {children}
        </main>
      </div>
    </div>
  );
}

/** The entries of the sidebar. Only icons while it is collapsed, which never happens on phones. */
function ShellNav({ items }: { items: readonly ShellNavItem[] }) {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const entries = items.map((item) => {
    const { to, label, icon, mark } = item;
    const active = isActive(item, pathname);
    return (
      <li key={to}>
        <Link
          to={to}
          prefetch="intent"
          aria-current={active ? "page" : undefined}
          title={mark && t("common:labelled", { label, value: mark })}
          className={cn(
            "relative flex min-h-11 items-center gap-3 rounded-md px-3 font-medium whitespace-nowrap md:min-h-10",
            "-outline-offset-2 transition-colors duration-150",
            active ? "bg-accent-soft text-accent" : "text-muted hover:bg-sunken hover:text-ink",
          )}
        >
          <Icon name={icon} className="size-4 shrink-0" />
          <span className={"rail:sr-only"}>{label}</span>
          {mark && (
            <>
              <span
                aria-hidden
                className="ml-auto size-2 rounded-full bg-accent rail:absolute rail:top-1.5 rail:right-1.5 forced-colors:bg-[CanvasText]"
              />
              <span className="sr-only">, {mark}</span>
            </>
          )}
        </Link>
      </li>
    );
  });
  return (
    <nav aria-label={t("main_navigation")}>
      <ul className="space-y-0.5">{entries}</ul>
    </nav>
  );
}

/** Returns true if an entry is active; a NavLink checks only one address. */
function isActive({ to, end, also }: ShellNavItem, pathname: string): boolean {
  const isWithin = (parent: string) => pathname === parent || pathname.startsWith(`${parent}/`);
  return pathname === to || (!end && isWithin(to)) || (also !== undefined && isWithin(also));
}
