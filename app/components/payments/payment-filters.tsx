import type { ReactNode } from "react";
import { type CommissionKind, commissionKinds } from "~/domain/commissions/commission";
import { useTranslation } from "react-i18next";
import { addressWith } from "~/paths/address";
import { ButtonLink } from "~/components/ui/button";
import { ListSearch } from "~/components/forms/list-search";
import { SearchCut } from "~/components/forms/search-cut";
import { Icon } from "~/components/ui/icon";
import { PhoneFilters } from "~/components/ui/phone-filters";
import { ListToolbar } from "~/components/ui/list-toolbar";
import { useAddress } from "~/components/ui/use-address";

/** The parameters of the filters; the two days of a period are one filter. */
const FILTERS = ["kind", "affiliate", "period", "from"];

type PaymentFiltersProps = {
  /** The page the list belongs to. */
  path: string;
  kind: CommissionKind | null;
  /** The words of the search. */
  search: string;
  /** Whether the search found more than are listed. */
  cut: boolean;
  /** The other filters. */
  children: ReactNode;
};

/** The filters above a list of payments: search and kind, then the others, and whether it is grouped. */
export function PaymentFilters({ path, kind, search, cut, children }: PaymentFiltersProps) {
  const { t } = useTranslation("transactions");
  return (
    <>
      <ListToolbar>
        <ListSearch path={path} value={search} label={t("search.label")} placeholder={t("search.placeholder")} />
        <PhoneFilters names={FILTERS}>
          <KindFilter path={path} current={kind} />
          {children}
        </PhoneFilters>
      </ListToolbar>
      {cut && <SearchCut>{t("search.cut")}</SearchCut>}
    </>
  );
}

/** Groups the list by affiliate, or no longer. */
export function GroupLink({ path, isGrouped }: { path: string; isGrouped: boolean }) {
  const { t } = useTranslation("transactions");
  const { search } = useAddress();
  const label = t("groups.label");
  return (
    <ButtonLink
      to={addressWith(path, search, { group: isGrouped ? null : "affiliate" })}
      size="icon"
      variant={isGrouped ? "secondary" : "ghost"}
      aria-current={isGrouped ? "true" : undefined}
      aria-label={label}
      title={label}
      preventScrollReset
    >
      <Icon name="users" />
    </ButtonLink>
  );
}

type KindFilterProps = {
  /** The page the list belongs to. */
  path: string;
  current: CommissionKind | null;
};

/** Filters by one-off commissions, monthly payments or both, as links that keep the tab. */
function KindFilter({ path, current }: KindFilterProps) {
  const { t } = useTranslation("transactions");
  const { search } = useAddress();
  return (
    <nav aria-label={t("kinds.label")} data-print="hide" className="-ml-1 flex flex-wrap md:shrink-0 md:flex-nowrap">
      {[null, ...commissionKinds].map((kind) => (
        <ButtonLink
          key={kind}
          to={addressWith(path, search, { kind })}
          size="sm"
          variant={kind === current ? "secondary" : "ghost"}
          aria-current={kind === current ? "true" : undefined}
          preventScrollReset
        >
          {t(`kinds.${kind ?? "all"}`)}
        </ButtonLink>
      ))}
    </nav>
  );
}
