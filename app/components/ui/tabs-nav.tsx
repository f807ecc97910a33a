import { useFormat } from "~/browser/use-format";
import { addressWith } from "~/paths/address";
import { cn } from "./cn";
import { Link } from "./link";
import { useAddress } from "./use-address";

export type TabItem = {
  /** Value of the search parameter; the first item is the default and needs none. */
  value: string;
  label: string;
  count?: number | string;
};

export type TabsNavProps = {
  /** Names the navigation for screen readers. */
  label: string;
  items: readonly TabItem[];
  /** The value the loader has chosen. */
  current: string;
  /** The search parameter that holds the tab. */
  param?: string;
  /** The page the tabs belong to; needed where a dialog route may be open above it. */
  path?: string;
  /** Parameters that make no sense on another tab, besides the cursor. Filters stay. */
  drop?: readonly string[];
};

/** Views of the same page as links: they can be shared, reloaded and opened side by side. */
export function TabsNav({ label, items, current, param = "tab", path, drop = [] }: TabsNavProps) {
  const { pathname, search } = useAddress();
  const format = useFormat();
  const dropped = Object.fromEntries(drop.map((name) => [name, null]));
  const hrefOf = (value: string) =>
    addressWith(path ?? pathname, search, { ...dropped, [param]: value === items[0]?.value ? null : value });
  const tabs = items.map((item) => {
    const active = item.value === current;
    return (
      <li key={item.value}>
        <Link
          to={hrefOf(item.value)}
          prefetch="intent"
          preventScrollReset
          aria-current={active ? "page" : undefined}
          className={cn(
            "flex min-h-11 items-center gap-2 border-b-2 md:min-h-10 px-3 font-medium whitespace-nowrap",
            "-outline-offset-2 transition-colors duration-150",
            active
              ? "border-accent text-ink"
              : "border-transparent text-muted hover:border-control hover:text-ink forced-colors:border-b-0",
          )}
        >
          {item.label}
          {item.count !== undefined && (
            <span
              className={cn(
                "rounded-full px-2 text-xs tabular-nums",
                active ? "bg-accent-soft text-accent" : "bg-sunken text-muted",
              )}
            >
              {typeof item.count === "number" ? format.number(item.count) : item.count}
            </span>
          )}
        </Link>
      </li>
    );
  });
  return (
    <nav aria-label={label} data-print="hide" className="min-w-0 border-b">
      <ul className="-mb-px flex gap-1 overflow-x-auto md:gap-2">{tabs}</ul>
    </nav>
  );
}
