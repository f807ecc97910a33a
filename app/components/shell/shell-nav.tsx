import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { Link } from "~/components/ui/link";
import type { ShellNavItem } from "./shell-types";

/** The entries of the sidebar. Only icons while it is collapsed, which never happens on phones. */
export function ShellNav({ items }: { items: readonly ShellNavItem[] }) {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const entries = items.map((item) => {
    const { to, label, icon: Icon, mark } = item;
    const active = isActive(item, pathname);
    return (
      <li key={to}>
        <Link
          to={to}
          prefetch="intent"
          aria-current={active ? "page" : undefined}
          title={mark && `${label}: ${mark}`}
          className={cn(
            "relative flex min-h-11 items-center gap-3 rounded-md px-3 font-medium whitespace-nowrap md:min-h-10",
            "-outline-offset-2 transition-colors duration-150",
            active ? "bg-accent-soft text-accent" : "text-muted hover:bg-sunken hover:text-ink",
          )}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
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
