import Columns3 from "lucide-react/icons/columns-3";
import List from "lucide-react/icons/list";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { Link } from "~/components/ui/link";
import { useAddress } from "~/components/ui/use-address";
import { columnParam } from "~/domain/leads/lead-columns";
import { openLeadStatuses } from "~/domain/leads/lead";
import { layouts, leadsPathWith, type Layout } from "~/paths/lead-view";

const icons = { board: Columns3, list: List };
/** Parameters that only one of the two layouts has. */
const own = Object.fromEntries(["sort", ...openLeadStatuses.map(columnParam)].map((name) => [name, null]));

/** Open leads as a board or as a list; the choice is stored. */
export function LayoutSwitch({ layout }: { layout: Layout }) {
  const { t } = useTranslation("leads");
  const location = useAddress();
  const links = layouts.map((one) => {
    const Icon = icons[one];
    const current = one === layout;
    return (
      <Link
        key={one}
        to={leadsPathWith(location, { ...own, view: one })}
        // No prefetch: it would be stored as a choice.
        prefetch="none"
        preventScrollReset
        aria-current={current ? "true" : undefined}
        className={cn(
          "inline-flex min-h-11 items-center gap-2 rounded-md px-3 font-medium md:min-h-10",
          "transition-colors duration-150",
          current ? "bg-accent-soft text-accent" : "text-muted hover:bg-sunken hover:text-ink",
        )}
      >
        <Icon aria-hidden className="size-4" />
        {t(`layout.${one}`)}
      </Link>
    );
  });
  return (
    <nav aria-label={t("layout.label")} className="flex gap-1 py-0.5">
      {links}
    </nav>
  );
}
